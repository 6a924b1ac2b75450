"""Formulas as people type them: what is read, what is refused, and where the message points."""

import pytest
from sympy import Derivative, Eq, Identity, MatMul, Piecewise, Rational, Sum, Symbol, Transpose, acosh, asinh, cosh, exp, sinh, sqrt, tanh

from theoremtest.derivations.errors import DomainError
from theoremtest.derivations.language import (
    Conserved,
    Domain,
    Dot,
    Equal,
    Evolves,
    Flow,
    Holds,
    Iff,
    Limit,
    Norm,
    Solves,
    System,
    dimension,
    every,
    function,
    matrix,
    real,
    reals,
    vector,
)
from theoremtest.derivations.language.classifies import Classifies
from theoremtest.derivations.language.expectation import Expectation
from theoremtest.derivations.language.flow import TIME as t
from theoremtest.derivations.language.functions import GrowthIntegral
from theoremtest.derivations.language.kronecker import Kron, Vec
from theoremtest.derivations.language.rank import RankBound
from theoremtest.derivations.language.scales import Scales
from theoremtest.derivations.language.square_root import SquareRoot
from theoremtest.derivations.notation import NotationError, canonical, read_expression, read_statement, same_formula

x, y, z, c = reals("x", "y", r"\zeta", "c")
x0, s, P_plus, W = real("x_0"), real(r"\|\beta_*\|"), real("P_+"), real(r"\|w\|^2")
d, n = dimension("d"), dimension("n")
u, v, w = vector("u", d), vector("v", d), vector("w", d)
X, A = matrix("X", n, d), matrix("A", d, d)
g = function("g")
scalars = Equal(g(x), x + y + z + c, on=Domain(over=[x, y, z, c, x0, s, P_plus, W]))
vectors = Equal(A * u, v, on=Domain(over=[x, y, u, v, w, X, A]))
flow = Flow({x: y, y: -x}, name="a rotation")


@pytest.mark.parametrize("text, value", [
    (r"\frac{x}{2} + \frac12 y", x / 2 + y / 2),
    (r"2xy^2", 2 * x * y**2),
    (r"2 \cdot 3^{2} x", 18 * x),
    (r"0.25 x", x / 4),
    (r"-x^2", -x**2),
    (r"(-x)^2", x**2),
    (r"x/(2y)", x / (2 * y)),
    (r"x y / z_0 ".replace("z_0", r"\zeta"), x * y / z),
    (r"\sqrt{x^2+y^2}", sqrt(x**2 + y**2)),
    (r"\sqrt[3]{c}", c**Rational(1, 3)),
    (r"e^{-2x}", exp(-2 * x)),
    (r"\exp\left(-2x\right)", exp(-2 * x)),
    (r"\cosh^2(x) - \sinh^{2}{\left(x\right)}", cosh(x)**2 - sinh(x)**2),
    (r"\sinh^{-1}(x)", asinh(x)),
    (r"\operatorname{arcosh}(x)", acosh(x)),
    (r"\tanh 2x", tanh(2 * x)),
    (r"\left|x\right| + |y|", abs(x) + abs(y)),
    (r"\bigl( x + y \bigr) c", (x + y) * c),
    (r"x_0 x", x0 * x),
    (r"x_{0} x", x0 * x),
    (r"P_+ + P_{+}^2", P_plus + P_plus**2),
    (r"\|\beta_*\|^2", s**2),
    (r"\left\|\beta_*\right\|^{2}", s**2),
    (r"\lVert\beta_{*}\rVert^2", s**2),
    (r"\|w\|^2 + {\|w\|^2}^{2}", W + W**2),
    (r"g(x)^2 + g(x+y)", g(x)**2 + g(x + y)),
    (r"\frac{d}{dx} g(x)", Derivative(g(x), x)),
    (r"\frac{\partial^2}{\partial x^2}\left(x g(x)\right)", Derivative(x * g(x), (x, 2))),
    (r"\sqrt{1 - \sqrt{x}} \, y", sqrt(1 - sqrt(x)) * y),
])
def test_scalars(text, value):
    assert canonical(read_expression(text, scalars)) == canonical(value)


def test_cases_and_sums():
    assert read_expression(r"\begin{cases} x & x > 0 \\ -x & \text{otherwise} \end{cases}", scalars) == Piecewise(
        (x, x > 0), (-x, True), evaluate=False)
    i = Symbol("i", integer=True)
    assert read_expression(r"\sum_{i=1}^{3} x^{i} + y", scalars) == Sum(x**i, (i, 1, 3)) + y


@pytest.mark.parametrize("text, value", [
    (r"u^\top v", Dot(u, v)),
    (r"x u^T A v", x * Dot(u, A * v)),
    (r"\|u\| \, \left\|u - v\right\|^2", Norm(u) * Dot(u - v, u - v)),
    (r"\|w\|^2", Dot(w, w)),
    (r"u v^\top w", u * v.T * w),
    (r"u^\top v w", Dot(u, v) * w),
    (r"X^\top X u", X.T * X * u),
    (r"\left(x I_d + A\right) u", (x * Identity(d) + A) * u),
    (r"A^{-1} u", A.I * u),
    (r"A^{-\top} u", MatMul(Transpose(A.I), u)),
    (r"\left(A u\right)^\top v", Dot(A * u, v)),
])
def test_matrices(text, value):
    assert canonical(read_expression(text, vectors)) == canonical(value)


@pytest.mark.parametrize("text, column, message", [
    (r"x + q", 5, "unknown name q"),
    (r"x_1 + y", 1, "unknown name x_1; nearest known: x"),
    (r"x + \gamma", 5, r"unknown name \gamma"),
    (r"\bar{x}", 1, r"unknown name \bar{x}"),
    (r"x' + y", 1, "unknown name x'"),
    (r"\beta_*", 1, r"unknown name \beta_*; nearest known: \|\beta_*\|"),
    (r"x 2", 3, "write \\cdot between them"),
    (r"x^23", 3, "TeX raises one digit only"),
    (r"x^{2}^{3}", 6, "an exponent cannot stand here"),
    (r"x + - y", 5, "- directly behind +"),
    (r"x = y", 3, "= where an expression without a relation is expected"),
    (r"(x + y", 1, "( is never closed"),
    (r"\left(x\right]", 14, "] does not close ( of column 6"),
    (r"{x + y} c", 1, "{ cannot stand here"),
    (r"\frac{x}", 1, "\\frac lacks an argument"),
    (r"\sinh x y", 7, "put the argument of \\sinh in brackets"),
    (r"\cosh^{-2}(x)", 6, "with this exponent reads two ways"),
    (r"\frac{d}{dx} x y^2", 14, "put what is differentiated in brackets"),
    (r"x (y)", 3, "x(y) reads two ways"),
    (r"x / y / 2", 7, "a second division reads two ways"),
    (r"x / y c", 7, "c cannot stand here"),
    (r"x^{99999}", 1, "at most 1000 is read"),
    (r"((2^{999})^{999})^{999}", 2, "too large"),
    (r"\frac{x}{0}", 1, "division by zero"),
    (r"\sqrt{-1} x", 1, "no real value"),
    (r"\operatorname{foo}(x)", 1, "the function 'foo' is not known"),
    (r"\mathrm{eval}(x)", 1, "unknown name"),
    (r"x é", 3, "not part of a formula"),
    (r"x \text{ for all } y", 3, "the words 'for all' have no meaning here"),
    ("", 1, "the formula is empty"),
    (r"\begin{array} x \end{array}", 1, "the environment array is not read"),
])
def test_what_is_refused_names_its_column(text, column, message):
    with pytest.raises(NotationError) as caught:
        read_expression(text, scalars)
    assert caught.value.column == column, str(caught.value)
    assert message in str(caught.value)


@pytest.mark.parametrize("text, message", [
    (r"u v", "meets one of shape"), (r"u + x", "a scalar is added to a matrix"), (r"x^\top", "a scalar has no transpose"),
    (r"u^2", "only square ones have powers"), (r"\frac{x}{A}", "a matrix is divided by"), (r"\sinh(A)", "takes a scalar"),
    (r"\|X\|", "the norm is of a column vector"), (r"|u|", "the length of a vector"), (r"A \otimes X u", "reads two ways"),
    (r"e^{A}", "seen to be symmetric"), (r"x^{A}", "an exponent is a scalar"),
])
def test_shapes_are_checked(text, message):
    with pytest.raises(NotationError) as caught:
        read_expression(text, vectors)
    assert message in str(caught.value)


@pytest.mark.parametrize("text", ["(" * 5000 + "x" + ")" * 5000, "{" * 500 + "x" + "}" * 500, "x+" * 20_000 + "x", "9" * 41,
                                  r"\sqrt{" * 100 + "x" + "}" * 100, "|" * 999, r"\frac" * 3000])
def test_what_is_too_large_is_refused(text):
    with pytest.raises(NotationError):
        read_expression(text, scalars)


def test_a_statement_or_its_right_hand_side():
    rotation = Evolves(x, y, along=flow, on=Domain(over=[x, y]))
    for text in (r"\dot{x} = 2 y", r"\dot x(t) = 2 y(t)", r"\frac{dx}{dt} = 2y", r"\frac{d}{dt}\left(x\right) = 2 y", "2y"):
        assert same_formula(read_statement(text, rotation), Evolves(x, 2 * y, along=flow, on=rotation.on)), text
    with pytest.raises(NotationError, match="time derivative"):
        read_statement("x = 2y", rotation)
    kept = Conserved(x**2 + y**2, along=flow, on=rotation.on)
    assert same_formula(read_statement(r"\frac{d}{dt}\left(x^2 - y^2\right) = 0", kept), Conserved(x**2 - y**2, along=flow, on=kept.on))
    with pytest.raises(NotationError, match="rate 0"):
        read_statement(r"\frac{d}{dt}\left(x^2 - y^2\right) = 1", kept)


def test_values_over_time():
    path = Limit(P_plus / y, t, 0, 1, on=Domain(t > 0, over=[y], where={P_plus: y * exp(-t)}))
    assert read_statement(r"\lim_{t \to 0^+} \frac{P_+(t)}{y} = 1", path).expression == P_plus / y
    with pytest.raises(NotationError, match="reads two ways"):
        read_statement(r"\lim_{t \to 0^+} \frac{P_+}{y(t)} = 1", path)


def test_the_name_of_a_quantity_means_the_quantity():
    product = Evolves(x * y, y**2 - x**2, along=flow, symbol=z, on=Domain(over=[x, y]))
    read = read_statement(r"\dot{\zeta} = \zeta + y^2", product)
    assert read.rate == x * y + y**2 and read.symbol == z


def test_solutions_limits_relations():
    decay = Solves(System({x: -x, y: -y}, {x: x0, y: x0}), {x: x0 * exp(-t), y: x0 * exp(-t)}, on=Domain(t >= 0, over=[x0]))
    read = read_statement(r"y(t) = x_0 e^{-t}, \quad x(t) = \frac{x_0}{e^t}.", decay)
    assert same_formula(read, decay)
    alone = read_statement("x(t) = x_0", decay)
    assert alone.solution == {x: x0, y: x0 * exp(-t)}
    limit = Limit(exp(-c * t), t, 0, 1, on=Domain(c > 0, t > 0))
    assert read_statement(r"\lim_{t \to \infty} e^{-ct} = 0 + O(e^{-ct})", limit).rate == exp(-c * t)
    assert read_statement(r"-\infty", limit).value.is_infinite
    with pytest.raises(NotationError, match="from above"):
        read_statement(r"\lim_{t \to 0} e^{-ct} = 1", limit)
    bound = Holds(x**2 > 0, on=Domain(x > 0))
    assert read_statement(r"x^2 \ge x", bound).relation == (x**2 >= x)
    assert read_statement(r"x", bound).relation == (x**2 > x)
    assert read_statement(r"0 < x \le x^2", bound).relation.args == ((x > 0).reversed, x <= x**2)
    both = Iff(x > 0, x**3 > 0, on=Domain(over=[x]))
    assert read_statement(r"x > 0 \Leftrightarrow x^5 > 0", both).right == (x**5 > 0)


def test_parts_of_a_conjunction():
    both = every(first=Equal(x, y, on=Domain(over=[x, y])), second=Equal(y, x, on=Domain(over=[x, y])))
    read = read_statement(r"x = 2y \\ y = 2x", both)
    assert [part.right for _, part in read.parts()] == [2 * y, 2 * x]
    assert read_statement("y = 3x", both).members["second"].right == 3 * x
    with pytest.raises(NotationError, match="first, second"):
        read_statement("x y = 1", both)


def test_draws_orders_ranks_roots_and_labels():
    k = real(r"\kappa")
    mean = Expectation(on=Domain(over=[v, u, s]), quantity=Dot(u, v)**2, draws={v: s}, value=s * Dot(u, u))
    assert same_formula(read_statement(r"\mathbb{E}[(u^\top v)^2] = \|\beta_*\| \|u\|^2, v \sim \mathcal{N}(0, \|\beta_*\|)", mean), mean)
    assert read_statement(r"\operatorname{Var}[u^\top v] = 0", mean).moment == "variance"
    order = Scales(on=Domain(k > 1, over=[c]), expression=k**c, variable=k, exponent=c)
    for text in (r"\kappa^{c} = \Theta(\kappa^{2c})", r"\kappa^{c} \propto \kappa^{2c}", r"\Theta\left(\kappa^{2c}\right)", "2c"):
        assert read_statement(text, order).exponent == 2 * c, text
    assert read_statement(r"\Theta(1)", order).exponent == 0
    rank = RankBound(on=Domain(over=[X, A]), matrix=X * A, at_most=n)
    assert read_statement(r"\operatorname{rank}(X A X^\top) \le d", rank).at_most == d
    root = SquareRoot(on=Domain(over=[A]), root=A, of=A * A)
    assert canonical(read_statement(r"\sqrt{A A} = A^\top", root).root) == Transpose(A)
    labels = Classifies(on=Domain(over=[x]), given={"low": x < 0, "high": x >= 0}, meaning={"low": x < 1, "high": x > -1})
    read = read_statement(r"\text{high}: x > 0 \Rightarrow x > -2 \\ \text{low}: x < 0", labels)
    assert read.given == {"low": x < 0, "high": x > 0} and read.meaning == {"low": x < 1, "high": x > -2}
    table = Classifies(on=Domain(over=[x]), given={"low": ({x: 1}, {x: 2})}, meaning={"low": x > 0})
    assert read_statement(r"\text{low}: (x = 1) \text{ or } (x = 3)", table).given == {"low": ({x: 1}, {x: 3})}
    with pytest.raises(NotationError, match="one of the labels low"):
        read_statement(r"\text{medium}: (x = 1)", table)


def test_kronecker_products_and_vectors_of_matrices():
    product = Equal(Vec(A * X.T), Kron(X, A) * Vec(Identity(d)), on=vectors.on)
    assert same_formula(read_statement(product.latex(), product), product)
    with pytest.raises(NotationError, match="reads two ways"):
        read_statement(r"A \otimes X \operatorname{vec}(I_d)", product)


def test_a_declared_e_is_no_exponential():
    e = real("e")
    declared = Equal(x, e, on=Domain(over=[x, e]))
    assert read_expression("e^{x}", declared) == e**x
    assert same_formula(read_statement(Equal(x, e * exp(x), on=declared.on).latex(), declared), Equal(x, e * exp(x), on=declared.on))


def test_one_spelling_for_two_things_is_refused():
    other = real("x_{0}")
    twice = Equal(x0, other, on=Domain(over=[x0, other]))
    with pytest.raises(NotationError, match="two different things"):
        read_expression("x_0 + 1", twice)
    with pytest.raises(DomainError, match="two different symbols are written x"):
        Domain(over=[x, Symbol("x", positive=True)])


def test_zero_opposite_a_matrix_is_the_zero_matrix():
    assert read_statement(r"A u = 0", vectors).right.shape == (d, 1)
    assert isinstance(read_statement(r"u^\top v = 0", Equal(x, y, on=vectors.on)).left, Dot)
    assert Eq(read_expression("x", vectors), x)


def test_a_row_times_a_column_opposite_a_matrix_of_one_entry_is_one():
    one = Equal(u.T * A * v, Identity(1), on=vectors.on)
    assert same_formula(read_statement(r"u^\top A v = \mathbf{I}_{1}", one), one)
    assert same_formula(read_statement(r"\mathbf{I}_{1} = u^\top A v", one), Equal(one.right, one.left, on=vectors.on))
    with pytest.raises(NotationError, match="one side is a scalar, the other 1 x 1"):
        read_statement(r"x = \mathbf{I}_{1}", one)


def test_a_quotient_is_a_growth_integral_where_the_statement_has_the_one_that_prints_so():
    """And a plain one, without a value at rate 0, everywhere else."""
    growth, text = GrowthIntegral(-c, x), r"\frac{e^{-\zeta_c x} - 1}{-\zeta_c}".replace(r"\zeta_c", c.name)
    written = Equal(growth, y, on=scalars.on)
    assert same_formula(read_statement(f"{text} = y", written), written)
    assert read_statement(f"{text} = y", scalars).left == (exp(-c * x) - 1) / -c
    other = text.replace(f"{{-{c.name}}}", "{-y}")  # another rate: no growth integral of this statement
    assert read_statement(f"{other} = y", written).left == (exp(-c * x) - 1) / -y
