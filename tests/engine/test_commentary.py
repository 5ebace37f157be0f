import pytest

from minibridge.engine.commentary import with_suit_symbols


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("texas !h ", "texas ♥ "),
        ("5!s-4!h", "5♠-4♥"),
        ("5+ !H; 6-!C; 1-2!S", "5+ ♥; 6-♣; 1-2♠"),
        (r"\S and \h, \D\C", "♠ and ♥, ♦♣"),
        ("two !Cs", "two ♣s"),
        ("wow!", "wow!"),
        ("no!such !hello !Sam", "no!such !hello !Sam"),
        (r"C:\dir \section", r"C:\dir \section"),
        ("!", "!"),
        ("", ""),
    ],
)
def test_letters_of_suits_are_shown_as_signs(text, shown):
    assert with_suit_symbols(text) == shown
