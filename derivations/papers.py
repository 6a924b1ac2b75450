"""Where claims are found: the papers of this library by their folders, those of other packages by entry point, files by name.

A paper is a package that holds a table of places, `places.toml`; its modules hold its claims. A package elsewhere names
itself under the entry point group `theoremtest.papers`, with the paper's key as the name and the package as the value. A file
`claims_*.py` of a user's own is added by its path. Finding a claim imports as little as possible, and builds no formula.
"""

from __future__ import annotations

import importlib.util
import pkgutil
import re
import sys
import traceback
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from importlib import import_module
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType

from theoremtest.derivations.errors import ClaimError, TheoremtestError, UnknownClaim

TABLE = "places.toml"
GROUP = "theoremtest.papers"
HERE = Path(__file__).resolve().parent
PACKAGE = "theoremtest.derivations"


def installed_papers() -> dict[str, str]:
    """Import names of the papers' packages by key: this library's folders, then what other packages name."""
    found = {table.parent.name: f"{PACKAGE}.{table.parent.name}" for table in sorted(HERE.glob(f"*/{TABLE}"))}
    from importlib.metadata import entry_points  # here, as commands that read a ledger have no use for it

    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        if found.setdefault(point.name, point.value) != point.value:
            raise TheoremtestError(f"two packages hold a paper {point.name!r}: {found[point.name]} and {point.value}")
    return found


class Library:
    """The claims of some papers and files; modules are imported when a claim is asked for, and only once.

    readers: by ending, `.tex`, what makes a module of claims of a file that is no Python file.
    """

    def __init__(self, papers: Mapping[str, str] | None = None, files: Iterable[Path | str] = (),
                 readers: Mapping[str, Callable[[Path], ModuleType]] | None = None) -> None:
        if papers is not None:
            self.papers = dict(papers)
        self.readers = dict(readers or {})
        self.files: list[Path] = []
        self._by_file: dict[Path, tuple] = {}
        self._some = None
        self._all = None
        self.add_files(files)

    @cached_property
    def papers(self) -> dict[str, str]:
        """Import names of the papers' packages by key; all that are installed unless some were given."""
        return installed_papers()

    def __getstate__(self) -> dict:
        return {"papers": self.papers, "files": self.files, "readers": self.readers}

    def __setstate__(self, state: dict) -> None:
        self.__init__(state["papers"], state["files"], state["readers"])

    def registry(self):
        """The register of all claims, checked. Raises ClaimError where a claim is malformed or rests on an unknown one."""
        if self._all is None:
            modules = [module for key in self.papers for module in self._modules(key)]
            self._all = self._register(self._registered(), *modules).close()
        return self._all

    def find(self, claim_id: str, hints: Mapping[str, str] | None = None):
        """A claim and a register that holds it and all that it rests on.

        hints: module by claim id, as a ledger has them; what they do not know costs the import of the claim's whole paper.
        Raises UnknownClaim, which names the nearest ids.
        """
        some = self._registered()
        waiting, seen = [claim_id], set()
        while waiting:
            wanted = waiting.pop()
            if wanted in seen:
                continue
            seen.add(wanted)
            if wanted not in some:
                self._load(wanted, {} if hints is None else hints)
            if wanted not in some:
                known = hints or [claim.id for claim in self.registry()]  # without a ledger every paper is imported to name the nearest
                raise UnknownClaim(wanted, sorted({*known, *(claim.id for claim in some)}))
            waiting += some[wanted].uses
        return some[claim_id], some

    def add_file(self, path: Path | str) -> tuple:
        """The claims of a file `claims_*.py`, in its order; see `add_files`."""
        return self.add_files([path])

    def add_files(self, paths: Iterable[Path | str], hints: Mapping[str, str] | None = None) -> tuple:
        """The claims of files `claims_*.py`, and of those that there is a reader for, in their order; they may rest on one another. hints:
        as for `find`.

        A file is imported once and may import its neighbours. Raises TheoremtestError where a file is missing or cannot be imported, or
        where its claims do not fit together; the library is then as it was.
        """
        paths = [Path(path).resolve() for path in paths]
        if not paths:
            return ()
        for path in paths:
            if not path.is_file():
                raise TheoremtestError(f"no file of claims at {path}")
        imported = set(sys.modules)
        before = self._registered()
        self._some = type(before)(before)
        by_file: dict[Path, tuple] = {}
        modules: list[ModuleType] = []
        try:
            for path in paths:
                modules.append(self.readers.get(path.suffix, _file_module)(path))
                by_file[path] = self._taken_in(path, modules[-1])
            for path, claims in by_file.items():
                self._held_together(path, claims, {} if hints is None else hints)
        except TheoremtestError:
            self._some = before
            for name in {module.__name__ for module in modules} - imported:
                sys.modules.pop(name, None)
            raise
        new = [path for path in by_file if path not in self.files]
        self.files += new
        self._by_file.update(by_file)
        self._all = None if new else self._all
        return tuple(claim for claims in by_file.values() for claim in claims)

    def _taken_in(self, path: Path, module: ModuleType) -> tuple:
        """Register a file's claims, whose ids must be free."""
        claims = _claims_in(module)
        try:
            for key in {claim.paper.key for claim in claims} & set(self.papers):
                self._register(self._registered(), *self._modules(key))
            self._register(self._registered(), module)
        except TheoremtestError as error:
            raise TheoremtestError(f"{path.name} cannot be taken in: {error}") from error
        return claims

    def _held_together(self, path: Path, claims: tuple, hints: Mapping[str, str]) -> None:
        """What a file's claims rest on is known, and none rests on itself."""
        try:
            for claim in claims:
                self.find(claim.id, hints)
            self.around(claims)
        except TheoremtestError as error:
            raise TheoremtestError(f"{path.name} cannot be taken in: {error}") from error

    def around(self, claims: Iterable):
        """A register of these claims and, after them, of all that they rest on, checked. They are in the library already."""
        some, claims = self._registered(), tuple(claims)
        below = dict.fromkeys(claim.id for claim in claims)
        for claim in claims:
            below.update(dict.fromkeys(some.rests_on(claim.id)))
        return type(some)(some[identity] for identity in below).close()

    def claims_of(self, key: str, hints: Mapping[str, str] | None = None) -> tuple:
        """A paper's claims, in its own order, from its package and from the files that were added; what they rest on is found, too.

        hints: as for `find`. Raises TheoremtestError where the package cannot be imported, or a claim rests on an unknown one.
        """
        found: dict = {}
        if key in self.papers:
            modules = self._modules(key)
            self._register(self._registered(), *modules)
            found.update(dict.fromkeys(claim for module in modules for claim in _claims_in(module)))
        found.update(dict.fromkeys(claim for claims in self._by_file.values() for claim in claims if claim.paper.key == key))
        for claim in found:
            self.find(claim.id, hints)
        return tuple(found)

    def file_of(self, claim_id: str) -> Path | None:
        """The file `claims_*.py` that a claim was added from; None for a claim of a package."""
        return next((path for path, claims in self._by_file.items() if claim_id in {claim.id for claim in claims}), None)

    def table_of(self, key: str) -> Path | None:
        """A paper's table of places: in its package, or beside its file of claims; None where there is none."""
        beside = [path.parent for path, claims in self._by_file.items() if key in {claim.paper.key for claim in claims}]
        package = self.papers.get(key)
        if package is not None:
            beside.insert(0, package_folder(package))
        return next((folder / TABLE for folder in beside if (folder / TABLE).is_file()), None)

    def _registered(self):
        if self._some is None:
            from theoremtest.derivations.language import Registry
            self._some = Registry()
        return self._some

    def _register(self, registry, *modules: ModuleType):
        for module in modules:
            for claim in _claims_in(module):
                registry.add(claim)
        return registry

    def _load(self, claim_id: str, hints: Mapping[str, str]) -> None:
        """Import the module that a hint names, and the claim's whole paper where that does not hold it."""
        key = claim_id.partition("/")[0]
        if key not in self.papers:
            return
        module = hints.get(claim_id, "")
        if module.startswith(self.papers[key] + ".") and (found := _module_there(module)) is not None:
            self._register(self._registered(), found)
        if claim_id not in self._registered():
            self._register(self._registered(), *self._modules(key))

    def _modules(self, key: str) -> list[ModuleType]:
        """All modules of a paper, in the paper's order; a claim in them that names another paper is an error."""
        package = self.papers[key]
        return [self._module(key, name) for name in (package, *module_names(package))]

    def _module(self, key: str, name: str) -> ModuleType:
        """A module of a paper; a claim in it that names another paper is an error."""
        module = import_module(name)
        for claim in _claims_in(module):
            if claim.paper.key != key:
                raise ClaimError(f"{claim.id} at {claim.source} stands in the folder of the paper {key!r}")
        return module

    def claims_of_modules(self, names: Iterable[str], hints: Mapping[str, str] | None = None) -> tuple:
        """The claims of some modules of the papers, in their order; what they rest on is found, too. hints: as for `find`.

        Raises TheoremtestError where a claim is malformed or rests on an unknown one.
        """
        keys = {package: key for key, package in self.papers.items()}
        found: dict = {}
        for name in names:
            module = self._module(keys.get(name) or keys[name.rpartition(".")[0]], name)
            self._register(self._registered(), module)
            found.update(dict.fromkeys(claim for claim in _claims_in(module) if claim.module == name))
        for claim in found:
            self.find(claim.id, hints)
        return tuple(found)


def module_names(package: str) -> list[str]:
    """The import names of a paper's modules in the paper's order; none of them is imported."""
    inside = (entry.name for entry in pkgutil.iter_modules([str(package_folder(package))]) if not entry.name.startswith("_"))
    return [f"{package}.{name}" for name in sorted(inside, key=paper_order)]


def package_folder(package: str) -> Path:
    """The folder of a package, which is not imported. Raises TheoremtestError where there is no such package."""
    if package.startswith(f"{PACKAGE}."):
        return HERE.joinpath(*package.split(".")[PACKAGE.count(".") + 1:])
    try:
        found = importlib.util.find_spec(package)
    except ModuleNotFoundError:
        found = None
    if found is None or not found.submodule_search_locations:
        raise TheoremtestError(f"no package {package} can be imported here")
    return Path(next(iter(found.submodule_search_locations)))


def paper_order(module: str) -> tuple:
    """Sorts a paper's modules as the paper goes: sections `s3_...` by number, then appendices `a2_1_...`, then the rest."""
    section = re.match(r"([a-z])(\d+)(?:_(\d+))?_", module)
    equation = re.search(r"_eq(\d+)", module)
    if not section:
        return 2, "", 0, 0, 0, module
    letter, number, sub = section.groups()
    return int(letter != "s"), letter, int(number), int(sub or 0), int(equation.group(1)) if equation else 0, module


def _claims_in(module: ModuleType) -> tuple:
    from theoremtest.derivations.language import claims_in

    return claims_in(module)


def _module_there(name: str) -> ModuleType | None:
    """A module by its import name; None where there is none, as where it was moved since its name was written down."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and f"{name}.".startswith(f"{error.name}."):
            return None
        raise


def _file_module(path: Path) -> ModuleType:
    """The module of a file of claims, imported once; a name that another module has is not taken from it."""
    name = path.stem
    known = sys.modules.get(name)
    if known is not None and Path(getattr(known, "__file__", None) or "").resolve() != path:
        name = _free_name(path)
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path, loader=_AsItStands(name, str(path)))
    if spec is None or spec.loader is None:
        raise TheoremtestError(f"{path.name} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    sys.path.insert(0, str(path.parent))
    try:
        spec.loader.exec_module(module)
        return module
    except BaseException as error:
        del sys.modules[name]
        if isinstance(error, (Exception, SystemExit)):
            text = str(error) if isinstance(error, TheoremtestError) else f"{type(error).__name__}: {error}"
            raise TheoremtestError(f"{path.name} cannot be imported: {text}{_line_in(path, error)}") from error
        raise
    finally:
        if str(path.parent) in sys.path:  # the file may have taken it out itself
            sys.path.remove(str(path.parent))


class _AsItStands(SourceFileLoader):
    """Loads a file from its text. Python tells kept code apart by second and size, so a sign turned at once would not be seen."""

    def get_code(self, fullname: str):
        return self.source_to_code(self.get_data(self.path), self.path)


def _free_name(path: Path) -> str:
    """A module's name with as many of its folders in front as it takes to be nobody else's: no whole path, which differs by machine."""
    pieces = [re.sub(r"\W", "_", piece) for piece in path.with_suffix("").parts]
    for start in range(len(pieces) - 2, -1, -1):
        name = "_".join(["theoremtest_own", *pieces[start:]])
        known = sys.modules.get(name)
        if known is None or Path(getattr(known, "__file__", None) or "").resolve() == path:
            break
    return name


def _line_in(path: Path, error: BaseException) -> str:
    """The last line of a file that an error passed through, in brackets; empty where it says so itself or passed through none."""
    lines = [entry.lineno for entry in traceback.extract_tb(error.__traceback__) if Path(entry.filename).resolve() == path]
    return f" (line {lines[-1]})" if lines and not isinstance(error, SyntaxError) else ""
