"""Imports point down only: urls and asgi, then tables, then accounts; tables, bots, analysis, engine."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PROJECT = ("minibridge", "accounts", "tables")

# Each layer with those it may import; itself is understood. The first that fits a module's name is its layer.
LAYERS = {
    "minibridge.logs": (),
    "minibridge.engine": (),
    "minibridge.analysis": ("minibridge.engine", "minibridge.logs"),
    "minibridge.bots": ("minibridge.analysis", "minibridge.engine"),
    "accounts": (),
    "tables": ("accounts", "minibridge.bots", "minibridge.analysis", "minibridge.engine"),
    "minibridge": ("tables", "accounts", "minibridge.logs"),
}
# Inside tables: what takes requests may use everything, and nothing else may use it.
DOORS = tuple(
    f"tables.{door}"
    for door in (
        "admin",
        "class_urls",
        "consumers",
        "lesson_consumer",
        "lesson_urls",
        "management",
        "pack_urls",
        "replay_consumer",
        "routing",
        "screen_consumer",
        "urls",
        "views",
        "wall_consumer",
    )
)


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def modules() -> dict[str, Path]:
    return {
        module_name(path): path
        for package in PROJECT
        for path in sorted((ROOT / package).rglob("*.py"))
        if "migrations" not in path.parts
    }


MODULES = modules()


def imports(name: str) -> set[str]:
    return set(imported_names(MODULES[name].read_text("utf-8"), MODULES[name].relative_to(ROOT).parts))


def imported_names(text: str, path: tuple[str, ...]) -> Iterator[str]:
    """Every module that a file imports, also inside functions and for type checking."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            package = path[: -node.level] if node.level else ()
            base = ".".join((*package, node.module) if node.module else package)
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names if f"{base}.{alias.name}" in MODULES)


def layer_of(name: str) -> str:
    return next(layer for layer in LAYERS if name == layer or name.startswith(f"{layer}."))


def is_inside(name: str, packages: tuple[str, ...]) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


@pytest.mark.parametrize("name", MODULES)
def test_imports_point_down(name):
    own = layer_of(name)
    for imported in imports(name):
        if imported.split(".")[0] in PROJECT and imported != "minibridge":
            assert layer_of(imported) in (own, *LAYERS[own]), f"{name} imports {imported}"


@pytest.mark.parametrize("name", [name for name in MODULES if is_inside(name, ("minibridge.engine",))])
def test_the_engine_imports_the_standard_library_alone(name):
    for imported in imports(name):
        top = imported.split(".")[0]
        assert top in sys.stdlib_module_names or is_inside(imported, ("minibridge.engine",)), imported


@pytest.mark.parametrize(
    "name", [name for name in MODULES if is_inside(name, ("tables",)) and not is_inside(name, DOORS)]
)
def test_nothing_in_tables_imports_a_door(name):
    for imported in imports(name):
        assert not is_inside(imported, DOORS), f"{name} imports {imported}"


@pytest.mark.parametrize("name", ["minibridge.settings", "minibridge.urls", "minibridge.asgi"])
def test_nobody_imports_the_project_files(name):
    assert [importer for importer in MODULES if name in imports(importer)] == []


def test_the_project_package_is_empty():
    assert (ROOT / "minibridge" / "__init__.py").read_text() == ""


def test_the_engine_loads_without_django():
    script = "import sys, minibridge.engine; sys.exit(any(m.split('.')[0] == 'django' for m in sys.modules))"
    assert subprocess.run([sys.executable, "-c", script], cwd=ROOT).returncode == 0


def test_a_wrong_import_would_be_seen():
    text = "def f():\n    from django.db import models\n    import tables.models\nfrom ..bots import simple\n"
    seen = set(imported_names(text, ("minibridge", "engine", "state.py")))
    assert seen == {"django.db", "tables.models", "minibridge.bots"}
