"""A paper imported anew with another text in one of its modules, in this process, and put back afterwards."""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType


class _Text(importlib.abc.SourceLoader):
    """Loads one module from a text instead of its file."""

    def __init__(self, name: str, file: Path, text: str) -> None:
        self.name, self.file, self.text = name, file, text

    def get_filename(self, fullname: str) -> str:
        return str(self.file)

    def get_data(self, path: str | Path) -> bytes:
        return self.text.encode("utf-8")

    def find_spec(self, fullname: str, path=None, target: ModuleType | None = None) -> importlib.machinery.ModuleSpec | None:
        """As a finder on `sys.meta_path`: it knows the one module."""
        return importlib.util.spec_from_loader(fullname, self) if fullname == self.name else None


@contextmanager
def patched_paper(package: str, module: str, file: Path, text: str) -> Iterator[None]:
    """Within this block an import of the package's modules reads `text` for one of them; before and after, they are what they were."""
    before = _taken_out(package)
    finder = _Text(f"{package}.{module}", file, text)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        _taken_out(package)
        sys.modules.update(before)
        for name, loaded in before.items():
            parent, _, last = name.rpartition(".")
            if parent in sys.modules:
                setattr(sys.modules[parent], last, loaded)


def _taken_out(package: str) -> dict[str, ModuleType]:
    """The loaded modules of a package, no longer loaded."""
    names = [name for name in sys.modules if name == package or name.startswith(package + ".")]
    return {name: sys.modules.pop(name) for name in names}
