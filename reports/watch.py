"""Claims of one's own decided again whenever a file is saved: only those that say something else than before, and what rests on them; and
the manuscripts that are held to them."""

from __future__ import annotations

import importlib
import sys
from dataclasses import dataclass
from pathlib import Path

from theoremtest.derivations.errors import TheoremtestError
from theoremtest.derivations.language import Claim, Registry, Verdict
from theoremtest.reports.files import text_of
from theoremtest.reports.manuscripts import Held, held
from theoremtest.reports.repository import tex_below
from theoremtest.reports.verify.cache import content, digest
from theoremtest.reports.verify.expected import claimed, of_role, problems
from theoremtest.reports.verify.runner import SECONDS, Finding, checks_of, examine
from theoremtest.reports.workspace import Workspace


@dataclass(frozen=True)
class Decided:
    """What became of one claim. problems: what is not as expected, in sentences."""

    claim: Claim
    findings: tuple[Finding, ...]
    verdict: Verdict
    problems: tuple[str, ...]


@dataclass(frozen=True)
class Look:
    """What one look at the files showed."""

    claims: int = 0
    decided: tuple[Decided, ...] = ()
    removed: tuple[str, ...] = ()
    """Ids that are no claims any more."""
    errors: tuple[str, ...] = ()
    """What could not be read or built, a line each."""
    manuscripts: tuple[Held, ...] = ()
    """Those whose text changed, or all where a claim did."""


class Watch:
    """The claims of a folder as they were when it was last looked at. Raises TheoremtestError where there are none of one's own."""

    def __init__(self, folder: Path, seconds: float = SECONDS, fresh: bool = False) -> None:
        self.folder, self.seconds, self.fresh = Path(folder), seconds, fresh
        self._said: dict[str, str] = {}
        self._texts: dict[Path, str] = {}
        self._loaded = set(sys.modules)
        self.root = self._place().root

    def _place(self) -> Workspace:
        place = Workspace.here(self.folder)
        place.fresh = self.fresh
        if not place.personal:
            raise TheoremtestError(f"no claims of your own in {place.root} to be watched; `theoremtest init` writes a first one")
        return place

    def look(self) -> Look:
        """Read the files anew and decide the claims that say something else than at the last look; all at the first."""
        self._forget()
        try:
            place = self._place()
            claims, registry = place.claims, place.registry
        except TheoremtestError as error:
            return Look(len(self._said), errors=(str(error),))
        decided, errors, said = [], [], {}
        for claim in claims:
            try:
                says = _says(claim, registry)
                if self._said.get(claim.id) != says:
                    decided.append(self._decided(claim, registry, place))
                said[claim.id] = says
            except TheoremtestError as error:
                errors.append(str(error))
        standing = {claim.id for claim in claims}
        removed = tuple(identity for identity in self._said if identity not in standing)
        self._said = said
        return Look(len(claims), tuple(decided), removed, tuple(errors), self._manuscripts(bool(decided or removed)))

    def _manuscripts(self, anew: bool) -> tuple[Held, ...]:
        """The manuscripts that read otherwise than at the last look; all where a file that they may take in does, or where claims do."""
        texts = {path: text_of(path) for path in tex_below(self.root)}
        marked = [path for path, text in texts.items() if path.suffix == ".tex" and "theoremtest" in text.lower()]
        changed = {path for path in {*texts, *self._texts} if texts.get(path) != self._texts.get(path)}
        self._texts = texts
        return tuple(held(marked if anew or changed - set(marked) else [path for path in marked if path in changed], self.root, self.fresh))

    def _decided(self, claim: Claim, registry: Registry, place: Workspace) -> Decided:
        findings = examine(claim, cache=place.cache, seconds=self.seconds)
        return Decided(claim, findings, claimed(claim, of_role(findings, "printed")), tuple(problems(claim, findings)))

    def _forget(self) -> None:
        """Take the modules of the folder out of the interpreter, so that they are read again; what was there before stays."""
        for name, module in list(sys.modules.items()):
            file = Path(getattr(module, "__file__", None) or "/")
            own = self.root in file.parents and "site-packages" not in file.parts and not name.startswith("theoremtest.")
            if own and name not in self._loaded:
                del sys.modules[name]
        importlib.invalidate_caches()


def _says(claim: Claim, registry: Registry) -> str:
    """A digest of all that a claim states and of what it rests on."""
    return digest(tuple((check.name, content(check.statement)) for check in checks_of(claim)), _below(claim, registry))


def _below(claim: Claim, registry: Registry) -> tuple:
    """What is stated by the claims that one rests on: its answer is shown again when that changes, though it stays the same."""
    used = (registry[name] for name in sorted(registry.rests_on(claim.id)))
    return tuple((one.id, content(one.statement), content(one.erratum.corrected) if one.erratum else None) for one in used)
