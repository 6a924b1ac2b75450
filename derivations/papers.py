"""Where claims are found: the papers of this library by their folders, those of other packages by entry point, files by name.

A paper is a package that holds a table of places, `places.toml`; its modules hold its claims. A package elsewhere names
itself under the entry point group `rederive.papers`, with the paper's key as the name and the package as the value. A file
`claims_*.py` of a user's own is added by its path. Finding a claim imports as little as possible, and builds no formula.
"""

from __future__ import annotations

import importlib.util
import pkgutil
import re
import sys
from collections.abc import Iterable, Mapping
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType

from rederive.derivations.errors import ClaimError, RederiveError, UnknownClaim

TABLE = "places.toml"
GROUP = "rederive.papers"
HERE = Path(__file__).resolve().parent
PACKAGE = "rederive.derivations"


def installed_papers() -> dict[str, str]:
    """Import names of the papers' packages by key: this library's folders, then what other packages name."""
    found = {table.parent.name: f"{PACKAGE}.{table.parent.name}" for table in sorted(HERE.glob(f"*/{TABLE}"))}
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        if found.setdefault(point.name, point.value) != point.value:
            raise RederiveError(f"two packages hold a paper {point.name!r}: {found[point.name]} and {point.value}")
    return found


class Library:
    """The claims of some papers and files; modules are imported when a claim is asked for, and only once."""

    def __init__(self, papers: Mapping[str, str] | None = None, files: Iterable[Path | str] = ()) -> None:
        self.papers = dict(installed_papers() if papers is None else papers)
        self.files: list[Path] = []
        self._some = None
        self._all = None
        for file in files:
            self.add_file(file)

    def __getstate__(self) -> dict:
        return {"papers": self.papers, "files": self.files}

    def __setstate__(self, state: dict) -> None:
        self.__init__(state["papers"], state["files"])

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
                self._load(wanted, hints or {})
            if wanted not in some:
                known = hints or [claim.id for claim in self.registry()]  # without a ledger every paper is imported to name the nearest
                raise UnknownClaim(wanted, sorted({*known, *(claim.id for claim in some)}))
            waiting += some[wanted].uses
        return some[claim_id], some

    def add_file(self, path: Path | str) -> tuple:
        """The claims of a file `claims_*.py`, in its order; it is imported once and may import its neighbours.

        Raises RederiveError where the file is missing or cannot be imported, or where its claims do not fit together; the
        library is then as it was.
        """
        path = Path(path).resolve()
        if not path.is_file():
            raise RederiveError(f"no file of claims at {path}")
        imported = set(sys.modules)
        module = _file_module(path)
        before = self._registered()
        self._some = type(before)(before)
        try:
            claims = self._taken_in(module)
        except RederiveError as error:
            self._some = before
            if module.__name__ not in imported:
                del sys.modules[module.__name__]
            raise RederiveError(f"{path.name} cannot be taken in: {error}") from error
        if path not in self.files:
            self.files.append(path)
            self._all = None
        return claims

    def _taken_in(self, module: ModuleType) -> tuple:
        """Register a file's claims; their ids are free, what they rest on is known, and none rests on itself."""
        claims = _claims_in(module)
        for key in {claim.paper.key for claim in claims} & set(self.papers):
            self._register(self._registered(), *self._modules(key))
        some = self._register(self._registered(), module)
        below = {claim.id for claim in claims}
        for claim in claims:
            self.find(claim.id)
            below.update(some.rests_on(claim.id))
        type(some)(some[identity] for identity in below).close()
        return claims

    def _registered(self):
        if self._some is None:
            from rederive.derivations.language import Registry
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
        package = import_module(self.papers[key])
        names = sorted((entry.name for entry in pkgutil.iter_modules(package.__path__) if not entry.name.startswith("_")),
                       key=paper_order)
        modules = [package, *(import_module(f"{package.__name__}.{name}") for name in names)]
        for module in modules:
            for claim in _claims_in(module):
                if claim.paper.key != key:
                    raise ClaimError(f"{claim.id} at {claim.source} stands in the folder of the paper {key!r}")
        return modules


def paper_order(module: str) -> tuple:
    """Sorts a paper's modules as the paper goes: sections `s3_...` by number, then appendices `a2_1_...`, then the rest."""
    section = re.match(r"([a-z])(\d+)(?:_(\d+))?_", module)
    equation = re.search(r"_eq(\d+)", module)
    if not section:
        return 2, "", 0, 0, 0, module
    letter, number, sub = section.groups()
    return int(letter != "s"), letter, int(number), int(sub or 0), int(equation.group(1)) if equation else 0, module


def _claims_in(module: ModuleType) -> tuple:
    from rederive.derivations.language import claims_in

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
        name = "rederive_own_" + re.sub(r"\W", "_", str(path.with_suffix("")))
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise RederiveError(f"{path.name} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    sys.path.insert(0, str(path.parent))
    try:
        spec.loader.exec_module(module)
        return module
    except BaseException as error:
        del sys.modules[name]
        if isinstance(error, Exception):
            text = str(error) if isinstance(error, RederiveError) else f"{type(error).__name__}: {error}"
            raise RederiveError(f"{path.name} cannot be imported: {text}") from error
        raise
    finally:
        sys.path.remove(str(path.parent))
