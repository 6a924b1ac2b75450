"""The `points` route: every kind of statement tried at random points of its domain, worked out to 50 digits.

Points are seeded by the claim's id, so the same code gives the same figures on any machine. Derivatives are difference
quotients at high precision, gradients of losses included: no formula is differentiated here, so a slip in the symbolic
route shows up as a disagreement. Agreement supports a statement and proves nothing; a disagreement is a refutation.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from sympy import Eq, Ge, Integral, MatrixSymbol, Sum

from theoremtest.derivations.language import (
    Counterexample,
    Domain,
    DomainError,
    Equal,
    Evidence,
    Holds,
    Iff,
    Limit,
    NotHessian,
    Outcome,
    Solves,
    Statement,
    atoms_of,
)
from theoremtest.derivations.language.inverses import PseudoInverse
from theoremtest.derivations.language.rank import RankBound
from theoremtest.derivations.proof.deadline import Deadline, OutOfTime
from theoremtest.derivations.proof.points.coordinates import contains
from theoremtest.derivations.proof.points.definitions import definitions
from theoremtest.derivations.proof.points.random_points import points
from theoremtest.derivations.proof.points.smallest import small_points
from theoremtest.derivations.proof.points.sparse import low_rank_points
from theoremtest.numerics.routes import identity_trials, limit_trials, relation_trials  # noqa: F401  each registers its rules with `trial`
from theoremtest.numerics.routes.descent import failing_points
from theoremtest.numerics.routes.refutation import differ, told_apart
from theoremtest.numerics.routes.sizes import supported
from theoremtest.numerics.routes.solved_points import KNOWN, Solved, solved_beside
from theoremtest.numerics.routes.ties import tied_points
from theoremtest.numerics.routes.trial import DIGITS, Trial, known_to, named, text, trial
from theoremtest.numerics.values.evaluate import EvaluationError
from theoremtest.numerics.values.rules import NotToldApart

COUNT = 8
LIMIT_COUNT = 4
"""Limits are followed over many arguments, so fewer points will do."""
INTEGRAL_COUNT = 3
"""And an integral or a sum takes thousands of arguments for its digits; where a limit is taken of one, one point is followed."""
THIN_SECONDS = 5.0
"""Time limit for drawing points of low rank."""
DOUBTS = 3
"""Points at which numbers may differ without a proof that they do, before the others are left."""
ENGINE = "mpmath, 50 digits"


def check(statement: Statement, seed: str, count: int = COUNT) -> Evidence:
    """Try a statement (no conjunction) at `count` random points of its domain; beyond COUNT, the simplest points are tried besides,
    and the search downhill takes longer.

    Outcome `agrees` when all points agree; `refuted` with a point where the statement is proved to fail; `undecided` when numbers differ
    and no bound of their error is proved, when a side has no value at a point of the domain, and when a symbolic size was 1 at all points;
    `not applicable` for kinds that speak of whole trajectories. Raises DomainError when the domain has no point to try.
    """
    if not applies(statement):
        return Evidence("points", ENGINE, Outcome.NOT_APPLICABLE)
    statement = _with_definitions(statement)
    domain = sampled_domain(statement)
    drawn, solved = _drawn(statement, domain, min(count, COUNT), seed)
    drawn += tied_points(statement, domain, drawn)
    drawn += small_points(domain, count - COUNT) if count > COUNT else ()
    trials = _Trials(statement)
    for point in drawn:
        if trials.ended_at(point):
            return trials.doubts[-1]
    for point in _thin_points(statement):  # an inverse beside a pseudo-inverse has no value where the rank is low: nothing is said there
        if trials.ended_at(point, quiet=True):
            return trials.doubts[-1]
    exact = list(trials.seen)
    with known_to(KNOWN):
        for found in solved:
            if trials.ended_at(found.point, proof=found.proof_of(statement), again=found.rounded):
                return trials.doubts[-1]
    if trials.doubts:
        return trials.doubts[0]
    if not trials.seen:
        return Evidence("points", ENGINE, Outcome.UNDECIDED, tried=tuple(trials.tried[:3]))
    cornered = _downhill(statement, exact, seed, count > COUNT) if count >= COUNT and exact else None
    return cornered or trials.told(domain, len(trials.seen) - len(exact))


class _Trials:
    """What the points that were tried have shown of a statement."""

    def __init__(self, statement: Statement):
        self.statement = statement
        self.seen: list[dict] = []
        self.tried: list[str] = []
        self.notes: list[str] = []
        self.doubts: list[Evidence] = []
        self.worst = DIGITS

    def ended_at(self, point: dict, quiet: bool = False, proof: Callable[[], bool] | None = None, again: dict | None = None) -> bool:
        """Try a point; whether the last doubt ends the trials, a refutation or one too many.

        quiet: no value there is no reason. again: the same point with fewer digits, where a difference must be the same.
        """
        try:
            result = trial(self.statement, point)
            if result.fails and again is not None and (result.left, result.right) != _sides(trial(self.statement, again)):
                raise NotToldApart("the sides hang on the last digits of the point")
        except EvaluationError as error:
            self.tried += [] if quiet else [f"no value at {text(point)}: {error}"]
            return False
        self.seen.append(point)
        self.notes.append(result.note)
        self.worst = min(self.worst, result.digits)
        if not result.fails:
            return False
        self.doubts.append(_apart(self.statement, point, result, proof))
        return self.doubts[-1].outcome is Outcome.REFUTED or len(self.doubts) == DOUBTS

    def told(self, domain: Domain, solved: int) -> Evidence:
        """The evidence where all points that have a value agree."""
        scope = _scope(self.statement.on, self.seen, solved)
        figure = f"{self.worst} digits" if _counts_digits(self.statement) else "all"
        if isinstance(self.statement, Limit):
            figure = _common(self.notes)
        if self.tried:
            return Evidence("points", ENGINE, Outcome.UNDECIDED, scope, figure, tried=tuple(self.tried[:3]))
        return supported(Evidence("points", ENGINE, Outcome.AGREES, scope, figure), domain, self.seen)


def _sides(result: Trial) -> tuple[str, str]:
    return result.left, result.right


def _drawn(statement: Statement, domain: Domain, count: int, seed: str) -> tuple[list[dict], list[Solved]]:
    """Exact random points of the domain; and where their sizes are not all above 1 at once, or there are none, points that are solved for.

    Raises DomainError where there is neither.
    """
    least, missing = 2 if isinstance(statement, NotHessian) else 1, None
    try:
        drawn = draw(domain, _enough(statement, domain, count), seed, least_size=least)
    except DomainError as error:
        drawn, missing = [], error
    solved = solved_beside(domain, drawn, seed)
    if missing is not None and not solved:
        raise missing
    return drawn, solved


def _apart(statement: Statement, point: dict, result: Trial, proof: Callable[[], bool] | None = None) -> Evidence:
    where = point if result.at is None else result.at
    example = Counterexample(named(where), result.left, result.right, result.note)
    return told_apart(statement, where, differ("points", ENGINE, result.figure, example), result.proof or proof)


def _downhill(statement: Statement, seen: list, seed: str, thorough: bool) -> Evidence | None:
    """What speaks against a relation in a corner of the domain, where its room is looked for downhill from the points seen."""
    doubt = None
    for point in failing_points(statement, seen, seed, thorough):
        try:
            result = trial(statement, point)
        except EvaluationError:  # no value to 50 digits: floats that said so are no evidence
            continue
        if result.fails:
            found = _apart(statement, point, result)
            if found.outcome is Outcome.REFUTED:
                return found
            doubt = doubt or found
    return doubt


def _with_definitions(statement: Statement) -> Statement:
    """The statement where scalars that a condition makes roots or logarithms of others abbreviate those: such points are not rational."""
    on = statement.on
    if on.chart is not None or not isinstance(statement, (Equal, Holds, Iff)):
        return statement
    made, _ = definitions(on, on.conditions, set(on.matrices))
    told = {symbol: value for symbol, value in made if not symbol.is_integer and not value.atoms(MatrixSymbol)
            and not value.is_rational_function()}
    if not told or any(set(told) & atoms_of(value) for value in told.values()):
        return statement
    kept = [condition for condition in on.conditions if not (isinstance(condition, Eq) and any(
        told.get(one) == on.expand(other) for one, other in ((condition.lhs, condition.rhs), (condition.rhs, condition.lhs))))]
    over = [symbol for symbol in on.symbols if symbol not in told]
    return replace(statement, on=Domain(*kept, over=over, where={**told, **on.where}))


def _enough(statement: Statement, domain: Domain, count: int) -> int:
    """How many points are tried where `count` are wished for: fewer where a point takes long, one where there is but one."""
    if not domain.symbols and not domain.dimensions:
        return 1
    far = _speaks_of(statement, Integral) or _speaks_of(statement, Sum)
    if isinstance(statement, Limit):
        return 1 if far else min(count, LIMIT_COUNT)
    return min(count, INTEGRAL_COUNT) if far else count


def _speaks_of(statement: Statement, kind: type) -> bool:
    return any(hasattr(part, "has") and part.has(kind) for part in statement.expressions())


def _thin_points(statement: Statement) -> list[dict]:
    """Points of low rank for a statement of pseudo-inverses: chance draws matrices of full rank only."""
    if not _speaks_of(statement, PseudoInverse):
        return []
    domain = sampled_domain(statement)
    try:
        return [point for point in low_rank_points(domain, Deadline(THIN_SECONDS)) if contains(domain, point) is True]
    except OutOfTime:
        return []


def applies(statement: Statement) -> bool:
    """Whether this route has anything to say about such a statement."""
    return trial.dispatch(type(statement)) is not trial.dispatch(object)


def draw(domain: Domain, count: int, seed: str, least_size: int = 1) -> list[dict]:
    """`count` random rational points of a domain, the same for the same seed, every dimension at least `least_size`.

    Raises DomainError when the domain has none that can be found.
    """
    if least_size > 1 and domain.dimensions:
        domain = domain.but(*(Ge(dimension, least_size) for dimension in domain.dimensions))
    return points(domain, count, seed)


def sampled_domain(statement: Statement) -> Domain:
    """The statement's domain, with what the statement itself binds and no point of the domain would give: states, time."""
    if isinstance(statement, Solves):
        free = {statement.system.t}
    elif hasattr(statement, "along"):
        free = set(statement.along.states)
    else:
        return statement.on
    missing = sorted(free - statement.on.declared, key=str)
    return statement.on.but(over=missing) if missing else statement.on


def _counts_digits(statement) -> bool:
    return not isinstance(statement, (Holds, Iff, Limit, NotHessian, RankBound))


def _common(notes: list[str]) -> str:
    return notes[0] if notes else ""


def _scope(domain: Domain, seen: list, solved: int) -> str:
    text = f"{len(seen)} points" + (f", {solved} of them solved for" if solved else "")
    for dimension in domain.dimensions:
        sizes = sorted({int(point[dimension]) for point in seen if dimension in point})
        text += f", {dimension} = {', '.join(map(str, sizes))}"
    return text
