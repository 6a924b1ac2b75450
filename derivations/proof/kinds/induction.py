"""Claims about every whole number from a start on: base and step decided, each by itself; refuted at one number, worked out."""

from __future__ import annotations

from sympy import Integer, S
from sympy.core.relational import Relational

from theoremtest.derivations.language.induction import Induction
from theoremtest.derivations.language.latex import to_latex
from theoremtest.derivations.language.relations import spoken, worked_out
from theoremtest.derivations.language.statement import Equal, Holds
from theoremtest.derivations.language.verdict import Counterexample, Outcome
from theoremtest.derivations.proof.balls import enclose as balls
from theoremtest.derivations.proof.deadline import Deadline, OutOfTime
from theoremtest.derivations.proof.ladder import Finding, findings_of, refutation, scope
from theoremtest.derivations.proof.recheck import fails, fails_at
from theoremtest.derivations.proof.refute import refute_equal, refute_relation
from theoremtest.derivations.proof.sum_goals import false_somewhere, prover
from theoremtest.derivations.proof.sums.finite import NotFinite
from theoremtest.derivations.proof.sums.rewriting import simplified
from theoremtest.derivations.proof.sums.sequences import FAR, Beyond, relations, rules, speaks_of_it_alone, unrolled
from theoremtest.derivations.proof.sums.steps import Halves
from theoremtest.derivations.proof.sums.vanishing import without

LOOKED_AT = 5
"""The first numbers at which a claim is worked out before it is proved, where it speaks of other letters, too."""
SHARE = 0.6
"""The part of the time that a proof may take."""


@findings_of.register
def _(statement: Induction, deadline) -> list[Finding]:
    try:
        counterexample = at_the_first(statement, deadline.part(1 - SHARE))
        if counterexample is not None:
            number = dict(counterexample.point)[to_latex(statement.over)]
            return [refutation(counterexample, f"the claim at {statement.over} = {number}", "")]
        return _proved(statement, deadline.part(SHARE))
    except (NotFinite, Beyond) as reason:
        return [Finding(Outcome.UNDECIDED, tried=(f"induction: {reason}",))]
    except OutOfTime:
        deadline.check()
        return [Finding(Outcome.UNDECIDED, tried=("induction: no decision within its part of the time",))]


def _proved(statement: Induction, deadline: Deadline) -> list[Finding]:
    halves = Halves(statement, prover(deadline))
    lacking = halves.defined()
    if lacking:
        return [Finding(Outcome.UNDECIDED, tried=(f"induction: {lacking}",))]
    found = []
    for goal in halves.goals:
        for name, half in (("base", halves.base), ("step", halves.step)):
            rung = half(goal)
            if rung is None:
                return [Finding(Outcome.UNDECIDED, tried=(f"induction: the {name} is not shown",))]
            found.append(Finding(Outcome.PROVED, f"{name}: {rung}", scope(statement.on)))
    return found


def _at(statement: Induction, number: int) -> list:
    """The claims at one number, without sequences and over sums with numbers for bounds written out.

    Raises NotFinite, and Beyond where a side has no value there that could be written down.
    """
    domain, known, deadline = without(statement.on, statement.over), rules(statement), Deadline(None)

    def placed(side):
        return unrolled(simplified(side.xreplace({statement.over: Integer(number)}), domain, deadline), statement, known)

    made = []
    for kind, left, right in relations(statement):
        try:
            sides = list(map(placed, (left, right))) if kind == "equal" else [placed(left)]
            if isinstance(left, Relational) and worked_out(sides[0]):
                sides = [left.func(placed(left.lhs), placed(left.rhs), evaluate=False)]
        except TypeError as error:  # SymPy compares nothing with a value that is no real number
            raise Beyond(f"a side has no value at {statement.over} = {number}: {error}") from None
        if any(side.has(S.ComplexInfinity, S.NaN, S.Infinity, S.NegativeInfinity) for side in sides):
            raise Beyond(f"a side has no value at {statement.over} = {number}")
        made.append(Equal(*sides, on=domain) if kind == "equal" else Holds(spoken(sides[0]), on=domain))
    return made


def at_the_first(statement: Induction, deadline: Deadline) -> Counterexample | None:
    """A number at which the claim is false, with the other symbols' values; None where the first few show none."""
    name = to_latex(statement.over)
    for number in range(statement.start, statement.start + (FAR if speaks_of_it_alone(statement) else LOOKED_AT)):
        try:
            claims = _at(statement, number)
        except Beyond:
            continue
        for claim in claims:
            try:
                if isinstance(claim, Equal):
                    if not claim.left.free_symbols and claim.left == claim.right:
                        continue
                    found = refute_equal(claim.left, claim.right, claim.on, deadline)
                elif not false_somewhere(claim.relation, claim.on, deadline):
                    continue
                else:
                    found = refute_relation(claim.relation, claim.on, deadline)
            except (balls.NotEvaluable, OutOfTime):
                continue
            if found is not None:
                return Counterexample(((name, str(number)), *found.point), found.left, found.right, found.note)
    return None


@fails.register
def _(statement: Induction, point, apart, deadline):
    number = point[statement.over]
    if not number.is_Integer or number < statement.start:
        return False  # no number that the claim is about
    rest = {symbol: value for symbol, value in point.items() if symbol != statement.over}
    try:
        claims = _at(statement, int(number))
    except (Beyond, NotFinite):
        return None
    answers = {fails_at(claim, rest, deadline) for claim in claims}
    return True if True in answers else None if None in answers else False
