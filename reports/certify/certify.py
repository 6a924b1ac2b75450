"""Certificates of claims: every decided part given to Coq's kernel, kept by the digest of what its theorem states.

A script that fails lowers nothing. A theorem of a part that the exact engine refutes, or a refutation of one that it proves, is an error of
one of the two, and is told as such.
"""

from __future__ import annotations

import contextlib
import json
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from rederive.derivations.certificates import NoScript, Part, Unprintable, part_of, prelude
from rederive.derivations.language import Claim, Outcome, Registry, Statement
from rederive.derivations.language.tree import tree_of
from rederive.derivations.papers import Library
from rederive.numerics.routes.points import draw, sampled_domain
from rederive.reports.verify.cache import Cache, digest
from rederive.reports.verify.runner import FEW, checks_of, examine, library_here
from rederive.reports.verify.sources import text_of
from rederive.reports.workers import in_workers

from .kernel import Kernel, NoCoq, available

POINTS = 8
"""Points of the domain that a script may guess from."""
DECIDED = {"proved": "proved", "refuted": "refuted"}


@dataclass
class Certificate:
    """What became of one part. says: what the engine says of it; why: one word where there is no certificate."""

    role: str
    part: str
    kind: str
    says: str
    certified: bool = False
    why: str = ""
    digest: str = ""
    text: str = ""
    """Theorem, witness and their proofs, where they were taken."""
    seconds: float = 0.0
    message: str = ""
    axioms: tuple[str, ...] = ()
    contradiction: bool = False

    @property
    def name(self) -> str:
        """What the theorem is called in Coq."""
        return f"certificate_{self.digest[:12]}"

    def as_json(self) -> dict:
        """The row that the ledger keeps."""
        return {"role": self.role, "part": self.part, "kind": self.kind, "says": self.says, "certified": self.certified, "why": self.why,
                "digest": self.digest}


@dataclass
class Certified:
    """All certificates of a claim."""

    claim_id: str
    parts: list[Certificate] = field(default_factory=list)

    def as_json(self) -> dict:
        """The ledger's `certificate` of the claim."""
        whole = [part.certified for part in self.parts]
        status = "certified" if whole and all(whole) else "partly" if any(whole) else "none"
        why = Counter(part.why for part in self.parts if not part.certified)
        return {"status": status, "parts": [part.as_json() for part in self.parts],
                "why": ", ".join(sorted(word for word in why if word)), "digest": digest(tuple(part.digest for part in self.parts))}


Told = dict[tuple[str, str], tuple[str, Mapping | None]]
"""(role, part) to what the exact engine says, and its counterexample."""


def outcomes(claim: Claim, record: Mapping | None, registry: Registry, cache: Cache) -> Told:
    """What the exact engine says of each part: from the record where it is of these statements, else decided now."""
    if record is not None and record.get("tree") is not None and record["tree"] == tree_of(claim.statement):
        found = {("printed", row.get("part", "")): _told(row) for row in record["evidence"] if row["kind"] == "exact"}
        erratum = record["erratum"]
        if claim.erratum is None:
            return found
        if erratum and erratum.get("corrected_tree") == tree_of(claim.erratum.corrected):
            rows = [row for row in erratum["corrected_evidence"] if row["kind"] == "exact"]
            return found | {("corrected", row.get("part", "")): _told(row) for row in rows}
    found = {}
    for finding in examine(claim, registry, ("exact",), cache):
        for item in finding.evidence:
            found[finding.check.role, finding.check.part] = _told(item.as_json())
    return found


def _told(row: Mapping) -> tuple[str, Mapping | None]:
    example = row.get("counterexample")
    return row["outcome"], example["point"] if example else None


class Session:
    """Certificates of several claims with one running Coq; they are kept when the session ends, after Coq said what all of them rest on."""

    def __init__(self, kernel: Kernel | None, cache: Cache) -> None:
        self.kernel, self.cache = kernel, cache
        self._taken: list[tuple[Certificate, int]] = []
        self._asked: dict[str, str] = {}
        """Digest to the row of what this session has asked already: two parts may say the same."""

    def certify(self, claim: Claim, told: Told, recorded: Collection[str] = ()) -> Certified:
        """The certificates of a claim's printed and corrected parts.

        recorded: digests of what the ledger calls certified; without a kernel these stand, as they say the same, and nothing else does.
        """
        found = Certified(claim.id)
        for check in checks_of(claim):
            if check.role not in ("printed", "corrected"):
                continue
            outcome, point = told.get((check.role, check.part), (Outcome.UNDECIDED.value, None))
            made = Certificate(check.role, check.part, check.statement.kind, outcome)
            found.parts.append(made)
            if outcome in DECIDED:
                self._part(made, check.statement, point, f"{claim.id} {check.role}")
                made.certified |= made.why == "unavailable" and made.digest in recorded
                made.why = "" if made.certified else made.why
            else:
                made.why = "undecided"
        return found

    def _part(self, made: Certificate, statement: Statement, point: Mapping | None, seed: str) -> None:
        try:
            part = part_of(statement, made.says, (), point)
        except Unprintable as reason:
            made.why, made.message = reason.word, str(reason)
            return
        made.digest = part.digest
        kept = self._asked.get(part.digest) or self.cache.get_text(digest("certificate", part.digest))
        if kept is not None:
            _take(made, json.loads(kept))
            return
        if self.kernel is None:
            made.why = "unavailable"
            return
        tried = self.cache.get_text(_failed_key(part))
        if tried is not None:
            _take(made, json.loads(tried))
            return
        part.points = _points(statement, seed)
        _ask(made, part, self.kernel)
        if made.certified:
            self._taken.append((made, self.kernel.starts))
        elif made.says == "refuted":
            _ask_opposite(made, part, self.kernel)
        self._asked[part.digest] = _row(made)
        if made.certified:
            return
        if made.why != "time":  # on a busy machine it is worth another try
            self.cache.put_text(_failed_key(part), _row(made))

    def finish(self) -> None:
        """Ask on what the theorems that were taken rest, and keep those that rest on the axioms of the real numbers alone."""
        if not self._taken or self.kernel is None:
            return
        known = [made for made, start in self._taken if start == self.kernel.starts and self.kernel.alive]
        for made, _ in self._taken:  # Coq was stopped since: it is told again
            if made not in known and self.kernel.check(made.name, made.text).taken:
                known.append(made)
        try:
            together = self.kernel.audit([made.name for made in known])
            axioms = dict.fromkeys((made.digest for made in known), together)
        except NoCoq:
            axioms = self._one_by_one(known)
        for made, _ in self._taken:
            if made.digest in axioms:
                made.axioms = axioms[made.digest]
                self.cache.put_text(digest("certificate", made.digest), _row(made))
            else:
                made.certified, made.why = False, "audit"
        self._taken.clear()

    def _one_by_one(self, known: list[Certificate]) -> dict[str, tuple[str, ...]]:
        """Digest to axioms of those theorems that Coq still knows and that rest on nothing else."""
        found: dict[str, tuple[str, ...]] = {}
        for made in known:
            with contextlib.suppress(NoCoq):
                found[made.digest] = self.kernel.audit([made.name]) if self.kernel is not None else ()
        return found


def _row(made: Certificate) -> str:
    """What is kept of a part."""
    return json.dumps({"certified": made.certified, "why": made.why, "text": made.text, "seconds": made.seconds, "message": made.message,
                       "axioms": list(made.axioms), "contradiction": made.contradiction})


def _failed_key(part: Part) -> str:
    """Under what a failure is kept: it is tried again when the scripts change."""
    return digest("no certificate", part.digest, prelude(), scripts_version())


def scripts_version() -> str:
    """A digest of the code that writes scripts."""
    return digest(text_of("rederive.derivations.certificates.proofs"))


def _take(made: Certificate, row: Mapping) -> None:
    made.certified, made.why, made.text, made.seconds = row["certified"], row["why"], row["text"], row["seconds"]
    made.message, made.axioms, made.contradiction = row["message"], tuple(row["axioms"]), row["contradiction"]


def _points(statement: Statement, seed: str) -> list[dict]:
    """Exact points of the domain by the numerical routes' own draws; none where they find none."""
    try:
        return draw(sampled_domain(statement), POINTS, seed)
    except Exception:  # whatever keeps a domain from being drawn from, a script is still worth a try
        return []


def _ask(made: Certificate, part: Part, kernel: Kernel) -> None:
    """Try the scripts in turn, then the witness."""
    name = made.name
    try:
        for script in part.scripts():
            answer = kernel.check(name, part.theorem_text(name) + script)
            made.seconds += answer.seconds
            if answer.taken:
                _witness(made, part, kernel, name, script)
                return
            made.why, made.message = "time" if answer.message == "time" else "script", answer.message
    except NoScript as reason:
        made.why = reason.word
    except (ArithmeticError, LookupError, TypeError, ValueError, RecursionError) as error:  # a search that breaks lowers nothing
        made.why, made.message = "search", f"{type(error).__name__}: {error}"


def _witness(made: Certificate, part: Part, kernel: Kernel, name: str, script: str) -> None:
    made.text = part.theorem_text(name) + script
    if part.says == "refuted":  # the refutation itself shows a point at which the hypotheses hold
        made.certified, made.why, made.message = True, "", ""
        return
    made.why, made.message = "witness", ""
    lemmas = list(part.witnesses(f"{name}_witness"))
    if not lemmas and not (part.theorem.motion.pointwise if part.theorem.motion else part.theorem.hypotheses):
        made.certified, made.why = True, ""
    for lemma in lemmas[:3]:
        found = kernel.check(f"{name}_witness", lemma)
        made.seconds += found.seconds
        if found.taken:
            made.certified, made.why, made.message = True, "", ""
            made.text += lemma
            return
        made.message = found.message


def _ask_opposite(made: Certificate, part: Part, kernel: Kernel) -> None:
    """Whether the theorem of a part that was refuted is taken: then the engine or the translation is wrong."""
    other = Part(part.theorem, "proved", part.points)
    name = f"certificate_{other.digest[:12]}"
    try:
        for script in other.scripts():
            answer = kernel.check(name, other.theorem_text(name) + script)
            made.seconds += answer.seconds
            if answer.taken:
                made.contradiction, made.text = True, other.theorem_text(name) + script
                made.why = "contradiction"
                return
    except (NoScript, ArithmeticError, LookupError, TypeError, ValueError, RecursionError):
        return


def whole_file(found: list[Certified]) -> str:
    """One Coq file with the definitions, and every theorem that was taken, each followed by the axioms it rests on."""
    pieces = [prelude()]
    done: set[str] = set()
    for claim in found:
        for part in claim.parts:
            if part.certified and part.digest not in done:
                done.add(part.digest)
                title = f"{claim.claim_id}, {part.role}{', ' + part.part if part.part else ''}: {part.says}"
                pieces.append(f"(* {title.replace('(*', '( *').replace('*)', '* )')} *)\n{part.text}Print Assumptions {part.name}.\n")
    return "\n".join(pieces)


def recorded_in(record: Mapping | None) -> set[str]:
    """The digests that a ledger's record calls certified."""
    rows = (record or {}).get("certificate", {}).get("parts", ())
    return {row["digest"] for row in rows if row["certified"]}


CHUNK = 24
"""Claims of one session."""


def certify_all(claims: list[Claim], records: Mapping[str, Mapping], registry: Registry, cache: Cache, folder: Path, library: Library,
                jobs: int) -> Iterator[Certified]:
    """Certify many claims, in worker processes where there are several; in any order. Raises NoCoq where Coq does not run."""
    if jobs == 1 or len(claims) < FEW:
        kernel = Kernel(folder) if available() else None
        session = Session(kernel, cache)
        try:
            for claim in claims:
                record = records.get(claim.id)
                yield session.certify(claim, outcomes(claim, record, registry, cache), recorded_in(record))
            session.finish()
        finally:
            if kernel is not None:
                kernel.close()
        return
    size = min(CHUNK, -(-len(claims) // jobs))
    chunks = [[claim.id for claim in claims[start:start + size]] for start in range(0, len(claims), size)]
    calls = ((library, chunk, [records.get(claim_id) for claim_id in chunk], cache, folder) for chunk in chunks)
    for found in in_workers(_certify_chunk, calls, jobs):
        yield from found


_KERNELS: dict[str, Kernel] = {}
"""The running Coq of a worker process, kept from one chunk to the next."""


def _certify_chunk(library: Library, claim_ids: list[str], records: list, cache: Cache, folder: Path) -> list[Certified]:
    """In a worker: claims are looked up by id, so no formula is pickled."""
    kernel = _KERNELS.setdefault(str(folder), Kernel(folder)) if available() else None
    session, found = Session(kernel, cache), []
    for claim_id, record in zip(claim_ids, records):
        claim, registry = library_here(library).find(claim_id)
        found.append(session.certify(claim, outcomes(claim, record, registry, cache), recorded_in(record)))
    session.finish()
    return found
