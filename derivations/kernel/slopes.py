"""Slopes: how a formula changes as its letters move, by the table of derivatives, and where that is its derivative.

`slope(t, rates)` is the derivative of t along rates, one for each letter that moves; the facts beside it say where t is differentiable,
beyond having a value. Matrices move as scalars do, their products from either side. """

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .facts import nonzero
from .obligations import obligations
from .table import TABLE, power_smooth
from .terms import MINUS, ONE, ZERO, Refused, Term, add, bound, call, free, mul, number, parts, power, put, shape, sub, term

Rates = Mapping[Term, Term]


class Slope:
    """Derivatives along rates. smooth: the facts under which they are derivatives, in the order in which they came up."""

    def __init__(self, rates: Rates) -> None:
        self.rates = dict(rates)
        self.moving = frozenset(self.rates)
        self.smooth: dict[Term, None] = {}
        self._known: dict[Term, Term] = {}

    def of(self, node: Term) -> Term:
        """The slope of a term, a term of the same shape. Raises Refused for a head whose slope is not known."""
        found = self._known.get(node)
        if found is None:
            found = self._known[node] = self._of(node)
        return found

    def _of(self, node: Term) -> Term:
        if not free(node) & self.moving:
            return _nothing(node)
        if node in self.rates:
            return self.rates[node]
        rule = _RULES.get(node.head)
        if rule is not None:
            return rule(self, node)
        row = TABLE.get(node.head)
        if row is None or row.slopes is None or row.smooth is None:
            raise Refused(f"the slope of {node.head} is not known")
        self.smooth.update(dict.fromkeys(row.smooth(*node.args)))
        changes = [self.of(part) for part in node.args]
        found = []
        for partial, change in zip(row.slopes(*node.args), changes, strict=True):
            if change is not ZERO:
                if partial is None:
                    raise Refused(f"a slope of {node.head} is not known")
                found.append(mul(partial, change))
        return add(*found) if found else ZERO


def _nothing(node: Term) -> Term:
    sizes = shape(node)
    return ZERO if sizes is None else term("ZeroMatrix", sizes)


def _is_nothing(node: Term) -> bool:
    return node is ZERO or node.head == "ZeroMatrix"


def _sum(slope: Slope, node: Term) -> Term:
    found = [change for change in map(slope.of, node.args) if not _is_nothing(change)]
    if not found:
        return _nothing(node)
    return found[0] if len(found) == 1 else term(node.head, found)


def _product(slope: Slope, node: Term) -> Term:
    terms = []
    for place, part in enumerate(node.args):
        change = slope.of(part)
        if not _is_nothing(change):
            terms.append(term(node.head, (*node.args[:place], change, *node.args[place + 1:])))
    if not terms:
        return _nothing(node)
    return terms[0] if len(terms) == 1 else term("MatAdd" if shape(node) is not None else "Add", terms)


def _power(slope: Slope, node: Term) -> Term:
    base, exponent = node.args
    if exponent in (ZERO, ONE):  # 0/x has no value at 0
        return slope.of(base) if exponent is ONE else ZERO
    slope.smooth.update(dict.fromkeys(power_smooth(base, exponent)))
    terms = []
    change = slope.of(base)
    if change is not ZERO:
        terms.append(mul(exponent, power(base, number(exponent.mark - 1) if exponent.head == "number" else sub(exponent, ONE)), change))
    turn = slope.of(exponent)
    if turn is not ZERO:
        terms.append(mul(node, call("log", base), turn))
    return add(*terms) if terms else ZERO


def _matrix_power(slope: Slope, node: Term) -> Term:
    base, exponent = node.args
    if exponent.head != "number" or exponent.mark.denominator != 1:
        raise Refused("the slope of a matrix power")
    times = int(exponent.mark)
    if times < 0:
        base, times = term("Inverse", (base,)), -times
    return slope.of(term("MatMul", [base] * times)) if times > 1 else slope.of(base) if times else _nothing(node)


def _of_part(slope: Slope, node: Term) -> Term:
    return term(node.head, (slope.of(node.args[0]),))


def _inverse(slope: Slope, node: Term) -> Term:
    return term("MatMul", (MINUS, node, slope.of(node.args[0]), node))


def _dot(slope: Slope, node: Term) -> Term:
    left, right = node.args
    found = [term("Dot", pair) for pair in ((slope.of(left), right), (left, slope.of(right))) if not any(map(_is_nothing, pair))]
    return add(*found) if found else ZERO


def _trace(slope: Slope, node: Term) -> Term:
    change = slope.of(node.args[0])
    return ZERO if _is_nothing(change) else term("Trace", (change,))


def _determinant(slope: Slope, node: Term) -> Term:
    """By Jacobi's formula, where the matrix has an inverse."""
    (matrix,) = node.args
    slope.smooth[nonzero(node)] = None
    return mul(node, term("Trace", (term("MatMul", (term("Inverse", (matrix,)), slope.of(matrix))),)))


def _kron(slope: Slope, node: Term) -> Term:
    left, right = node.args
    found = [term("Kron", pair) for pair in ((slope.of(left), right), (left, slope.of(right))) if not any(map(_is_nothing, pair))]
    return _nothing(node) if not found else found[0] if len(found) == 1 else term("MatAdd", found)


def _inside(slope: Slope, node: Term) -> Slope:
    """The slopes of a formula; what it binds neither moves, nor stands in a rate."""
    if bound(node) & slope.moving.union(*map(free, slope.rates.values())):
        raise Refused("a letter that is bound in a formula moves, or stands in a rate")
    return Slope(slope.rates)


def _function_of_matrix(slope: Slope, node: Term) -> Term:
    """Where the matrix stands still, by the slope of the formula at every eigenvalue."""
    formula, eigenvalue, matrix = node.args
    if free(matrix) & slope.moving:
        raise Refused("the slope of a function of a matrix that moves")
    inner = _inside(slope, node)
    change = inner.of(formula)
    slope.smooth.update(dict.fromkeys(term("spectral", (eigenvalue, matrix, fact)) for fact in inner.smooth))
    return term("MatrixFunction", (change, eigenvalue, matrix))


def _formula_diagonal(slope: Slope, node: Term) -> Term:
    """Where the vectors stand still, by the slope of the formula at every entry."""
    formula, *pairs = node.args
    if any(free(pair.args[1]) & slope.moving for pair in pairs):
        raise Refused("the slope of a diagonal matrix whose vectors move")
    inner = _inside(slope, node)
    change = inner.of(formula)
    slope.smooth.update(dict.fromkeys(term("entries", (fact, *pairs)) for fact in inner.smooth))
    return term("Diagonal", (change, *pairs))


def _open_function(slope: Slope, node: Term) -> Term:
    """A function that is known by its name alone, or a derivative of one: by the chain rule, where its arguments are letters."""
    if node.head == "function" and len(node.args) == 1 and shape(node.args[0]) is not None:
        slope.smooth.update(dict.fromkeys(obligations(term("GradientAt", (node,)))))
        return term("Dot", (term("GradientAt", (node,)), slope.of(node.args[0])))
    function, order = (node.args[0], node.args[1:]) if node.head == "Derivative" else (node, ())
    if function.head != "function":
        raise Refused("the slope of a derivative that is not carried out")
    if len(set(function.args)) < len(function.args):
        raise Refused("the slope of an open function of one letter in two places")
    found = []
    for argument in function.args:
        change = slope.of(argument)
        if change is not ZERO:
            if argument.head not in ("Symbol", "Dummy"):
                raise Refused("the slope of an open function of a formula")
            taken = {part.args[0]: part.args[1] for part in order}
            times = number(taken[argument].mark + 1) if argument in taken else ONE
            orders = sorted([*((letter, count) for letter, count in taken.items() if letter is not argument), (argument, times)], key=repr)
            made = term("Derivative", (function, *(term("Tuple", pair) for pair in orders)))
            slope.smooth[term("smooth", (made,))] = None
            found.append(made if change is ONE else mul(made, change))
    return add(*found) if found else ZERO


def _of_integral(slope: Slope, node: Term) -> Term:
    """By the fundamental theorem, of the ends alone: where the integrand is smooth at an end that moves, and so is near it."""
    body, limit = node.args
    letter, *ends = limit.args
    if free(body) & slope.moving:
        raise Refused("the slope of an integral whose integrand moves")
    found = []
    for end, sign in zip(ends, (MINUS, ONE), strict=True):
        change = slope.of(end)
        if change is not ZERO:
            there, along = {letter: end}, Slope({letter: ONE})
            near = obligations(along.of(body))
            slope.smooth.update(dict.fromkeys(put(fact, there) for fact in (*obligations(body), *near, *along.smooth)))
            slope.smooth[term("integrable", (node,))] = None
            found.append(mul(sign, put(body, there), change))
    return add(*found) if found else ZERO


def carried_out(node: Term) -> tuple[Term, list[Term]]:
    """A term with the derivatives in it worked out, and the facts under which they are that; those of open functions stay."""
    if not any(part.head == "Derivative" for part in parts(node)):
        return node, []
    facts: list[Term] = []
    if node.head == "Derivative":
        found, inner = carried_out(node.args[0])
        facts += inner
        facts += obligations(found)  # what has no value has no derivative, even where its formula has one
        for order in node.args[1:]:
            letter, times = order.args
            if times.head != "number" or times.mark.denominator != 1 or times.mark < 0 or letter.head not in ("Symbol", "Dummy"):
                raise Refused("a derivative of an order that is no number")
            for _ in range(int(times.mark)):
                slope = Slope({letter: ONE})
                found = slope.of(found)
                facts += slope.smooth
        return found, facts
    made = []
    for part in node.args:
        found, inner = carried_out(part)
        if any(bound(node) & free(fact) for fact in inner):
            raise Refused(f"a derivative that has to exist, of what is bound in {node.head}")
        facts += inner
        made.append(found)
    return term(node.head, made, node.mark), facts


_RULES: dict[str, Any] = {
    "Add": _sum, "MatAdd": _sum, "Mul": _product, "MatMul": _product, "Pow": _power, "MatPow": _matrix_power, "Transpose": _of_part,
    "Inverse": _inverse, "Dot": _dot, "Trace": _trace, "Determinant": _determinant, "DiagMatrix": _of_part, "Vec": _of_part,
    "MatrixFunction": _function_of_matrix, "Diagonal": _formula_diagonal, "Kron": _kron, "HadamardProduct": _product,
    "Integral": _of_integral, "function": _open_function, "Derivative": _open_function,
    "Blocks": lambda slope, node: term("Blocks", [term("Tuple", map(slope.of, row.args)) for row in node.args]),
}


# --- gradients -----------------------------------------------------------------------------------------------------------

def gradient(node: Term, letter: Term) -> tuple[Term, list[Term]]:
    """The gradient of a scalar in a symbol, a term of the symbol's shape, and the facts under which it is that.

    In a matrix W it is the G for which the slope along W' = H is the trace of G^T H, for every H.
    """
    sizes = shape(letter)
    if sizes is None:
        slope = Slope({letter: ONE})
        return slope.of(node), list(slope.smooth)
    direction = term("MatrixSymbol", sizes, " direction")
    if direction in free(node):
        raise Refused("a letter called as the direction of a gradient")
    slope = Slope({letter: direction})
    change = slope.of(node)
    return _linear(change, direction), list(slope.smooth)


def _linear(node: Term, direction: Term) -> Term:
    """The G with node = tr(G^T direction), for a term that is linear in the direction, found by the structure of the term."""
    if direction not in free(node):
        raise Refused("a slope that does not speak of its direction is not linear in it")
    if node.head == "Add":
        return term("MatAdd", [_linear(part, direction) for part in node.args])
    if node.head == "Mul":
        inside = [place for place, part in enumerate(node.args) if direction in free(part)]
        if len(inside) != 1:
            raise Refused("a slope that is no linear form of its direction")
        rest = [part for place, part in enumerate(node.args) if place != inside[0]]
        return term("MatMul", (*rest, _linear(node.args[inside[0]], direction)))
    if node.head == "Dot":  # u^T v = tr(v u^T)
        left, right = node.args
        if direction in free(left) and direction in free(right):
            raise Refused("a slope that is no linear form of its direction")
        if direction in free(right):
            return _adjoint(right, direction, left)
        return _adjoint(left, direction, right)
    if node.head == "Trace":  # tr(M) = <I, M>
        sizes = shape(node.args[0])
        assert sizes is not None
        return _adjoint(node.args[0], direction, term("Identity", sizes[:1]))
    raise Refused(f"a slope inside {node.head} is no linear form of its direction")


def _adjoint(node: Term, direction: Term, value: Term) -> Term:
    """The adjoint, at a value, of the linear map that takes the direction to node."""
    if node is direction:
        return value
    if node.head in ("MatAdd", "Add"):
        return term("MatAdd", [_adjoint(part, direction, value) for part in node.args if direction in free(part)])
    if node.head in ("MatMul", "Mul"):
        inside = [place for place, part in enumerate(node.args) if direction in free(part)]
        if len(inside) != 1:
            raise Refused("a product that is no linear map of its direction")
        place = inside[0]
        part = node.args[place]
        if shape(part) is None:  # a scalar that is linear, times matrices that stand still
            rest = term("MatMul", [*node.args[:place], *node.args[place + 1:]])
            weight = term("Trace", (term("MatMul", (term("Transpose", (rest,)), value)),))
            return term("MatMul", (weight, _linear(part, direction)))
        numbers = [other for other in node.args if shape(other) is None]
        before = [term("Transpose", (other,)) for other in reversed(node.args[:place]) if shape(other) is not None]
        after = [term("Transpose", (other,)) for other in reversed(node.args[place + 1:]) if shape(other) is not None]
        return _adjoint(part, direction, term("MatMul", (*numbers, *before, value, *after)))
    if node.head == "Transpose":
        return _adjoint(node.args[0], direction, term("Transpose", (value,)))
    raise Refused(f"a slope inside {node.head} is no linear map of its direction")
