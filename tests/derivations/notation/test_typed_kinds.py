"""Displays of every kind of statement as papers type them: derivatives beside one another, values now and at the beginning, cases, roots,
limits and means that bear a name; and what of it is refused."""

import pytest
from sympy import Eq, Identity, MatrixSymbol, Symbol, Transpose, exp, oo, sqrt

from theoremtest.derivations.language import Domain, Equal, every, reals
from theoremtest.derivations.language.flow import Flow, GradientFlow, System
from theoremtest.derivations.language.kronecker import Kron
from theoremtest.derivations.language.square_root import SquareRoot
from theoremtest.derivations.language.statement import Conserved, Evolves, Gradient, Holds, Limit, Solves
from theoremtest.derivations.language.symbols import Dot
from theoremtest.derivations.notation import NotationError, Setting, declaration, read_typed, same_formula, same_text

a, b, c, t = reals("a", "b", "c", "t")
n = Symbol("n", integer=True, positive=True)
W, M, v = MatrixSymbol("W", n, n), MatrixSymbol("M", n, n), MatrixSymbol("v", n, 1)
on = Domain(over=[a, b, c, W, M, v])
flow = Flow({a: -b * c, b: -a * c})
unwritten = GradientFlow((a * b - c)**2 / 2, {a: 1, b: 1})


def read(formula, like, *declared):
    return read_typed(formula, like, Setting({}, tuple(map(declaration, declared))))[0]


def test_a_constant_that_bears_a_name_is_kept():
    kept = Conserved(a**2 - b**2, along=flow, on=on)
    assert same_formula(read(r"\delta = a^2 - b^2", kept, r"\delta = \text{const}").statement, kept)
    with pytest.raises(NotationError, match="not declared"):
        read(r"\delta = a^2 - b^2", kept)


def test_a_value_over_its_value_at_the_beginning_is_kept_only_if_the_equation_holds_there():
    kept = Evolves(a / b, 0, along=Flow({a: a, b: b}), on=on)
    declared = (r"a(0) = \text{const}", r"b(0) = \text{const}")
    assert same_formula(read(r"a(t) = \frac{b(t)}{b(0)} a(0)", kept, *declared).statement, kept)
    with pytest.raises(NotationError):
        read(r"a(t) = 2 \frac{b(t)}{b(0)} a(0)", kept, *declared)


def test_derivatives_of_parts_add_up_to_that_of_the_whole():
    whole = Evolves(a**2 / 2 - b**2 / 2, 0, along=flow, on=on)
    assert same_formula(read(r"a \dot{a} - b \dot{b} = 0", whole).statement, whole)
    assert read(r"a \dot{a} = - a b c", whole).statement.quantity != whole.quantity


def test_a_chain_may_spell_out_the_product_rule_where_the_rates_are_not_written():
    product = Evolves(a * b, (c - a * b) * (a**2 + b**2), along=unwritten, on=on)
    found = read(r"\frac{d}{dt}(a b) = \dot{a} b + a \dot{b} = (c - a b)(a^2 + b^2)", product)
    assert same_formula(found.statement, product)
    with pytest.raises(NotationError, match="does not write its rates out"):
        read(r"\frac{d}{dt}(a b) = \dot{a} b - a \dot{b} = (c - a b)(a^2 + b^2)", product)


def test_constant_matrices_around_a_derivative_belong_to_what_changes():
    moving = Flow({W: -W})
    assert read(r"M \frac{dW}{dt} M^\top = - M W M^\top", Evolves(W, -W, along=moving, on=on)).statement.quantity == M * W * Transpose(M)
    with pytest.raises(NotationError, match="beside scalars only"):
        read(r"W^\top \frac{dW}{dt} = - W^\top W", Evolves(W, -W, along=moving, on=on))


def test_a_derivative_of_a_fraction_ends_with_the_fraction():
    kept = Conserved(a / b, along=flow, on=on)
    assert same_formula(read(r"\frac{d}{dt}\frac{a}{b} = 0", kept).statement, kept)
    with pytest.raises(NotationError, match="before a product reads two ways"):
        read(r"\frac{d}{dt}\frac{a}{b} c = 0", kept)


def test_the_square_of_a_state_and_the_product_of_twins_tell_the_states():
    value = c / (1 + (c / a**2 - 1) * exp(-2 * c * t))
    x, y = reals("x", "y")
    start = Domain(a > 0, c > 0, Eq(b, a), over=[x, y, a, b, c, t])
    one = Solves(System({x: x * (c - x**2)}, {x: a}), {x: sqrt(value)}, on=start)
    roots = {x: sqrt(value), y: sqrt(value)}
    two = Solves(System({x: y * (c - x * y), y: x * (c - x * y)}, {x: a, y: b}), roots, on=start)
    text = r"\frac{1}{1 + (\frac{c}{a^2} - 1) e^{-2 c t}}"
    assert same_formula(read(rf"\frac{{x(t)^2}}{{c}} = {text}", one).statement, one)
    assert same_formula(read(rf"x(t) y(t)/c = {text}", two).statement, two)
    apart = Solves(System({x: y * (c - x * y), y: 2 * x * (c - x * y)}, {x: a, y: b}), roots, on=start)
    with pytest.raises(NotationError, match="one of them times a factor"):
        read(rf"x(t) y(t)/c = {text}", apart)


def test_an_arrow_between_wide_spaces_leads_to_a_further_equation():
    both = every(rate=Evolves(a, -b * c, along=flow, on=on), kept=Conserved(a**2 - b**2, along=flow, on=on))
    found = read(r"\dot{a} = - b c \quad \Rightarrow \quad \frac{d}{dt}(a^2 - b^2) = 0", both)
    assert same_formula(found.statement, both)


def test_cases_belong_to_the_parts_with_their_conditions():
    few, many = (Equal(a, value, on=Domain(given, over=[a, b, c])) for value, given in ((b, c < 1), (2 * b, c >= 1)))
    both = every(few=few, many=many)
    text = r"a = \begin{cases} b & \text{if } c < 1, \text{ few} \\ 2 b & \text{if } c \geq 1. \end{cases}"
    assert same_formula(read(text, both).statement, both)
    with pytest.raises(NotationError, match="of a case is that of 0 of the parts"):
        read(r"a = \begin{cases} b & \text{if } c < 2 \\ 2 b & \text{if } c \geq 1 \end{cases}", both)


def test_the_root_of_a_matrix_in_a_sum():
    root = SquareRoot(of=M, root=W - c * Identity(n), on=on)
    assert same_formula(read(r"W = \sqrt{M} + c I", root).statement, root)
    with pytest.raises(NotationError, match="one square root"):
        read(r"W = c I", root)


def test_names_may_stand_for_limits_and_sums():
    limit = Limit(c * exp(-a) + b, a, oo, b, on=on)
    assert same_formula(read(r"f(\infty) = b", limit, r"f(\infty) = \lim_{a \to \infty} (c e^{-a} + b)").statement, limit)
    gradient = Gradient(Dot(M * v, M * v) / 2, v, Transpose(M) * M * v, on=on)
    text = r"\frac{\partial L}{\partial v} = \mathbf{E}[m (m^\top v)]"
    declared = (r"L = \frac12 \|M v\|^2", r"m = [M]_{k\cdot}^\top", r"\mathbf{E} = \sum_k")
    assert same_formula(read(text, gradient, *declared).statement, gradient)


def test_a_sum_over_marks_is_written_out_and_a_number_is_a_matrix_beside_oplus():
    squares = Equal(a + b, c, on=on)
    assert read(r"\sum_{q=1}^{2} f^{(q)} = c", squares, "f^{(1)} = a", "f^{(2)} = b").statement.left == a + b
    below = Holds(a + b < c, on=on)
    assert same_formula(read(r"\sum_{q=1}^{2} f^{(q)} < c", below, "f^{(1)} = a", "f^{(2)} = b").statement, below)
    kron = Equal(Kron(c * Identity(1), Identity(n)) + Kron(Identity(1), W), M, on=on)
    assert same_formula(read(r"c \oplus W = M", kron).statement.left.doit(), kron.left.doit())


def test_what_is_about_equal_is_refused():
    equal = Equal((a + b)**2, a**2 + 2 * a * b + b**2, on=on)
    for text in (r"c \approx (a + b)^2 = a^2 + 2ab + b^2", r"(a + b)^2 \approx c"):
        with pytest.raises(NotationError, match="only about equal"):
            read(text, equal)


def test_time_up_to_a_constant_says_a_rate_of_one():
    clock = Evolves(a**2 / 2, 1, along=Flow({a: 1 / a}), on=on)
    assert same_formula(read(r"t = \frac{a^2}{2} + C", clock, r"C = \text{const}").statement, clock)


@pytest.mark.parametrize("typed, same", [
    (r"\Lambda = -\left(M S\right), \quad M = c", True), (r"\Lambda = -(M S)", False), (r"= -(M S)", False),
    (r"\Lambda = (M S), \quad M = c", False),
])
def test_words_are_compared_word_for_word(typed, same):
    assert (same_text(typed, r"\Lambda = -(M S), \quad M = c") is not None) is same


def test_a_piece_of_printed_words_may_be_declared():
    assert same_text(r"\Lambda = -(M S)", r"\Lambda = -(M S), \quad M = c", Setting({}, (declaration("M = c"),))) == []
    assert same_text(r"= \left(\sqrt{M}\right) S", r"\Lambda = \sqrt{M} S") == []
    assert same_text(r"\Lambda = f(\sqrt{M})", r"\Lambda = f\sqrt{M}") is None


def test_a_label_that_a_text_lacks_is_named_and_one_that_it_has_is_kept():
    printed = r"\Lambda = \underbrace{M S}_{T}"
    assert same_text(printed, printed) == [] and same_text(r"\Lambda = \underbrace{M S}_{T}", r"\Lambda = M S") == ["T"]
    assert same_text(r"\Lambda = M S", printed) is None and same_text(r"\Lambda = \underbrace{M S}_{c}", printed) is None


def test_a_formula_without_a_condition_is_said_of_every_part_that_reads_so():
    halves = every(above=Holds(a**2 >= b, on=Domain(a > 0, over=[b])), below=Holds(a**2 >= b, on=Domain(a < 0, over=[b])))
    assert same_formula(read(r"a^2 \geq b", halves).statement, halves)


def test_a_declared_function_does_not_capture_its_argument():
    equal = Equal(a / 2, b, on=on)
    assert read("f(a) = b", equal, r"f(z) = \int_0^1 z s \, ds").statement.left.doit() == a / 2
    with pytest.raises(NotationError, match="which its argument speaks of"):
        read("\\int_0^1 f(s) \\, ds = b", equal, r"f(z) = \int_0^1 z s \, ds")
