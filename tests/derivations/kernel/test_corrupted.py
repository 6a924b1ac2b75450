"""Proofs that were corrupted show nothing that is false: not one is taken for a false statement beside the one that it was a proof of.

A true statement has a false twin. A proof of the first is turned to the second, in half of the tries,
and corrupted in one to three places: a
number, a head, a place, a lemma, a weight, a line, a rule. `CORRUPTIONS` in the environment says how many proofs are made.
"""

import copy
import os
import random

import pytest
from sympy import Abs, Eq, Max, Or, S, Trace, cosh, exp, log, oo, sign, sin, sinh, sqrt, tanh
from sympy.matrices.expressions.diagonal import DiagMatrix

from theoremtest.derivations.kernel.check import check
from theoremtest.derivations.kernel.goals import goals
from theoremtest.derivations.kernel.lemmas import LEMMAS
from theoremtest.derivations.kernel.terms import Refused, read, read_terms, rows_of, term
from theoremtest.derivations.language import (
    TIME,
    Classifies,
    Conserved,
    Diagonal,
    Domain,
    Dot,
    Equal,
    Evolves,
    Flow,
    Gradient,
    Holds,
    Iff,
    Inverse,
    Kron,
    Limit,
    MatrixFunction,
    PositiveDefinite,
    PositiveSemidefinite,
    Scales,
    Solves,
    System,
    Vec,
    dimension,
    ge,
    matrix,
    reals,
    vector,
)
from theoremtest.derivations.language.tree import to_tree
from theoremtest.derivations.proof.witnesses.draft import _renumbered
from theoremtest.derivations.proof.witnesses.proving import prove

COUNT = int(os.environ.get("CORRUPTIONS", "2000"))
x, y, z, l, s = reals("x", "y", "z", "l", "s")
d, h = dimension("d"), dimension("h")
A, B, G, L, M = matrix("A", d, d), matrix("B", d, d), matrix("G", d, d), matrix("L", d, h), matrix("M", h, d)
u, v = vector("u", d), vector("v", d)
REAL, QUADRANT = Domain(over=[x, y]), Domain(x > 0, y > 0)
ALL, SYMMETRIC, DEFINITE = Domain(over=[A, B, u, v]), Domain(Eq(G, G.T), over=[A, B]), Domain(PositiveDefinite(G), over=[A, B])


def f(formula):
    return MatrixFunction(formula, l, G)


MOVING = Domain(x > 0, PositiveDefinite(G), over=[A, B, u])


def tends(expression, value, to=oo, on=Domain(x > 0), rate=None):  # noqa: B008
    return Limit(S(expression), x, S(to), S(value), on=on, rate=rate)


PAIRS = [
    (Equal((x + y) ** 2, x**2 + 2 * x * y + y**2, on=REAL), Equal((x + y) ** 2, x**2 + 3 * x * y + y**2, on=REAL)),
    (Equal(log(x * y), log(x) + log(y), on=QUADRANT), Equal(log(x * y), log(x) + 2 * log(y), on=QUADRANT)),
    (Equal(sqrt(x) * sqrt(y), sqrt(x * y), on=QUADRANT), Equal(sqrt(x) * sqrt(y), 1 + sqrt(x * y), on=QUADRANT)),
    (Equal(cosh(x) ** 2 - sinh(x) ** 2, 1 + 0 * y, on=REAL), Equal(cosh(x) ** 2 + sinh(x) ** 2, 1 + 0 * y, on=REAL)),
    (Equal(exp(x) * exp(y), exp(x + y), on=REAL), Equal(exp(x) * exp(y), exp(x - y), on=REAL)),
    (Equal(tanh(x) * cosh(x), sinh(x), on=REAL), Equal(tanh(x) * sinh(x), cosh(x), on=REAL)),
    (Equal(x**y * x**z, x ** (y + z), on=Domain(x > 0, over=[y, z])), Equal(x**y * x**z, x ** (y * z), on=Domain(x > 0, over=[y, z]))),
    (Equal(sqrt(x**2) * y, Abs(x) * y, on=REAL), Equal(sqrt(x**2) * y, x * y, on=REAL)),
    (Equal(Abs(x) * sign(x), x, on=REAL), Equal(Abs(x) * sign(x), Abs(x), on=REAL)),
    (Equal(x, 1 / y, on=Domain(Eq(x * y, 1))), Equal(x, -1 / y, on=Domain(Eq(x * y, 1)))),
    (Holds(Eq(x, 0), on=Domain(Eq(x, x * y), y > 1)), Holds(Eq(x, 0), on=Domain(Eq(x, x * y), y > 0))),
    (Holds(x**2 + y**2 >= 2 * x * y, on=REAL), Holds(x**2 + y**2 >= 3 * x * y, on=REAL)),
    (Holds(exp(x) >= 1 + x, on=REAL), Holds(exp(x) >= 2 + x, on=REAL)),
    (Holds(log(x) <= x - 1, on=QUADRANT), Holds(log(x) <= x - 1, on=REAL)),
    (Holds(ge(Max(x, y), x), on=REAL), Holds(ge(x, Max(x, y)), on=REAL)),
    (Holds(Abs(x) + x >= 0, on=REAL), Holds(Abs(x) + 2 * x >= 0, on=REAL)),
    (Holds(x * y + x > 0, on=QUADRANT), Holds(x * y - x > 0, on=QUADRANT)),
    (Holds(sqrt(x) + 1 / y > 0, on=QUADRANT), Holds(sqrt(x) - 1 / y > 0, on=QUADRANT)),
    (Holds(cosh(x) >= 1, on=REAL), Holds(sinh(x) >= 1, on=REAL)),
    (Holds(x > 0, on=Domain(Or(x > 1, x > 2))), Holds(x > 0, on=Domain(Or(x > 1, x > -2)))),
    (Iff(x * y > 0, x > 0, on=Domain(y > 0, over=[x])), Iff(x * y > 0, x > 0, on=Domain(y < 0, over=[x]))),
    (Classifies({"a": x > 0, "b": x <= 0}, {"a": x > 0, "b": x <= 0}, True, on=REAL),
     Classifies({"a": x > 0, "b": x < 0}, {"a": x > 0, "b": x < 0}, True, on=REAL)),
    (Equal(A * (A + B), A * A + A * B, on=ALL), Equal(A * (A + B), A * A + B * A, on=ALL)),
    (Equal((A * B).T * A, B.T * A.T * A, on=ALL), Equal((A * B).T * A, A.T * B.T * A, on=ALL)),
    (Equal(A * B, B * A, on=Domain(Eq(A * A * B, B * A * A), Eq(A * A, A))),
    Equal(A * B, B * A, on=Domain(Eq(A * A * B, B * A * A), Eq(B * B, B)))),
    (Equal(A.I * A * B, B, on=ALL), Equal(A * B * A.I, B, on=ALL)),
    (Equal(Trace(A * B), Trace(B * A), on=ALL), Equal(Trace(A * B), Trace(B.T * A), on=ALL)),
    (Equal(f(exp(l)) * f(exp(-l)) * A, A, on=SYMMETRIC), Equal(f(exp(l)) * A * f(exp(-l)), A, on=SYMMETRIC)),
    (Equal(f(exp(l)) * G, G * f(exp(l)), on=SYMMETRIC), Equal(f(exp(l)) * A, A * f(exp(l)), on=SYMMETRIC)),
    (Equal(f(1 / l) * A, G.I * A, on=DEFINITE), Equal(f(1 / l) * A, A * G.I, on=DEFINITE)),
    (Equal(DiagMatrix(v) * Diagonal(s**2, (s, v)) * B, Diagonal(s**3, (s, v)) * B, on=ALL),
     Equal(DiagMatrix(v) * B * Diagonal(s**2, (s, v)), Diagonal(s**3, (s, v)) * B, on=ALL)),
    (Equal(Kron(A, B) * Vec(G), Vec(B * G * A.T), on=Domain(over=[A, B, G])),
    Equal(Kron(A, B) * Vec(G), Vec(A * G * B.T), on=Domain(over=[A, B, G]))),
    (Equal(Trace(L * M), Trace(M * L), on=Domain(over=[L, M])), Equal(Trace(L * M), 2 * Trace(M * L), on=Domain(over=[L, M]))),
    (Holds(Eq(A * B, B * A), on=Domain(Eq(A, B * B))), Holds(Eq(A * B, B * A), on=Domain(Eq(A, B * B.T)))),
    (Holds(PositiveSemidefinite(A.T * A), on=ALL), Holds(PositiveSemidefinite(A.T + A), on=ALL)),
    (Holds(PositiveDefinite(G + A.T * A), on=DEFINITE), Holds(PositiveDefinite(A.T * A), on=DEFINITE)),
    (Holds(ge(Dot(u, u), 0), on=ALL), Holds(Dot(u, v) >= 0, on=ALL)),
    (Solves(System({x: x}, {x: S.One}), {x: exp(TIME)}, on=Domain(over=[TIME])),
    Solves(System({x: x}, {x: S.One}), {x: exp(-TIME)}, on=Domain(over=[TIME]))),
    (Solves(System({x: -(x**2)}, {x: y}), {x: y / (1 + y * TIME)}, on=Domain(TIME >= 0, y > 0)),
     Solves(System({x: -(x**2)}, {x: y}), {x: y / (1 + y * TIME)}, on=Domain(TIME >= 0, over=[y]))),
    (Conserved(x**2 + y**2, along=Flow({x: y, y: -x}), on=REAL), Conserved(x**2 + y**2, along=Flow({x: y, y: x}), on=REAL)),
    (Evolves(A * A, A * B + B * A, along=Flow({A: B}), on=ALL), Evolves(A * A, 2 * A * B, along=Flow({A: B}), on=ALL)),
    (Gradient(Dot(u, A * u), u, (A + A.T) * u, on=ALL), Gradient(Dot(u, A * u), u, 2 * A * u, on=ALL)),
    (Inverse(A * B, B.I * A.I, on=ALL), Inverse(A * B, A.I * B.I, on=ALL)),
    (tends(tanh(x), 1), tends(tanh(x), 2)),
    (tends(x * log(x), 0, to=0), tends(x * log(x), 1, to=0)),
    (tends(sqrt(x**2 + x) - x, S.Half), tends(sqrt(x**2 + x) - x, S.One / 3)),
    (tends(exp(-x * y), 0, on=QUADRANT), tends(exp(-x * y), 0, on=Domain(x > 0, y >= 0))),
    (tends(1 / x, oo, to=0), tends(1 / x, -oo, to=0)),
    (tends(sin(x) / x, 0), tends(sin(x) / x, 1)),
    (tends(x / (x + 1), 1, rate=1 / x), tends(x / (x + 1), 1, rate=1 / x**2)),
    (tends(x * y / (x * y + 1), 1, on=QUADRANT), tends(x * y / (x * y + 1), 1, on=Domain(x > 0, y >= 0))),
    (tends((x * A + B) / (1 + x), A, on=MOVING), tends((x * A + B) / (1 + x), B, on=MOVING)),
    (tends((G + x * A).I * u, G.I * u, to=0, on=MOVING), tends((G + x * A).I * u, 2 * G.I * u, to=0, on=MOVING)),
    (tends(f(exp(-l * x)) * u, 0 * u, on=MOVING), tends(f(exp(-l / x)) * u, 0 * u, on=MOVING)),
    (Scales(x**2 + x * y, x, S(2), on=QUADRANT), Scales(x**2 + x * y, x, S(1), on=QUADRANT)),
]
"""A true statement and a false one beside it, which fails at a point where all of it has a value."""
HEADS = [("Add", "Mul"), ("MatAdd", "MatMul"), ("pos", "nonneg", "nonzero"), ("exp", "log", "cosh", "sinh", "tanh", "Abs", "sign"),
("pd", "psd", "invertible"),
         ("limit", "order"), ("converges", "fixed"),
         ("Max", "Min"), ("any", "both"), ("Transpose", "Inverse"), ("Trace", "Determinant"), ("Eigenvalue", "Entry")]
RULES = ("letter", "word", "modulo", "product")


def turned(proof, true, false):
    """The proof with the false statement's formulas in place of the true one's."""
    pairs = [(one, other) for goal, twin in zip(true, false, strict=False) for one, other in zip((goal.fact, *goal.fact.args),
    (twin.fact, *twin.fact.args))]
    instead = {one: other for one, other in pairs if one is not other}
    known = {}

    def put(node):
        if node not in known:
            known[node] = instead[node] if node in instead else term(node.head, map(put, node.args), node.mark)
        return known[node]
    rows, places = rows_of(list(map(put, read_terms(proof["terms"]))))
    return {"terms": rows, "lines": _renumbered(proof["lines"], places)}


def corrupted(proof, chance):
    """The proof with one thing changed."""
    found = copy.deepcopy(proof)
    rows, lines = found["terms"], found["lines"]
    lists = list(_lists(lines))
    way = chance.randrange(10)
    if way == 0 and rows:
        row = chance.choice(rows)
        if row[0] == "number":
            row[1] += chance.choice((-2, -1, 1, 2))
        elif len(row) > 1 and isinstance(row[-1], int):
            row[-1] = chance.randrange(len(rows))
    elif way == 1 and rows:
        row = chance.choice(rows)
        for heads in HEADS:
            if row[0] in heads:
                row[0] = chance.choice(heads)
    elif way == 2 and lines:
        del lines[chance.randrange(len(lines))]
    elif way == 3 and len(lines) > 1:
        i, j = chance.randrange(len(lines)), chance.randrange(len(lines))
        lines[i], lines[j] = lines[j], lines[i]
    elif way == 4 and rows:
        rows[chance.randrange(len(rows))] = copy.deepcopy(chance.choice(rows))
    elif way == 5 and lists:
        part = chance.choice(lists)
        if part:
            del part[chance.randrange(len(part))]
    elif lists:
        part = chance.choice(lists)
        for place in chance.sample(range(len(part)), len(part)):
            value = part[place]
            if isinstance(value, bool):
                part[place] = not value
            elif isinstance(value, int):
                part[place] = chance.choice((value + 1, value - 1, chance.randrange(max(len(rows), 1)), -value))
            elif not isinstance(value, str):
                continue
            elif value in LEMMAS:
                part[place] = chance.choice(list(LEMMAS))
            elif value in RULES:
                part[place] = chance.choice(RULES)
            elif value[:1].isdigit():
                part[place] = chance.choice(("1", "2", "1/2", "-1", "0"))
            else:
                continue
            break
    return found


def _lists(part):
    if isinstance(part, list):
        yield part
        for inner in part:
            yield from _lists(inner)


@pytest.fixture(scope="module")
def proofs():
    """Of each pair: both trees, both statements' goals, and proofs of the first."""
    found = []
    for true, false in PAIRS:
        trees = to_tree(true), to_tree(false)
        asked = [goals(read(tree)) for tree in trees]
        made = [prove(goal) for goal in asked[0]]
        if None not in made:
            check(trees[0], made)
            found.append((trees, asked, made))
    assert len(found) > 30
    return found


def taken(tree, made):
    try:
        check(tree, made)
    except Refused:
        return False
    return True


@pytest.mark.slow
def test_no_corrupted_proof_is_taken_for_a_false_twin(proofs):
    chance = random.Random(COUNT)
    for _ in range(COUNT):
        trees, (true, false), made = chance.choice(proofs)
        made = [*made, *([made[-1]] if len(false) > len(true) else [])][:len(false)]
        if chance.random() < 0.5:
            made = [turned(proof, true, false) for proof in made]
        for _ in range(chance.randrange(4)):
            place = chance.randrange(len(made))
            made[place] = corrupted(made[place], chance)
        assert not taken(trees[1], made), (trees[1], made)


@pytest.mark.slow
def test_a_corrupted_proof_of_a_true_statement_is_taken_or_refused(proofs):
    chance, kept = random.Random(COUNT + 1), 0
    for _ in range(COUNT // 4):
        trees, _, made = chance.choice(proofs)
        place = chance.randrange(len(made))
        kept += taken(trees[0], [*made[:place], corrupted(made[place], chance), *made[place + 1:]])
    assert kept < COUNT // 4
