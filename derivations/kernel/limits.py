"""Limits, as steps of a proof in which one letter goes to an end.

The hypothesis `near(x, a)` says which: x grows (a is oo), falls (-oo), or comes down to the number a. Every fact of such a proof is one of
all points of the domain that are near enough, how near may depend on the parameters: a proof has finitely many lines, so that all of them
hold together somewhere near the end, and every other step is as right there as anywhere. A limit is one along these points, also inside of
a case, where it is along the points of the case. Lemmas about limits (`lemmas`) say how functions behave at their own ends.

| step | shows | by |
|---|---|---|
| `near c` | x is beyond c; for a number a, x - a < c | the end; c > 0 does not speak of x |
| `fixed c` | c does not speak of x | |
| `tends` | x tends to its end | |
| `continuous t lines` | a term's limit | its parts have limits, and it is continuous and has a value there |
| `moved f line equations` | a limit | the same of another term or of another number, which are known to be equal |
| `taylor g y h n` | (g(y h) - its first powers)/y^n tends to 0 | y tends to 0, h to a number |
| `converges line` | t tends to some number or matrix | it tends to this one |
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from .algebra import NUMBERS
from .facts import MINUS_OO, OO, limit, nonzero, pos
from .special import depends, eigenvalue, entry
from .table import TABLE
from .terms import MINUS, ONE, ZERO, Refused, Term, add, call, free, mul, number, of_space, parts, power, put, shape, sub, term

if TYPE_CHECKING:
    from .steps import Line

MOST = 12
"""Powers that are taken away from a function, at most."""


def end_of_goal(line: Line) -> tuple[Term, Term]:
    """The letter that moves, and where to."""
    found = _end_of(line.proof.hypotheses)
    if found is None:
        raise Refused("no letter goes to an end here")
    return found


def _end_of(hypotheses: list[Term]) -> tuple[Term, Term] | None:
    return next(((fact.args[0], fact.args[1]) for fact in hypotheses if fact.head == "near"), None)


def in_case(hypotheses: list[Term], fact: Term, held: Term) -> None:
    """What is shown in every case. A limit along the points of each is one along all, but what converges in two may do so to two numbers:
    the points of a case that does not speak of the letter that moves are all points, or none. Of several facts about whole paths no case is
    made."""
    end, heads = _end_of(hypotheses), {part.head for part in parts(fact)}
    if end is not None and "converges" in heads and end[0] in free(held):
        raise Refused("what converges in one case may tend to another number in the next")
    for node in (*parts(fact), *parts(held)):
        if node.head == "any" and {part.head for part in parts(node)} & {"limit", "converges", "order"}:
            raise Refused("one of several limits is none of all points")


def stands_still(line: Line, node: Term) -> None:
    """Raises Refused for a term that speaks of the letter that moves."""
    if end_of_goal(line)[0] in free(node):
        raise Refused(f"{node!r} does not stand still")
    _finite(node)
    ends = {end for part in parts(node) if part.head in ("Sum", "Integral") for limits in part.args[1:] for end in limits.args[1:]}
    if any(part.head == "constant" and part.mark not in NUMBERS for part in parts(node) if part not in ends):
        raise Refused(f"{node!r} is no number")


def _finite(node: Term) -> None:
    """Raises Refused for a term of any eigenvalue of an operator between function spaces: there are infinitely many, and no point is near
    enough for all."""
    for part in parts(node):
        if part.head in ("Eigenvalue", "Entry") and _over_space(part.args[0]):
            raise Refused("any eigenvalue of infinitely many")


def _over_space(node: Term) -> bool:
    return any(map(of_space, shape(node) or ()))


def _near(line: Line, place: int) -> Term:
    """By what it is to be near: x grows beyond every number that stands still."""
    (letter, to), node = end_of_goal(line), line.term(place)
    stands_still(line, node)
    if to is OO:
        return pos(sub(letter, node))
    if to is MINUS_OO:
        return pos(sub(mul(MINUS, letter), node))
    line.need(pos(node))
    return pos(sub(node, sub(letter, to)))


def _fixed(line: Line, place: int) -> Term:
    stands_still(line, line.term(place))
    return term("fixed", (line.term(place),))


def _tends(line: Line) -> Term:
    return limit(*end_of_goal(line))


def _limit_of(line: Line, number: int) -> tuple[Term, Term]:
    fact = line.fact(number)
    if fact.head != "limit":
        raise Refused(f"line {number} shows no limit")
    return fact.args[0], fact.args[1]


def _converges(line: Line, number: int) -> Term:
    node, value = _limit_of(line, number)
    if value in (OO, MINUS_OO):
        raise Refused("what grows without bound does not converge")
    return term("converges", (node,))


def _moved(line: Line, place: int, number: int, equations: list) -> Term:
    """Terms that agree near the end have one limit, and are of one order; a limit has one value, whatever it is called."""
    fact, given = line.term(place), line.fact(number)
    if fact.head != given.head or fact.head not in ("limit", "converges", "order"):
        raise Refused("a limit, or an order, is moved to equal terms")
    known = [line.equation(equation) for equation in equations]
    for one, other in zip(fact.args, given.args, strict=True):
        if one is not other and (one, other) not in known and (other, one) not in known:
            raise Refused("neither the same nor shown to be equal")
    if fact.head == "limit" and fact.args[1] not in (OO, MINUS_OO):
        stands_still(line, fact.args[1])
    return fact


# --- continuity ----------------------------------------------------------------------------------------------------------

CONTINUOUS = ("Add", "Mul", "MatAdd", "MatMul", "Transpose", "Dot", "Trace", "Determinant", "Kron", "Vec", "HadamardProduct", "Matrix",
              "Tuple", "DiagMatrix", "Inverse", "MatPow")
"""Heads that are continuous where they have values, apart from those of the table."""
IN_SPACES = ("Add", "Mul", "MatAdd", "MatMul", "Transpose", "Dot")
"""Those that are so between function spaces too."""
JUMPS = ("sign", "acot", "Heaviside", "KroneckerDelta", "floor", "ceiling", "factorial", "binomial")
"""Functions of the table that jump; the first two where they are not smooth, the others at points that the table does not name."""


def continuous(node: Term, moving: frozenset[Term]) -> bool:
    """Whether a term is known to be continuous in letters wherever it has a value."""
    if not free(node) & moving or node in moving:
        return True
    if node.head == "Pow" and free(node.args[1]) & moving and not (
            node.args[0].head == "constant" or node.args[0].head == "number" and node.args[0].mark > 0):
        return False  # 0^0 is 1, and 0^x is 0
    known = node.head in ("Pow", *CONTINUOUS, "SpectralNorm", "LargestEigenvalue", "SmallestEigenvalue")
    return (known or node.head in TABLE and node.head not in JUMPS) and all(continuous(part, moving) for part in node.args)


def _continuous(line: Line, place: int, lines: list) -> Term:
    """A term that is continuous where its parts tend to, and has a value there (which is asked of the line's fact), tends to that value.
    The term has values near the end, so that a border is come to from within."""
    node = line.term(place)
    _finite(node)
    known = dict(_limit_of(line, number) for number in lines)
    if any(value in (OO, MINUS_OO) for value in known.values()):
        raise Refused("what is put into a function is a number")
    return limit(node, _there(line, node, known))


def _there(line: Line, node: Term, known: dict[Term, Term]) -> Term:
    """A term with their limits in place of parts that move."""
    if node in known:
        return known[node]
    moving, head = end_of_goal(line)[0], node.head
    if moving not in free(node):
        return node
    if head not in IN_SPACES and any(map(_over_space, (node, *node.args))):
        raise Refused(f"{head} of operators between function spaces, in a limit")
    if head in ("MatrixFunction", "Diagonal"):
        return _modes(line, node, known)
    if head not in CONTINUOUS and head != "Pow" and (head not in TABLE or head in JUMPS[2:]):
        raise Refused(f"{head} is not known to be continuous")
    if head == "MatPow" and moving in free(node.args[1]):
        raise Refused("a power of a matrix whose exponent moves")
    found = [_there(line, part, known) for part in node.args]
    if head == "Pow" and moving in free(node.args[1]):  # 0^0 has no one limit
        line.need(pos(found[0]))
    if head in JUMPS:
        line.need(nonzero(found[0]))
    return term(head, found, node.mark)


def _modes(line: Line, node: Term, known: dict[Term, Term]) -> Term:
    """A function of a matrix that stands still, or a diagonal matrix over vectors that do, by its formula at every eigenvalue, or entry:
    there are finitely many, and each projection stands still."""
    if depends(node):
        raise Refused("a function of a matrix inside of another's formula")
    formula, *rest = node.args
    if node.head == "MatrixFunction":
        pairs = [(rest[0], eigenvalue(rest[1], 0))]
    else:
        pairs = [(pair.args[0], entry(pair.args[1], 0)) for pair in rest]
    for _, means in pairs:
        stands_still(line, means)
    inner = _there(line, put(formula, dict(pairs)), known)
    return term(node.head, (_named(inner, {means: letter for letter, means in pairs}), *rest))


def _named(node: Term, names: dict[Term, Term]) -> Term:
    if node in names:
        return names[node]
    if frozenset(names.values()) & free(node):
        raise Refused("a limit speaks of the letter that the function binds")
    return term(node.head, [_named(part, names) for part in node.args], node.mark) if depends(node) else node


# --- Taylor's theorem ----------------------------------------------------------------------------------------------------

def _coefficients(name: str, exponent: Term) -> Iterator[Term]:
    """What stands before u^k in the series of a function at 0."""
    found, place = ONE, 0
    while True:
        if name == "log":
            yield number(Fraction((-1) ** (place + 1), place)) if place else ZERO
        elif name in CIRCULAR and place % 2 != CIRCULAR.index(name):
            yield ZERO
        else:
            yield mul(MINUS, found) if name in CIRCULAR and place % 4 > 1 else found
        place += 1
        above = sub(exponent, number(place - 1)) if name == "power" else ONE
        found = mul(found, above, number(Fraction(1, place)))


CIRCULAR = ("cos", "sin")
"""Even, and odd."""
FUNCTIONS: dict[str, Callable[[Term, Term], Term]] = {
    "exp": lambda u, exponent: call("exp", u), "log": lambda u, exponent: call("log", add(ONE, u)),
    "power": lambda u, exponent: power(add(ONE, u), exponent),
    "sin": lambda u, exponent: call("sin", u), "cos": lambda u, exponent: call("cos", u),
}
"""Functions that have all derivatives at 0: e^u, log(1 + u), (1 + u)^a, sin u, cos u."""


def _taylor(line: Line, name: str, small: int, beside: int, order: int, *exponent: int) -> Term:
    """By Taylor's theorem the rest after n powers of u = y h is o(u^n) as u tends to 0, so that it is o(y^n) where h is bounded."""
    (y, to), (h, value) = _limit_of(line, small), _limit_of(line, beside)
    if to is not ZERO or value in (OO, MINUS_OO) or shape(h) is not None or shape(y) is not None:
        raise Refused("a small number, beside one that converges")
    line.need(nonzero(y))
    if isinstance(order, bool) or not isinstance(order, int) or not 0 <= order <= MOST:
        raise Refused("powers that are taken away")
    fixed = line.term(exponent[0]) if name == "power" else ONE
    stands_still(line, fixed)
    u = mul(y, h)
    powers = [mul(factor, power(u, place)) if place else factor for place, factor in zip(range(order + 1), _coefficients(name, fixed))]
    return limit(mul(sub(FUNCTIONS[name](u, fixed), add(*powers)), power(y, -order)), ZERO)


STEPS: dict[str, Callable[..., Any]] = {
    "near": _near, "fixed": _fixed, "tends": _tends, "continuous": _continuous, "moved": _moved, "taylor": _taylor, "converges": _converges,
}
"""By name, for the table of steps."""
