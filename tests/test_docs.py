"""What the README promises is in the code, and what the code offers is in the README."""

import ast
import doctest
import importlib
import re
from pathlib import Path

import pytest
from django.core.management import get_commands

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text("utf-8")
SETTINGS = ast.parse((ROOT / "minibridge" / "settings.py").read_text("utf-8"))
NAMED_CODE = re.compile(r"`((?:tables|accounts|minibridge)\.[\w.]+)`")
NAMED_FILE = re.compile(r"`((?:static|tests)/[\w/.]+)`")
LINKED_FILE = re.compile(r"\]\(([^)#:]+)\)")
NAMED_TEST = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
FAULTS = (ROOT / "tests" / "faults" / "README.md").read_text("utf-8")
READERS = ("os.environ.get", "env_flag", "env_list")


def section(title: str) -> str:
    return re.split(r"^##+ ", README.split(f"## {title}\n", 1)[1], maxsplit=1, flags=re.MULTILINE)[0]


def environment_of_settings() -> dict[str, str | None]:
    """Each variable that settings.py reads, with its default where that is a text."""
    found = {}
    for node in ast.walk(SETTINGS):
        if not isinstance(node, ast.Call) or ast.unparse(node.func) not in READERS:
            continue
        name = node.args[0]
        if isinstance(name, ast.Constant):
            default = node.args[1] if len(node.args) > 1 else None
            found[name.value] = default.value if isinstance(default, ast.Constant) else None
    return found


def rows_of_settings() -> dict[str, str]:
    return dict(re.findall(r"^\| `([A-Z_]+)` \|\s*`?([^|`]*?)`?\s*\|", section("Settings"), re.MULTILINE))


def test_the_settings_table_has_every_variable_and_no_other():
    assert set(rows_of_settings()) == set(environment_of_settings())


def test_the_settings_table_gives_the_defaults():
    rows = rows_of_settings()
    for name, default in environment_of_settings().items():
        if default:
            assert rows[name] == default


def test_the_commands_of_the_readme_are_those_of_the_makefile():
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    told = set(re.findall(r"^\| `make ([a-z]+)`", section("Working on it"), re.MULTILINE))
    assert told == targets - {"help"}
    assert set(re.findall(r"^make ([a-z]+)", README, re.MULTILINE)) <= targets


def test_the_management_commands_of_the_readme_exist():
    named = set(re.findall(r"manage\.py (\w+)", README))
    assert named
    assert named <= set(get_commands())


@pytest.mark.parametrize("name", sorted(set(NAMED_CODE.findall(README))))
def test_what_the_readme_names_in_the_code_exists(name):
    module, _, attribute = name.rpartition(".")
    assert hasattr(importlib.import_module(module), attribute)


@pytest.mark.parametrize("path", sorted(set(LINKED_FILE.findall(README) + NAMED_FILE.findall(README))))
def test_the_files_that_the_readme_shows_exist(path):
    assert (ROOT / path).exists()


@pytest.mark.parametrize(("path", "name"), sorted(set(NAMED_TEST.findall(FAULTS))))
def test_each_fault_has_the_test_that_is_named(path, name):
    assert re.search(rf"^(async )?def {name}\(", (ROOT / path).read_text("utf-8"), re.MULTILINE)


def test_no_test_of_a_hurt_server_is_left_out():
    found = {(path, name) for path, name in NAMED_TEST.findall(FAULTS) if path.startswith("tests/faults/")}
    files = {f"tests/faults/{path.name}" for path in (ROOT / "tests" / "faults").glob("test_*.py")}
    assert {path for path, _name in found} == files


def test_the_way_of_a_card_is_told_in_ten_lines():
    assert re.findall(r"^(\d+)\. ", section("How a card travels"), re.MULTILINE) == [
        str(n) for n in range(1, 11)
    ]


def test_the_changelog_has_something_unreleased():
    assert "## Unreleased" in (ROOT / "CHANGELOG.md").read_text()


def test_the_examples_of_the_readme_say_what_the_engine_answers():
    found = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert found.attempted > 10
    assert found.failed == 0
