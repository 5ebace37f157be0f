"""Where the solver comes from, and who may load it."""

import ast
import subprocess
import sys

import pytest

from minibridge.analysis import carrier
from tests.server import ROOT
from tests.test_architecture import MODULES, imports

SOLVER = "minibridge.analysis.solver"


def test_the_worker_and_its_jobs_alone_import_the_solver_and_nobody_endplay():
    imported = {name: imports(name) for name in MODULES}
    importers = {name for name, names in imported.items() if SOLVER in names}
    assert {name.rpartition(".")[2] for name in importers} <= {"jobs", "worker", "expert"}
    assert {name.partition(".")[0] for name in importers} == {"minibridge"}
    assert not [name for name, names in imported.items() if any(one.startswith("endplay") for one in names)]


def test_to_look_for_it_loads_nothing():
    script = "import sys; from minibridge.analysis import carrier; carrier.find(); print([*sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert not {"endplay", "ctypes"} & set(ast.literal_eval(done.stdout))


def test_without_endplay_it_is_not_found(monkeypatch):
    monkeypatch.setattr(carrier, "find_spec", lambda name: None)
    assert carrier.find() is None
    with pytest.raises(ImportError):
        carrier.load()


@pytest.mark.skipif(carrier.find() is None, reason="endplay is not installed")
def test_a_library_for_another_machine_is_an_import_error(tmp_path, monkeypatch):
    declarations = carrier.find().read_bytes()
    (tmp_path / "__init__.py").write_bytes(declarations)
    library = next(path.name for path in carrier.find().parent.iterdir() if "dds" in path.name)
    (tmp_path / library).write_bytes(b"not a library")
    monkeypatch.setattr(carrier, "find", lambda: tmp_path / "__init__.py")
    with pytest.raises(ImportError):
        carrier.load()
