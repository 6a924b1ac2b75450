"""False statements that an earlier kernel took a proof of, each by a gap of its own, and the proofs as they were."""

from dataclasses import replace

import pytest
from sympy import (
    Abs,
    Derivative,
    Determinant,
    Dummy,
    Eq,
    Identity,
    ImmutableMatrix,
    Integral,
    MatrixSymbol,
    Piecewise,
    Rational,
    S,
    Sum,
    Trace,
    ZeroMatrix,
    atan,
    besseli,
    binomial,
    exp,
    factorial,
    gamma,
    log,
    lowergamma,
    oo,
    pi,
    sign,
    sin,
    sqrt,
    symbols,
)
from sympy.matrices.expressions.diagonal import DiagMatrix

from helpers.kernel_proofs import none_taken, proofs_of, taken
from theoremtest.derivations.kernel.changes import holds_before
from theoremtest.derivations.kernel.check import shown
from theoremtest.derivations.kernel.facts import equal, nonneg, pos
from theoremtest.derivations.kernel.goals import Goal, goals
from theoremtest.derivations.kernel.points import fails, silent, speaks
from theoremtest.derivations.kernel.terms import ONE, Refused, read, rows_of, sub, term
from theoremtest.derivations.language import (
    Conserved,
    Diffusion,
    Domain,
    Dot,
    Equal,
    EveryEntry,
    Evolves,
    Flow,
    GradientFlow,
    Hessian,
    Holds,
    Kron,
    Limit,
    MeanEvolves,
    NotHessian,
    OverNeurons,
    Rank,
    Space,
    dimension,
    ge,
    matrix,
    real,
    vector,
)
from theoremtest.derivations.language.statement import Solves, System
from theoremtest.derivations.language.tree import to_tree

y, x, b, t = real("y"), real("x"), real("b"), real("t")
j = symbols("j", integer=True)
GOES_ON = Flow({y: 1})
POLE = Integral(x**-2, (x, -1, y))
w = symbols("w", positive=True)
HARMONIC = Sum(1 / j, (j, 1, oo))


@pytest.mark.parametrize("statement", [
    Conserved(POLE + 1 / y, along=GOES_ON, on=Domain(y > 0)),
    Evolves(POLE, y**-2, along=GOES_ON, on=Domain(y > 0)),
    Conserved(HARMONIC, along=GOES_ON, on=Domain(over=[y])),
    Evolves(y + HARMONIC, 1, along=GOES_ON, on=Domain(over=[y])),
    Equal(Derivative(POLE, y), y**-2, on=Domain(y > 0)),
    Equal(Derivative(y + HARMONIC, y), 1, on=Domain(over=[y])),
    Equal(2 * Piecewise((Integral(x**-2, (x, -1, 1)), b > 0), (0, True)),
          Piecewise((Integral(x**-2, (x, -1, 1)), b > 0), (0, True)) * 2 + 0 * b, on=Domain(over=[b])),
], ids=str)
def test_what_diverges_is_not_supposed_to_converge(statement):
    assert None in proofs_of(statement)


def test_a_bound_with_a_pole_on_the_way_holds_at_no_earlier_time():
    """atan u + atan 1/u jumps at u = 0, though its slope is 0 wherever it has one."""
    u = t - 1
    time, jumping, falling = (read(to_tree(formula)) for formula in (t, atan(u) + atan(1 / u) - t, 2 - t))
    assert not holds_before(pos(jumping), time, True)
    assert holds_before(nonneg(sub(falling, read(to_tree(x)))), time, True)


def test_a_state_that_is_positive_by_its_making_stays_so():
    """1 - t solves w' = -1 for ever, as the number that w is declared to be only until t = 1."""
    system = System({w: S(-1)}, initial={w: 1}, t=t)
    assert None in proofs_of(Solves(system, {w: 1 - t}, on=Domain(t >= 0)))
    assert None not in proofs_of(Solves(system, {w: 1 - t}, on=Domain(t >= 0, t < Rational(1, 2))))


def test_neurons_inside_a_kronecker_product_are_spoken_of():
    """The squared sum of v_kk is not n times the sum of their squares."""
    n = dimension("n")
    e, v = matrix("e", n, 1), matrix("v", n * n, 1)
    each = v.T * Kron(e, e)
    summed = OverNeurons(each, e)
    assert None in proofs_of(Equal(summed * summed.T, n * OverNeurons(each * each.T, e), on=Domain(over=[v, e])))


@pytest.mark.parametrize(("statement", "holds"), [
    (Conserved(x**2, along=Flow({x: 1}), on=Domain(Abs(sign(x)) < 1)), False),
    (Conserved(y, along=Flow({x: 1, y: x}), on=Domain(Abs(sign(x)) < 1, over=[y])), False),
    (Conserved(y, along=Flow({x: 1, y: Abs(x) - x}), on=Domain(x > 0, over=[y])), True),
], ids=str)
def test_where_a_sign_jumps_a_condition_may_hold_on_a_surface(statement, holds):
    """|sign x| < 1 says that x = 0, where no motion stays."""
    assert taken(statement) is holds


CUSP = x**Rational(3, 2)


@pytest.mark.parametrize(("quantity", "where", "holds"), [
    (y + CUSP + CUSP.subs(x, -x), Eq(x, 0), False), (y + CUSP, Eq(x, 0), False), (y + sqrt(x**2 + 1), Eq(x, 1), False),
    (y - sqrt(x**2 + 1), Eq(x, 1), True)], ids=str)
def test_a_value_on_a_surface_alone_is_none_nearby(quantity, where, holds):
    """What is shown of values and slopes on a surface is used near it."""
    slope = x / sqrt(x**2 + 1) if holds else x
    assert taken(Conserved(quantity, along=Flow({x: 1, y: slope}), on=Domain(where, over=[y]))) is holds


SPACE, SIZE = Space("s"), dimension("d")


@pytest.mark.parametrize(("size", "holds"), [(2 * SPACE, False), (SPACE + 1, False), (SPACE, False), (2 * SIZE, True)], ids=str)
def test_twice_a_function_space_is_one(size, holds):
    """A shift has an inverse from one side."""
    shift, column = matrix("A", size, size), matrix("v", size, 1)
    assert taken(Equal(shift * (shift.T * shift).I * shift.T * column, column, on=Domain(over=[shift, column]))) is holds


def of(formula):
    return read(to_tree(formula))


def takes(fact, known, terms, *lines):
    """Whether the kernel takes lines as a proof of a fact, from what is known; their terms stand in them by name."""
    rows, places = rows_of([fact, *terms.values()])
    named = dict(zip(("fact", *terms), places, strict=True))

    def placed(part):
        return list(map(placed, part)) if isinstance(part, list) else named.get(part, part) if isinstance(part, str) else part
    try:
        shown(Goal("", fact, known), {"terms": rows, "lines": placed(list(lines))})
    except Refused:
        return False
    return True


H = dimension("h")


@pytest.mark.parametrize(("size", "spoken_of", "holds"), [
    (x, False, False), (S(-1), False, False), (SIZE - H, False, False), (SIZE - H, True, True), (SIZE * H + 2, True, True)], ids=str)
def test_a_proof_makes_no_matrix_whose_size_may_be_negative(size, spoken_of, holds):
    """Its rank is not negative and at most its size, which no letter has to be."""
    zero = term("ZeroMatrix", (of(size), ONE))
    known = [nonneg(term("Rank", (zero,)))] if spoken_of else []
    assert takes(nonneg(of(size)), known, {"zero": zero}, ["ranks", "nonneg", ["zero"]], ["ranks", "rows", ["zero"]],
                 ["sign", "fact", [], [[1, [["line", 0]]], [1, [["line", 1]]]], []]) is holds


@pytest.mark.parametrize(("size", "holds"), [(H, False), (SIZE, True)], ids=str)
def test_an_inner_product_is_of_columns_of_one_size(size, holds):
    ones = [term("OneMatrix", (of(one), ONE)) for one in (SIZE, size)]
    fact = equal(term("Dot", ones), of(SIZE))
    assert takes(fact, [equal(one, one) for one in ones], {}, ["algebra", "fact", [], []]) is holds


@pytest.mark.parametrize("entries", [1, 2, 3])
def test_a_column_at_a_point_has_all_of_its_entries(entries):
    """With fewer, |u|^2 would be less than the number of entries, each of which is at least 1."""
    u, s = vector("u", SIZE), real("s")
    tree, point = (to_tree(part) for part in (Holds(ge(Dot(u, u), SIZE), on=Domain(EveryEntry(s >= 1, (s, u)))),
                                             {SIZE: S(2), u: ImmutableMatrix([1, 1])}))
    point = [[*row[:3], *row[3:4] * entries] if row[0] == "Matrix" else row for row in point]
    with pytest.raises(Refused, match="not seen to fail" if entries == 2 else "as many entries"):
        fails(tree, point)


@pytest.mark.parametrize(("column", "holds"), [(vector("u", SIZE).T, False), (vector("u", SIZE), True)], ids=str)
def test_a_diagonal_matrix_is_of_a_column(column, holds):
    """Of a row it has as many rows as that has columns."""
    diagonal = DiagMatrix(column)
    assert taken(Holds(Rank(diagonal) <= (SIZE if holds else 1), on=Domain(over=[vector("u", SIZE)]))) is holds


def test_a_letter_that_stands_for_anything_is_no_letter_of_the_domain():
    v = vector("v", SIZE)
    for name, statement in (("way", Hessian(Dot(v, v), v, 5 * Identity(SIZE), on=Domain(over=[v]))),
                            ("across", NotHessian(v * v.T, v, on=Domain(over=[v])))):
        goals(read(to_tree(statement)))
        called = MatrixSymbol(f" {name}", SIZE, 1)
        with pytest.raises(Refused, match="called as"):
            goals(read(to_tree(replace(statement, on=statement.on.but(Eq(called, ZeroMatrix(SIZE, 1)))))))
    with pytest.raises(Refused, match="called as"):
        goals(read(to_tree(Limit(x, x, oo, S(7), on=Domain(x < 5, Dummy(" x", real=True) > x)))))


ONE_POINT, AREA = CUSP + CUSP.subs(x, -x), Integral(CUSP.subs(x, t), (t, 0, x))


@pytest.mark.parametrize("statement", [
    Evolves(y + ONE_POINT, S.Zero, along=Flow({x: 1, y: 0}), on=Domain(over=[x, y])),
    Equal(Derivative(ONE_POINT, x), S.Zero, on=Domain(over=[x])),
    Evolves(AREA + AREA.subs(x, -x), S.Zero, along=Flow({x: 1}), on=Domain(Eq(x, 0))),
], ids=str)
def test_what_has_a_value_at_one_point_alone_has_no_slope_there(statement):
    assert silent(to_tree(statement), to_tree({x: S.Zero, y: S.One}))
    along = Evolves(CUSP, Rational(3, 2) * sqrt(x), along=Flow({x: 1}), on=Domain(over=[x]))
    speaks(to_tree(along), to_tree({x: S.One}))


ROOT = sqrt(-x**2 - y**2)


@pytest.mark.parametrize(("drift", "noise", "on", "holds"), [
    (ROOT, b, Domain(over=[x, y]), False), (ROOT, b, Domain(-x**2 - y**2 >= 0), False), (S.Zero, ROOT * b, Domain(over=[x, y]), False),
    (S.Zero, sqrt(x) * b, Domain(x > 0, over=[y]), True), (sqrt(x**2 + y**2), b, Domain(over=[x, y]), True),
], ids=str)
def test_a_process_has_room_to_move(drift, noise, on, holds):
    """Where its equation has a value at one point alone there is none."""
    along = Diffusion({x: drift, y: -y}, {x: noise}, (b,))
    assert taken(MeanEvolves(x, drift, along=along, on=on)) is holds


FLAT = sqrt(x**4 + x**6)
"""x^2 sqrt(1 + x^2): its derivative at 0 is 0, and the formula of that has no value there."""


@pytest.mark.parametrize("statement", [
    Holds(x > 0, on=Domain(ge(Derivative(FLAT, x), 0))),
    Holds(ge(x**-2, 0), on=Domain(ge(Derivative(FLAT, x) ** 2, 0))),
    Equal(y, 2 * y, on=Domain(Eq(Derivative(FLAT, x) * x, 0), over=[y])),
], ids=str)
def test_a_condition_on_a_derivative_leaves_out_no_point_where_it_exists(statement):
    with pytest.raises(Refused, match="may exist"):
        goals(read(to_tree(statement)))


N = symbols("N", integer=True)


@pytest.mark.parametrize("statement", [
    Holds(ge(x, 0), on=Domain(lowergamma(1, x) > -100)),
    Holds(ge(N, 0), on=Domain(binomial(N, 2) > 5)),
    Holds(Eq(sin(pi * x), 0), on=Domain(ge(besseli(x, 2), 1))),
    Holds(ge(x, 0), on=Domain(factorial(x) > 2)),
], ids=str)
def test_a_function_that_has_values_elsewhere_too_says_nothing_of_its_argument(statement):
    """binomial(-3, 2) is 6, and there are Bessel functions and factorials of any order."""
    assert none_taken(statement)


SQUARE = (x**2, x >= 0)


@pytest.mark.parametrize("statement", [
    Holds(x > 0, on=Domain(gamma(x) > 100)), Holds(x > 0, on=Domain(Eq(gamma(x), 100))),
    Holds(x < 0, on=Domain(Piecewise(SQUARE, (log(-x), True)) >= 200)),
    Holds(x < 0, on=Domain(Piecewise(SQUARE, (2, log(-x) > 0), (3, True)) >= 200)),
], ids=str)
def test_nor_do_gamma_and_a_piece_that_is_not_the_one(statement):
    (goal,) = goals(read(to_tree(statement)))
    rows, (place,) = rows_of([goal.fact])
    with pytest.raises(Refused):
        shown(goal, {"terms": rows, "lines": [["known", place]]})


def test_gamma_and_binomials_keep_their_laws():
    assert taken(Equal(gamma(x + 1), x * gamma(x), on=Domain(x > 0)))
    assert taken(Holds(ge(binomial(N, 2), 0), on=Domain(N >= 0)))
    with pytest.raises(Refused):
        fails(to_tree(Holds(ge(binomial(N, 2), 6), on=Domain(over=[N]))), to_tree({N: S(-3)}))


CORNER = 1 - sign(x) ** 2
"""1 at 0 alone, where x |x| and x^2 sign(x) have the slope 0, and |x| has none."""


@pytest.mark.parametrize(("quantity", "rate", "where", "holds"), [
    (x * Abs(x), 2 * Abs(x) + CORNER, Domain(over=[x]), False), (x**2 * sign(x), 2 * Abs(x) + CORNER, Domain(over=[x]), False),
    (x * Abs(x), 2 * Abs(x), Domain(x > 0), True),
], ids=str)
def test_where_a_part_is_not_smooth_there_may_be_a_slope(quantity, rate, where, holds):
    statement = Evolves(quantity, rate, along=Flow({x: 1}), on=where)
    assert taken(statement) is holds


LONG_WAY = Dot(vector("u", SIZE), vector("u", SIZE))
SMOOTH = (2 * x + 3 * x**3) / sqrt(1 + x**2)
"""The slope of FLAT, also at 0."""


@pytest.mark.parametrize(("statement", "holds"), [
    (Evolves(FLAT, SMOOTH + CORNER, along=Flow({x: 1}), on=Domain(over=[x])), False),
    (Evolves(FLAT, sign(x) ** 2 * SMOOTH + CORNER, along=Flow({x: 1}), on=Domain(over=[x])), False),
    (Evolves(FLAT, SMOOTH, along=Flow({x: 1}), on=Domain(x > 0)), True),
    (Evolves(FLAT, (2 * x**3 + 3 * x**5) / FLAT, along=Flow({x: 1}), on=Domain(over=[x])), True),  # neither side says anything at 0
    (Equal(Derivative(FLAT, x), SMOOTH + CORNER, on=Domain(over=[x])), False),
    (Evolves(x, CORNER - SMOOTH, along=GradientFlow(FLAT, {x: 1}), on=Domain(over=[x])), False),
    (Evolves(x, -SMOOTH, along=GradientFlow(FLAT, {x: 1}), on=Domain(x > 0)), True),
    (Evolves(sqrt(x), sqrt(x) / 2 + CORNER, along=Flow({x: x}), on=Domain(x >= 0)), False),
    (Evolves(sqrt(x), sqrt(x) / 2, along=Flow({x: x}), on=Domain(x > 0)), True),
    (Evolves(Abs(x), Abs(x) + CORNER, along=Flow({x: x}), on=Domain(over=[x])), False),
    (Evolves(sqrt((x**2 + y**2) ** 3), 3 * sqrt((x**2 + y**2) ** 3) + 1 - sign(x**2 + y**2), along=Flow({x: x, y: y}),
             on=Domain(over=[x, y])), False),
    (Evolves(sqrt(LONG_WAY**3 + LONG_WAY**4), 1 - sign(LONG_WAY), along=Flow({vector("u", SIZE): 0 * vector("u", SIZE)}),
             on=Domain(over=[vector("u", SIZE)])), False),
    (Equal(Derivative(x**3, x, 3), 6 + CORNER, on=Domain(over=[x])), False),
    (Equal(Derivative(exp(-x**2), x, 3), (12 * x - 8 * x**3) * exp(-x**2), on=Domain(over=[x])), True),
], ids=str)
def test_what_has_a_slope_is_spoken_of_where_its_formula_has_no_value(statement, holds):
    assert taken(statement) is holds


def test_nothing_is_left_out_where_a_power_is_differentiated_away():
    """The second slope of x^2 is no 2 x/x."""
    (goal,) = goals(read(to_tree(Equal(Derivative(exp(-x**2), x, 3), (12 * x - 8 * x**3) * exp(-x**2), on=Domain(over=[x])))))
    assert not goal.given


M = matrix("M", SIZE, SIZE)
TURN = matrix("A", SIZE, SIZE)


@pytest.mark.parametrize(("rate", "holds"), [
    (Determinant(M) * Trace(M.I * TURN), True),
    (Determinant(M) * Trace(M.I * TURN) + 1 - sign(Determinant(M)) ** 2, True),  # says the same where M has an inverse
    (Determinant(M) * Trace(TURN), False),
], ids=str)
def test_a_determinant_moves_where_the_rate_has_an_inverse(rate, holds):
    assert taken(Evolves(Determinant(M), rate, along=Flow({M: TURN}), on=Domain(over=[M, TURN]))) is holds


A, B = real("A"), real("B")


@pytest.mark.parametrize(("where", "holds"), [
    ((x >= A, x <= A), False), ((2 * x >= 2 * A, 3 * x <= 3 * A), False), ((ge(-(x - A) ** 2, 0),), False), ((ge(-Abs(x - A), 0),), False),
    ((Abs(sign(x - A)) < 1,), False), ((x >= A, x <= B, B <= A), False), ((x >= A, x <= 0, A >= 0), False),
    ((ge(sqrt(x - A), 0), ge(sqrt(A - x), 0)), False), ((Eq(A, x),), False), ((x >= A,), True), ((x >= A, x <= B), True),
    ((ge(A**2 - x**2, 0),), True), ((ge(A * x, 1), x >= B), True), ((x > A,), True),
], ids=str)
def test_bounds_that_are_an_equation_together_may_say_what_a_letter_is(where, holds):
    """Then it moves with the state, and is no constant."""
    assert taken(Evolves(A * x, A, along=Flow({x: 1}), on=Domain(*where, over=[x, A]))) is holds
