import ast
from pathlib import Path

import pytest
from django.core.management import call_command

ROOT = Path(__file__).resolve().parent.parent
MIGRATIONS = sorted(
    path for app in ("accounts", "tables") for path in (ROOT / app / "migrations").glob("0*.py")
)
FROM_LIVE_CODE = {"minibridge.engine", "tables.models", "accounts.codes"}  # rules; names of fields; codes


@pytest.mark.django_db
def test_no_model_has_changed_without_a_migration():
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


@pytest.mark.parametrize("path", MIGRATIONS, ids=lambda path: path.stem)
def test_a_migration_does_not_depend_on_code_that_may_change(path):
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        names = [node.module or "."] if isinstance(node, ast.ImportFrom) else []
        names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        ours = {name for name in names if name.split(".")[0] in ("accounts", "minibridge", "tables", ".", "")}
        assert ours <= FROM_LIVE_CODE, f"{path.stem} imports {ours}"
