"""Slips and rewritings: each kind finds its places, the same seed gives the same ones, and nothing senseless is made."""

import pytest
from sympy import And, Eq, Gt, I, MatMul, Ne, Sum, Symbol, exp, oo, sin, sinh, sqrt

from theoremtest.derivations.language import (
    Domain,
    Dot,
    Equal,
    Evolves,
    Flow,
    Holds,
    Inverse,
    Limit,
    Solves,
    System,
    dimension,
    every,
    matrix,
    reals,
    vector,
)
from theoremtest.derivations.mutants import KINDS, REWRITINGS, mutants, rewritings
from theoremtest.derivations.mutants.places import at, conditions, formulas, nodes

x, y, t, eta, a0, w0 = reals("x", "y", "t", r"\eta_a", "a_0", "w_0")
d = dimension("d")
u, v, A, B = vector("u", d), vector("v", d), matrix("A", d, d), matrix("B", d, d)
plane = Domain(x > 0, Ne(y, 0), over=[t, eta, a0, w0, u, v, A, B])


def slips(statement, kind):
    return {mutant.slip for mutant in mutants(statement) if mutant.kind == kind}


@pytest.mark.parametrize("kind, left, slip, wrong", [
    ("sign", x - y, "the sign of $- y$", x + y),
    ("sign", exp(-x), "the sign of $- x$", exp(x)),
    ("factor", x + y, "2 before $y$", x + 2 * y),
    ("factor", sinh(x), "1/2 before $x$", sinh(x / 2)),
    ("exponent", x + y**2, "exponent $3$ for $2$ of $y$", x + y**3),
    ("exponent", x * y, "$y$ squared", x * y**2),
    ("symbols", a0 - 2 * w0, "$a_0$ and $w_0$ swapped", w0 - 2 * a0),
    ("term", x + y, "without $y$", x),
    ("root", sqrt(x + y), "$x + y$ without its root", x + y),
    ("root", sqrt(Dot(u, u)), r"$\left\|u\right\|^{2}$ without its root", Dot(u, u)),
    ("transpose", Dot(u, A * v), "$A$ transposed", Dot(u, A.T * v)),
    ("transpose", Dot(u, A.T * v), "$A$ not transposed", Dot(u, A * v)),
    ("learning rate", eta * x, r"$\eta_a$ forgotten", x),
    ("index", d * x, "$d + 1$ for $d$", (d + 1) * x),
])
def test_each_kind_of_slip(kind, left, slip, wrong):
    found = {mutant.slip: mutant for mutant in mutants(Equal(left, x, on=plane)) if mutant.kind == kind and mutant.place == "left"}
    assert slip in found and found[slip].statement.left == wrong and found[slip].statement.right == x


def test_matrix_factors_change_places():
    found = {mutant.statement.left for mutant in mutants(Equal(A * B * A * u, u, on=plane)) if "other order" in mutant.slip}
    assert found == {MatMul(B, A, A, u), MatMul(A, A, B, u)}  # A and u do not fit the other way round


def test_a_relation_is_turned_and_a_condition_dropped():
    statement = Holds(And(Gt(x, 0), Eq(y, t)), on=plane)
    assert len(slips(statement, "relation")) == 3 and "$x > 0$ turned" in slips(statement, "relation")
    lost = [mutant for mutant in mutants(statement) if mutant.kind == "condition"]
    assert {mutant.lost for mutant in lost} == {x > 0, Ne(y, 0)}
    assert all(mutant.lost not in mutant.statement.on.conditions and x in mutant.statement.on.declared for mutant in lost)


def test_a_sum_begins_one_later():
    k = Symbol("k", integer=True)
    statement = Equal(Sum(x * k, (k, 0, d)), x, on=plane.but(over=[d]))
    assert {"the first term left out", "the last term left out"} <= slips(statement, "index")


def test_the_hypothesis_and_bound_symbols_are_left_alone():
    moved = Evolves(x * y, x - y, along=Flow({x: x + y, y: y}), symbol=t, on=plane)
    assert {mutant.place for mutant in mutants(moved)} == {"quantity", "rate", "domain"}
    assert {mutant.place for mutant in mutants(Limit(x / y, x, oo, y, on=plane))} == {"expression", "value", "domain"}
    problem = Solves(System({x: -x}, {x: y}), {x: y * exp(-t)}, on=plane)
    assert {mutant.place for mutant in mutants(problem)} == {"solution of x", "system, rates of x", "system, initial of x", "domain"}


def test_every_part_is_edited_and_the_others_are_left_out():
    both = every(one=Equal(x, y, on=plane), two=Inverse(A, B, on=plane))
    assert {mutant.part for mutant in mutants(both)} == {"one", "two"}
    assert all(mutant.original is both.members[mutant.part] for mutant in mutants(both))


def test_the_same_seed_gives_the_same_slips_and_a_limit_shares_out_the_kinds():
    statement = Equal((x + y) * sqrt(a0 - w0) * eta, x**2 * exp(-y * t), on=plane)
    one, again, other = (mutants(statement, seed, 9) for seed in ("1", "1", "2"))
    assert [m.slip for m in one] == [m.slip for m in again] != [m.slip for m in other]
    assert len(one) == 9 and len({m.kind for m in one}) >= 7
    assert {m.slip for m in one} <= {m.slip for m in mutants(statement)}
    assert list(KINDS).index(one[0].kind) <= list(KINDS).index(one[-1].kind)


def test_nothing_senseless_and_nothing_twice():
    made_of = mutants(Equal(1 / x + A[0, 0] * 0, x / y, on=plane))
    assert len({str(mutant.statement.key()) for mutant in made_of}) == len(made_of)
    assert not any(mutant.statement.left.has(oo) or mutant.statement.key() == mutant.original.key() for mutant in made_of)


def test_a_place_is_found_and_filled():
    formula = sqrt(x + y) * exp(-t)
    for path, node in nodes(formula):
        assert at(formula, path, node) == formula
    (left, right) = formulas(Equal(formula, x, on=plane))
    assert (left.name, right.put(y).right) == ("left", y)
    assert [condition for condition, _ in conditions(Equal(x, y, on=plane))] == [x > 0, Ne(y, 0)]


def test_rewritings_read_otherwise_and_keep_the_domain():
    statement = Equal((x + y) ** 2 + sinh(x), x / (sqrt(y) - 1) + 1 / x, on=plane)
    found = {}
    for kind, _part, place, make in rewritings(statement):
        mutant = make()
        if mutant is not None:
            found[kind, place] = mutant.statement
    assert {"expanded", "one fraction", "in exponentials", "roots rationalised", "names changed"} <= {kind for kind, _ in found}
    assert {kind for kind, _ in found} <= {*REWRITINGS, "names changed"}
    assert found["expanded", "left"].left == x**2 + 2 * x * y + y**2 + sinh(x)
    assert found["in exponentials", "left"].left.has(exp) and not found["in exponentials", "left"].left.has(sinh)
    assert {str(symbol) for symbol in found["names changed", "all"].on.scalars} == {rf"\tilde{{{symbol}}}" for symbol in plane.scalars}


def test_no_rewriting_leaves_the_real_numbers():
    made = rewritings(Equal(sin(x) * sinh(y), x, on=plane))
    (found,) = (mutant for kind, _, _, make in made if kind == "in exponentials" and (mutant := make()) is not None)
    assert found.statement.left.has(sin, exp) and not found.statement.left.has(I, sinh)


def test_a_new_name_is_none_that_the_statement_has():
    s, goal = reals("s", r"\tilde{s}")
    made = rewritings(Equal(s * goal, goal + s, on=Domain(goal > 0, over=[s])))
    (renamed,) = (make() for kind, _, _, make in made if kind == "names changed")
    assert {str(symbol) for symbol in renamed.statement.on.scalars} == {r"\breve{s}", r"\breve{\tilde{s}}"}
