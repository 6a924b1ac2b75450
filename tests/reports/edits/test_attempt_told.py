r"""Displays whose signs or letters the claim explains: `\approx` as its limit, `\propto` as its identity, letters that it only defines; and
cases, each with its part. A slip on either side fails, is told apart or is refused."""

import pytest
from sympy import Eq, MatrixSymbol, S, Sum, Symbol, exp, oo

from helpers.toy_claims import TOY
from theoremtest.derivations.language import (
    TIME,
    Claim,
    Classifies,
    Domain,
    Equal,
    Holds,
    Limit,
    Printed,
    Solves,
    Spoken,
    System,
    every,
    reals,
)
from theoremtest.derivations.notation import NotationError, Setting, declaration
from theoremtest.reports.edits.attempt import attempt

x, c, d, k, s = reals("x", "c", "d", "k", "s")
positive = Domain(x > 0, c > 0)


def claim_of(printed):
    return Claim(id="toy2026/1", paper=TOY, where="Eq. (1)", title="Claim 1", uses=(), note="", origin="printed", source="toy.py:1",
                 build=lambda: printed)


def told(printed, formula, *where):
    claim = claim_of(printed)
    found = attempt(claim, formula, setting=Setting({}, tuple(map(declaration, where))))
    return found.verdict, found.equivalent_to


about = Printed(Limit(x / (x + c), x, oo, S.One, on=positive), spoken={"": Spoken(r"\approx", 1 / (x + c), 1 / x, scale=x)})
ordered = Printed(Limit(x / (x + c), x, oo, S.One, 1 / x, on=positive),
                  spoken={"": Spoken("=", 1 / (x + c), 1 / x, scale=x, order=1 / x**2)})
arrow = Printed(Limit(x / (x + c), x, oo, S.One, on=positive), spoken={"": Spoken(r"\to", x / (x + c), S.One)})
turned = Printed(Limit((x + c) / x, x, oo, S.One, on=positive),
                 spoken={"": Spoken(r"\approx", 1 / (x + c), 1 / x, scale=x + c, turned=True)})
factor = Printed(Equal((2 * x)**2, 4 * x**2, on=positive), spoken={"": Spoken(r"\propto", (2 * x)**2, x**2, scale=4 * S.One)})
HOLDS = ("holds", "printed")


@pytest.mark.parametrize("printed, formula", [
    (about, r"\frac{1}{x + c} \approx \frac{1}{x}"), (about, r"\approx \frac{1}{x}, \quad x \to \infty"),
    (about, r"\frac{1}{c + x} \approx x^{-1}"), (ordered, r"\frac{1}{x + c} = \frac{1}{x} + O\left(\frac{1}{x^2}\right)"),
    (ordered, r"= x^{-1} + \mathcal{O}(x^{-2})"), (arrow, r"\frac{x}{x + c} \rightarrow 1"),
    (turned, r"\frac{1}{x + c} \approx \frac{1}{x}"),
    (about, r"\frac{2}{2x + 2c} = \frac{1}{x + c} \approx \frac{1}{x}"), (factor, r"(2x)^2 \propto x^2"), (factor, r"4 x^2 \propto x^2")])
def test_a_sign_is_read_as_the_claim_reads_it(printed, formula):
    assert told(printed, formula) == HOLDS


@pytest.mark.drawn(4)
@pytest.mark.parametrize("printed, formula", [
    (about, r"\frac{1}{x + c} \approx \frac{2}{x}"), (about, r"\frac{2}{x + c} \approx \frac{1}{x}"),
    (about, r"\frac{1}{x + c} \approx \frac{1}{x^2}"), (about, r"\frac{1}{x - c} \approx -\frac{1}{x}"), (about, r"\approx 1"),
    (ordered, r"= \frac{2}{x} + O(\frac{1}{x^2})"), (ordered, r"= \frac{1}{x} + O(\frac{1}{x^3})"), (arrow, r"\frac{x}{x + c} \to 2"),
    (arrow, r"\frac{x}{x + c} \to c"), (turned, r"\frac{1}{x + c} \approx \frac{2}{x}"), (factor, r"(2x)^2 \propto x"),
    (factor, r"(2x)^2 \propto \frac{x^2}{2}"), (about, r"\frac{2}{x + c} = \frac{1}{x + c} \approx \frac{1}{x}")])
def test_a_slip_on_either_side_fails(printed, formula):
    assert told(printed, formula)[0] == "fails"


@pytest.mark.parametrize("formula", [r"\frac{1}{x + 2c} \approx \frac{1}{x}", r"\frac{1}{x + c} \approx \frac{1}{x + 1}"])
def test_another_truth_is_not_the_printed_one(formula):
    assert told(about, formula) in (("holds", "neither"), ("holds", "unknown"))


@pytest.mark.parametrize("printed, formula, what", [
    (about, r"\frac{1}{x + c} \approx \frac{1}{x}, \quad x \to 0", "limit is for x to"), (about, r"\frac{1}{x + c} \to \frac{1}{x}", None),
    (about, r"\frac{1}{x + c} \approx \frac{1}{x} \approx \frac{1}{x}", "twice"), (factor, r"(2x)^2 \approx x^2", "about equal"),
    (ordered, r"\frac{1}{x + c} = \frac{1}{x}", None), (about, r"\frac{1}{x + c} \approx \frac{1}{x} + O(\frac{1}{x^2})", None),
    (Printed(about.statement), r"\frac{1}{x + c} \approx \frac{1}{x}", "about equal"), (about, r"\frac{1}{x + c} = \frac{1}{x}", None)])
def test_a_sign_that_the_claim_does_not_read_is_refused(printed, formula, what):
    with pytest.raises(NotationError, match=what):
        told(printed, formula)


two = Printed(every(sum=Equal(k + s, (k**2 - s**2) / (c - d), on=Domain(c > d, c > 0, d > 0, where={k: c, s: d})),
                    size=Equal(k**2 - s**2, (c - d) * (c + d), on=Domain(c > 0, d > 0, where={k: c, s: d}))), defines=(k, s))


@pytest.mark.parametrize("formula, expected", [
    (r"k = c, \quad s = d", HOLDS), (r"s := d, \quad k := c", HOLDS), (r"k = \frac{c^2}{c}, \quad s = d", HOLDS),
    (r"k = 2c, \quad s = d", ("fails", "neither")), (r"k = c, \quad s = d + 1", ("fails", "neither"))])
def test_letters_that_the_claim_only_defines(formula, expected):
    assert told(two, formula) == expected


def test_a_slip_that_the_statement_does_not_notice_is_another_definition():
    sign = Printed(every(sign=Equal(abs(k), k, on=Domain(c > 0, where={k: c}))), defines=(k,))
    assert told(sign, "k = c") == HOLDS and told(sign, "k = 2c") == ("holds", "neither")


@pytest.mark.parametrize("formula, what", [("k = c", "defines s as well"), (r"k = c, \quad s = d, \quad k = c", "defined twice"),
                                           (r"k = k + c, \quad s = d", "defined by itself")])
def test_letters_are_all_given_and_once(formula, what):
    with pytest.raises(NotationError, match=what):
        told(two, formula)


def test_a_matrix_given_entry_by_entry_defines_its_entries():
    one, other = reals("M_{11}", "M_{12}")
    on = Domain(Eq(one, 2), Eq(other, c), over=[c])
    row = Printed(every(sum=Equal(one + other, c + 2, on=on), square=Equal(one**2, 4, on=on)), defines=(one, other))
    assert told(row, r"M := \begin{pmatrix} 2 & c \end{pmatrix}") == HOLDS
    assert told(row, r"M := \begin{pmatrix} 2 & -c \end{pmatrix}") == ("fails", "neither")
    assert told(row, r"M := \begin{pmatrix} 3 & c \end{pmatrix}") == ("fails", "neither")
    for formula in (r"M := \begin{pmatrix} 2 \\ c \end{pmatrix}", r"M := \begin{pmatrix} 2 \end{pmatrix}"):
        with pytest.raises(NotationError):
            told(row, formula)


def test_a_ket_and_a_bra_are_a_column_times_a_row():
    n = Symbol("n", integer=True, positive=True)
    a, b, F = MatrixSymbol("a", n, 1), MatrixSymbol("b", n, 1), MatrixSymbol("F", n, n)
    outer = Printed(Equal(F * (a * b.T) * F, (F * a) * (b.T * F), on=Domain(over=[a, b, F])))
    assert told(outer, r"F |a\rangle \langle b| F = F a b^\top F")[0] == "holds"
    assert told(outer, r"F |a\rangle \langle b| F = F b a^\top F")[0] == "fails"
    with pytest.raises(NotationError):
        told(outer, r"F |a\rangle b| F = F a b^\top F")


def test_a_letter_that_the_claim_does_not_say_it_defines_is_no_display_of_it():
    with pytest.raises(NotationError):
        told(Printed(two.statement), r"k = c, \quad s = d")


def test_one_sign_in_several_parts_is_told_by_its_left_side():
    pair = Printed(every(first=Equal(k**2, 4 * c**2, on=Domain(c > 0, d > 0, where={k: 2 * c, s: 3 * d})),
                         second=Equal(s**2, 9 * d**2, on=Domain(c > 0, d > 0, where={k: 2 * c, s: 3 * d}))),
                   spoken={"first": Spoken(r"\propto", k**2, c**2, scale=4 * S.One),
                           "second": Spoken(r"\propto", s**2, d**2, scale=9 * S.One)})
    assert told(pair, r"k^2 \propto c^2, \quad s^2 \propto d^2") == HOLDS
    assert told(pair, r"k^2 \propto c^3, \quad s^2 \propto d^2")[0] == "fails"
    with pytest.raises(NotationError, match="name the part"):
        told(pair, r"k s \propto c^2")


on_both = Domain(over=[c, d])
two_kinds = Printed(every(square=Equal((c - d)**2, c**2 - 2 * c * d + d**2, on=on_both),
                          sign=Holds(c**2 - 2 * c * d + d**2 >= 0, on=on_both)))


@pytest.mark.slow
def test_relations_of_two_kinds_in_one_line():
    assert told(two_kinds, r"(c - d)^2 = c^2 - 2 c d + d^2 \geq 0") == HOLDS
    assert told(two_kinds, r"(c - d)^2 = c^2 - 2 c d + d^2 \geq 1")[0] == "fails"
    with pytest.raises(NotationError):
        told(two_kinds, r"(c - d)^2 = c^2 + d^2 \geq 0")


def test_a_right_hand_side_that_carries_on_is_that_of_one_part():
    assert told(two_kinds, r"= c^2 - 2 c d + d^2") == HOLDS
    pair = Printed(every(first=Equal(k, c + d, on=Domain(Eq(k, c + d))), second=Equal(2 * k, 2 * c + 2 * d, on=Domain(Eq(k, c + d)))))
    assert told(pair, "= c + d") == HOLDS
    with pytest.raises(NotationError, match="right-hand side of 0 of the parts"):
        told(pair, "= c - d")


@pytest.mark.slow
def test_a_condition_of_a_case_distinction():
    cases = Printed(Classifies({"above": c > d, "below": c <= d}, {"above": c - d > 0, "below": c - d <= 0}, on=Domain(over=[c, d])))
    assert told(cases, "c > d") == HOLDS and told(cases, r"c - d \leq 0") == HOLDS
    assert told(cases, "c > 2 d")[0] == "fails" and told(cases, r"c - d \leq 1") == ("holds", "neither")
    with pytest.raises(NotationError, match="fits 0 of"):
        told(cases, "d > c")


def test_a_function_of_a_system_by_itself():
    system = System({k: -k, s: -2 * s}, {k: c, s: d})
    both = Printed(Solves(system, {k: c * exp(-TIME), s: d * exp(-2 * TIME)}, on=Domain(TIME >= 0, over=[c, d])))
    assert told(both, "k(t) = c e^{-t}") == HOLDS and told(both, "k(t) = c e^{-2 t}")[0] == "fails"


def test_a_minus_behind_a_sum_belongs_to_what_it_adds_up():
    n, j = Symbol("n", integer=True), Symbol("j", integer=True)
    total = Printed(Equal(Sum(-j * c, (j, 1, n)), -c * n * (n + 1) / 2, on=Domain(n >= 1, over=[c])))
    assert told(total, r"\sum_{j=1}^{n} -j c = -\frac{c n (n + 1)}{2}") == HOLDS
    assert told(total, r"\sum_{j=1}^{n} -j c = \frac{c n (n + 1)}{2}")[0] == "fails"


t, start = TIME, (1 - exp(-c * TIME)) * s + k * exp(-c * TIME)
END = (r"f(\infty) = \lim_{t \to \infty} f(t)", r"f(t) = (1 - e^{-c t}) s + k e^{-c t}")
later = Domain(TIME >= 0, over=[k, s])
ends = Printed(every(moves=Limit(start, t, oo, s, on=later & Domain(c > 0)), stays=Limit(start, t, oo, k, on=later & Domain(Eq(c, 0)))))


@pytest.mark.parametrize("cases, expected", [
    (r"s & : c > 0 \\ k & : c = 0.", HOLDS), (r"k & \text{if } c = 0 \\ s & \text{if } c > 0", HOLDS),
    (r"c > 0 : & s \\ c = 0 : & k", HOLDS), (r"k & : c > 0 \\ k & : c = 0", ("fails", "neither")),
    (r"s & : c > 0 \\ s & : c = 0", ("fails", "neither"))])
def test_values_at_the_end_by_cases(cases, expected):
    assert told(ends, rf"f(\infty) = \begin{{cases}} {cases} \end{{cases}}", *END) == expected


@pytest.mark.parametrize("cases", [r"s & : c \geq 0 \\ k & : c = 0", r"s & : c > 0 \\ k & : c < 0",
                                   r"s \approx 1 & : c > 0 \\ k & : c = 0"])
def test_a_case_that_no_part_has_is_refused(cases):
    with pytest.raises(NotationError):
        told(ends, rf"f(\infty) = \begin{{cases}} {cases} \end{{cases}}", *END)


def test_a_limit_of_what_stands_still_is_that():
    square = Printed(Equal((k + s)**2, k**2 + 2 * k * s + s**2, on=Domain(TIME >= 0, over=[k, s])))
    assert told(square, r"\lim_{t \to \infty} (k + s)^2 = k^2 + 2 k s + s^2") == HOLDS
    assert told(square, r"\lim_{t \to \infty} (k + s)^2 = k^2 + s^2")[0] == "fails"
    with pytest.raises(NotationError, match="an equation at every t"):
        told(square, r"\lim_{t \to \infty} (k + s + e^{-t})^2 = k^2 + 2 k s + s^2")
