"""``manage.py replay_records``: files in, one line for each difference out, and a closing line."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.engine.record_files import FIXTURES, real_folder

KNOWN = Path(__file__).parents[1] / "fixtures" / "known_faults.csv"
HEAD = """[Board "7"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:AT52.K843.7.Q962 3.752.JT9632.AT4 KQJ84.A6.KQ5.J73 976.QJT9.A84.K85"]
[Declarer "S"]
[Contract "4S"]
[Result "10"]
"""
BID = '[Auction "N"]\nPass Pass 1S Pass\n4S Pass Pass Pass\n'
TRUE = HEAD + BID
FALSE = HEAD.replace('"4S"', '"3S"') + BID


def replay(*paths: object, **options: object) -> str:
    out = StringIO()
    call_command("replay_records", *map(str, paths), stdout=out, **options)
    return out.getvalue()


def refused(*paths: object, **options: object) -> tuple[str, str]:
    out = StringIO()
    with pytest.raises(CommandError) as error:
        call_command("replay_records", *map(str, paths), stdout=out, **options)
    return out.getvalue(), str(error.value)


def table_of(folder: Path, *rows: str) -> Path:
    path = folder / "known.csv"
    path.write_text("\n".join(["file,board,kind,reason", *rows]) + "\n", encoding="utf-8")
    return path


def test_a_true_file_is_counted_and_nothing_is_said(tmp_path):
    (tmp_path / "a.pbn").write_text(TRUE)
    assert replay(tmp_path / "a.pbn") == "1 boards, 8 calls, 0 cards, 0 differences, 0 unreadable\n"


def test_a_difference_is_told_with_file_board_and_reason(tmp_path):
    (tmp_path / "a.pbn").write_text(TRUE + "\n" + FALSE)
    out, error = refused(tmp_path / "a.pbn")
    first, last = out.splitlines()
    assert first == "a.pbn: board 2: contract: 3S, but the auction ends in 4S"
    assert last == "2 boards, 16 calls, 0 cards, 1 differences, 0 unreadable"
    assert error == "1 of them not known"


def test_folders_are_searched_in_any_letter_case_and_other_files_ignored(tmp_path):
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "A.PBN").write_text(TRUE)
    (tmp_path / "b.Pbn").write_text(TRUE)
    (tmp_path / "c.txt").write_text(FALSE)
    (tmp_path / "c.pbn.bak").write_text(FALSE)
    assert replay(tmp_path).startswith("2 boards")


def test_both_formats_are_read():
    assert replay(FIXTURES).endswith(" 0 differences, 0 unreadable\n")


def test_known_faults_are_told_but_no_error(tmp_path):
    (tmp_path / "a.pbn").write_text(FALSE)
    known = table_of(tmp_path, "a.pbn,1,contract,typed wrongly at the club")
    assert "[known: typed wrongly at the club]" in replay(tmp_path, known=known)


def test_another_fault_of_the_same_board_is_not_known(tmp_path):
    (tmp_path / "a.pbn").write_text(FALSE.replace('"S"]', '"N"]'))
    known = table_of(tmp_path, "a.pbn,1,contract,typed wrongly")
    out, error = refused(tmp_path, known=known)
    assert "declarer: N" in out
    assert error == "1 of them not known"


def test_a_known_fault_that_is_gone_is_told(tmp_path):
    (tmp_path / "a.pbn").write_text(TRUE)
    known = table_of(tmp_path, "a.pbn,1,contract,typed wrongly", "other.pbn,1,contract,not read today")
    out, error = refused(tmp_path, known=known)
    assert "a.pbn: board 1: contract: known, but not there any more" in out
    assert "other.pbn" not in out
    assert error == "1 of them not known"


def test_what_cannot_be_read_is_counted_apart(tmp_path):
    (tmp_path / "a.pbn").write_text(HEAD.replace('"S"]', '"Black"]'))
    (tmp_path / "b.pbn").write_bytes(b"x" * 5_000_000)
    out, _ = refused(tmp_path)
    assert "value_unreadable" in out
    assert "b.pbn: more than" in out
    assert out.endswith("0 differences, 2 unreadable\n")


@pytest.mark.parametrize("name", ["nowhere", "n" * 5000])
def test_a_path_that_is_not_there_is_refused(tmp_path, name):
    assert refused(tmp_path / name)[1].endswith("does not exist")


def test_files_of_one_name_in_two_folders_are_told_apart(tmp_path):
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.pbn").write_text(FALSE)
    known = table_of(tmp_path, "one/a.pbn,1,contract,typed wrongly")
    out, error = refused(tmp_path, known=known)
    assert "two/a.pbn: board 1: contract: 3S, but the auction ends in 4S\n" in out
    assert error == "1 of them not known"


def test_a_table_saved_by_a_spreadsheet_is_read(tmp_path):
    (tmp_path / "a.pbn").write_text(FALSE)
    known = table_of(tmp_path, "a.pbn,1,contract,typed wrongly")
    known.write_bytes(b"\xef\xbb\xbf" + known.read_bytes())
    assert "[known: typed wrongly]" in replay(tmp_path, known=known)


def test_a_file_without_any_board_says_why(tmp_path):
    (tmp_path / "a.lin").write_bytes(bytes(range(1, 256)) * 40)
    out, _ = refused(tmp_path)
    assert out.startswith("a.lin: line 1:")
    assert not out.endswith(" 0 unreadable\n")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "file,board,kind,reason\n",
        "file,board\na.pbn,1\n",
        "file,board,kind,reason\na.pbn,x,y,z\n",
        "file,board,kind,reason\na.pbn\n",
        "file,board,kind,reason\na.pbn,1,contract,\n",
        "file,board,kind,reason\n" + "a" * 200_000,
        "\x00",
    ],
    ids=range(8),
)
def test_a_table_that_is_none_is_refused(tmp_path, text):
    (tmp_path / "a.pbn").write_text(FALSE)
    (tmp_path / "known.csv").write_text(text)
    _out, error = refused(tmp_path, known=tmp_path / "known.csv")
    assert "no table of known faults" in error


def test_the_real_files_differ_only_where_it_is_known():
    if not real_folder().is_dir():
        pytest.skip("no real files: set BRIDGE_RECORDS to a folder of them")
    last = replay(real_folder(), known=KNOWN).splitlines()[-1]
    assert last == "1706 boards, 4132 calls, 10531 cards, 54 differences, 55 unreadable"
