"""Expressions enclosed at exact points: rational where possible, Arb balls elsewhere, with rising precision.

An expression is read once into a program (common subexpressions shared) and run at many points. A point maps symbols to
rationals, matrix symbols to explicit rational matrices and dimensions to integers. Only finite and disjoint enclosures
separate two sides; everything else is "not shown".
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Context, Decimal
from fractions import Fraction
from functools import lru_cache

import sympy
from flint import arb, arb_mat, fmpq, fmpq_mat
from sympy.functions.elementary.piecewise import ExprCondPair
from sympy.logic.boolalg import Boolean
from sympy.matrices.expressions.matexpr import MatrixElement, MatrixExpr

from ..language.symbols import Dot
from . import ball_rules as rules
from .ball_rules import ONE, ZERO, Imprecise, NotEvaluable, Undefined, ball, exact

PRECISIONS = (64, 256, 1024, 4096)
UNKNOWN = object()
"""The truth value of a comparison that the balls leave open."""


class Grid:
    """A matrix of values, row by row."""

    __slots__ = ("columns", "entries", "rows")

    def __init__(self, rows: int, columns: int, entries: list):
        self.rows, self.columns, self.entries = rows, columns, entries

    def __getitem__(self, place):
        i, j = place
        if not (0 <= i < self.rows and 0 <= j < self.columns):
            raise NotEvaluable(f"no entry [{i}, {j}] in a matrix of shape ({self.rows}, {self.columns})")
        return self.entries[i * self.columns + j]

    @property
    def shape(self):
        return (self.rows, self.columns)

    def line(self, i):
        return self.entries[i * self.columns:(i + 1) * self.columns]

    def map(self, rule):
        return Grid(self.rows, self.columns, [rule(entry) for entry in self.entries])

    def __add__(self, other):
        _same_shape(self, other)
        return Grid(self.rows, self.columns, [x + y for x, y in zip(self.entries, other.entries)])

    def __matmul__(self, other):
        if self.columns != other.rows:
            raise NotEvaluable(f"shapes {self.shape} and {other.shape} do not multiply")
        columns = [other.entries[j::other.columns] for j in range(other.columns)]
        return Grid(self.rows, other.columns, [_inner(self.line(i), column) for i in range(self.rows) for column in columns])

    @property
    def T(self):
        return Grid(self.columns, self.rows, [x for j in range(self.columns) for x in self.entries[j::self.columns]])

    def flint(self):
        if all(exact(x) for x in self.entries):
            return fmpq_mat(self.rows, self.columns, self.entries)
        return arb_mat(self.rows, self.columns, [ball(x) for x in self.entries])

    def inverse(self):
        if self.rows != self.columns:
            raise NotEvaluable(f"a matrix of shape {self.shape} has no inverse")
        held = self.flint()
        try:
            inverse = held.inv()
        except ZeroDivisionError:
            if isinstance(held, fmpq_mat):
                raise Undefined("inverse of a singular matrix") from None
            raise Imprecise("a matrix may be singular") from None
        return Grid(self.rows, self.columns, list(inverse.entries()))

    def determinant(self):
        return self.flint().det()

    def power(self, n: int):
        if n < 0:
            return self.inverse().power(-n)
        result, square = identity(self.rows), self
        while n:
            if n & 1:
                result = result @ square
            n >>= 1
            if n:
                square = square @ square
        return result


def identity(n: int) -> Grid:
    return Grid(n, n, [ONE if i == j else ZERO for i in range(n) for j in range(n)])


def _same_shape(left, right):
    if left.shape != right.shape:
        raise NotEvaluable(f"shapes {left.shape} and {right.shape} differ")


def _inner(left, right):
    total = ZERO
    for x, y in zip(left, right):
        total = total + _times(x, y)
    return total


def _times(x, y):
    # an exact zero stays exact next to a ball
    if (x.__class__ is fmpq and x == 0) or (y.__class__ is fmpq and y == 0):
        return ZERO
    return x * y


class _Run:
    """One evaluation of a program at a point, at the current precision of Arb."""

    __slots__ = ("env", "program", "slots")

    def __init__(self, program, env):
        self.program, self.env, self.slots = program, env, [None] * len(program.steps)

    def get(self, index):
        value = self.slots[index]
        if value is None:
            try:
                value = self.program.steps[index](self.get, self.env)
            except NotEvaluable as trouble:
                if trouble.node is None:
                    trouble.node = self.program.nodes[index]
                raise
            self.slots[index] = value
        return value


class Program:
    """Expressions read into shared steps. Reading fails with NotEvaluable, naming a node that has no rule."""

    def __init__(self, *expressions):
        self.steps, self.nodes, self._known = [], [], {}
        self.roots = tuple(self.read(expression) for expression in expressions)

    def run(self, env) -> _Run:
        return _Run(self, env)

    def read(self, node) -> int:
        known = self._known.get(node)
        if known is None:
            step = self._step(node)
            self.steps.append(step)
            self.nodes.append(node)
            known = self._known[node] = len(self.steps) - 1
        return known

    def _step(self, node):
        for kind, reader in _READERS:
            if isinstance(node, kind):
                return reader(self, node)
        rule = rules.FUNCTIONS.get(node.func.__name__) if isinstance(node, sympy.Expr) else None
        if rule is None or isinstance(node, (MatrixExpr, sympy.core.function.AppliedUndef)):
            raise NotEvaluable(f"no rule for {type(node).__name__}", node)
        places = [self.read(argument) for argument in node.args]
        if len(places) == 1:
            place = places[0]
            return lambda get, env: rule(get(place))
        return lambda get, env: rule(*[get(place) for place in places])


# --- scalars -------------------------------------------------------------------------------------------------------


def _constant(value):
    return lambda get, env: value


def _read_rational(program, node):
    return _constant(fmpq(int(node.p), int(node.q)))


def _read_symbol(program, node):
    def step(get, env):
        try:
            return env[node]
        except KeyError:
            raise NotEvaluable("no value for a symbol", node) from None

    return step


def _read_pi(program, node):
    return lambda get, env: arb.pi()


def _read_e(program, node):
    return lambda get, env: arb.const_e()


def _read_infinite(program, node):
    def step(get, env):
        raise Undefined("not a real number", node)

    return step


def _read_add(program, node):
    first, *rest = [program.read(argument) for argument in node.args]

    def step(get, env):
        total = get(first)
        for place in rest:
            total = total + get(place)
        return total

    return step


def _read_mul(program, node):
    first, *rest = [program.read(argument) for argument in node.args]

    def step(get, env):
        product = get(first)
        for place in rest:
            product = _times(product, get(place))
        return product

    return step


def _never_negative(node) -> bool:
    """Whether the form of a real expression alone shows that it is at least 0."""
    if isinstance(node, sympy.Rational):
        return node >= 0
    if isinstance(node, (sympy.NumberSymbol, sympy.Abs, sympy.exp, sympy.cosh)):
        return True
    if isinstance(node, sympy.Pow):
        power = node.exp
        return (power.is_Rational and (power.q != 1 or power.p % 2 == 0)) or _never_negative(node.base)
    if isinstance(node, (sympy.Add, sympy.Mul)):
        return all(_never_negative(argument) for argument in node.args)
    return isinstance(node, Dot) and node.left == node.right


def _read_pow(program, node):
    base, exponent = node.args
    place = program.read(base)
    if exponent.is_Integer:
        n = int(exponent)
        return lambda get, env: rules.integer_power(get(place), n)
    safe = _never_negative(base)
    if exponent.is_Rational and exponent.q <= 64:
        p, q = int(exponent.p), int(exponent.q)
        return lambda get, env: rules.rational_power(get(place), p, q, safe)
    if base is sympy.E:
        top = program.read(exponent)
        return lambda get, env: rules.exp(get(top))
    other = program.read(exponent)
    return lambda get, env: rules.power(get(place), get(other), safe)


def _read_piecewise(program, node):
    branches = [(program.read(value), program.read(condition)) for value, condition in node.args]

    def step(get, env):
        for value, condition in branches:
            truth = get(condition)
            if truth is UNKNOWN:
                raise Imprecise("a case is not settled", node)
            if truth:
                return get(value)
        raise Undefined("no case applies", node)

    return step


def _read_dot(program, node):
    left, right = program.read(node.left), program.read(node.right)

    def step(get, env):
        u, v = get(left), get(right)
        _same_shape(u, v)
        return _inner(u.entries, v.entries)

    return step


def _read_sum(program, node):
    """A finite sum: the body is a program of its own, run once per value of the index."""
    body, limits = node.function, list(node.limits)
    index, low, high = limits.pop(0)
    if limits:
        body = sympy.Sum(body, (index, low, high))
        index, low, high = limits.pop()
        if limits:
            raise NotEvaluable("sums over more than two indices are not read", node)
    first, last = program.read(low), program.read(high)
    inner = Program(body)

    def step(get, env):
        start, stop = get(first), get(last)
        if not (exact(start) and exact(stop) and start.q == 1 and stop.q == 1):
            raise NotEvaluable("a sum runs between integers", node)
        total = ZERO
        for k in range(int(start.p), int(stop.p) + 1):
            total = total + inner.run({**env, index: fmpq(k)}).get(inner.roots[0])
        return total

    return step


def _read_element(program, node):
    parent, i, j = (program.read(argument) for argument in node.args)

    def step(get, env):
        row, column = get(i), get(j)
        if not (exact(row) and exact(column) and row.q == 1 and column.q == 1):
            raise NotEvaluable("an entry's place is an integer", node)
        return get(parent)[int(row.p), int(column.p)]

    return step


def _read_trace(program, node):
    place = program.read(node.arg)

    def step(get, env):
        grid = get(place)
        total = ZERO
        for i in range(min(grid.shape)):
            total = total + grid[i, i]
        return total

    return step


def _read_determinant(program, node):
    place = program.read(node.arg)
    return lambda get, env: get(place).determinant()


# --- matrices ------------------------------------------------------------------------------------------------------


def _size(program, node):
    place = program.read(sympy.sympify(node))

    def size(get):
        value = get(place)
        if not (exact(value) and value.q == 1 and value >= 0):
            raise NotEvaluable("a size is a whole number", node)
        return int(value.p)

    return size


def _read_explicit(program, node):
    places = [program.read(entry) for entry in node.flat()]
    rows, columns = node.shape
    return lambda get, env: Grid(rows, columns, [get(place) for place in places])


def _read_identity(program, node):
    size = _size(program, node.args[0])
    return lambda get, env: identity(size(get))


def _filled(value):
    def reader(program, node):
        rows, columns = (_size(program, size) for size in node.shape)
        return lambda get, env: Grid(rows(get), columns(get), [value] * (rows(get) * columns(get)))

    return reader


def _read_mat_mul(program, node):
    places = [(program.read(argument), bool(getattr(argument, "is_Matrix", False))) for argument in node.args]

    def step(get, env):
        scale, product = ONE, None
        for place, is_matrix in places:
            value = get(place)
            if not is_matrix:
                scale = _times(scale, value)
            else:
                product = value if product is None else product @ value
        return product if exact(scale) and scale == 1 else product.map(lambda entry: _times(scale, entry))

    return step


def _on_one(rule):
    def reader(program, node):
        place = program.read(node.args[0])
        return lambda get, env: rule(get(place))

    return reader


def _read_mat_pow(program, node):
    place, exponent = program.read(node.base), program.read(node.exp)

    def step(get, env):
        n = get(exponent)
        if not (exact(n) and n.q == 1):
            raise NotEvaluable("a matrix power has an integer exponent", node)
        return get(place).power(int(n.p))

    return step


def _kronecker(left: Grid, right: Grid) -> Grid:
    entries = [_times(left[i, j], right[k, m]) for i in range(left.rows) for k in range(right.rows)
               for j in range(left.columns) for m in range(right.columns)]
    return Grid(left.rows * right.rows, left.columns * right.columns, entries)


def _hadamard(left: Grid, right: Grid) -> Grid:
    _same_shape(left, right)
    return Grid(left.rows, left.columns, [_times(x, y) for x, y in zip(left.entries, right.entries)])


def _folded(combine):
    def reader(program, node):
        first, *rest = [program.read(argument) for argument in node.args]

        def step(get, env):
            result = get(first)
            for place in rest:
                result = combine(result, get(place))
            return result

        return step

    return reader


def _diagonal(vector: Grid) -> Grid:
    n = len(vector.entries)
    return Grid(n, n, [vector.entries[i] if i == j else ZERO for i in range(n) for j in range(n)])


# --- conditions ----------------------------------------------------------------------------------------------------


def _read_truth(program, node):
    return _constant(bool(node))


_ACCEPTS = {"Equality": (0,), "Unequality": (-1, 1), "StrictLessThan": (-1,), "LessThan": (-1, 0),
            "StrictGreaterThan": (1,), "GreaterThan": (0, 1)}


def _read_relation(program, node):
    left, right = program.read(node.lhs), program.read(node.rhs)
    accepted, name = _ACCEPTS[type(node).__name__], type(node).__name__

    def scalars(u, v):
        side = rules.compare(u, v)
        return UNKNOWN if side is None else side in accepted

    def step(get, env):
        u, v = get(left), get(right)
        if not isinstance(u, Grid):
            return scalars(u, v)
        _same_shape(u, v)
        sides = [rules.compare(x, y) for x, y in zip(u.entries, v.entries)]
        if any(side not in (None, 0) for side in sides):
            return name == "Unequality"
        return UNKNOWN if None in sides else name == "Equality"

    if not isinstance(node, (sympy.Eq, sympy.Ne)) and getattr(node.lhs, "is_Matrix", False):
        raise NotEvaluable("matrices are not ordered", node)
    return step


def _settle(places, get, decisive: bool):
    """Kleene's and/or: one decisive part settles it; otherwise an undefined part makes the whole undefined."""
    open_part, trouble = False, None
    for place in places:
        try:
            truth = get(place)
        except (Undefined, Imprecise) as error:
            trouble = trouble if isinstance(trouble, Undefined) else error
            continue
        if truth is decisive:
            return decisive
        open_part = open_part or truth is UNKNOWN
    if trouble is not None:
        raise trouble
    return UNKNOWN if open_part else not decisive


def _read_and(program, node):
    places = [program.read(argument) for argument in node.args]
    return lambda get, env: _settle(places, get, False)


def _read_or(program, node):
    places = [program.read(argument) for argument in node.args]
    return lambda get, env: _settle(places, get, True)


def _read_not(program, node):
    place = program.read(node.args[0])

    def step(get, env):
        truth = get(place)
        return truth if truth is UNKNOWN else not truth

    return step


def _read_implies(program, node):
    return _read_or(program, sympy.Or(sympy.Not(node.args[0]), node.args[1], evaluate=False))


def _read_same_truth(program, node):
    places = [program.read(argument) for argument in node.args]

    def step(get, env):
        truths = [get(place) for place in places]
        return UNKNOWN if UNKNOWN in truths else len(set(truths)) == 1

    return step


_READERS = (
    (sympy.MatAdd, _read_add),  # before Add and Mul, which SymPy derives them from
    (sympy.MatMul, _read_mat_mul),
    (sympy.Rational, _read_rational),
    (sympy.Symbol, _read_symbol),
    (sympy.MatrixSymbol, _read_symbol),
    (sympy.Add, _read_add),
    (sympy.Mul, _read_mul),
    (sympy.Pow, _read_pow),
    (Dot, _read_dot),
    (type(sympy.pi), _read_pi),
    (type(sympy.E), _read_e),
    ((type(sympy.oo), type(-sympy.oo), type(sympy.zoo), type(sympy.nan)), _read_infinite),
    (sympy.Piecewise, _read_piecewise),
    (sympy.Sum, _read_sum),
    (MatrixElement, _read_element),
    (sympy.Trace, _read_trace),
    (sympy.Determinant, _read_determinant),
    (sympy.MatrixBase, _read_explicit),
    (sympy.Identity, _read_identity),
    (sympy.ZeroMatrix, _filled(ZERO)),
    (sympy.OneMatrix, _filled(ONE)),
    (sympy.Transpose, _on_one(lambda grid: grid.T)),
    (sympy.Inverse, _on_one(lambda grid: grid.inverse())),
    (sympy.MatPow, _read_mat_pow),
    (sympy.KroneckerProduct, _folded(_kronecker)),
    (sympy.HadamardProduct, _folded(_hadamard)),
    (sympy.DiagMatrix, _on_one(_diagonal)),
    ((sympy.logic.boolalg.BooleanTrue, sympy.logic.boolalg.BooleanFalse), _read_truth),
    (sympy.core.relational.Relational, _read_relation),
    (sympy.And, _read_and),
    (sympy.Or, _read_or),
    (sympy.Not, _read_not),
    (sympy.Implies, _read_implies),
    (sympy.Equivalent, _read_same_truth),
)


# --- use -----------------------------------------------------------------------------------------------------------


def program(*expressions) -> Program:
    """The expressions' common program, kept for the next point."""
    return _kept(*map(sympy.sympify, expressions))


@lru_cache(maxsize=512)
def _kept(*expressions) -> Program:
    return Program(*expressions)


def environment(point) -> dict:
    """A point's values as the programs read them; anything but exact rationals is refused."""
    return {symbol: _value(value, symbol) for symbol, value in point.items()}


def _value(value, name):
    if isinstance(value, sympy.MatrixBase):
        return Grid(*value.shape, [_value(entry, name) for entry in value.flat()])
    if isinstance(value, (int, Fraction)) and not isinstance(value, bool):
        return fmpq(value.numerator, value.denominator)
    if isinstance(value, sympy.Rational):
        return fmpq(int(value.p), int(value.q))
    raise NotEvaluable(f"a point holds exact rationals; {name} is {value!r}")


def enclosure(expression, point, bits: int) -> arb:
    """A finite ball that holds the scalar's value at the point, worked out at `bits` bits.

    Raises NotEvaluable naming the node: Undefined where there is certainly no real value, Imprecise where more bits may help.
    """
    code = program(expression)
    with rules.precision(bits):
        value = code.run(environment(point)).get(code.roots[0])
        if isinstance(value, Grid):
            raise NotEvaluable("a matrix, not a scalar", expression)
        return _finite(ball(value), expression)


def matrix_enclosure(expression, point, bits: int) -> arb_mat:
    """Finite balls that hold the matrix's entries at the point; raises as `enclosure` does."""
    code = program(expression)
    with rules.precision(bits):
        value = code.run(environment(point)).get(code.roots[0])
        if not isinstance(value, Grid):
            raise NotEvaluable("a scalar, not a matrix", expression)
        return arb_mat(value.rows, value.columns, [_finite(ball(entry), expression) for entry in value.entries])


def _finite(value, node):
    if not (exact(value) or value.is_finite()):
        raise Imprecise("not finite at this precision", node)
    return value


def exact_value(expression, point) -> sympy.Rational | None:
    """The scalar's value where it works out rational without rounding, else None."""
    return exact_value_in(expression, environment(point))


def exact_value_in(expression, env) -> sympy.Rational | None:
    """As `exact_value`, in an environment that is already made."""
    code = program(expression)
    try:
        with rules.precision(PRECISIONS[0]):
            value = code.run(env).get(code.roots[0])
    except (Undefined, Imprecise):
        return None
    return sympy.Rational(int(value.p), int(value.q)) if exact(value) else None


def truth(condition, point, deadline=None, most: int = PRECISIONS[-1]) -> bool | None:
    """Whether a condition holds at the point; None where the balls do not settle it. Raises Undefined."""
    code = program(condition)
    env = environment(point)
    for bits in PRECISIONS:
        if bits > most:
            break
        if deadline is not None:
            deadline.check()
        with rules.precision(bits):
            try:
                found = code.run(env).get(code.roots[0])
            except Imprecise:
                continue
        if found is not UNKNOWN:
            return found
    return None


def quickly_false(condition, env) -> bool:
    """Whether the lowest precision already shows that a condition is false, or undefined, in an environment."""
    code = program(condition)
    with rules.precision(PRECISIONS[0]):
        try:
            return code.run(env).get(code.roots[0]) is False
        except Undefined:
            return True
        except Imprecise:
            return False


@dataclass(frozen=True)
class Sides:
    """Both sides at a point where they certainly differ, as text; `note` says which entry, or how far apart."""

    left: str
    right: str
    note: str = ""


def separated(left, right, point, deadline=None, most: int = PRECISIONS[-1]) -> Sides | None:
    """The two sides where they certainly differ at the point: finite, disjoint enclosures. Otherwise None."""
    try:
        return contrast(left, right, point, deadline, most)
    except (Undefined, Imprecise):
        return None


def contrast(left, right, point, deadline=None, most: int = PRECISIONS[-1]) -> Sides | None:
    """As `separated`, but raises Undefined where a side has no real value and Imprecise where `most` bits do not tell."""
    code = program(left, right)
    env = environment(point)
    unsettled = None
    for bits in PRECISIONS:
        if bits > most:
            break
        if deadline is not None:
            deadline.check()
        with rules.precision(bits):
            try:
                run = code.run(env)
                pairs = _pairs(run.get(code.roots[0]), run.get(code.roots[1]))
                apart = [place for place, (u, v) in pairs if rules.compare(u, v) not in (None, 0)]
                unsettled = None
            except Imprecise as error:
                unsettled = error
                continue
        if apart:
            return _sides(code, env, apart[0])
        if all(exact(u) and exact(v) for _, (u, v) in pairs):
            return None
    if unsettled is not None:
        raise unsettled
    return None


def _pairs(left, right):
    if isinstance(left, Grid) != isinstance(right, Grid):
        raise NotEvaluable("a matrix is compared with a scalar")
    if not isinstance(left, Grid):
        return [(None, (left, right))]
    _same_shape(left, right)
    return [((k // left.columns, k % left.columns), pair) for k, pair in enumerate(zip(left.entries, right.entries))]


# --- text ----------------------------------------------------------------------------------------------------------

_DIGITS = 12
_WRITABLE_BITS = 100_000


def _sides(code, env, apart) -> Sides:
    """Text for two sides that differ: more bits first, so that the digits shown do not hang on the last rounding."""
    values = _at(code, env, apart, wanted=_DIGITS + 3)
    left, right = (_shown(side) for side in values)
    notes = [] if apart is None else [f"entry ({apart[0] + 1}, {apart[1] + 1})"]
    if abs(left[1] - right[1]) <= left[2] + right[2] and not all(map(exact, values)):
        with rules.precision(PRECISIONS[-1]):
            precise = _at(code, env, apart, wanted=None)
            notes.append(f"left minus right is {decimal_text(precise[0] - precise[1])}")
    return Sides(left[0], right[0], note=", ".join(notes))


def texts(left, right, point) -> Sides:
    """Two scalars at a point as text, whether they differ there or not."""
    return _sides(program(left, right), environment(point), None)


def _at(code, env, place, wanted: int | None):
    """Both sides at the first precision that gives `wanted` digits of each; None: at the highest."""
    found = None
    for bits in PRECISIONS if wanted is not None else PRECISIONS[-1:]:
        with rules.precision(bits):
            try:
                run = code.run(env)
                found = run.get(code.roots[0]), run.get(code.roots[1])
            except Imprecise:
                continue
        if place is not None:
            found = found[0][place], found[1][place]
        if wanted is not None and all(_good_digits(side) > wanted for side in found):
            break
    return found


def _good_digits(value) -> float:
    return float("inf") if exact(value) else value.rel_accuracy_bits() * 0.30103


def decimal_text(value, digits: int = _DIGITS) -> str:
    """A value as text: a short rational exactly, else `digits` significant digits and a radius that covers the rounding.

    The radius shown is at least the ball's radius plus the rounding of the midpoint, so the text never claims too much.
    """
    return _shown(value, digits)[0]


def _shown(value, digits: int = _DIGITS) -> tuple[str, Fraction, Fraction]:
    """The text, and the midpoint and radius that it states."""
    if exact(value):
        middle, radius = Fraction(int(value.p), int(value.q)), Fraction(0)
        if len(str(value)) <= digits + 1:
            return str(value), middle, radius
    else:
        if any(abs(int(part.man_exp()[1])) > _WRITABLE_BITS for part in (value.mid(), value.rad())):
            return value.str(digits), Fraction(0), Fraction(0)  # too large or small to write out: Arb's own text
        middle, radius = _fraction(value.mid()), _fraction(value.rad())
    if abs(middle) <= radius:
        bound = _upward(abs(middle) + radius)
        return f"0 ± {_power_of_ten(bound)}", Fraction(0), Fraction(10) ** bound
    context = Context(prec=digits, rounding=ROUND_HALF_EVEN, Emax=10**15, Emin=-(10**15))
    shown = context.divide(Decimal(middle.numerator), Decimal(middle.denominator))
    error = abs(Fraction(shown) - middle) + radius
    if error == 0:
        return _plain(shown), middle, error
    bound = _upward(max(error, Fraction(10) ** (shown.adjusted() - digits + 1)))
    return f"{_plain(shown)} ± {_power_of_ten(bound)}", Fraction(shown), Fraction(10) ** bound


def _fraction(number: arb) -> Fraction:
    mantissa, exponent = number.man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def _upward(radius: Fraction) -> int:
    """The least n with 10**n >= radius > 0."""
    n = len(str(radius.numerator)) - len(str(radius.denominator)) - 1
    while Fraction(10) ** n < radius:
        n += 1
    return n


def _power_of_ten(n: int) -> str:
    return f"1e{n}" if n else "1"


def _plain(number: Decimal) -> str:
    place = number.adjusted()
    if -5 <= place <= 12:
        return format(number, "f")
    return f"{number.scaleb(-place, Context(prec=60, Emax=10**15, Emin=-(10**15)))}e{place}"
