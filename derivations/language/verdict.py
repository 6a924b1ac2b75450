"""The verdicts, the evidence they rest on, and the rule that a verdict may be lowered but never raised."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from theoremtest.derivations.display import Shown


class Verdict(Shown, Enum):
    """What is known of a statement. It has no truth value: compare it with a member."""

    PROVED = "proved"
    """An exact argument covers the whole declared domain."""
    PROVED_IN_PART = "proved in part"
    """The statement is proved, and the printed words say more than it does."""
    SUPPORTED = "supported"
    """Numerical evidence only; the report says which."""
    UNDECIDED = "undecided"
    """Nothing that was tried settled it. It fails the test run."""
    REFUTED = "refuted"
    """A certified counterexample inside the domain."""

    def __bool__(self) -> bool:
        raise TypeError("a verdict has no truth value; compare it: `verdict is Verdict.PROVED`")

    @property
    def rank(self) -> int:
        """Place in the order from `refuted`, the lowest, to `proved`."""
        return _RANK[self]

    def lowered_to(self, other: Verdict) -> Verdict:
        """The lower of two verdicts; `refuted` is the lowest, so bad news always wins."""
        return other if other.rank < self.rank else self

    @classmethod
    def lowest(cls, verdicts: Iterable[Verdict]) -> Verdict:
        """The lowest of at least one verdict: that of a conjunction."""
        verdicts = list(verdicts)
        if not verdicts:
            raise ValueError("no verdicts to combine: a conjunction needs at least one part")
        result = verdicts[0]
        for verdict in verdicts[1:]:
            result = result.lowered_to(verdict)
        return result


_RANK = {Verdict.REFUTED: 0, Verdict.UNDECIDED: 1, Verdict.SUPPORTED: 2, Verdict.PROVED_IN_PART: 3,
         Verdict.PROVED: 4}


class Outcome(Enum):
    """How one check ended. Like a verdict it has no truth value."""

    PROVED = "proved"
    AGREES = "agrees"
    """Numbers agree to the stated figure; supports, proves nothing."""
    REFUTED = "refuted"
    UNDECIDED = "undecided"
    UNAVAILABLE = "unavailable"
    """The route cannot run here (a library or a device is missing)."""
    NOT_APPLICABLE = "not applicable"
    """The route has nothing to say about this kind of statement."""

    def __bool__(self) -> bool:
        raise TypeError("an outcome has no truth value; compare it with a member of Outcome")


@dataclass(frozen=True)
class Counterexample(Shown):
    """A point of the domain where the statement fails, with both sides there.

    `point` maps printed names to exact values (as text); `left` and `right` are the two sides as decimal text with
    the enclosure's radius; `note` says what the sides are when the statement has more than one part.
    """

    point: tuple[tuple[str, str], ...]
    left: str = ""
    right: str = ""
    note: str = ""

    def __str__(self) -> str:
        at = ", ".join(f"{name} = {value}" for name, value in self.point) or "everywhere"
        sides = f": {self.left} against {self.right}" if self.left or self.right else ""
        return f"{at}{sides}" + (f" ({self.note})" if self.note else "")

    def as_json(self) -> dict:
        """The record that the ledger keeps: text only."""
        return {"point": dict(self.point), "left": self.left, "right": self.right, "note": self.note}

    @classmethod
    def from_json(cls, held: Mapping) -> Counterexample:
        """The counterexample of a record, as `as_json` wrote it."""
        return cls(tuple(held["point"].items()), held["left"], held["right"], held["note"])


@dataclass(frozen=True)
class Evidence(Shown):
    """What one check showed.

    `kind` is the route (exact, points, integration, flow), `engine` what ran, `figure` whole digits or counts,
    `seconds` is kept out of the committed ledger. `assumes` names the rules that a proof rests on without a witness that the kernel
    took; `proofs` are the witnesses, as text, kept beside the ledger. `extent` says of a refutation, where that was asked, whether
    points in general position fail as well (`open`) or none is seen to (`thin`).
    """

    kind: str
    engine: str
    outcome: Outcome
    scope: str = ""
    figure: str = ""
    counterexample: Counterexample | None = None
    tried: tuple[str, ...] = ()
    seconds: float = field(default=0.0, compare=False)
    assumes: tuple[str, ...] = ()
    proofs: tuple[str, ...] = field(default=(), compare=False, repr=False)
    extent: str = ""

    def as_json(self) -> dict:
        """The record that the ledger keeps, without the seconds, which differ from run to run."""
        record: dict = {"kind": self.kind, "engine": self.engine, "outcome": self.outcome.value,
                  "scope": self.scope, "figure": self.figure}
        if self.counterexample is not None:
            record["counterexample"] = self.counterexample.as_json()
        if self.tried:
            record["tried"] = list(self.tried)
        if self.assumes:
            record["assumes"] = list(self.assumes)
        if self.extent:
            record["extent"] = self.extent
        return record


def verdict_from(evidence: Iterable[Evidence]) -> Verdict:
    """The verdict that a claim's evidence allows.

    An exact proof gives `proved` unless some route disagrees; numbers alone give `supported`; any refutation wins,
    and an undecided exact check with no numbers behind it stays `undecided`.
    """
    outcomes = [(item.kind, item.outcome) for item in evidence]
    if any(outcome is Outcome.REFUTED for _, outcome in outcomes):
        return Verdict.REFUTED
    if any(outcome is Outcome.PROVED for _, outcome in outcomes):
        return Verdict.PROVED
    if any(outcome is Outcome.AGREES for _, outcome in outcomes):
        return Verdict.SUPPORTED
    return Verdict.UNDECIDED
