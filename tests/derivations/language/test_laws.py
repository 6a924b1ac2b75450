"""Laws of draws, entries and function spaces: what has no meaning is refused when it is made, with the reason."""

import pytest
from sympy import Identity, S, Symbol, Trace

from theoremtest.derivations.language import (
    Binomial,
    ConvergesInProbability,
    Covariance,
    Domain,
    Dot,
    Equal,
    Expectation,
    FairBits,
    Mass,
    Multinomial,
    Parity,
    Poisson,
    Space,
    StatementError,
    complete,
    dimension,
    entry,
    matrix,
    orthonormal,
    reals,
    vector,
)
from theoremtest.derivations.language.errors import TheoremtestError

a, b, p, s = reals("a", "b", "p", "s")
D, E, N, M, J = (Symbol(name, integer=True) for name in ("D", "E", "N", "M", "J"))
d, K = dimension("d"), dimension("K")
u, x, W = vector("u", d), vector("x", d), matrix("W", d, d)
H = Space("H")
f, T = vector("f", H), matrix("T", H, H)
ON = Domain(s > 0, p >= 0, p <= 1, D >= 0, over=[a, b, N, M, J, E, u, x, W, K])

REFUSED = [
    ("trials that are no whole number", lambda: Binomial(p, p), "whole number"),
    ("a rate that is a matrix", lambda: Poisson(u), "matrix"),
    ("a count that is no whole number", lambda: Expectation(a, {a: Binomial(D, p)}, D * p, on=ON), "whole-number symbol"),
    ("a count of one sign", lambda: Expectation(
        Symbol("n", integer=True, positive=True), {Symbol("n", integer=True, positive=True): Poisson(s)}, s,
        on=ON.but(over=[Symbol("n", integer=True, positive=True)])), "cannot be assumed"),
    ("a law that speaks of another draw", lambda: Expectation(N, {N: Binomial(M, p), M: Binomial(D, p)}, 0, on=ON), "speaks of the drawn"),
    ("a mass that speaks of another draw", lambda: Expectation(J, {J: Mass(N / K, 1, K), N: Poisson(s)}, 0, on=ON), "speaks of the drawn"),
    ("two numbers of trials", lambda: Expectation(N, {N: Multinomial(D, p), M: Multinomial(E, p)}, D * p, on=ON), "the same trials"),
    ("a law in a formula", lambda: Equal(Binomial(D, p), p, on=ON), "takes a number or a matrix"),
    ("a variance of a matrix", lambda: Expectation(W, {W: s}, W, "variance", on=ON), "speaks of the drawn|shape"),
    ("a mean of another shape", lambda: Expectation(W * W, {W: s}, S.Zero, on=ON), "shape"),
    ("a covariance of matrices", lambda: Covariance(W, W, {W: s}, Identity(d), on=ON), "scalars"),
    ("a value that is drawn", lambda: Covariance(a, b, {a: s, b: s}, a, on=ON), "speaks of the drawn"),
    ("a limit that speaks of its number", lambda: ConvergesInProbability(Dot(u, u), d, d * s, {u: s}, on=ON), "speaks of d|held fixed"),
    ("a limit along a real number", lambda: ConvergesInProbability(a, p, 0, {a: s}, on=ON), "whole number"),
    ("a fixed vector that grows", lambda: ConvergesInProbability(Dot(u, x) / d, d, 0, {u: s}, on=ON), "held fixed"),
    ("an entry of a scalar", lambda: entry(a, 0, 0), "only a matrix"),
    ("a set of bits that is no whole number", lambda: Equal(Parity(a, N), 1, on=ON), "whole numbers"),
    ("a space as a number", lambda: Equal(H, 1, on=Domain(over=[f])), "no number"),
    ("a trace without finite rank", lambda: Equal(Trace(T), 1, on=Domain(over=[T])), "finite rank"),
    ("a coordinate of a function", lambda: Equal(entry(f, 0), 1, on=Domain(over=[f])), "coordinates"),
    ("a function drawn entry by entry", lambda: Expectation(Dot(f, f), {f: s}, s, on=Domain(s > 0, over=[f])), "no entries"),
    ("a frame that is no matrix", lambda: orthonormal(a), "frame"),
    ("fair bits without a number", lambda: FairBits(p), "whole number"),
]


@pytest.mark.parametrize("name, make, why", REFUSED, ids=[row[0] for row in REFUSED])
def test_it_is_refused_with_its_reason(name, make, why):
    with pytest.raises((StatementError, TheoremtestError), match=why):
        make()


def test_a_frame_of_functions_may_be_complete():
    frame = matrix("E", H, K)
    assert Domain(orthonormal(frame), complete(frame)).dimensions
