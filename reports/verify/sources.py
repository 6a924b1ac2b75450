"""Which modules a piece of code really imports, and a digest of their text: what a kept verdict depends on.

The closure is read from the syntax trees, imports inside functions included, so nothing has to run. A package on the way
to a module counts, as importing the module runs it; the face (`theoremtest/__init__.py`) does not, as it only names things again.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path

FLOORS = Path(__file__).resolve().parents[2]
"""The folder that holds the three floors: the checkout's root, or the installed package."""
FACE = "theoremtest"
IMPORT = re.compile(r"^[ \t]*((?:from[ \t]+[.\w]+[ \t]+import|import)\b[^\n(]*(?:\([^()]*\))?[^\n]*)", re.MULTILINE)
"""What looks like an import statement. Something else that does adds a module to the closure, which is no harm."""


def closure(*entries: str, floors: Path = FLOORS) -> dict[str, Path]:
    """The modules of this package that the entries import, directly or through others, and their files; in order of name.

    Raises ModuleNotFoundError where an entry has no file.
    """
    found: dict[str, Path] = {}
    waiting = list(entries)
    while waiting:
        module = waiting.pop()
        if module in found:
            continue
        file = _file(module, floors)
        if file is None:
            raise ModuleNotFoundError(f"no source for {module}")
        found[module] = file
        waiting += (name for name in _imports(module, file, floors) if name not in found)
    return dict(sorted(found.items()))


def text_of(*entries: str, floors: Path = FLOORS) -> tuple[tuple[str, str], ...]:
    """Name and text of every module in the closure of the entries: what a digest is taken of."""
    return tuple((module, _text(file)) for module, file in closure(*entries, floors=floors).items())


def text_behind(function: str, floors: Path = FLOORS) -> tuple[tuple[str, str], ...]:
    """As `text_of`, for a function `package.module:name` of this package or of another, whose own file alone is then read.

    Raises ModuleNotFoundError where there is no such module.
    """
    module = function.partition(":")[0]
    if _file(module, floors) is not None:
        return text_of(module, floors=floors)
    found = find_spec(module)
    if found is None or found.origin is None:
        raise ModuleNotFoundError(f"no source for {module}")
    return ((module, Path(found.origin).read_text("utf-8")),)


def text_of_folder(package: str, floors: Path = FLOORS) -> tuple[tuple[str, str], ...]:
    """As `text_of`, for every module of a package: what may be named by text and imported late."""
    folder = floors.joinpath(*package.split(".")[1:])
    return text_of(package, *(f"{package}.{file.stem}" for file in sorted(folder.glob("*.py")) if file.stem != "__init__"), floors=floors)


def _text(file: Path) -> str:
    state = file.stat()
    return _text_as_of(file, (state.st_mtime_ns, state.st_size))


@cache
def _text_as_of(file: Path, stamp: tuple[int, int]) -> str:
    """A file's text; each is in the closure of many modules, and an edited one is read again."""
    return file.read_text("utf-8")


@cache
def _file(module: str, floors: Path) -> Path | None:
    """The file of a module of this package, None for anything else and for names that are no modules."""
    face, *rest = module.split(".")
    if face != FACE or not rest:
        return None
    place = floors.joinpath(*rest)
    for file in (place.with_name(place.name + ".py"), place / "__init__.py"):
        if file.is_file():
            return file
    return None


def _imports(module: str, file: Path, floors: Path) -> frozenset[str]:
    state = file.stat()
    return _imports_as_of(module, file, floors, (state.st_mtime_ns, state.st_size))


@cache
def _imports_as_of(module: str, file: Path, floors: Path, stamp: tuple[int, int]) -> frozenset[str]:
    """The modules of this package that a file imports; the stamp makes an edited file be read again."""
    found = set()
    for name in _names(module, file):
        parts = name.split(".")
        found |= {prefix for size in range(2, len(parts) + 1) if _file(prefix := ".".join(parts[:size]), floors) is not None}
    return frozenset(found)


def _statements(file: Path) -> tuple[tuple[int, str, tuple[str, ...]], ...]:
    """(level, module, names) of every import statement of a file."""
    text = _text(file)
    try:  # a thousand files are read before a kept verdict can be found, and most of each is formulas
        tree = ast.parse("\n".join(IMPORT.findall(text)))
    except SyntaxError:
        tree = ast.parse(text, str(file))
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(0, alias.name, ()) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found.append((node.level, node.module or "", tuple(alias.name for alias in node.names)))
    return tuple(found)


def _names(module: str, file: Path):
    """Every dotted name that a file's imports may load, whether it is a module or something inside one."""
    package = module.split(".") if file.name == "__init__.py" else module.split(".")[:-1]
    for level, name, inside in _statements(file):
        if level:
            base = ".".join(package[: len(package) - level + 1] + ([name] if name else []))
        else:
            base = name
        if base.split(".")[0] == FACE:
            yield base
            yield from (f"{base}.{item}" for item in inside)
    yield module
