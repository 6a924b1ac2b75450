"""Libraries that not everyone needs: imported when they are asked for, and one clear line where they are absent."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from theoremtest.derivations.errors import TheoremtestError

EXTRA_OF = {
    "numba": "solvers", "torch": "flow", "numba_cuda": "gpu", "xarray": "xarray", "matplotlib": "figures", "sklearn": "data",
    "hypothesis": "strategies", "distributed": "cluster", "zarr": "sweeps", "threadpoolctl": "sweeps", "watchfiles": "watch",
    "jinja2": "report", "markupsafe": "report", "markdown_it": "report", "latex2mathml": "report", "networkx": "report", "mcp": "mcp",
    "pygls": "editor", "lsprotocol": "editor",
}
"""The extra of `pip install 'theoremtest[...]'` that brings a module."""


class MissingExtra(TheoremtestError, ImportError):
    """Something was asked for that needs an optional library, and it cannot be imported; the message says how to install it."""


def installed(module: str) -> bool:
    """Whether there is such a library here; it is not imported, which for some takes seconds."""
    return find_spec(module) is not None


def command(module: str) -> str:
    """What installs a module."""
    return f"pip install 'theoremtest[{EXTRA_OF[module.partition('.')[0]]}]'"


def needed(module: str, what: str, brought_by: str = "") -> ModuleType:
    """Import a module of EXTRA_OF, or raise MissingExtra: `what` needs it, and the extra that brings it (or `brought_by`) is named."""
    with needing(what, module.partition(".")[0], brought_by):
        return import_module(module)


@contextmanager
def needing(what: str, module: str = "", brought_by: str = "") -> Iterator[None]:
    """Imports of modules of EXTRA_OF raise MissingExtra as `needed` does; `module` is the one where the error cannot say."""
    try:
        yield
    except (ImportError, OSError) as error:  # OSError: installed, but a shared library is missing
        module = module or (getattr(error, "name", None) or "").partition(".")[0]
        if module not in EXTRA_OF or isinstance(error, MissingExtra):
            raise
        raise MissingExtra(f"{what} needs {module}, which cannot be imported ({error}): {command(brought_by or module)}") from error
