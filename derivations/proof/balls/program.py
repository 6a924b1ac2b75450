"""Programs: expressions read once into shared steps, to be run at many points in exact rationals and balls.

Each kind of SymPy node has a reader that returns its step; a node without a reader or a rule is an error that names it.
Only what a value needs is worked out: a case that is not taken may be undefined.
"""

from __future__ import annotations

from functools import lru_cache

import sympy
from flint import arb, fmpq
from sympy.matrices.expressions.matexpr import MatrixElement

from rederive.derivations.language.kronecker import Kron, OverNeurons, Vec
from rederive.derivations.language.symbols import Dot
from rederive.derivations.proof.functions.table import entry_of

from . import rules
from .grid import Grid, diagonal, hadamard, identity, inner, kronecker, same_shape, times
from .rules import ONE, ZERO, Imprecise, NotEvaluable, Undefined, exact

LONGEST_SUM = 20_000
"""Terms of a sum beyond which it is not worked out."""
UNKNOWN = object()
"""The truth value of a comparison that the balls leave open."""


def program(*expressions) -> Program:
    """The expressions' common program, kept for the next point."""
    return _kept(*map(sympy.sympify, expressions))


@lru_cache(maxsize=512)
def _kept(*expressions) -> Program:
    return Program(*expressions)


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
        entry = entry_of(node)
        if entry is None:
            raise NotEvaluable(f"no rule for {type(node).__name__}", node)
        if not entry.enclosure:
            place = self.read(entry.elsewise(*node.args))
            return lambda get, env: get(place)
        rule = rules.FUNCTIONS[entry.enclosure]
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
            product = times(product, get(place))
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
        same_shape(u, v)
        return inner(u.entries, v.entries)

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
        if stop - start > LONGEST_SUM:
            raise NotEvaluable("a sum of too many terms", node)
        total = ZERO
        for k in range(int(start.p), int(stop.p) + 1):
            total = total + inner.run({**env, index: fmpq(k)}).get(inner.roots[0])
        return total

    return step


def _read_derivative(program, node):
    """A derivative of explicit functions is taken; one of an unknown function has no value."""
    try:
        taken = node.doit()
    except NotImplementedError:
        taken = node
    if taken.has(sympy.Derivative):
        raise NotEvaluable("no rule for Derivative", node)
    place = program.read(taken)
    return lambda get, env: get(place)


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
    place = program.read(sympy.sympify(node, strict=True))

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


def _read_vec(program, node):
    place = program.read(node.arg)

    def step(get, env):
        columns = get(place).T
        return Grid(len(columns.entries), 1, list(columns.entries))

    return step


def _read_over_neurons(program, node):
    """The summand is a program of its own, run once per unit vector."""
    size, inner = _size(program, node.unit.shape[0]), Program(node.summand)

    def step(get, env):
        h, total = size(get), None
        for k in range(h):
            unit = Grid(h, 1, [ONE if i == k else ZERO for i in range(h)])
            part = inner.run({**env, node.unit: unit}).get(inner.roots[0])
            total = part if total is None else total + part
        return total

    return step


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
                scale = times(scale, value)
            else:
                product = value if product is None else product @ value
        return product if exact(scale) and scale == 1 else product.map(lambda entry: times(scale, entry))

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
        same_shape(u, v)
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
    (sympy.Derivative, _read_derivative),
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
    (sympy.KroneckerProduct, _folded(kronecker)),
    (Kron, _folded(kronecker)),
    (Vec, _read_vec),
    (OverNeurons, _read_over_neurons),
    (sympy.HadamardProduct, _folded(hadamard)),
    (sympy.DiagMatrix, _on_one(diagonal)),
    ((sympy.logic.boolalg.BooleanTrue, sympy.logic.boolalg.BooleanFalse), _read_truth),
    (sympy.core.relational.Relational, _read_relation),
    (sympy.And, _read_and),
    (sympy.Or, _read_or),
    (sympy.Not, _read_not),
    (sympy.Implies, _read_implies),
    (sympy.Equivalent, _read_same_truth),
)
