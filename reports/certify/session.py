"""Parts of claims given to a running Coq, one after the other, and what it said of them kept by the digest of what each theorem states."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path
from types import MappingProxyType

from theoremtest.derivations.certificates import NoScript, Part, Unprintable, asserts_values, part_of, prelude
from theoremtest.derivations.certificates.matrices import MatrixPart, libraries
from theoremtest.derivations.certificates.matrices_holds import valued
from theoremtest.derivations.certificates.matrices_lemmas import BEFORE, PLACE
from theoremtest.derivations.certificates.matrices_part import has_matrices, matrix_part
from theoremtest.derivations.certificates.printing.numbers import proving
from theoremtest.derivations.kernel.points import fails
from theoremtest.derivations.kernel.terms import Refused
from theoremtest.derivations.language import Claim, Outcome, Statement
from theoremtest.derivations.language.tree import to_tree, tree_of
from theoremtest.derivations.proof.attest import witness
from theoremtest.derivations.proof.deadline import Deadline, OutOfTime, alarm
from theoremtest.derivations.proof.gate import open_domain
from theoremtest.derivations.proof.points.witness import some_points
from theoremtest.derivations.proof.witnesses.proving import prove
from theoremtest.numerics.routes.points import draw, sampled_domain
from theoremtest.reports.verify.cache import Cache, digest
from theoremtest.reports.verify.runner import checks_of
from theoremtest.reports.verify.sources import text_of
from theoremtest.reports.verify.witnesses import kept

from .certificate import Certificate, Certified, Recorded
from .kernel import LARGE, Kernel, NoCoq, available
from .matrix_kernel import MatrixKernel

POINTS = 16
"""Points of the domain at which hypotheses may be shown to hold."""
DECIDED = ("proved", "refuted")
UNDEFINED = "undefined"
"""Refuted by a point at which a formula has no value."""
LEMMAS = 4
"""Witnesses that are tried."""
PART = 60.0
"""Seconds that Coq may spend on a part: of printed proofs, nine in ten need less than one."""
FIRST = 10.0
"""Of these, those for a script with lemmas where there is one without: of 445 that were taken 432 needed no more. Only where that one is
not taken either is it given a whole part's time."""
SEARCH = 30.0
"""Seconds in which the script of a part is to be printed: what a flow minimises leaves a dozen statements between numbers."""
OPPOSITE = 3.0
"""Seconds for the opposite of a part of which Coq takes no refutation."""
ALL, CHANGED, AGAIN = "all", "changed", "again"
"""What a session asks Coq of: every theorem, those that the ledger does not know, those that it calls certified."""
Told = dict[tuple[str, str], str]
"""(role, part) to what the exact engine says."""
Theorem = Part | MatrixPart


class Coq:
    """Two running Coqs, for theorems of numbers and of matrices; each starts when it is first asked."""

    def __init__(self, folder: Path) -> None:
        self.kernels = {False: Kernel(folder, PART), True: MatrixKernel(folder, PART)}

    def of(self, part: Theorem) -> Kernel:
        """The one that knows the definitions of a theorem."""
        return self.kernels[isinstance(part, MatrixPart)]

    def close(self) -> None:
        """End both."""
        for kernel in self.kernels.values():
            kernel.close()


def coq_here(folder: Path) -> Coq | None:
    """The running Coqs, or None where it is not installed."""
    return Coq(folder) if available() else None


class Session:
    """Certificates of several claims; they are kept when the session ends, after Coq said what all of them rest on.

    asks: of which theorems Coq is asked, of those that the ledger does not know, or of those that it calls certified: anew then, whatever
    is kept, with proofs printed from kept witnesses.
    """

    def __init__(self, coq: Coq | None, cache: Cache, asks: str = ALL) -> None:
        self.coq, self.cache, self.asks = coq, cache, asks
        self._taken: list[tuple[Certificate, Kernel, int]] = []
        self._asked: dict[str, list[Certificate]] = {}
        """Digest to what this session has asked already, and the other parts that say the same."""

    def certify(self, claim: Claim, told: Told, recorded: Recorded = MappingProxyType({})) -> Certified:
        """The certificates of a claim's printed and corrected parts.

        recorded: what the ledger says of theorems; without Coq those that it calls certified stand, as they say the same, and nothing else.
        """
        found = Certified(claim.id)
        for check in checks_of(claim):
            if check.role not in ("printed", "corrected"):
                continue
            outcome = told.get((check.role, check.part), Outcome.UNDECIDED.value)
            made = Certificate(check.role, check.part, check.statement.kind, "refuted" if outcome == UNDEFINED else outcome)
            found.parts.append(made)
            if outcome in (*DECIDED, UNDEFINED):
                self._part(made, check.statement, f"{claim.id} {check.role}", recorded, kept(claim.id, check),
                           valueless=outcome == UNDEFINED and not asserts_values(check.statement))
            else:
                made.why = "undecided"
        return found

    def _part(self, made: Certificate, statement: Statement, seed: str, recorded: Recorded,
              proofs: Sequence[str] = (), valueless: bool = False) -> None:
        try:
            part = theorem_of_part(statement, UNDEFINED if valueless else made.says)
        except Unprintable as reason:
            made.why, made.message = UNDEFINED if valueless else reason.word, str(reason)
            return
        made.digest = part.digest
        made.matrices, made.finite = isinstance(part, MatrixPart), isinstance(part, MatrixPart) and part.finite
        known, again = recorded.get(part.digest), self.asks == AGAIN
        if self.asks == CHANGED and known is not None or again and (known is None or not known[0]):
            made.certified, made.why, made.printed = known or (False, "unasked", False)
            made.recorded = True
            return
        made.stood = again and known is not None and known[2]
        if part.digest in self._asked:
            self._asked[part.digest].append(made)
            _take(made, json.loads(_row(self._asked[part.digest][0])))
            return
        before = self.cache.get_text(digest("certificate", part.digest)) if not again else None
        if before is not None and _is_of(before, part, made.name):
            _take(made, json.loads(before))
            return
        if self.coq is None:
            made.certified = recorded.get(part.digest, (False,))[0]
            made.why, made.recorded = "" if made.certified else "unavailable", made.certified
            made.printed = made.certified and recorded[part.digest][2]
            return
        tried = self.cache.get_text(_failed_key(part)) if not again else None
        if tried is not None:
            _take(made, json.loads(tried))
            return
        kernel = self.coq.of(part)
        part.points, tree = _points(statement, seed), tree_of(statement)
        proofs = proofs or (_looked_for(statement, made.says) if not again else ())
        part.witness = (tree, list(map(json.loads, proofs))) if proofs and tree is not None else None
        _ask(made, part, kernel)
        if made.certified:
            self._taken.append((made, kernel, kernel.starts))
        elif made.says == "refuted" and not again:
            other = Part(part.theorem, "proved", part.points) if isinstance(part, Part) else matrix_part(statement)
            proofs = _looked_for(statement, "proved", OPPOSITE)
            other.witness = (tree, list(map(json.loads, proofs))) if proofs and tree is not None else None
            _ask_opposite(made, other, kernel)
        self._asked[part.digest] = [made]
        if kernel.memory > LARGE:
            self._finish(kernel)
            kernel.close()
        if not made.certified and not made.again:
            self.cache.put_text(_failed_key(part), _row(made))

    def finish(self) -> None:
        """Ask on what the theorems that were taken rest, and keep those that rest on nothing else than they may."""
        for kernel in self.coq.kernels.values() if self.coq is not None else ():
            self._finish(kernel)

    def _finish(self, kernel: Kernel) -> None:
        taken = [(made, start) for made, asked, start in self._taken if asked is kernel]
        self._taken = [entry for entry in self._taken if entry[1] is not kernel]
        if not taken:
            return
        known = [made for made, start in taken if start == kernel.starts and kernel.alive]
        for made, _ in taken:  # Coq was stopped since: it is told again
            if made not in known and kernel.check(made.name, made.text).taken:
                known.append(made)
        axioms = _axioms_of(known, kernel)
        for made, _ in taken:
            if made.digest in axioms:
                made.axioms = axioms[made.digest]
                self.cache.put_text(digest("certificate", made.digest), _row(made))
            else:
                made.certified, made.why = False, "audit"
            for other in self._asked[made.digest][1:]:
                _take(other, json.loads(_row(made)))


def theorem_of_part(statement: Statement, says: str) -> Theorem:
    """The Coq form of a part: over numbers where it has one, else over matrices of any size. Raises Unprintable.

    says: `proved`, `refuted`, or `undefined`, refuted where a side of an equation has no value.
    """
    try:
        return part_of(statement, says, ())
    except Unprintable as reason:
        if not has_matrices(statement):
            raise
        try:
            if says == UNDEFINED:
                return valued(statement)
            part = matrix_part(statement)
            return part if says == "proved" else part.denied()
        except Unprintable as other:
            raise (reason if other.word == type(statement).__name__ else other) from None


def _is_of(row: str, part: Theorem, name: str) -> bool:
    """Whether what is kept of a part is a proof of its theorem, word for word."""
    kept_row = json.loads(row)
    return not kept_row["certified"] or part.theorem_text(name) in kept_row["text"]


def _axioms_of(known: list[Certificate], kernel: Kernel) -> dict[str, tuple[str, ...]]:
    """Digest to axioms of those theorems that Coq knows and that rest on nothing else: one question for all, then one for each."""
    try:
        together = kernel.audit([made.name for made in known])
        return dict.fromkeys((made.digest for made in known), together)
    except NoCoq:
        found: dict[str, tuple[str, ...]] = {}
        for made in known:
            with contextlib.suppress(NoCoq):
                found[made.digest] = kernel.audit([made.name])
        return found


def _row(made: Certificate) -> str:
    """What is kept of a part."""
    return json.dumps({"certified": made.certified, "why": made.why, "text": made.text, "seconds": made.seconds, "message": made.message,
                       "axioms": list(made.axioms), "contradiction": made.contradiction, "matrices": made.matrices,
                       "printed": made.printed})


def _take(made: Certificate, row: Mapping) -> None:
    made.certified, made.why, made.text, made.seconds = row["certified"], row["why"], row["text"], row["seconds"]
    made.message, made.axioms, made.contradiction = row["message"], tuple(row["axioms"]), row["contradiction"]
    made.printed = row.get("printed", False)


def _failed_key(part: Theorem) -> str:
    """Under what a failure is kept: it is tried again when the scripts change."""
    if isinstance(part, MatrixPart):
        return digest("no certificate", part.digest, *libraries().values(), text_of("theoremtest.derivations.certificates.matrices_part"))
    return digest("no certificate", part.digest, prelude(), text_of("theoremtest.derivations.certificates.writing"))


def _points(statement: Statement, seed: str) -> list[dict]:
    """Exact points of the domain: a simple one, and those of the numerical routes' own draws; none where they find none."""
    found: list[dict] = []
    with contextlib.suppress(Exception):  # whatever keeps a domain from being drawn from, a script is still worth a try
        found += islice(some_points(open_domain(statement), Deadline(OPPOSITE)), 1)
    with contextlib.suppress(Exception):
        found += draw(sampled_domain(statement), POINTS, seed)
    return found


def _looked_for(statement: Statement, says: str, seconds: float = SEARCH) -> Sequence[str]:
    """A witness of a statement of which none is kept: proofs, or a simple point at which our kernel sees it fail."""
    with contextlib.suppress(OutOfTime), alarm(seconds):
        if says == "proved":
            return witness(statement) or ()
        tree = tree_of(statement)
        for point in some_points(open_domain(statement), Deadline(seconds)) if tree is not None else ():
            with contextlib.suppress(Refused):
                fails(tree, to_tree(point))
                return (json.dumps({"point": to_tree(point)}),)
    return ()


def _ask(made: Certificate, part: Theorem, kernel: Kernel) -> None:
    """Give Coq the script, then the witness."""
    known = kernel.taken(made.name)
    if known is not None:  # of another claim, which says the same
        made.text, made.printed = known, True
        _witness(made, part, kernel)
        return
    stopped = None
    for script in (_script, _plain) if isinstance(part, MatrixPart) else (_script,):
        try:
            printed = script(part)
        except OutOfTime:
            made.again, made.why, made.message = True, "time", f"no script printed within {SEARCH:g} s"
            continue
        except NoScript as reason:
            made.why, made.message = made.why or reason.word, made.message or str(reason)
            break
        except (ArithmeticError, LookupError, TypeError, ValueError) as error:  # what keeps a script from being printed lowers nothing
            made.why, made.message = "search", f"{type(error).__name__}: {error}"
            break
        with_lemmas = BEFORE in printed
        if _is_taken(made, part, kernel, printed, FIRST if with_lemmas else kernel.seconds):
            return
        if not with_lemmas:  # the other one is the same
            break
        stopped = printed if made.why == "time" else None
    if stopped is not None:  # Coq knows the lemmas that it took before it was stopped, so that they need other names
        _is_taken(made, part, kernel, stopped.replace(PLACE, f"{PLACE}_again"), kernel.seconds)


def _is_taken(made: Certificate, part: Theorem, kernel: Kernel, script: str, seconds: float) -> bool:
    """Whether Coq takes a script; then its witness is asked for, too."""
    text = part.whole(made.name, script)
    answer = kernel.check(made.name, text, seconds)
    made.seconds += answer.seconds
    if not answer.taken:
        made.why, made.message, made.again = "time" if answer.message == "time" else "script", answer.message, answer.again
        return False
    made.text, made.printed, made.again = text, True, False
    _witness(made, part, kernel)
    return True


def _plain(part: Theorem) -> str:
    """The script in which Coq's tactics show what holds between numbers, where nobody looks for lemmas. Raises NoScript, and OutOfTime."""
    with alarm(SEARCH):
        return part.script()


def _script(part: Theorem, seconds: float = SEARCH) -> str:
    """The script of a part. Raises NoScript, and OutOfTime."""
    with proving(prove), alarm(seconds):
        return part.script()


def _witness(made: Certificate, part: Theorem, kernel: Kernel) -> None:
    """A theorem whose hypotheses can never hold says nothing: a lemma shows that they can."""
    made.why, made.message = "witness", ""
    if not part.supposes:
        made.certified, made.why = True, ""
        return
    name = f"{made.name}_witness"
    known = kernel.taken(name)  # whatever its points are: they are another claim's
    if known is not None:
        made.certified, made.why = True, ""
        made.text += known
        return
    for number, lemma in enumerate(part.witnesses(name)):
        if number == LEMMAS:
            return
        found = kernel.check(name, lemma)
        made.seconds += found.seconds
        if found.taken:
            made.certified, made.why, made.message = True, "", ""
            made.text += lemma
            return
        made.message = found.message


def _ask_opposite(made: Certificate, other: Theorem, kernel: Kernel) -> None:
    """Whether the theorem of a part that was refuted is taken: then the engine or the translation is wrong."""
    name = f"certificate_{other.digest[:12]}"
    with contextlib.suppress(NoScript, OutOfTime, ArithmeticError, LookupError, TypeError, ValueError):
        text = other.whole(name, _script(other, OPPOSITE))
        answer = kernel.check(name, text, OPPOSITE)
        made.seconds += answer.seconds
        if answer.taken:
            made.contradiction, made.why, made.text = True, "contradiction", text
