"""The DDS library, which the package endplay carries.

endplay itself is left aside: importing any part of it loads numpy and matplotlib, half a second and sixty
megabytes that nobody needs here. Its one file of ctypes declarations stands alone.
"""

from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

NAME = "endplay._dds"


def find() -> Path | None:
    """Gives the file of declarations, without importing anything; None if endplay is not installed."""
    spec = find_spec("endplay")
    for folder in (spec and spec.submodule_search_locations) or ():
        path = Path(folder) / "_dds" / "__init__.py"
        if path.is_file():
            return path
    return None


def load() -> Any:
    """Gives the module of declarations, with the library loaded.

    :raises ImportError: if endplay is not installed, or its library does not fit this machine.
    """
    path = find()
    spec = spec_from_file_location(NAME, path) if path else None
    if spec is None or spec.loader is None:
        raise ImportError("endplay, which carries the DDS solver, is not installed")
    module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except RuntimeError as error:  # what it makes of a library for another machine
        raise ImportError(str(error)) from error
    return module
