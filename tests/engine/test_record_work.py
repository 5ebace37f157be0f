"""The work of reading grows with the file and no faster: counted in lines of code run, in characters that
patterns go over and that searches pass, for files made to be as slow as can be.
"""

import re
import sys
import tracemalloc
from types import ModuleType

import pytest

import minibridge.engine
from minibridge.engine import pbn_tokens
from minibridge.engine.encodings import LARGEST
from minibridge.engine.lin import read_lin, write_lin
from minibridge.engine.pbn import read_pbn, write_pbn

FOLDER = minibridge.engine.__path__[0]
DEAL = "N:AT52.K843.7.Q962 3.752.JT9632.AT4 KQJ84.A6.KQ5.J73 976.QJT9.A84.K85"
MD = "md|3SQJ762H86DJ96CQT8,ST94HAKJD753CK764,SK8HT7542DQ82CJ92,|"
HEAD = f'[Dealer "N"]\n[Deal "{DEAL}"]\n[Declarer "S"]\n[Contract "4S"]\n'

PBN_FAMILIES = {
    "boards": lambda n: f'[Board "1"]\n[Deal "{DEAL}"]\n[Auction "N"]\n1C AP\n\n' * (n // 20),
    "tiny boards": lambda n: '[A ""]\n\n' * n,
    "opening braces": lambda n: "{" * n,
    "open comments before boards": lambda n: '{\n\n[A "1"]\n' * n,
    "open comments, one end": lambda n: '{ x\n[A "1"]\n' * n + '\n\n[B "1"]\n}',
    "closed comments": lambda n: "{a}\n\n" * n,
    "empty lines in a comment": lambda n: '[A "1"]\n{' + "\n" * n + "x" + " \n" * n + "}",
    "words in a comment": lambda n: '[A "1"]\n{' + "word " * n + "x" * n + "}",
    "semicolons": lambda n: '[A "1"]\n' + ";a\n" * n,
    "brackets": lambda n: "[" * n,
    "brackets in lines": lambda n: "[ [\n" * n,
    "broken tags": lambda n: '[A "\n' * n,
    "broken tags in one line": lambda n: '[x [A ""] ' * n,
    "quotes in one line": lambda n: '[A "' + '" "' * n + '"]',
    "quotes": lambda n: '"' * n,
    "quoted words": lambda n: '[T "a"]\n' + '"a ' * n,
    "backslashes": lambda n: '[A "' + "\\" * n,
    "escaped quotes": lambda n: '\\"' * n,
    "escaped quotes in a section": lambda n: HEAD + '[Auction "N"]\n1C ' + 'x \\"' * n,
    "quotes and escapes": lambda n: '":\\' * n,
    "doubles": lambda n: f'[Board "1"]\n[Auction "N"]\n{"X " * 320}\n\n' * (n // 80),
    "spaces": lambda n: "[A" + " " * n + "x",
    "spaces after a value": lambda n: '[A "1"' + " " * n + "x",
    "spaces before lines": lambda n: '[A "1"]' + "\n   " * n + "x",
    "empty lines": lambda n: "\n" * n + "x",
    "doubled lines": lambda n: "".join(f'[A{i} "1"]\n\n' for i in range(n)),
    "the same tag": lambda n: '[A "1"]\n' * n,
    "deals in one board": lambda n: f'[Deal "{DEAL}"]\n' * (n // 10),
    "tags for all boards": lambda n: "".join(f'[A{i} "##1"]\n' for i in range(n)) + '\n[B "1"]\n' * (n // 10),
    "calls": lambda n: HEAD + '[Auction "N"]\n' + "1C " * n,
    "passes": lambda n: HEAD + '[Auction "N"]\n' + "AP " * n,
    "notes of calls": lambda n: HEAD + '[Auction "N"]\n1C ' + "=1= " * n + '[Note "1:a"]\n' * n,
    "suffixes": lambda n: HEAD + '[Auction "N"]\n1C' + "!" * n,
    "odd words": lambda n: HEAD + '[Auction "N"]\n1C ' + "1C!$1=1= " * n,
    "skipped players": lambda n: HEAD + '[Auction "N"]\n' + "^S ^S 1C X " * n,
    "cards": lambda n: HEAD + '[Play "W"]\n' + "HQ H3 H2 HA\n" * n,
    "dashes": lambda n: HEAD + '[Play "W"]\n' + "- " * n,
    "marks": lambda n: HEAD + '[Play "W"]\n' + "^R" * n + " HQ",
    "comments on cards": lambda n: HEAD + '[Play "W"]\nHQ ' + "{a} " * n,
    "rows": lambda n: '[ATable "A;B"]\n' + "1 2\n" * n,
    "rows and comments": lambda n: '[ATable "A;B"]\n' + "1 2\n;c\n" * n,
    "columns": lambda n: f'[ATable "{"+A;" * n}"]\n' + "1 2\n" * n,
    "digits": lambda n: f'[ScoreRubberHistory "NS {"1" * n}"]\n[Result "{"1" * n}"]\n[Note "{"1" * n}"]',
    "spaces in a note": lambda n: HEAD + f'[Auction "N"]\n1C =1=\n[Note "1: a{" " * n}b{" " * n}"]',
    "ranks": lambda n: f'[Deal "N:{"A" * n}.{"K" * n}.. - - -"]',
    "words": lambda n: "a\n\n" * n,
    "escapes": lambda n: "% \n" * n + '\n\n%\n[A "1"]',
}
WRITTEN = ("empty lines in a comment", "words in a comment", "comments on cards", "deals in one board")
LIN_FAMILIES = {
    "boards": lambda n: f"pn|a,b,c,d|{MD}mb|1C|mb|ap|pc|SA|mc|3|\n" * (n // 10),
    "deals": lambda n: "md|1|" * n,
    "bars": lambda n: "|" * n,
    "open fields": lambda n: MD + "an|\n" * n,
    "lines in a value": lambda n: MD + "nt|" + "\n" * n + "x",
    "spaces in a value": lambda n: MD + "nt|" + "\n   " * n + "x",
    "stray text": lambda n: MD + "a b c " * n,
    "stray tags": lambda n: "x|" * n,
    "calls": lambda n: MD + "mb|1C|" * n,
    "calls in one field": lambda n: MD + "mb|" + "1C!" * n + "|",
    "cards": lambda n: MD + "mb|1C|mb|ap|" + "pc|SA|" * n,
    "comments": lambda n: "nt|x|vg||" * n + MD,
    "headers": lambda n: "pn|a,b|vg|1,2|" * n,
    "results": lambda n: f"vg|,,I,1,{n},,,,|rs|{'4HE=,,' * n}|" + "qx|o1|md|1|" * (n // 4),
    "numbers": lambda n: f"vg|,,I,{'1' * n},,,,|bn|{'1,' * n}|qx|o1|{MD}" * 2,
    "other fields": lambda n: MD + "xy|1|" * n,
    "ranks": lambda n: f"md|3S{'A' * n},,,|",
}

SPACES = re.compile(r"\s*+")


class CountingText(str):
    """A text that counts how far searches in it go."""

    passed = 0

    def find(self, *args):
        found = super().find(*args)
        start = args[1] if len(args) > 1 else 0
        end = args[2] if len(args) > 2 else len(self)
        CountingText.passed += (end if found < 0 else found) - start
        return found


class CountingPattern:
    """A pattern that counts the characters it goes over. None can go back over what it has consumed."""

    passed = 0

    def __init__(self, pattern):
        self.pattern = pattern

    def _counted(self, method, text, pos=0, *end):
        found = method(text, pos, *end)
        CountingPattern.passed += (found.end() if found else min([len(text), *end])) - pos
        return found

    def match(self, text, pos=0, *end):
        if not end and not self.pattern.match(text, pos):
            # What begins otherwise is left at its first letters, after any spaces.
            CountingPattern.passed += SPACES.match(text, pos).end() - pos + 3
            return None
        return self._counted(self.pattern.match, text, pos, *end)

    def search(self, *args):
        return self._counted(self.pattern.search, *args)

    def fullmatch(self, *args):
        return self._counted(self.pattern.fullmatch, *args)

    def finditer(self, text, pos=0):
        last = pos
        for found in self.pattern.finditer(text, pos):
            CountingPattern.passed += found.end() - last
            last = found.end()
            yield found
        CountingPattern.passed += len(text) - last

    def findall(self, text):
        CountingPattern.passed += len(text)
        return self.pattern.findall(text)

    def split(self, text):
        CountingPattern.passed += len(text)
        return self.pattern.split(text)

    def sub(self, new, text):
        CountingPattern.passed += len(text)
        return self.pattern.sub(new, text)


@pytest.fixture
def counting(monkeypatch):
    """Every pattern of the readers counts, and every text."""
    modules = [module for name, module in sys.modules.items() if name.startswith("minibridge.engine.")]
    for module in modules:
        assert isinstance(module, ModuleType)
        for name, value in list(vars(module).items()):
            if isinstance(value, re.Pattern):
                monkeypatch.setattr(module, name, CountingPattern(value))
    begin = pbn_tokens.Source.__init__
    monkeypatch.setattr(pbn_tokens.Source, "__init__", lambda self, text: begin(self, CountingText(text)))


def work(read, text):
    """How much is done to read a text."""
    lines = 0

    def trace(frame, event, _):
        nonlocal lines
        if not frame.f_code.co_filename.startswith(FOLDER):
            return None
        lines += event == "line"
        return trace

    CountingText.passed = CountingPattern.passed = 0
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        read(text)
    finally:
        sys.settrace(before)
    return lines + CountingText.passed + CountingPattern.passed


@pytest.mark.parametrize("family", PBN_FAMILIES.values(), ids=PBN_FAMILIES.keys())
def test_the_work_of_reading_pbn_doubles_with_the_file(counting, family):
    few, many = work(read_pbn, family(800)), work(read_pbn, family(1600))
    assert many < 2.2 * few + 2000


@pytest.mark.parametrize("family", LIN_FAMILIES.values(), ids=LIN_FAMILIES.keys())
def test_the_work_of_reading_lin_doubles_with_the_file(counting, family):
    few, many = work(read_lin, family(800)), work(read_lin, family(1600))
    assert many < 2.2 * few + 2000


@pytest.mark.parametrize("name", [*WRITTEN, "boards", "rows", "notes of calls"])
def test_the_work_of_writing_doubles_with_the_records(counting, name):
    for write in (write_pbn, write_lin):
        few, many = (read_pbn(PBN_FAMILIES[name](n)).records for n in (800, 1600))
        assert work(write, many) < 2.2 * work(write, few) + 2000


def test_the_count_sees_work_that_grows_faster(counting):
    def slow(text):
        source = pbn_tokens.Source(text)
        return [source.text.find("}", n) for n in range(len(text))]

    assert work(slow, "x" * 400) > 3.5 * work(slow, "x" * 200)


@pytest.mark.parametrize(
    "name", ["tiny boards", "closed comments", "calls", "rows", "cards", "words", "brackets"]
)
def test_memory_is_bounded_by_the_largest_file(name):
    text = PBN_FAMILIES[name](9000)
    tracemalloc.start()
    try:
        read_pbn(text)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 250 * len(text)
    assert len(text) * 250 < LARGEST * 250
