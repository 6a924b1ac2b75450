"""Statements that mean nothing, or mean two things, are refused when they are made, and the message names the offender."""

import pytest
from sympy import (
    Eq,
    Float,
    Function,
    Gt,
    Identity,
    Integral,
    MatrixSymbol,
    Ne,
    S,
    Sum,
    Symbol,
    Trace,
    Transpose,
    exp,
    nan,
    oo,
    sqrt,
    zoo,
)

from theoremtest.derivations.language import (
    TIME,
    AtMostOneZero,
    Classifies,
    Conserved,
    Domain,
    DomainError,
    Dot,
    Equal,
    Evolves,
    Expectation,
    Flow,
    Gradient,
    GradientFlow,
    Hessian,
    Holds,
    Iff,
    Inverse,
    Kron,
    Limit,
    Scales,
    Solves,
    SquareRoot,
    StatementError,
    System,
    dimension,
    matrix,
    real,
    reals,
    vector,
)

a, b, k, s, x, y = reals("a", "b", "k", "s", "x", "y")
t = TIME
d, n, i = dimension("d"), dimension("n"), Symbol("i", integer=True)
u, v, z = vector("u", d), vector("v", d), vector("z", n)
A, B, W = matrix("A", d, d), matrix("B", n, n), matrix("W", d, n)
free = Domain(over=[a, b, k, s, x, y])
sized = Domain(over=[a, u, v, z, A, B, W])
timed = free.but(t >= 0)
decay = Flow({x: -x})


def refused(*words):
    return pytest.raises((StatementError, DomainError), match="(?s)" + ".*".join(words))


# captured symbols

@pytest.mark.parametrize("make", [
    lambda on: Conserved(k * x, along=Flow({k: -x, x: -x}), on=on),
    lambda on: Evolves(k, -k, along=Flow({k: -k}), on=on),
    lambda on: Limit(1 / k, k, oo, S.Zero, on=on),
    lambda on: Scales(k**2, k, S(2), on=on),
    lambda on: Solves(System({k: -k}, {k: a}), {k: a * exp(-t)}, on=on.but(t >= 0)),
    lambda on: AtMostOneZero(k, along=Flow({k: -k}), on=on),
    lambda on: Expectation(k**2, {k: S.One}, S.One, on=on),
])
def test_an_abbreviation_is_nothing_that_varies(make):
    with refused("k", "abbreviation"):
        make(Domain(over=[a, x], where={k: x**2}))


def test_a_gradient_is_not_in_an_abbreviated_vector():
    with refused("v", "abbreviation"):
        Gradient(Dot(v, v), v, 2 * v, on=Domain(over=[u], where={v: 2 * u}))


def test_an_abbreviation_has_one_shape():
    with refused("k", "scalar"):
        Domain(over=[u], where={k: 2 * u})


@pytest.mark.parametrize("value, to", [(1 / x + a, oo), (a, x + 1), (b, oo)])
def test_a_limit_does_not_speak_of_its_variable(value, to):
    with refused("limit in x speaks of x"):
        Limit(a + 1 / x, x, to, value, on=Domain(over=[a, x], where={b: a + 1 / x}))


def test_a_whole_number_approaches_infinity_only():
    with refused("n", "whole number"):
        Limit(1 / n, n, 0, oo, on=Domain(over=[n]))


@pytest.mark.parametrize("kind", [Limit, Scales])
def test_a_size_does_not_grow_while_its_matrices_stay(kind):
    with refused("d", "size"):
        kind(Dot(u, u) / d, d, oo, S.Zero, on=sized) if kind is Limit else kind(Dot(u, u) * d, d, S.One, on=sized)


def test_an_index_is_free_nowhere():
    j = Symbol("j", integer=True)
    assert Equal(Sum(i, (i, 1, n)), n * (n + 1) / 2, on=Domain(over=[n])).on
    assert Equal(Integral(x * y, (y, 0, 1)), x / 2, on=Domain(over=[x])).on
    for statement in (lambda: Equal(Sum(i * a, (i, 1, n)), a, on=Domain(over=[a, n, i])),
                      lambda: Equal(Integral(x, (x, 0, x)), x**2 / 2, on=Domain(over=[x])),
                      lambda: Equal(Sum(j, (i, 1, n)), n * j, on=Domain(over=[n])),
                      lambda: Holds(Sum(k * i, (i, 1, n)) > 0, on=Domain(over=[n], where={k: i**2}))):
        with refused("[ijx]"):
            statement()


def test_two_symbols_are_not_written_alike():
    for twins in ([x, Symbol("x")], [x, Symbol("x", positive=True)], [real("A"), A], [A, matrix("A", d, n)], [real("d"), u]):
        with refused("two different symbols"):
            Domain(over=twins)


# numbers

@pytest.mark.parametrize("number", [Float("0.5"), 0.5, nan, zoo, oo])
def test_rounded_and_infinite_numbers_are_refused(number):
    for make in (lambda: Equal(x, number, on=free), lambda: Holds(Gt(x, x + number, evaluate=False), on=free),
                 lambda: Evolves(x, number * x if number not in (oo, zoo) else number, along=decay, on=free),
                 lambda: Limit(x * number if number not in (oo, zoo) else number, x, oo, S.Zero, on=free),
                 lambda: Classifies({"all": S.true}, {"all": Gt(x, number, evaluate=False)}, on=free),
                 lambda: Domain(Gt(x, number, evaluate=False)), lambda: Domain(over=[x], where={k: number}),
                 lambda: Expectation(x**2, {x: number}, S.One, on=free), lambda: Scales(k, k, number, on=free)):
        with refused():
            make()


def test_limits_are_infinite_as_a_whole_only():
    assert Limit(x, x, oo, oo, on=free).value == oo
    with refused("oo"):
        Limit(x, x, oo, oo * a, on=free)


def test_texts_and_truth_values_are_no_formulas():
    for make in (lambda: Equal("x", x, on=free), lambda: Equal(Gt(x, 0), S.true, on=free), lambda: Holds(x == y, on=free),
                 lambda: Holds(x, on=free), lambda: Iff(x, Gt(x, 0), on=free), lambda: Evolves(Gt(x, 0), x, along=decay, on=free)):
        with refused():
            make()


# sizes

@pytest.mark.parametrize("make", [
    lambda: Equal(W * A, W * A, on=sized),
    lambda: Equal(A + Transpose(W) * W, A, on=sized),
    lambda: Equal(A * Transpose(W), A, on=sized),
    lambda: Equal(Trace(W), a, on=sized),
    lambda: Equal(W.I * W, Identity(n), on=sized),
    lambda: Equal(W**2, W, on=sized),
    lambda: Equal(Kron(A, B) * Kron(B, W), Kron(A * B, B * W), on=sized),
    lambda: Equal(A, B, on=sized),
    lambda: Equal(u, z, on=sized),
    lambda: Equal(Dot(u, z), a, on=sized),
    lambda: Equal(A, a, on=sized),
    lambda: Holds(Eq(A, B, evaluate=False), on=sized),
    lambda: Domain(Eq(A, B, evaluate=False)),
    lambda: Evolves(u, A, along=Flow({u: A * u}), on=sized),
    lambda: Evolves(u, a * u, along=Flow({u: A}), on=sized),
    lambda: Conserved(a, along=GradientFlow(A * u, {u: S.One}), on=sized),
    lambda: Conserved(a, along=GradientFlow(Dot(u, u), {u: u}), on=sized),
    lambda: Inverse(W, Transpose(W), on=sized),
    lambda: Inverse(A, B, on=sized),
    lambda: SquareRoot(W, W, on=sized),
    lambda: Gradient(Dot(u, u), u, 2 * z, on=sized),
    lambda: Gradient(u, u, 2 * u, on=sized),
    lambda: Hessian(Dot(u, u), u, 2 * Identity(n), on=sized),
    lambda: Limit(a * A, a, oo, B, on=sized),
    lambda: Expectation(A, {A: S.One}, S.Zero, on=sized),
])
def test_sizes_must_fit(make):
    with pytest.raises((StatementError, DomainError, ValueError)):  # SymPy itself raises a ValueError for numbers that differ
        make()


def test_sizes_that_are_written_differently_may_fit():
    m = dimension("m")
    wide, tall = MatrixSymbol("P", d, m * (n + 1)), MatrixSymbol("Q", m * n + m, d)
    assert Equal(wide * tall, A, on=Domain(over=[wide, tall, A])).left.shape == (d, d)


# states and time

def test_time_that_stands_in_a_formula_passes():
    for make in (lambda: Conserved(exp(t) * x, along=decay, on=timed), lambda: Evolves(t * x, -t * x, along=decay, on=timed),
                 lambda: Conserved(x, along=Flow({x: t}), on=timed), lambda: Conserved(k, along=decay, on=timed.but(where={k: t * a})),
                 lambda: AtMostOneZero(x, along=Flow({x: t}), on=timed),
                 lambda: Conserved(x, along=GradientFlow(t * x**2, {x: S.One}), on=timed),
                 lambda: Conserved(exp(t) * x, along=Flow({x: -x, t: S(2)}), on=timed)):
        with refused("time t", "t: 1"):
            make()
    assert Conserved(exp(t) * x, along=Flow({x: -x, t: S.One}), on=timed).quantity == exp(t) * x


def test_a_system_has_one_time():
    tau = real(r"\tau")
    with refused("time is", "tau"):
        Solves(System({x: -t * x}, {x: a}, t=tau), {x: a * exp(-t * tau)}, on=timed.but(tau >= 0))
    with refused("cannot be a state"):
        System({t: S.One}, {t: S.Zero})


@pytest.mark.parametrize("make", [
    lambda: Solves(System({x: -x}, {x: x}), {x: x * exp(-t)}, on=timed),
    lambda: Solves(System({x: -x}, {x: a}), {x: x}, on=timed),
    lambda: Solves(System({x: -x}, {x: a * exp(-t)}), {x: a * exp(-t)}, on=timed),
    lambda: Solves(System({x: -x}, {x: k}), {x: a * exp(-t)}, on=Domain(over=[a, x, t], where={k: x**2})),
    lambda: Solves(System({x: -x}, {x: a}), {x: a * exp(-t)}, on=Domain(x > a, t >= 0)),
])
def test_states_are_no_parameters(make):
    with refused("x"):
        make()


def test_states_are_real_symbols():
    for make in (lambda: Flow({x**2: x}), lambda: Flow({}), lambda: Flow({n: S.One}), lambda: System({x: u}, {x: a}),
                 lambda: GradientFlow(x**2, {x**2: S.One}), lambda: System({x: -x}, {x: a, y: b})):
        with refused():
            make()


# draws

def test_draws_are_free_and_independent():
    on = Domain(over=[a, b, s, u])
    for make in (lambda: Expectation(a**2 * b**2, {a: b**2, b: S.One}, S(3), on=on),
                 lambda: Expectation(a**2, {a: k}, k, on=on.but(where={k: a**2})),
                 lambda: Expectation(a**2, {a: S.One}, S.One, on=on.but(a > 0)),
                 lambda: Expectation(a * b, {a: S.One, b: S.One}, S.Zero, on=on.but(Eq(a, b))),
                 lambda: Expectation(Dot(u, u), {u: S.One}, S(1), on=on.but(Ne(Dot(u, u), 0))),
                 lambda: Expectation(a**2, {a: S.One}, a**2, on=on),
                 lambda: Expectation(Symbol("p", positive=True)**2, {Symbol("p", positive=True): S.One}, S.One,
                                     on=Domain(over=[Symbol("p", positive=True)])),
                 lambda: Expectation(n**2, {n: S.One}, S.One, on=Domain(over=[n])),
                 lambda: Expectation(a**2, {a**2: S.One}, S.One, on=on)):
        with refused():
            make()


def test_a_function_without_a_name_for_its_place_is_still_checked():
    with refused("undeclared"):
        Equal(Function("f")(y), x, on=Domain(over=[x]))
    with refused("undeclared"):
        Equal(sqrt(y), x, on=Domain(over=[x]))
