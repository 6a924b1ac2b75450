"""Where one runs: the papers that are found, the ledger, the cache and the folder for what is written.

Every command and the test plugin takes a workspace; none reads a global. There are three sorts. In this library's checkout the claims
are the library's, and so is the ledger. In a repository with claims of its own, they and their ledger are what commands are about, and
the library is read beside them. Anywhere else the library is read, and nothing is written. Light: SymPy is imported when a claim is
asked for.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from theoremtest.derivations.errors import TheoremtestError, UnknownClaim
from theoremtest.derivations.papers import Library, package_folder
from theoremtest.numerics.user_cache import user_cache
from theoremtest.reports import repository
from theoremtest.reports.files import claims_files
from theoremtest.reports.verify import ledger_file, lookup, witnesses

if TYPE_CHECKING:
    from theoremtest.derivations.language import Claim, Registry
    from theoremtest.reports.verify.cache import Cache
    from theoremtest.reports.verify.ledger_index import Outline

NO_CLAIM = "it is of no claim"
ANOTHER_STATEMENT = "it is of another statement than the claim now has"
FLOORS = Path(__file__).resolve().parents[1]


def checkout() -> Path | None:
    """The root of the source checkout that this code runs from, None for an installed copy."""
    return FLOORS if (FLOORS / "pyproject.toml").is_file() and (FLOORS / "derivations" / "language").is_dir() else None


def cache_folder() -> Path:
    """`.theoremtest-cache` in the checkout, else the user's cache folder."""
    if checkout():
        return FLOORS / ".theoremtest-cache"
    return user_cache()


def manuscript(path: Path) -> ModuleType:
    """A .tex file as a module of claims."""
    from theoremtest.reports.tex.claims import module_of
    return module_of(path)


def library() -> Library:
    """The papers that are installed; files of claims may be Python or LaTeX."""
    return Library(readers={".tex": manuscript})


class _Modules(Mapping):
    """Modules by claim; the library's ledger, which is large, is read when one is asked for."""

    def __init__(self, place: Workspace) -> None:
        self._place = place

    @cached_property
    def _held(self) -> dict[str, str]:
        try:
            return {record["id"]: record.get("module", "") for record in self._place._places}
        except TheoremtestError:
            return {}

    def __getitem__(self, claim_id: str) -> str:
        return self._held[claim_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._held)

    def __len__(self) -> int:
        return len(self._held)


@dataclass
class Workspace:
    """Papers, ledger and cache of one place. root: the folder that one works in."""

    root: Path
    library: Library = field(default_factory=library)
    ledger: Path = ledger_file.LEDGER
    own: bool = False
    """Whether the ledger is this workspace's to write: so in a source checkout and where there are claims of one's own."""
    folder: Path = field(default_factory=cache_folder)
    """Where answers are kept."""
    fresh: bool = False
    """Decide everything anew, and keep nothing."""
    started_in: Path | None = None
    """The folder that a command was started in, where it is another than the root."""
    personal: bool = False
    """Whether the claims are those of a repository of one's own, and not this library's."""
    files: Sequence[Path] = ()
    """Its files of claims."""
    packages: Mapping[str, str] = field(default_factory=dict)
    """Its papers that are packages, by key."""

    @classmethod
    def here(cls, root: Path | None = None) -> Workspace:
        """The workspace of a folder: this library's checkout, a repository with claims of its own, or the library to be read.

        Raises TheoremtestError where the repository's `pyproject.toml` cannot be read, or two packages hold one paper.
        """
        folder = Path(root or Path.cwd()).resolve()
        top = repository.root_of(folder, checkout())
        if top == checkout():
            return cls(root=top, own=True, started_in=folder)
        files, packages = repository.claims_below(top), repository.papers_named(top)
        ledger = top / repository.LEDGER
        if not (files or packages or ledger.is_file()):
            return cls(root=folder, started_in=folder)
        return cls(root=top, ledger=ledger, own=True, started_in=folder, personal=True, files=tuple(files), packages=packages)

    @cached_property
    def cache(self) -> Cache:
        """Answers kept by content; nothing is kept in a fresh workspace."""
        from theoremtest.reports.verify.cache import Cache, NoCache
        return NoCache() if self.fresh else Cache(self.folder)

    # --- the ledgers --------------------------------------------------------------------------------------------------------

    @cached_property
    def records(self) -> list[dict]:
        """The ledger's records; none where there is no ledger. Raises DamagedLedger."""
        self._read_as = self._ledger_as_it_is()
        return [] if self._read_as is None else ledger_file.read(self.ledger, whole=self.personal)

    def _ledger_as_it_is(self) -> tuple[int, int] | None:
        """What tells one writing of the ledger from the next: every one makes a file of its own; None where there is none."""
        try:
            state = self.ledger.stat()
        except FileNotFoundError:
            return None
        return state.st_ino, state.st_mtime_ns

    @cached_property
    def library_records(self) -> list[dict]:
        """The records of the library's ledger, beside one's own. Raises DamagedLedger."""
        return ledger_file.read(ledger_file.LEDGER) if self.personal else self.records

    @property
    def outline(self) -> Outline | None:
        """The library's ledger in outline, where nothing has read the whole; None where it has, or where there is no such file."""
        from theoremtest.reports.verify.ledger_index import outline
        if {"records", "library_records"} & set(vars(self)) - ({"records"} if self.personal else set()):
            return None
        try:
            return outline(ledger_file.LEDGER if self.personal else self.ledger, None if self.fresh else self.folder)
        except (OSError, ledger_file.DamagedLedger):
            return None  # which reading the whole says better

    @property
    def _places(self) -> list[dict]:
        """What the library's ledger has, by id, paper and place."""
        return outline.rows if (outline := self.outline) else self.library_records

    @cached_property
    def modules(self) -> Mapping[str, str]:
        """The module of each claim that the library's ledger knows; nothing where it cannot be read."""
        return _Modules(self)

    def save(self, records: list[dict]) -> bool:
        """Write the ledger, and the badge where there is one, if it is one's own; True when the ledger changed.

        Raises TheoremtestError where another run has written the ledger since it was read here: what that run took over would be lost.
        """
        if not self.own or not self.personal and witnesses.mode() == witnesses.FIRST:  # the record is of a run that has searched
            return False
        if "records" in self.__dict__ and self._read_as != self._ledger_as_it_is():
            raise TheoremtestError(f"the ledger {self.ledger} was written by another run meanwhile; nothing is written, run this again")
        written = ledger_file.save(records, self.ledger)
        witnesses.save(records, witnesses.path_beside(self.ledger))
        self.__dict__.pop("records", None)
        self.draw_badge(records)
        return written

    def draw_badge(self, records: Iterable[Mapping]) -> None:
        """Bring the badge up to date, where a repository of one's own has one."""
        if self.personal and self.badge.is_file():
            from theoremtest.reports.badge import write_badge
            from theoremtest.reports.verify.consistency import repeatable
            write_badge(self.badge, repeatable(records))

    @property
    def badge(self) -> Path:
        """The drawing for a README that counts the verdicts."""
        return self.root / repository.BADGE

    @property
    def report(self) -> Path:
        """The folder that a report is written to."""
        return self.root / "reports" / "build" if self.own and not self.personal else self.root / repository.REPORT

    @property
    def mutation(self) -> Path:
        """The record of a mutation run: beside the library's ledger, or in the folder of one's own report."""
        return self.report / "mutation.json" if self.personal else self.ledger.with_name("mutation.json")

    def must_be_own(self) -> None:
        """Raise TheoremtestError where there is nothing of one's own here, and so no ledger to write."""
        if not self.own:
            raise TheoremtestError(f"no claims of your own in {self.root}: no file claims_*.py that imports theoremtest, no .tex file "
                                   "with a comment `% theoremtest: paper`, and no paper named in its pyproject.toml; `theoremtest init` "
                                   "writes a first claim")

    def must_have_claims(self) -> None:
        """Raise TheoremtestError where there is no claim that commands are about."""
        self.must_be_own()
        if not self.claims:
            raise TheoremtestError(f"no claim in {self.root}; `theoremtest init` writes a first one")

    # --- the claims ---------------------------------------------------------------------------------------------------------

    @cached_property
    def claims(self) -> tuple[Claim, ...]:
        """The claims that commands are about where none is named, and that the ledger is of: one's own, else the library's."""
        if self.personal:
            return self.own_claims
        return tuple(claim for claim in self.library.registry() if self.library.file_of(claim.id) is None)

    @cached_property
    def registry(self) -> Registry:
        """A register of `claims` and of all that they rest on."""
        return self.library.around(self.claims) if self.personal else self.library.registry()

    def way_to(self, claim_id: str) -> str:
        """What goes before a command, so that it finds the claim from the folder that one is in: `cd paper && `; most often nothing."""
        file = self.library.file_of(claim_id)
        if file is None and claim_id.partition("/")[0] not in self.packages:
            return ""
        here = Path.cwd()
        if repository.root_of(here, checkout()) == self.root if self.personal else file.parent in (here, self.root):
            return ""
        return f"cd {shlex.quote(os.path.relpath(self.root if self.personal else file.parent, here))} && "

    def knows(self, ids: Iterable[str]) -> bool:
        """Whether all ids are of claims that a ledger has, or that are one's own; nothing is raised for what cannot be read."""
        unknown = set(ids) - set(self.modules)
        try:
            return not unknown or (self.personal and unknown <= {claim.id for claim in self.own_claims})
        except TheoremtestError:
            return False

    def module_of(self, path: Path) -> str | None:
        """The import name of a file that is a module of one of one's own packages; None for any other file."""
        for package in self.packages.values():
            try:
                folder = package_folder(package)
            except TheoremtestError:  # told where the paper is asked for
                continue
            if path.parent == folder and not (path.stem.startswith("_") and path.stem != "__init__"):
                return package if path.stem == "__init__" else f"{package}.{path.stem}"
        return None

    @property
    def keys(self) -> tuple[str, ...]:
        """Keys of all papers that can be asked for, one's own first."""
        return tuple(dict.fromkeys([*(claim.paper.key for claim in self.own_claims), *self.library.papers]))

    def claims_of(self, paper: str | None) -> tuple[Registry, tuple[Claim, ...]]:
        """The claims of a paper, or all that commands are about, and a register that holds at least these and what they rest on.

        Raises TheoremtestError for an unknown paper.
        """
        if paper is None:
            return self.registry, self.claims
        self._must_know(paper)
        if self.personal:
            claims = self.library.claims_of(paper, self.modules)
            return self.library.around(claims), claims
        return self.registry, tuple(claim for claim in self.registry if claim.paper.key == paper)

    def _must_know(self, paper: str) -> None:
        if paper not in self.library.papers and paper not in self.keys:
            raise TheoremtestError(f"unknown paper {paper!r}; known: {', '.join(sorted(self.keys))}")

    @cached_property
    def own_claims(self) -> tuple[Claim, ...]:
        """The claims of one's own, which are added to the library when this is first asked for.

        Elsewhere than in a repository of one's own: those of the files `claims_*.py` in the folder that one works in, which no ledger
        holds. Raises TheoremtestError where one cannot be taken in.
        """
        found: dict[Claim, None] = {}
        for key, package in self.packages.items():
            if self.library.papers.get(key) != package:
                raise TheoremtestError(f"pyproject.toml names the paper {key!r} in the package {package}, which is not installed here: "
                                       "run `pip install -e .`")
            found.update(dict.fromkeys(self.library.claims_of(key, self.modules)))
        files = self._claims_files()
        if files:
            found.update(dict.fromkeys(self.library.add_files(files, self.modules)))
        return tuple(found)

    def _claims_files(self) -> list[Path]:
        if self.personal:
            return [path for path in self.files if self.module_of(path) is None]
        folders = dict.fromkeys(folder.resolve() for folder in (self.started_in or self.root, self.root))
        return [path for folder in folders for path in claims_files(folder)]

    def find(self, claim_id: str) -> tuple[Claim, Registry]:
        """A claim and a register that holds it and all that it rests on; imports little. Raises UnknownClaim.

        A claim that no paper has is looked for in the files of claims of one's own.
        """
        if self.may_hold(claim_id):
            try:
                return self.library.find(claim_id, self.modules)
            except UnknownClaim:
                if claim_id not in {claim.id for claim in self.own_claims}:
                    raise
        return self.library.find(claim_id, self.modules)

    def may_hold(self, claim_id: str) -> bool:
        """Whether the claim's paper is known, or is that of a claim of one's own; one's own files are read only where it is unknown."""
        key = claim_id.partition("/")[0]
        return self.is_of_library(claim_id) or key in {claim.paper.key for claim in self.own_claims}

    def is_of_library(self, claim_id: str) -> bool:
        """Whether the id's paper is one of a package that is not one's own; nothing is read to know."""
        key = claim_id.partition("/")[0]
        return key in self.library.papers and key not in self.packages

    # --- what the ledgers say of them ---------------------------------------------------------------------------------------

    def id_of(self, wanted: str, paper: str | None = None) -> str:
        """The id that a person means: `mine2026/27`, `27` or `Eq. (27)`, one's own first.

        Raises UnknownClaim with the nearest ids, Ambiguous where several papers of the library have the place.
        """
        if not self.personal or (paper or "") in self.library.papers or ("/" in wanted and self.is_of_library(wanted)):
            try:
                return str(lookup.record_of(wanted, self._places, paper)["id"])
            except UnknownClaim:
                if not self.may_hold(wanted):
                    raise
                return wanted
        own = [{"id": claim.id, "paper": claim.paper.key, "where": claim.where} for claim in self.own_claims]
        try:
            return str(lookup.record_of(wanted, own, paper)["id"])
        except lookup.Ambiguous:
            raise
        except UnknownClaim:
            return str(lookup.record_of(wanted, [*own, *self._places], paper)["id"])

    def record(self, identity: str) -> dict | None:
        """What is recorded of a claim as it stands; None where the ledger says nothing of it, or nothing that is to be repeated."""
        found = self._raw(identity)
        return None if found is None or self.fault(found) else found

    def _raw(self, identity: str) -> dict | None:
        if not self._is_own(identity) and (outline := self.outline):
            return outline.record(identity)
        records = self.records if self._is_own(identity) else self.library_records
        return next((record for record in records if record["id"] == identity), None)

    def _is_own(self, identity: str) -> bool:
        return self.personal and (not self.is_of_library(identity) or self.library.file_of(identity) is not None)

    def fault(self, record: Mapping) -> str:
        """Why a record's words are not to be repeated, in words; empty where it agrees with itself and is of the claim as it stands."""
        from theoremtest.reports.verify.consistency import OTHER_TEXT, fault, is_of_the_text
        if found := fault(record):
            return found
        if not self._is_own(record["id"]):
            return "" if is_of_the_text(record) else OTHER_TEXT
        from theoremtest.reports.verify.ledger import is_of
        try:
            return "" if is_of(record, self.find(record["id"])[0]) else ANOTHER_STATEMENT
        except UnknownClaim:
            return NO_CLAIM

    def standing(self, wanted: Iterable[str] = (), paper: str | None = None) -> list[dict]:
        """The records of claims as they stand: those named, else the paper's, else all that commands are about.

        A claim of one's own of which the ledger says nothing, or something else, has the verdict `not decided`; one whose record is not to
        be repeated, `not checked`. Raises ClaimError for an unknown claim or paper, DamagedLedger.
        """
        wanted = list(dict.fromkeys(wanted))
        if paper is not None:
            self._must_know(paper)
        if not wanted and (not self.personal or (paper in self.library.papers and paper not in self.packages)):
            return [ledger_file.not_checked(record) if self.fault(record) else record
                    for record in lookup.records_of((), self.library_records, paper)]
        ids = [self.id_of(text, paper) for text in wanted] or [claim.id for claim in self.claims if paper in (None, claim.paper.key)]
        return [self.record(identity) or self._undecided(identity) for identity in ids]

    def listed(self, wanted: Iterable[str] = (), paper: str | None = None) -> list[dict]:
        """As `standing`, of each record what a list shows."""
        from theoremtest.reports.verify.consistency import is_of_the_text
        wanted = list(wanted)
        if wanted or self.personal or not (outline := self.outline):
            return self.standing(wanted, paper)
        if paper is not None:
            self._must_know(paper)
        return [{**row, "verdict": ledger_file.NOT_CHECKED, "erratum": None} if row["fault"] or not is_of_the_text(row) else row
                for row in lookup.records_of((), outline.rows, paper)]

    def to_be_published(self, paper: str | None = None) -> list[dict]:
        """The ledger's records, all or a paper of the library's. Raises TheoremtestError where one of them is not to be repeated."""
        records = self.records if paper is None else lookup.records_of((), self.library_records, paper)
        broken = [(record["id"], found) for record in records if (found := self.fault(record))]
        if broken:
            raise TheoremtestError(f"{len(broken)} records of the ledger are not to be repeated, the first of {broken[0][0]}: "
                                   f"{broken[0][1]}; `theoremtest accept` decides them anew")
        return records

    def _undecided(self, identity: str) -> dict:
        """What a claim says of itself, as a record without evidence."""
        from theoremtest.reports.verify.ledger import record_of
        claim, registry = self.find(identity)
        raw = self._raw(identity)
        known = raw is None or self.fault(raw) == ANOTHER_STATEMENT
        return record_of(claim, (), registry, ledger_file.NOT_DECIDED if known else ledger_file.NOT_CHECKED)

    def beside(self, records: Iterable[Mapping]) -> dict[str, Mapping]:
        """Records by id, and the library's where any of them rests on a claim that is not among them."""
        by_id = {record["id"]: record for record in records}
        if any(used not in by_id for record in by_id.values() for used in record["uses"]):
            by_id = {**{record["id"]: record for record in self.library_records}, **by_id}
        return by_id
