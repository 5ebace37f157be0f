import pytest

from minibridge.engine.encodings import ENCODINGS, LARGEST, decode, is_encoded_twice
from minibridge.engine.errors import NotationError

TEXT = "Pärnu “Œuvre” ♠\n"


@pytest.mark.parametrize(
    ("data", "encoding", "how", "is_guess"),
    [
        (TEXT.encode("utf-8"), "utf-8", "valid", False),
        (b"\xef\xbb\xbf" + TEXT.encode("utf-8"), "utf-8", "byte_order_mark", False),
        (b"\xff\xfe" + TEXT.encode("utf-16-le"), "utf-16-le", "byte_order_mark", False),
        (b"\xfe\xff" + TEXT.encode("utf-16-be"), "utf-16-be", "byte_order_mark", False),
        (TEXT.encode("utf-16-le"), "utf-16-le", "zero_bytes", True),
        (TEXT.encode("utf-16-be"), "utf-16-be", "zero_bytes", True),
    ],
)
def test_marks_and_validity_tell_the_encoding(data, encoding, how, is_guess):
    decoded = decode(data)
    assert (decoded.text, decoded.encoding, decoded.how) == (TEXT, encoding, how)
    assert decoded.is_guess is is_guess
    assert decoded.replaced == 0


def test_what_is_no_utf_8_is_windows_1252_and_that_is_a_guess():
    decoded = decode("Chorzów “Œ”".encode("windows-1252"))
    assert (decoded.text, decoded.encoding) == ("Chorzów “Œ”", "windows-1252")
    assert decoded.is_guess


def test_windows_1252_leaves_no_byte_undecoded():
    text = decode(bytes(range(0x80, 0x100))).text
    assert len(text) == 128
    assert text.startswith("€\x81‚ƒ")
    assert text == decode(bytes(range(0x80, 0x100)), "windows-1252").text
    assert "\ufffd" not in text


def test_the_user_can_choose_another_encoding():
    data = "Łódź".encode("iso-8859-2")
    assert decode(data).text != "Łódź"
    decoded = decode(data, "iso-8859-2")
    assert (decoded.text, decoded.how, decoded.is_guess) == ("Łódź", "chosen", False)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_encoding_on_offer_decodes_any_bytes(encoding):
    decoded = decode(bytes(range(256)) * 3 + b"x", encoding)
    assert decoded.encoding == encoding
    assert decoded.replaced == decoded.text.count("\ufffd")


@pytest.mark.parametrize("encoding", ["", "rot13", "punycode", "no-such", "UTF-8"])
def test_other_encodings_cannot_be_chosen(encoding):
    with pytest.raises(NotationError):
        decode(b"x", encoding)


def test_bytes_that_cannot_be_decoded_are_counted():
    decoded = decode(b"a\xff\xffb\xff", "utf-8")
    assert decoded.replaced == 3
    assert decode(b"\xff\xfea\x00b").replaced == 1
    assert decode("already \ufffd there".encode(), "utf-8").replaced == 0


def test_a_text_stays_as_it_is():
    decoded = decode("\ufeffé\r\n")
    assert (decoded.text, decoded.how) == ("é\n", "text")


def test_line_ends_become_one_kind():
    assert decode(b"a\r\nb\rc\nd\x1a").text == "a\nb\nc\nd"


@pytest.mark.parametrize("source", [b"x" * (LARGEST + 1), "x" * (LARGEST + 1), b"x" * 10_000_000])
def test_a_file_that_is_too_large_is_refused(source):
    with pytest.raises(NotationError, match="more than"):
        decode(source)
    assert decode(source[:LARGEST]).text


@pytest.mark.parametrize("text", ["intérêt", "ça “vient” – Łódź €", "♠ ♥", "naïve Œuvre"])
def test_utf_8_that_was_encoded_twice_is_seen(text):
    twice = text.encode("utf-8").decode("cp1252", errors="ignore")
    assert is_encoded_twice(twice)
    assert is_encoded_twice(text) is None
