"""Whether a formula that was tried says what a statement says: decided side by side, as relations, or by their two verdicts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

from sympy import Basic, MatMul, Rational, Transpose
from sympy.logic.boolalg import Boolean

from theoremtest.derivations.language import (
    All,
    Claim,
    Conserved,
    Counterexample,
    Domain,
    Equal,
    Evidence,
    Holds,
    Iff,
    Outcome,
    Statement,
    TheoremtestError,
    Verdict,
    atoms_of,
    to_latex,
)
from theoremtest.derivations.language.flow import TIME
from theoremtest.derivations.notation import Defined, same_formula
from theoremtest.numerics.routes.dispatch import ROUTES
from theoremtest.reports.verify.cache import Cache
from theoremtest.reports.verify.expected import verdict_by
from theoremtest.reports.verify.runner import Check, decide, missing, routes_for

from .changes import DIFFERENT, PROVED, SUPPORTED, UNDECIDED, Change, worst
from .comparison import compare
from .saying import same_equation, same_relation

NUMBERS = tuple(route for route in ROUTES if route not in ("exact", "flow"))
"""Asked where the exact engine leaves a formula undecided; training a network takes too long for an answer in passing."""


@dataclass(frozen=True)
class Likeness:
    """Whether two statements say the same: True, False, or None where neither was shown, and how it is known."""

    same: bool | None
    how: str = ""
    example: Counterexample | None = None
    likely: bool = False
    """Whether numbers agree where no proof was found."""


class Decisions:
    """The verdicts of one attempt's statements, by the routes that decide the claim itself; nothing is decided twice."""

    def __init__(self, claim: Claim, cache: Cache, seconds: float):
        self.claim, self.cache, self.seconds = claim, cache, seconds
        self._known: dict[int, tuple] = {}

    def verdict(self, statement: Statement) -> tuple[Verdict, tuple[Evidence, ...]]:
        """The verdict of a statement: exact first; numbers where that leaves it undecided."""
        return self._decided(statement)[1:3]

    def by_part(self, statement: Statement) -> dict[str, Verdict]:
        """The verdicts on a statement's parts by their names, up to the first that is refuted."""
        return self._decided(statement)[3]

    def _decided(self, statement: Statement) -> tuple[Statement, Verdict, tuple[Evidence, ...], dict[str, Verdict]]:
        kept = self._known.get(id(statement))
        if kept is None:
            verdicts, evidence = {}, []
            for name, part in statement.parts():
                found = self._evidence(Check("printed", name, part, self._missing(part)))
                verdicts[name] = verdict_by(found)
                evidence += [_of_part(item, name) for item in found] if name else found
                if verdicts[name] is Verdict.REFUTED:
                    break
            kept = self._known[id(statement)] = statement, Verdict.lowest(verdicts.values()), tuple(evidence), verdicts
        return kept

    def _missing(self, statement: Statement) -> tuple[Basic, ...]:
        """The conditions that the printed statement of this domain lacks: a formula is asked for a value where they do not hold."""
        return next((missing(self.claim, name, part) for name, part in self.claim.statement.parts() if part.on == statement.on), ())

    def _evidence(self, check: Check) -> list[Evidence]:
        found = [decide(check, "exact", self.claim.id, self.cache, self.seconds)]
        if found[0].outcome is Outcome.UNDECIDED:
            found += [decide(check, route, self.claim.id, self.cache, self.seconds)
                      for route in routes_for(check, NUMBERS)]
        return found

    def compare(self, target: Statement, reading: Statement) -> Likeness:
        """Whether a formula says what a statement of the same kind and domain says."""
        if target is reading or same_formula(target, reading):
            return Likeness(True, "the same formula")
        if type(target) is type(reading) and target.on == reading.on and same_formula(_written_out(target), _written_out(reading)):
            return Likeness(True, "the same formula, its abbreviations written out")
        if isinstance(target, All) and isinstance(reading, All) and list(target.members) == list(reading.members):
            return _together([self.compare(target.members[name], part) for name, part in reading.members.items()])
        changes = compare(target, reading, self.claim.id, self.cache, self.seconds / 2)
        status = worst(change.status for change in changes)
        verdicts = {self.verdict(reading)[0], self.verdict(target)[0]}
        if verdicts == {Verdict.PROVED} and isinstance(reading, (Equal, Holds, Iff)) and type(reading) is type(target):
            return self._both_true(target, reading, status)
        if status == PROVED:
            relations = isinstance(reading, (Holds, Iff))
            return Likeness(True, "proved true at the same points" if relations else "proved equal side by side")
        if verdicts == {Verdict.PROVED, Verdict.REFUTED}:
            different = (change.example for change in changes if change.status == DIFFERENT)
            return Likeness(False, "one holds everywhere, the other has a counterexample", next(different, None))
        as_relation = self._as_relation(target, reading, changes) if type(reading) is type(target) else None
        if as_relation is not None:
            return as_relation
        if status == DIFFERENT:
            first = next(change for change in changes if change.status == DIFFERENT)
            return Likeness(False, f"{first.place}: another value", first.example)
        if status == SUPPORTED:
            return Likeness(None, "numbers agree side by side, which is no proof", likely=True)
        return Likeness(None, "not settled: " + "; ".join(change.place for change in changes if change.status == UNDECIDED))

    def definitions(self, defined: Sequence[Defined]) -> Likeness:
        """Whether letters stand for what the claim says that they stand for, each on its part's domain."""
        return _together([self._definition(item) for item in defined])

    def _definition(self, item: Defined) -> Likeness:
        if same_formula(item.own, item.given):
            return Likeness(True, "the same formula")
        goal = Equal(item.own, item.given, on=item.on)
        verdict, evidence = self.verdict(replace(goal, on=_declaring(goal)))
        example = next((found.counterexample for found in evidence if found.counterexample), None)
        if verdict is Verdict.PROVED:
            return Likeness(True, "proved equal")
        if verdict is Verdict.REFUTED:
            return Likeness(False, f"{to_latex(item.letter)}: another value", example)
        return Likeness(None, f"not settled: {to_latex(item.letter)}", likely=verdict is Verdict.SUPPORTED)

    def _both_true(self, target: Statement, reading: Statement, status: str) -> Likeness:
        """Two relations that hold at every point: only what they speak of can tell them apart."""
        def proved(one: Basic, other: Basic) -> bool:
            return one == other or self._proved(Equal(one, other, on=_declaring(reading)))

        if isinstance(reading, Iff):
            same = status == PROVED or None
        elif isinstance(reading, Equal):
            free = Domain(over=_declaring(reading).symbols, where=reading.on.where)

            def formally(one: Basic, other: Basic) -> bool:
                return one == other or self._proved(Equal(one, other, on=free))

            same = same_equation(target, reading, proved, formally)
        else:
            same = same_relation(target, reading, proved)
        if same:
            return Likeness(True, "proved equal side by side" if isinstance(reading, Equal) else "proved to say the same")
        return Likeness(None, "both hold everywhere on the domain, which does not make them one statement")

    def _as_relation(self, target: Statement, reading: Statement, changes: Sequence[Change]) -> Likeness | None:
        """Two relations whose sides differ may still say the same of every point, or provably not."""
        if isinstance(reading, Conserved):
            return self._times_a_constant(reading, target.quantity, reading.quantity, "quantity")
        if isinstance(reading, Equal) and len(changes) > 1:
            if getattr(reading.left, "shape", ()):
                return Likeness(None, "both sides differ")
            found = self._times_a_constant(reading, target.left - target.right, reading.left - reading.right, "equation")
            return found or Likeness(None, "both sides differ, and no constant factor was found")
        return None

    def _times_a_constant(self, reading: Statement, first: Basic, second: Basic, what: str) -> Likeness | None:
        """Whether a scalar is another times a number other than 0."""
        domain = _declaring(reading)
        factor = _constant_factor(domain, first, second)
        if factor is not None and self._proved(Equal(factor * first, second, on=domain)):
            return Likeness(True, f"the same {what} times {factor}")
        return None

    def beside(self, reading: Statement, other: Statement) -> Likeness:
        """A formula and a statement of another kind or domain: only their verdicts can tell them apart."""
        if type(reading) is type(other) and same_formula(replace(reading, on=other.on), other):
            return Likeness(None, "the same formula, claimed on another domain")
        verdicts = {self.verdict(reading)[0], self.verdict(other)[0]}
        if verdicts == {Verdict.PROVED, Verdict.REFUTED}:
            return Likeness(False, "one holds, the other has a counterexample")
        return Likeness(None, "statements of two kinds or over two domains are not compared")

    def check_conditions(self, reading: Statement, conditions: Sequence[tuple[str, Boolean]]) -> None:
        """Raise TheoremtestError where a formula is said under a condition that the claim's domain does not have everywhere."""
        for text, condition in conditions:
            for _, part in reading.parts():
                if condition.free_symbols <= {getattr(part, "t", TIME), TIME} and hasattr(part, "along"):
                    continue  # a rate holds at every time
                if condition not in part.on.conditions and not self._proved(Holds(condition, on=_declaring(part, condition))):
                    raise TheoremtestError(f"the formula is said under {' '.join(text.split())}, which is no condition of the claim; its "
                                           f"domain is {part.on.latex()}")

    def _proved(self, statement: Statement) -> bool:
        found = decide(Check("step", "", statement), "exact", self.claim.id, self.cache, self.seconds / 2)
        return found.outcome is Outcome.PROVED


def _together(found: Sequence[Likeness]) -> Likeness:
    """A conjunction says what another says where each of its parts does."""
    for wanted in (False, None):
        first = next((item for item in found if item.same is wanted), None)
        if first is not None:
            return replace(first, likely=all(item.same or item.likely for item in found))
    return Likeness(True, found[0].how if len({item.how for item in found}) == 1 else "part by part: "
                    + "; ".join(dict.fromkeys(item.how for item in found)))


def _of_part(item: Evidence, part: str) -> Evidence:
    """Evidence on one part of a conjunction, which says so."""
    example = item.counterexample
    if example is not None:
        example = replace(example, note=f"{part}; {example.note}" if example.note else part)
    return replace(item, counterexample=example, tried=tuple(f"{part}: {reason}" for reason in item.tried))


def _declaring(statement: Statement, *more: Basic) -> Domain:
    """The statement's domain with every symbol that its formulas, and some more, use among the declared ones."""
    spoken = set().union(*(atoms_of(expression) for expression in (*statement.expressions(), *more)))
    return statement.on.but(over=sorted(spoken - statement.on.declared, key=str))


def _constant_factor(domain: Domain, first: Basic, second: Basic) -> Rational | None:
    """A number that the second scalar may be of the first, read off at one random point; None where none fits."""
    from sympy import nsimplify

    from theoremtest.derivations.proof.points.random_points import points

    try:
        (point,) = points(domain, 1, "factor")
        one, other = (domain.expand(side).subs(point).evalf(40) for side in (first, second))
        ratio = nsimplify(other / one, rational=True, tolerance=Rational(1, 10**25))
    except (TheoremtestError, ValueError, TypeError, ZeroDivisionError, AttributeError):
        return None
    return ratio if ratio.is_Rational and ratio != 0 and max(abs(ratio.p), ratio.q) < 10**6 else None


def _written_out(statement: Statement) -> tuple:
    """A statement with every abbreviation of its domain and every transpose of a product written out."""
    values = [getattr(statement, item.name) for item in fields(statement) if item.name != "on"]
    return tuple(statement.on.expand(value).replace(_of_a_product, lambda turned: turned.doit(deep=False))
                 if isinstance(value, Basic) and not isinstance(value, (Boolean, bool)) else value for value in values)


def _of_a_product(part: Basic) -> bool:
    return isinstance(part, Transpose) and isinstance(part.arg, MatMul)
