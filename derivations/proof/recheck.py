"""Whether a statement certainly fails at one exact point, worked out anew from the statement alone.

Nothing here knows how an answer was found: the sides are put together from the definition of the kind and enclosed. It serves
twice: a counterexample must fail here, and a proved statement must not, at any of the points where that is tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache, partial, singledispatch
from itertools import combinations, islice

from sympy import (
    Abs,
    Derivative,
    Eq,
    Gt,
    Heaviside,
    Identity,
    ImmutableMatrix,
    Le,
    Lt,
    MatrixSymbol,
    Max,
    Min,
    Ne,
    Piecewise,
    Rational,
    S,
    ZeroMatrix,
    ceiling,
    diff,
    floor,
    sign,
    sympify,
)
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational
from sympy.matrices.exceptions import NonInvertibleMatrixError, ShapeError

from theoremtest.derivations.language.classifies import Classifies
from theoremtest.derivations.language.definite import PositiveDefinite, PositiveSemidefinite
from theoremtest.derivations.language.domain import Domain, atoms_of
from theoremtest.derivations.language.errors import DomainError
from theoremtest.derivations.language.flow import GradientFlow
from theoremtest.derivations.language.matrix_function import MatrixFunction
from theoremtest.derivations.language.scales import Scales
from theoremtest.derivations.language.square_root import SquareRoot
from theoremtest.derivations.language.statement import (
    AtMostOneZero,
    Conserved,
    Equal,
    Evolves,
    Gradient,
    Hessian,
    Holds,
    Iff,
    Inverse,
    Limit,
    Minimises,
    Solves,
    Statement,
)
from theoremtest.derivations.proof.endless import speaks_of_integrals

from .balls import enclose as balls
from .broken_paths import lost_by, passed_by
from .deadline import Deadline, OutOfTime
from .difference_quotients import DIFFERENTIAL, changes_otherwise
from .matrices.letters import is_matrix
from .matrix_functions.slopes import NoSlope, loses_value, slope
from .obligations import obligations, with_parts, written_out
from .on_the_way import goes_elsewhere, way_of
from .points.boundary import boundary_points
from .points.explicit import NotExplicit, along, explicit, gradient, hessian
from .points.random_points import points
from .points.smallest import small_points
from .points.witness import has_value

MOST_ROWS = 5
"""Of a matrix whose principal minors are looked at."""
SIMPLE, DRAWN, ON_BORDERS = 10, 2, 6
"""The simplest points at which a proved statement is tried, random ones, and ones on the borders of what it asks for."""
SIMPLE_MATRICES, DRAWN_MATRICES = 4, 6
"""As many where there are matrices: at the simplest points most are zero, and all of one row; those that are drawn have up to three."""
SHARE = 0.2
"""The part of the time left that drawing may take."""
BORDERS, BASES, CLOSE = 4, 4, Rational(1, 512)
"""Borders that are looked for, simple points from which they are, and how far beside one a point lies."""
BITS = 256


def fails_at(statement: Statement, point: dict, deadline: Deadline, most: int = balls.PRECISIONS[-1]) -> bool | None:
    """True where the statement certainly fails at the point, False where it is not seen to, None where one point cannot tell."""
    try:
        return fails(statement, point, lambda left, right: balls.separated(left, right, point, deadline, most) is not None, deadline)
    except (NotExplicit, NotImplementedError, NonInvertibleMatrixError, ShapeError):
        return None


def contradiction(statement: Statement, domain: Domain, deadline: Deadline, tried: Iterable[dict] | None = None) -> dict | None:
    """A point of the domain where a statement that was proved certainly fails, or says something of what has no value there.

    tried: the points, `points_to_try` unless they are given.
    """
    if isinstance(statement, (Limit, Scales)):
        return _another_way(statement, domain, deadline)
    for point in points_to_try(statement, domain, deadline) if tried is None else tried:
        deadline.check()
        if _is_contradicted(statement, point, deadline):
            return point
    return None


def _is_contradicted(statement: Statement, point: dict, deadline: Deadline) -> bool:
    if not isinstance(statement, DIFFERENTIAL):
        return fails_at(statement, point, deadline, BITS) is True or lacks_value(statement, point)
    formulas = [put(statement, formula) for formula in statement.expressions()]
    if at_a_kink(formulas, lambda left, right: balls.separated(left, right, point, deadline, BITS) is not None):
        return False
    try:
        return changes_otherwise(statement, point, partial(put, statement))
    except (balls.NotEvaluable, ValueError, NotExplicit):
        return False


def _another_way(statement: Limit | Scales, domain: Domain, deadline: Deadline) -> dict | None:
    """Parameters for which a limit or an order does not look like the stated one on the way."""
    x = statement.variable
    where = Domain(*(written for condition in domain.conditions if x not in atoms_of(written := domain.expand(condition))),
                   over=[*(symbol for symbol in domain.symbols if symbol != x), *domain.dimensions])
    for point in islice(small_points(where, SIMPLE, deadline=deadline), SIMPLE_MATRICES):
        if goes_elsewhere(statement, point, deadline):
            return {**point, x: way_of(statement)[-1]}
    return None


def points_to_try(statement: Statement, domain: Domain, deadline: Deadline) -> Iterator[dict]:
    """The simplest points, random ones with matrices of different sizes, and ones on the borders of what the statement asks for."""
    matrices = bool(domain.matrices)
    yield from small_points(domain, SIMPLE_MATRICES if matrices else SIMPLE, deadline=deadline)
    if isinstance(statement, Minimises):
        return  # its Hessian is worked out entry by entry, which takes long of anything but the smallest
    try:
        yield from points(domain, DRAWN_MATRICES if matrices else DRAWN, "recheck", deadline.part(SHARE))
        borders = list(dict.fromkeys(Eq(demand.expression, 0, evaluate=False) for formula in statement.expressions()
                   for asked in obligations(written_out(sympify(formula, strict=True), statement.on)) for demand in asked.any_of
                   if demand.expression.free_symbols and not demand.expression.atoms(MatrixSymbol)))[:BORDERS]
        if borders:
            yield from islice(boundary_points(borders, domain, deadline.part(SHARE), BASES, CLOSE), ON_BORDERS)
    except (DomainError, OutOfTime, balls.NotEvaluable):
        deadline.check()


def lacks_value(statement: Statement, point: dict) -> bool:
    """Whether a formula of a statement that speaks of every point has no value at this one, as it is written."""
    return isinstance(statement, (Holds, Iff, Classifies)) and has_no_value(statement, point)


def has_no_value(statement: Statement, point: dict) -> bool:
    """Whether a formula of a statement, as it is written, is seen to have no value at a point."""
    return any(has_value([put(statement, formula)], point) is False for formula in statement.expressions())


@singledispatch
def fails(statement, point, apart, deadline) -> bool | None:
    return None


def _differ(pairs, apart) -> bool | None:
    """Whether certainly one pair of sides differs; None where that cannot be worked out."""
    unknown = False
    for left, right in pairs:
        try:
            if apart(left, right):
                return True
        except balls.NotEvaluable:
            unknown = True
    return None if unknown else False


def at_a_kink(expressions, apart) -> bool:
    """Whether the point may lie on a jump or a kink of one of the expressions, where a derivative says nothing."""
    borders = []
    for expression in expressions:
        for node in expression.atoms(Abs, sign, Heaviside, Max, Min, Piecewise, floor, ceiling):
            if isinstance(node, (floor, ceiling)):
                return True
            if isinstance(node, Piecewise):
                borders += [relation.lhs - relation.rhs for relation in node.atoms(Relational)]
            elif isinstance(node, (Max, Min)):
                borders += [one - other for one, other in combinations(node.args, 2)]
            else:
                borders.append(node.args[0])
    try:
        return not all(apart(border, S.Zero) for border in borders)
    except balls.NotEvaluable:
        return True


def put(statement, expression):
    """The formula as it is written, abbreviations in their place and derivatives carried out; nothing else is evaluated."""
    return _written_out(sympify(expression, strict=True), statement.on)


@lru_cache(maxsize=64)
def _written_out(formula, domain: Domain):
    return with_parts(written_out(formula, domain), _carried_out)


def _carried_out(node):
    return node.doit(deep=False) if isinstance(node, Derivative) and not speaks_of_integrals(node) else None


@fails.register
def _(statement: Equal, point, apart, deadline):
    return _differ([(put(statement, statement.left), put(statement, statement.right))], apart)


@fails.register
def _(statement: Inverse, point, apart, deadline):
    matrix, inverse = put(statement, statement.matrix), put(statement, statement.inverse)
    one = Identity(matrix.shape[0])
    return _differ([(matrix * inverse, one), (inverse * matrix, one)], apart)


@fails.register
def _(statement: SquareRoot, point, apart, deadline):
    root, of = put(statement, statement.root), put(statement, statement.of)
    if _differ([(root * root, of), (root, root.T)], apart):
        return True
    return _indefinite(PositiveSemidefinite(root), point, apart, deadline) or None


@fails.register(Evolves)
@fails.register(Conserved)
def _(statement, point, apart, deadline):
    """By a step along the rates at the point."""
    flow = statement.along
    if not isinstance(flow, GradientFlow) and any(expression.has(MatrixFunction) for expression in statement.expressions()):
        try:
            change = slope(put(statement, statement.quantity), {state: put(statement, rate) for state, rate in flow.rates.items()})
        except NoSlope:
            return None
        stated = put(statement, statement.rate)
        return _differ([(change, ZeroMatrix(*change.shape) if is_matrix(change) and stated == 0 else stated)], apart)
    if at_a_kink([put(statement, expression) for expression in statement.expressions()], apart):
        return False
    stated = put(statement, statement.rate)
    if getattr(statement, "symbol", None) is not None:  # the rate names the quantity
        stated = stated.xreplace({statement.symbol: put(statement, statement.quantity)})
    if isinstance(flow, GradientFlow):
        loss = put(statement, flow.loss)
        rates = {state: -explicit(put(statement, rate), point) * gradient(loss, state, point)
                 for state, rate in flow.learning_rates.items()}
    else:
        rates = {state: explicit(put(statement, rate), point) for state, rate in flow.rates.items()}
    change = along(put(statement, statement.quantity), point, rates)
    return _differ([_written(change, stated, point)], apart)


def _written(found, stated, point) -> tuple:
    """What was worked out entry by entry, beside what is stated; a stated zero takes the shape of the other."""
    return found, found * 0 if stated == S.Zero else explicit(stated, point)


@fails.register
def _(statement: Gradient, point, apart, deadline):
    if at_a_kink([put(statement, statement.potential)], apart):
        return False
    found = gradient(put(statement, statement.potential), statement.variable, point)
    return _differ([_written(found, put(statement, statement.value), point)], apart)


@fails.register
def _(statement: Hessian, point, apart, deadline):
    if at_a_kink([put(statement, statement.potential)], apart):
        return False
    found = hessian(put(statement, statement.potential), statement.variable, point)
    return _differ([_written(found, put(statement, statement.field), point)], apart)


@fails.register
def _(statement: Minimises, point, apart, deadline):
    potential, initial = put(statement, statement.potential), statement.initial
    curvature = hessian(potential, statement.variable, point)
    one = Identity(statement.variable.shape[0]) * put(statement, statement.warp)
    slope = gradient(potential, statement.variable, {**point, statement.variable: point[initial]})  # it may depend on the start too
    pairs = [_written(curvature * explicit(put(statement, statement.preconditioner), point), one, point),
             _written(slope, put(statement, statement.slope), point)]
    return _differ(pairs, apart) or _wrong_minor(ImmutableMatrix(curvature), Le, point, apart, deadline) or None


@fails.register
def _(statement: Solves, point, apart, deadline):
    t, states = statement.system.t, statement.system.rates
    solution = {state: put(statement, value) for state, value in statement.solution.items()}
    if any(map(is_matrix, states)):
        return loses_value(solution, t, point) or _matrices_differ(statement, solution, apart)
    if at_a_kink([*solution.values(), *(put(statement, rate) for rate in states.values())], apart):
        return False
    moving, starting, passed = _scalar_pairs(statement)
    limit = _starts_as_a_limit(solution, t)
    found = _differ(moving if limit else moving + starting, apart)
    if found is True or lost_by(solution, passed, t, point, deadline):
        return True
    return None if limit else found


@lru_cache(maxsize=4)
def _scalar_pairs(statement: Solves) -> tuple[list, list, dict]:
    """What is to be equal on the way, and what at the start, and what passes it: the same at every point that is asked about."""
    t, solution = statement.system.t, {state: put(statement, value) for state, value in statement.solution.items()}
    return ([(diff(solution[state], t), put(statement, rate).subs(solution, simultaneous=True))
             for state, rate in statement.system.rates.items()],
            [(solution[state].subs(t, 0), put(statement, value)) for state, value in statement.system.initial.items()],
            passed_by(statement, solution))


def _matrices_differ(statement: Solves, solution: dict, apart) -> bool | None:
    """As for scalars, the derivative taken by the structure of the formula."""
    t = statement.system.t
    try:
        pairs = [(slope(solution[state], {t: S.One}), put(statement, rate).xreplace(solution))
                 for state, rate in statement.system.rates.items()]
    except NoSlope:
        return None
    return _differ(pairs + [(solution[state].xreplace({t: S.Zero}), put(statement, value))
                            for state, value in statement.system.initial.items()], apart)


def _starts_as_a_limit(solution, t) -> bool:
    """Whether a formula has no value at the start, where no point can tell its limit."""
    return any(value.subs(t, 0).has(S.NaN, S.ComplexInfinity) for value in solution.values())


def _truth(condition, point, deadline) -> bool | None:
    if condition in (S.true, S.false):
        return condition == S.true
    try:
        return balls.truth(condition, point, deadline)
    except balls.Undefined:
        raise
    except balls.NotEvaluable:
        return None


@fails.register
def _(statement: Holds, point, apart, deadline):
    relation = put(statement, statement.relation)
    if isinstance(relation, (PositiveDefinite, PositiveSemidefinite)):
        return _indefinite(relation, point, apart, deadline)
    try:
        holds = _truth(relation, point, deadline)
    except balls.Undefined:
        return False
    if holds is None and (isinstance(relation, (Gt, Lt, Ne)) or speaks_of_integrals(relation) or relation.atoms(AppliedUndef)):
        return None  # one irrational number on both sides: balls never part them; integrals, open functions: they do not enclose them
    return holds is False


def _indefinite(relation, point, apart, deadline) -> bool | None:
    """Whether a matrix is certainly not symmetric, or one of its principal minors is of a sign that it must not have."""
    matrix = explicit(relation.matrix, point)
    if matrix is S.NaN or matrix.has(S.NaN, S.ComplexInfinity):  # without a value it is no matrix
        return None
    return _wrong_minor(matrix, Le if isinstance(relation, PositiveDefinite) else Lt, point, apart, deadline)


def _wrong_minor(matrix, sign, point, apart, deadline) -> bool | None:
    """Whether an explicit matrix is certainly not symmetric, or a principal minor is of this sign against zero."""
    if matrix.rows > MOST_ROWS:
        return None
    sizes = range(1, matrix.rows + 1)
    minors = (matrix.extract(list(rows), list(rows)).det() for size in sizes for rows in combinations(range(matrix.rows), size))
    try:
        if any(apart(matrix[i, j], matrix[j, i]) for i, j in combinations(range(matrix.rows), 2)):
            return True
        wrong = [sign(minor, 0) for minor in minors]
        truths = [_truth(condition, point, deadline) for condition in wrong]
    except balls.NotEvaluable:
        return None
    return True if True in truths else None if None in truths else False


@fails.register
def _(statement: Iff, point, apart, deadline):
    try:
        truths = {_truth(put(statement, side), point, deadline) for side in (statement.left, statement.right)}
    except balls.Undefined:
        return False
    return None if None in truths else len(truths) == 2


@fails.register
def _(statement: Classifies, point, apart, deadline):
    """A label is given where its meaning is false; or, of a complete list, none is given, or two."""
    try:
        given = {label: _truth(put(statement, statement.condition(label)), point, deadline) for label in statement.given}
        meaning = {label: _truth(put(statement, statement.meaning[label]), point, deadline) for label in statement.given}
    except balls.Undefined:
        return False
    if any(given[label] is True and meaning[label] is False for label in given):
        return True
    if statement.complete and (all(found is False for found in given.values()) or list(given.values()).count(True) > 1):
        return True
    return None if None in (*given.values(), *meaning.values()) else False


@fails.register
def _(statement: AtMostOneZero, point, apart, deadline):
    """A state that stays where it is, with the quantity zero there, makes it vanish at all times."""
    flow = statement.along
    pairs = [(put(statement, rate), ZeroMatrix(*rate.shape) if is_matrix(rate) else S.Zero) for rate in flow.rates.values()]
    pairs.append((put(statement, statement.quantity), S.Zero))
    try:
        return all(_same(left, right, point) for left, right in pairs)
    except balls.NotEvaluable:
        return False


def _same(left, right, point) -> bool:
    """Whether both are rational at the point, and equal."""
    if is_matrix(left):
        enclosed = balls.matrix_enclosure(left, point, balls.PRECISIONS[0])
        return all(entry.is_exact() and entry == 0 for entry in enclosed.entries())
    return balls.exact_value(left - right, point) == 0
