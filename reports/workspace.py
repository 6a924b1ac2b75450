"""Where one runs: the papers that are found, the ledger, the cache and the folder for what is written.

Every command and the test plugin takes a workspace; none reads a global. Light: SymPy is imported when a claim is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from rederive.derivations.errors import RederiveError, UnknownClaim
from rederive.derivations.papers import Library
from rederive.reports.files import claims_files
from rederive.reports.verify import ledger_file

if TYPE_CHECKING:
    from rederive.reports.verify.cache import Cache

FLOORS = Path(__file__).resolve().parents[1]


def checkout() -> Path | None:
    """The root of the source checkout that this code runs from, None for an installed copy."""
    return FLOORS if (FLOORS / "pyproject.toml").is_file() and (FLOORS / "derivations" / "language").is_dir() else None


def cache_folder() -> Path:
    """`.rederive-cache` in the checkout, else the user's cache folder."""
    if checkout():
        return FLOORS / ".rederive-cache"
    from platformdirs import user_cache_path
    return user_cache_path("rederive")


@dataclass
class Workspace:
    """Papers, ledger and cache of one place. root: the folder that one works in."""

    root: Path
    library: Library = field(default_factory=Library)
    ledger: Path = ledger_file.LEDGER
    own: bool = False
    """Whether the ledger is this workspace's to write: so in a source checkout, not for an installed copy."""
    folder: Path = field(default_factory=cache_folder)
    """Where answers are kept."""
    fresh: bool = False
    """Decide everything anew, and keep nothing."""
    started_in: Path | None = None
    """The folder that a command was started in, where it is another than the root."""

    @classmethod
    def here(cls, root: Path | None = None) -> Workspace:
        """The workspace of the source checkout, or of an installed copy used in the folder `root`."""
        folder = Path(root or Path.cwd())
        return cls(root=checkout() or folder, own=checkout() is not None, started_in=folder)

    @cached_property
    def cache(self) -> Cache:
        """Answers kept by content; nothing is kept in a fresh workspace."""
        from rederive.reports.verify.cache import Cache, NoCache
        return NoCache() if self.fresh else Cache(self.folder)

    @cached_property
    def records(self) -> list[dict]:
        """The ledger's records; none where there is no ledger. Raises DamagedLedger."""
        return ledger_file.read(self.ledger) if self.ledger.is_file() else []

    @property
    def modules(self) -> Mapping[str, str]:
        """The module of each claim that the ledger knows; nothing where the ledger cannot be read."""
        try:
            return {record["id"]: record.get("module", "") for record in self.records}
        except RederiveError:
            return {}

    def find(self, claim_id: str):
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
        return key in self.library.papers or key in {claim.paper.key for claim in self.own_claims}

    @cached_property
    def own_claims(self) -> tuple:
        """The claims of the files `claims_*.py` in the folder one works in, which are added to the library when this is first asked for.

        Raises RederiveError where such a file cannot be taken in.
        """
        folders = dict.fromkeys(folder.resolve() for folder in (self.started_in or self.root, self.root))
        return tuple(claim for folder in folders for path in claims_files(folder) for claim in self.library.add_file(path))

    def save(self, records: list[dict]) -> bool:
        """Write the ledger, where it is one's own; True when it changed."""
        return self.own and ledger_file.save(records, self.ledger)
