"""Limits in the kernel: what is found and taken, what is false and found nowhere, and what no step shows."""

import json

import pytest
from sympy import Abs, Identity, Max, S, Symbol, acot, atan, cos, cosh, coth, erf, exp, floor, log, oo, pi, sign, sin, sqrt, tanh

from helpers.kernel_proofs import proofs_of
from theoremtest.derivations.kernel.check import check, shown
from theoremtest.derivations.kernel.facts import MINUS_OO, OO, either, equal, limit, nonneg, pos
from theoremtest.derivations.kernel.goals import Goal, goals
from theoremtest.derivations.kernel.terms import MINUS, ONE, ZERO, Refused, Term, add, call, mul, number, power, read, sub, term
from theoremtest.derivations.language import Domain, Dot, Limit, MatrixFunction, PositiveDefinite, Scales, dimension, matrix, vector
from theoremtest.derivations.language.tree import to_tree
from theoremtest.derivations.proof.witnesses.draft import Draft
from theoremtest.derivations.proof.witnesses.proving import prove

x, a, b = (Symbol(name, real=True) for name in "xab")
n = Symbol("n", integer=True)
d = dimension("d")
A, B, u = matrix("A", d, d), matrix("B", d, d), vector("u", d)
UP, WITH, PLUS = Domain(x > 0), Domain(x > 0, over=[a]), Domain(x > 0, a > 0)
MATRICES = Domain(x > 0, over=[A, B])


def tends(expression, value, to=oo, on=UP, rate=None, of=x):
    return Limit(S(expression), of, S(to), S(value), on=on, rate=rate)


TRUE = {
    "leading terms": tends((2 * x + 1) / (x + 3), 2),
    "a root's expansion": tends(sqrt(x**2 + x) - x, S.Half, rate=1 / x),
    "a modulus of what stands still": tends(sqrt(a**2 * x**2 + 1) / x, Abs(a), on=WITH),
    "an exponential outgrows powers": tends(x**a * exp(-x), 0, on=WITH),
    "a power outgrows a logarithm": tends(x * log(x), 0, to=0),
    "a slope": tends((exp(x) - 1) / x, 1, to=0, rate=x),
    "two poles": tends(coth(x) - 1 / x, 0, to=0),
    "compound interest": tends((1 + a / x) ** x, exp(a), on=PLUS),
    "downwards": tends(tanh(x), -1, to=-oo, on=Domain(x < 0)),
    "without bound": tends(exp(x) / x**3, oo),
    "to minus infinity": tends(log(x), -oo, to=0),
    "to a letter": tends((x**2 - a**2) / (x - a), 2 * a, to=a, on=Domain(x > a)),
    "continuity": tends(cosh(a * x), cosh(a), to=1, on=Domain(x > 1, over=[a])),
    "whole numbers": tends(n / (n + 1), 1, on=Domain(n >= 1), of=n),
    "the larger in the end": tends(Max(x, a) / x, 1, on=WITH),
    "a matrix": tends((x * A + B) / (1 + x), A, on=MATRICES, rate=1 / x),
    "a slope of a sine": tends((sin(a + x) - sin(a)) / x, cos(a), to=0, on=WITH),
    "what swings is outgrown": tends((x + sin(x)) / x, 1),
    "an arctangent, downwards": tends(atan(x), -pi / 2, to=-oo, on=Domain(x < 0)),
    "an error function": tends(erf(a * x), 1, on=PLUS),
    "an inverse": tends((A + x * B).I * u, A.I * u, to=0, on=Domain(x > 0, PositiveDefinite(A), over=[B, u])),
    "an inner product with an inverse": tends(Dot((A + B / x).I * u, u), Dot(A.I * u, u),
                                             on=Domain(x > 0, PositiveDefinite(A), over=[B, u])),
    "every mode decays": tends(MatrixFunction(exp(-a * x), a, A) * u, 0 * u, on=Domain(x > 0, PositiveDefinite(A), over=[u])),
    "an order": Scales(3 * x**2 + x, x, S(2), on=UP),
    "an order by cases": Scales(x**a + x**b, x, Max(a, b), on=Domain(x > 0, over=[a, b])),
}


@pytest.mark.parametrize("statement", TRUE.values(), ids=TRUE)
def test_a_limit_is_proved_and_its_proof_is_of_no_other_statement(statement):
    proofs = proofs_of(statement)
    assert None not in proofs
    check(to_tree(statement), json.loads(json.dumps(proofs)))
    if isinstance(statement, Scales):
        other = Scales(statement.expression, x, statement.exponent + 1, on=statement.on)
    else:
        value = statement.value
        value = -value if value in (oo, -oo) else value + (u if value.shape == u.shape else A) if hasattr(value, "shape") else value + 1
        other = Limit(statement.expression, statement.variable, statement.to, value, rate=statement.rate, on=statement.on)
    with pytest.raises(Refused):
        check(to_tree(other), proofs)


NEAR_MISSES = {
    "a constant that may be 0": tends(a * x / (a * x + 1), 1, on=Domain(x > 0, a >= 0)),
    "a parameter of either sign": tends(exp(a * x), 0, on=WITH),
    "a root of a square that is no letter": tends(sqrt(a**2 * x**2 + 1) / x, a, on=WITH),
    "0 times oo": tends((sqrt(x**2 + a**2) - x) * x, 0, on=WITH),
    "oo - oo": tends(x**2 + x - x**2, 0),
    "oscillation": tends(sin(x), 0),
    "a rate that oscillates": tends(sin(x) / x, 0, rate=1 / x),
    "a rate that is too fast": tends(x / (x + 1), 1, rate=1 / x**2),
    "a jump": tends(sign(x), 0, to=0),
    "a jump that is come to": tends(sign(x - 1), 0, to=1, on=Domain(x > 1)),
    "a jump of the arccotangent": tends(acot(x), -pi / 2, to=0),
    "jumps without end": tends(floor(x) - x, 0),
    "the other side": tends(Abs(x - 1) / (x - 1), -1, to=1, on=Domain(x > 1)),
    "the other end": tends(atan(x), pi / 2, to=-oo, on=Domain(x < 0)),
    "powers of 0 with exponents that go to 0": tends(x ** (a / log(x)), 1, to=0, on=Domain(x > 0, x < 1, over=[a])),
    "a value that is not there": tends(sqrt(a * x), 0, to=0, on=WITH),
    "a value that is nowhere": tends(log(-x) / x, 0, on=UP),
    "an end that the domain keeps away from": tends(1 / x, 0, on=Domain(x > 0, x < 7)),
    "an end that it comes to from the other side": tends(x, 5, to=5, on=Domain(x < 5)),
    "along even numbers": tends((-1) ** n, 1, on=Domain(n >= 0), of=n),
    "what swings is not outgrown": tends((x + x * sin(x)) / x, 1),
    "an error function of either sign": tends(erf(a * x), 1, on=WITH),
    "a mode that may not decay": tends(MatrixFunction(exp(-a * x), a, A) * u, 0 * u,
                                       on=Domain(x > 0, PositiveDefinite(A + Identity(d)), over=[u])),
    "an inverse that is let go": tends(x * (A * A.T + x * Identity(d)).I, Identity(d) * 0, to=0, on=Domain(x > 0, over=[A])),
    "a matrix that may be singular": tends((A + B / x).I, A.I, on=MATRICES),
    "another matrix": tends((x * A + B) / (1 + x), B, on=MATRICES),
    "a matrix that does not settle": tends(sin(x) * A, A, on=MATRICES),
    "another order": Scales(3 * x**2 + x, x, S(1), on=UP),
    "an order where the constant may be 0": Scales(a**2 * x**2 + x, x, S(2), on=WITH),
    "an order without a lower bound": Scales(x * (1 + sin(x)), x, S(1), on=UP),
}


@pytest.mark.parametrize("statement", NEAR_MISSES.values(), ids=NEAR_MISSES)
def test_a_near_miss_has_no_proof(statement):
    try:
        found = proofs_of(statement)
    except Refused:
        return
    assert None in found


# --- steps ---------------------------------------------------------------------------------------------------------------

X, C = (term("Symbol", (), (name, ("real",))) for name in ("x", "c"))


def draft(*hypotheses: Term, to: Term = OO) -> Draft:
    near = [term("near", (X, to))] if to in (OO, MINUS_OO) else [term("near", (X, to)), pos(sub(X, to))]
    return Draft(Goal("", pos(ONE), [*near, *hypotheses]))


def line(of: Draft, step: str, *needs) -> int:
    """A line whose terms are given themselves."""
    return of.line(step, *(of.number(need) if isinstance(need, Term) else need for need in needs))


def lemma(of: Draft, name: str, *values: Term) -> int:
    return of.line("lemma", name, [of.number(value) for value in values])


def test_only_what_does_not_speak_of_the_letter_stands_still():
    found = draft(pos(C))
    line(found, "fixed", power(C, 2))
    line(found, "near", C)
    for moving in (X, add(X, C), OO, term("constant", (), "zoo")):
        with pytest.raises(Refused):
            line(found, "fixed", moving)
    with pytest.raises(Refused):
        line(found, "near", X)


def test_near_a_number_is_nearer_than_what_is_positive_alone():
    found = draft(pos(C), to=ZERO)
    line(found, "near", C)
    with pytest.raises(Refused):
        line(draft(to=ZERO), "near", C)


def test_without_an_end_nothing_tends():
    with pytest.raises(Refused):
        Draft(Goal("", pos(ONE), [pos(X)])).line("tends")


@pytest.mark.parametrize("node", [call("sign", X), call("acot", X), call("floor", X), call("Heaviside", X), power(X, X), call("log", X),
                                  power(X, -1), power(C, X), term("function", (X,), ("f", ()))], ids=repr)
def test_where_a_function_jumps_or_has_no_value_it_is_not_continuous(node):
    found = draft(to=ZERO)
    start = found.line("tends")
    with pytest.raises(Refused):
        line(found, "continuous", node, [start])


@pytest.mark.parametrize("node", [call("sign", add(X, ONE)), call("acot", add(X, ONE))], ids=repr)
def test_beside_its_jump_a_function_is_continuous(node):
    found = draft(to=ZERO)
    start = found.line("tends")
    place = line(found, "continuous", node, [start])
    assert found.shown[place] is limit(node, term(node.head, (add(ZERO, ONE),)))


def test_what_grows_is_put_into_no_function():
    found = draft()
    start = found.line("tends")
    for node in (sub(X, X), mul(ZERO, X), call("exp", X)):
        with pytest.raises(Refused):
            line(found, "continuous", node, [start])


def test_a_limit_is_moved_to_what_is_shown_to_be_equal_alone():
    found = draft(to=ZERO)
    start = found.line("tends")
    same = line(found, "algebra", equal(add(X, ZERO), X), [])
    line(found, "moved", limit(add(X, ZERO), ZERO), start, [same])
    for fact, equations in ((limit(mul(number(2), X), ZERO), [same]), (limit(X, ONE), []), (limit(X, X), [])):
        with pytest.raises(Refused):
            line(found, "moved", fact, start, equations)


def test_taylors_polynomial_is_of_a_small_argument():
    found = draft(pos(C), to=ZERO)
    start = found.line("tends")
    one = line(found, "continuous", ONE, [])
    found.line("known", found.number(term("nonzero", (X,))))
    line(found, "taylor", "exp", start, one, 2)
    large = draft(pos(X))
    grows, stands = large.line("tends"), line(large, "continuous", ONE, [])
    for step in ((grows, stands), (stands, grows)):
        with pytest.raises(Refused, match="a small number"):
            large.line("taylor", "exp", *step, 2)
    with pytest.raises(Refused):
        line(found, "taylor", "power", start, one, 2, X)
    with pytest.raises(Refused):
        line(found, "taylor", "log", start, one, -1)


SIDES = {
    "the reciprocal of what comes to 0 from an unknown side": ("limit_of_inverse_small", (mul(C, X),), ZERO),
    "a power with an exponent of unknown sign": ("limit_of_large_power", (X, C), OO),
    "a power with an exponent that moves": ("limit_of_large_power", (X, power(X, -1)), OO),
    "a large sum whose other summand falls": ("limit_of_large_sum", (X, mul(MINUS, X), ZERO), OO),
    "a large product with what tends to 0": ("limit_of_large_multiple", (X, power(X, -1), ZERO), OO),
    "an exponential that may grow": ("exp_outgrows", (X, number(2), C, C), OO),
    "a number that moves lies below": ("large_above", (X, X), OO),
    "a multiple that is not bounded": ("limit_of_bounded_multiple", (power(X, -1), X), OO),
    "positive in the end, for a limit that is 0": ("limit_positive", (power(X, -1), ZERO), OO),
}


@pytest.mark.parametrize("name, values, to", SIDES.values(), ids=SIDES)
def test_a_lemma_about_limits_needs_its_side_conditions(name, values, to):
    found = draft(pos(X), to=to) if to is OO else draft(to=to)
    found.line("tends")
    line(found, "continuous", C, [])
    line(found, "fixed", C)
    line(found, "fixed", ZERO)
    if to is OO:
        lemma(found, "limit_of_inverse_large", X)
    with pytest.raises(Refused, match="it is not known"):
        lemma(found, name, *values)


def _in_two_cases(of: Draft, node: Term, fact: Term) -> None:
    """The sign of a number in each case, which it tends to there; then a fact in all."""
    cases = []
    for held, lemma_name, argument in ((pos(mul(MINUS, node)), "sign_of_negative", MINUS), (equal(node, ZERO), "sign_of_zero", ZERO),
                                       (pos(node), "sign_of_positive", ONE)):
        inner = of.inside(held)
        same = lemma(inner, lemma_name, node)
        stands = line(inner, "continuous", argument, [])
        line(inner, "converges", line(inner, "moved", limit(call("sign", node), argument), stands, [same]))
        cases.append(inner.lines)
    of.line("cases", of.number(fact), of.number(node), *cases)


def test_what_converges_in_cases_of_the_letter_that_moves_need_not_converge():
    _in_two_cases(draft(), C, term("converges", (call("sign", C),)))
    with pytest.raises(Refused):
        _in_two_cases(draft(), call("sin", X), term("converges", (call("sign", call("sin", X)),)))


def test_of_several_limits_no_case_is_made():
    several = either([limit(X, OO), limit(X, MINUS_OO)])
    found = draft(nonneg(C))
    found.line("tends")
    found.line("known", found.number(several))
    with pytest.raises(Refused):
        found.line("split", found.number(several), found.places[several], [[], []])


def test_operators_of_function_spaces_have_no_limits_here():
    space = term("Space", (), "H")
    operator = term("MatrixSymbol", (space, space), "T")
    means = term("Eigenvalue", (operator,), 0)
    with pytest.raises(Refused, match="infinitely many"):
        line(draft(), "fixed", means)


def test_a_matrix_whose_size_grows_has_no_limit():
    sized = term("MatrixSymbol", (X, X), "A")
    found = draft(pos(X))
    found.line("tends")
    start = lemma(found, "limit_of_inverse_large", X)
    for node in (term("Trace", (sized,)), term("Identity", (X,)), term("MatMul", (power(X, -1), sized))):
        with pytest.raises(Refused, match="not known to be continuous"):
            line(found, "continuous", node, [start])


def test_a_proof_of_a_limit_is_none_where_the_letter_does_not_go_there():
    goal = goals(read(to_tree(tends(1 / x, 0))))[-1]
    proof = prove(goal)
    shown(goal, proof)
    with pytest.raises(Refused):
        shown(Goal("", goal.fact, [fact for fact in goal.hypotheses if fact.head != "near"]), proof)
