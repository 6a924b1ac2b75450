"""What a proof may say of an open function at two points, tried at random functions of which the hypothesis holds."""

import numpy as np
import pytest

from theoremtest.derivations.kernel.open_functions import ROWS, between, said
from theoremtest.derivations.kernel.terms import Refused, number, term

SIZE = 3
POINT = [term("MatrixSymbol", (number(SIZE), number(1)), name) for name in ("x", "y", " anywhere")]
X, Y, ANYWHERE = POINT
F, OTHER = (term("function", (ANYWHERE,), (name, ("real",))) for name in "fg")


def symbol(name):
    return term("Symbol", (), (name, ("real",)))


FACTS = {"Convex": term("Convex", (F,)), **{head: term(head, (F, symbol(name))) for head, name in (
    ("StronglyConvex", "mu"), ("Smooth", "L"), ("Lipschitz", "G"))}, "PL": term("PL", (F, symbol("mu"), symbol("least")))}


def value(node, where, f):
    """A term at a point; f: value and gradient."""
    head, args = node.head, node.args
    if node in where:
        return where[node]
    if head == "number":
        return float(node.mark)
    if head == "function":
        return f[0](value(args[0], where, f))
    if head == "GradientAt":
        return f[1](value(args[0].args[0], where, f))
    inner = [value(part, where, f) for part in args]
    if head == "Dot":
        return float(np.dot(*inner))
    if head == "Pow":
        return inner[0] ** inner[1]
    return sum(inner) if head in ("Add", "MatAdd") else np.prod(inner) if head == "Mul" else inner[0] * inner[1]


def functions(rng):
    """Value, gradient, and what its numbers are: quadratic forms, and a sum of log cosh with its tilt."""
    frame = np.linalg.qr(rng.normal(size=(SIZE, SIZE)))[0]
    for low in (-2.0, 0.0, 0.5):
        curves = np.array([low, *rng.uniform(low, low + 2, size=SIZE - 1)])
        form = (frame * curves) @ frame.T
        numbers = {"mu": low, "L": float(max(abs(curves))), "least": 0.0, "G": None}
        yield (lambda x, form=form: x @ form @ x / 2), (lambda x, form=form: form @ x), numbers
    tilt = rng.normal(size=SIZE)
    yield ((lambda x: float(np.sum(np.log(np.cosh(x))) + tilt @ x)), (lambda x: np.tanh(x) + tilt),
           {"mu": 0.0, "L": 1.0, "least": None, "G": float(np.linalg.norm(np.abs(tilt) + 1))})


def holds_of(fact, numbers):
    wanted = {"Convex": numbers["mu"] >= 0, "Lipschitz": numbers["G"] is not None, "PL": numbers["least"] is not None and numbers["mu"] > 0}
    return wanted.get(fact.head, True)


def tried(make, facts):
    rng, seen = np.random.default_rng(0), 0
    for _ in range(60):
        for f, slope, numbers in functions(rng):
            if all(holds_of(fact, numbers) for fact in facts):
                where = {symbol(name): found for name, found in numbers.items() if found is not None} | {
                    X: rng.normal(size=SIZE) * 2, Y: rng.normal(size=SIZE)}
                assert value(make().args[0], where, (f, slope)) > -1e-9
                seen += 1
    assert seen


@pytest.mark.parametrize("name", [name for name in ROWS if name != "convex"])
@pytest.mark.parametrize("head", FACTS)
def test_what_a_hypothesis_says_holds_for_functions_of_its_kind(name, head):
    try:
        said(FACTS[head], name, X, Y)
    except Refused:
        return
    tried(lambda: said(FACTS[head], name, X, Y)[1], [FACTS[head]])


@pytest.mark.parametrize("low", ["Convex", "StronglyConvex", "Smooth"])
def test_two_bounds_of_the_curvature_together(low):
    tried(lambda: between(FACTS[low], FACTS["Smooth"], X, Y), [FACTS[low], FACTS["Smooth"]])


def test_a_strongly_convex_function_is_convex_where_its_number_is_not_negative():
    (side,), fact = said(FACTS["StronglyConvex"], "convex", X, Y)
    assert (side.head, fact) == ("nonneg", FACTS["Convex"])


@pytest.mark.parametrize("head, name", [("Convex", "above"), ("Smooth", "steep"), ("Lipschitz", "below"), ("PL", "below"),
                                        ("Smooth", "convex")])
def test_a_hypothesis_says_nothing_of_another_kind(head, name):
    with pytest.raises(Refused):
        said(FACTS[head], name, X, Y)


def test_bounds_of_two_functions_are_not_taken_together():
    with pytest.raises(Refused):
        between(FACTS["Convex"], term("Smooth", (OTHER, symbol("L"))), X, Y)
    with pytest.raises(Refused):
        said(FACTS["Convex"], "below", X, term("MatrixSymbol", (number(2), number(1)), "z"))
