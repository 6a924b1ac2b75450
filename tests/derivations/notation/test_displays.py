r"""A display is read wholly: every token is part of what is read, set aside with a note, or an error with its column."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import MatrixSymbol, Symbol, exp, sqrt

from helpers.work import calls
from theoremtest.derivations.language import TIME, Domain, Equal, Evolves, Flow, reals
from theoremtest.derivations.language.flow import System
from theoremtest.derivations.language.statement import Solves
from theoremtest.derivations.notation import NotationError, Setting, declaration, macros_of, read_typed, same_formula
from theoremtest.derivations.notation.displays import display

a, b, c, x, tau, k, nu, delta = reals("a", "b", "c", "x", r"\tau", "k", r"\nu", r"\delta")
n = Symbol("n", integer=True, positive=True)
A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
square = Equal((a + b)**2, a**2 + 2 * a * b + b**2, on=Domain(over=[a, b, c, x]))
solution = Solves(System({x: -x / tau}, {x: a}), {x: a * exp(-TIME / tau)}, on=Domain(tau > 0, over=[a, tau, TIME, x]))
rate = Evolves(x, 1 - k**2 * x, along=Flow({x: 1 - (delta**2 + 4 * nu**2) * x}),
               on=Domain(over=[x, delta, nu], where={k: sqrt(delta**2 + 4 * nu**2)}))
matrices = Equal(A * B + B * A, B * A + A * B, on=Domain(over=[A, B, c]))
moduli = Equal(abs(a) * b * abs(c), abs(a * c) * b, on=Domain(over=[a, b, c]))
SAME = r"(a+b)^2 = a^2 + 2ab + b^2"
DOT = r"\dot x = 1 - k^2 x"


def read(formula, like=square, macros="", declared=()):
    return read_typed(formula, like, Setting(macros_of(macros), tuple(map(declaration, declared))))[0]


def refused(formula, like=square, **rest):
    with pytest.raises(NotationError) as caught:
        read(formula, like, **rest)
    return caught.value


# --- what reads two ways ---------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("formula, like, what", [
    (r"x(t+1) = a e^{-t/\tau}", solution, "x at another t, which the claim does not speak of, or a product"),
    (r"\dot x(t+1) = 1 - k^2 x", rate, "reads two ways"), (r"\dot x = 1 - k^2 x(2t)", rate, "x at another t"),
    (r"\dot x = 1 - k^2 x^{t+1}", rate, "a power, or an iterate"),
    (r"(a+b)^2 = a^2 + 4\frac12 ab + b^2", square, "their sum, as a mixed numeral, or their product"),
    (r"\sin a/2 = b", square, "the function divided, or the function of a quotient"),
    (r"\log \frac{a}{b}/2 = b", square, "the function divided, or the function of a quotient"),
    (r"\ln\left(a\right)^2 = b", square, "of the function, or of its argument"),
    (r"\frac{d}{da}\sin(a)\cos(a) = b", square, "of the first factor, or of the whole"),
    (r"|a|b|c| = b", moduli, "one modulus behind another or one inside of another"),
    (r"A * B = B A", matrices, "their product, or a convolution or a product of entries"),
    (r"a \\ -b = c", square, "it carries on the row above, or is an equation"),
    (r"(a+b)^2 = a \underbrace{a + 2b}_{q} + b^2", square, "with brackets around the sum or without"),
    (SAME + r" \quad (26)", square, "the equation's number, or a factor"),
])
def test_what_reads_two_ways_is_refused_with_both_readings(formula, like, what):
    error = refused(formula, like)
    assert what in str(error) and error.column, error


@pytest.mark.parametrize("formula, like", [
    (r"x(t) = a e^{-t/\tau}", solution), (r"\dot x(t) = 1 - k^2 x(t)", rate), (r"(a+b)^2 = a^2 + 4 \cdot \frac12 ab + b^2", square),
    (r"\left|a\right|b\left|c\right| = b |ac|", moduli), (r"AB + BA = BA + AB", matrices),
    (r"(a+b)^2 = a^2 \\ {} + 2ab + b^2", square), (r"\begin{align} (a+b)^2 &= a^2 \\ &\phantom{=} + 2ab + b^2 \end{align}", square),
    (r"\begin{align} (a+b)^2 &= a^2 \\ &\hspace{2em} + 2ab \\% a comment" "\n" r"&{} + b^2 \end{align}", square),
    (r"\begin{dgroup}\begin{dmath} (a+b)^2 = a^2 + 2ab + b^2 \end{dmath}\end{dgroup}", square), (SAME + r"\tag{4}\label{x}", square),
])
def test_what_reads_one_way_is_read(formula, like):
    found = read(formula, like)
    assert same_formula(found.statement, like) and not found.notes, found


# --- accents, stacks and labels --------------------------------------------------------------------------------------------

@pytest.mark.parametrize("formula", [
    r"(\overset{*}{a}+b)^2 = a^2 + 2ab + b^2", r"(\tilde a+b)^2 = a^2 + 2ab + b^2", r"(\underset{n}{a}+b)^2 = a^2 + 2ab + b^2",
    r"(a+b)^2 \stackrel{d}{=} a^2 + 2ab + b^2", r"(a+b)^2 \overset{!}{\le} a^2 + 2ab + b^2", r"(a+b)^2 \not= a^2 + 2ab + b^2",
])
def test_a_mark_on_a_letter_or_on_a_sign_makes_another_one(formula):
    assert refused(formula).column


def test_a_reference_above_a_sign_is_noted_and_a_definition_is_an_equation():
    assert "(a)" in read(r"(a+b)^2 \overset{(a)}{=} a^2 + 2ab + b^2").notes[0]
    assert read(r"(a+b)^2 \stackrel{\text{def}}{=} a^2 + 2ab + b^2").notes == ()


@pytest.mark.parametrize("label", ["= c", "c", r"b^2 = c", "4"])
def test_an_equation_in_a_label_is_held_too(label):
    found = read(r"(a+b)^2 = a^2 + 2ab + \underbrace{b^2}_{" + label + "}")
    assert len(found.also) == 1 and found.also[0].left == b**2


def test_other_labels_are_noted_and_bounds_are_conditions():
    assert "small" in read(r"(a+b)^2 = a^2 + 2ab + \underbrace{b^2}_{\text{small}}").notes[0]
    assert read(r"(a+b)^2 = a^2 + 2ab + \overbrace{b^2}^{\geq 0}").conditions


# --- what stands beside ----------------------------------------------------------------------------------------------------

def test_an_initial_value_is_held_to_what_the_claim_starts_from():
    assert read(r"x(t) = a e^{-t/\tau}, \quad x(0) = a", solution).also == ()
    (wrong,) = read(r"x(t) = a e^{-t/\tau}, \quad x(0) = 7", solution).also
    assert (wrong.left, wrong.right) == (a, 7)
    assert len(read(r"x(t) = a e^{-t/\tau}, \quad x(0) = a = 7", solution).also) == 1
    assert read(r"x(t) = a e^{-t/\tau}, \quad x=(0) = a", solution).also
    assert "x(0) = x_0" in read(DOT + r", \quad x(0) = x_0", rate).notes[0]


@pytest.mark.parametrize("body", [r"\sqrt{\delta^2 + 4\mu^2}", r"\delta^2 + 4\nu^2)^{1/2}", r"\sqrt{", r"\foo"])
@pytest.mark.parametrize("place", ["display", "declared"])
def test_a_definition_that_is_not_read_is_an_error_where_the_letter_is_the_claims(body, place):
    if place == "display":
        refused(DOT + r", \quad \text{where } k = " + body, rate)
    else:
        refused(DOT, rate, declared=("k = " + body,))


def test_a_definition_is_held_to_the_claim_or_noted():
    assert read(DOT + r", \quad \text{where } k = \sqrt{\delta^2 + 3\nu^2}", rate).also[0].right == sqrt(delta**2 + 3 * nu**2)
    found = read(DOT + r", \quad \text{where } q = \sqrt{\delta^2 + 3\nu^2}", rate)
    assert not found.also and "q =" in found.notes[0]


@pytest.mark.parametrize("further", [r" \\ b &= a", r" & 2ab &= b^2", r", \quad \text{hence } a = 1", r", \qquad b = a"])
def test_a_further_equation_is_no_part_in_silence(further):
    refused(r"\begin{align} (a+b)^2 &= a^2 + 2ab + b^2" + further + r" \end{align}")


@pytest.mark.parametrize("row", [r"&{} + \nu^3", r"&\phantom{=} + \nu^3", r"\hspace{2em} + \nu^3", r"&\color{red} + \nu^3", r"\pm \nu^3",
                                 r"&= 1", r"\quad {} - \nu", r"\times 2", r"\cdot k", "/ 2"])
def test_a_row_that_carries_on_is_part_of_what_is_read(row):
    try:
        found = read(r"\begin{align} \dot x &= 1 - k^2 x \\ " + row + r" \end{align}", rate)
    except NotationError:
        return
    assert not same_formula(found.statement, rate) or found.also


# --- errors with their column ----------------------------------------------------------------------------------------------

@pytest.mark.parametrize("formula, at", [
    (SAME + r"\begin{align}", r"\begin"), (r"\begin{equation}" + SAME, r"\begin"), (r"\input{x} " + SAME, r"\input"),
    (r"\verb|a| " + SAME, r"\verb"), (r"\ifnum1<2 (a \fi " + SAME, r"\ifnum"), (SAME + r" \text{unless } a = 0", r"\text"),
    (SAME + r"\left a", "a"), (r"{" + SAME, "{"), (SAME + r"}", "}"), (r"\begin{align}" + SAME + r"\end{gather}", ""),
    (SAME + r"\hspace{a}", r"\hspace"), (SAME + r" @", "@"),
])
def test_what_belongs_to_nothing_is_an_error_at_its_column(formula, at):
    error = refused(formula)
    assert error.column and (not at or formula[error.column - 1:].startswith(at)), (error.column, error)


def test_a_column_is_that_of_the_text_as_the_author_wrote_it():
    text = r"\sq{a + b} = \sq a + 2ab + \foo b^2"
    assert refused(text, macros=r"\newcommand{\sq}[1]{(#1)^2}").column == text.index(r"\foo") + 1


WORDS = ["a", "b", "+", "-", "=", "(", ")", "{", "}", "^", "_", "2", r"\\", "&", r"\quad", ",", r"\text{if }", r"\left", r"\right", "|",
         r"\frac", r"\sqrt", r"\underbrace", r"\begin{align}", r"\end{align}", r"\foo", r"\tag", "%\n", "\n\n", "$", "#", "~", r"\verb|a|"]


@pytest.mark.slow
@given(st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join))
@settings(max_examples=300, deadline=None)
def test_any_tokens_are_taken_apart_or_refused_with_one_line(text):
    try:
        display(text)
    except NotationError as error:
        assert "\n" not in error.message


@pytest.mark.drawn(6)
@pytest.mark.parametrize("piece", [
    r"\sq{", r"\boxed{", r"\quad ", "a,", r"a\\", "|a", r"\underbrace{a}_{b}", r"\frac", r"\overset{a}{b}", r"\begin{cases}", "&", "=",
    "a=", r"\dv{x}", r"\left(", r"\text{a}", "x(t+", r"a &= b \\", r"a=b,\quad ", r"\text{where } q=b,\quad ", r"x(0)=1,\quad ", r"\{",
    r"\sqrt{",
])
def test_the_work_grows_as_the_display_does(piece):
    read(SAME)
    short, long = (calls(lambda number=number: read(number * piece, macros=r"\newcommand{\sq}[1]{#1}")) for number in (50, 200))
    assert long <= 4.5 * short
