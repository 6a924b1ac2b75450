"""Attacks on moments of normal draws: roles of a matrix and its transpose, one draw twice, variances that vanish, high powers."""

import pytest
from sympy import Abs, S, Trace, factorial2, pi, sqrt

from helpers.attacks import attack
from theoremtest.derivations.language import Domain, Dot, Expectation, dimension, matrix, reals, vector

pytestmark = pytest.mark.drawn(6)

a, b, c, s = reals("a", "b", "c", "s")
d, n = dimension("d"), dimension("n")
u, v, w = vector("u", d), vector("v", d), vector("w", d)
W, N, M, z, o = matrix("W", d, d), matrix("N", d, d), matrix("M", d, n), vector("z", n), vector("o", 1)
O = Domain(s > 0, over=[a, b, c, u, v, w, W, M, N, z, o])


def mean(quantity, draws, value, on=O):
    return Expectation(quantity, draws, value, on=on)


def variance(quantity, draws, value, on=O):
    return Expectation(quantity, draws, value, "variance", on=on)


ATTACKS = [
    ("odd", lambda: mean(a**7*b**2, {a: S.One, b: S.One}, S.Zero), True),
    ("odd 2", lambda: mean(a**3, {a: S.One}, S.One), False),
    ("indep", lambda: mean(a**2*b**2, {a: s, b: s}, s**2), True),
    ("same twice", lambda: mean(a**2*a**2, {a: s}, s**2), False),
    ("same twice 2", lambda: mean(a**2*a**2, {a: s}, 3*s**2), True),
    ("zero var", lambda: mean(a**2+b, {a: S.Zero, b: s}, S.Zero), True),
    ("zero var 2", lambda: mean(a**2, {a: S.Zero}, S.One), False),
    ("tr W W", lambda: mean(Trace(W*W), {W: s}, d*s), True),
    ("tr W W 2", lambda: mean(Trace(W*W), {W: s}, d**2*s), False),
    ("tr WWt", lambda: mean(Trace(W*W.T), {W: s}, d**2*s), True),
    ("tr WWt 2", lambda: mean(Trace(W*W.T), {W: s}, d*s), False),
    ("tr WNWtN", lambda: mean(Trace(W*N*W.T*N), {W: s}, s*Trace(N)**2), True),
    ("tr WNWN", lambda: mean(Trace(W*N*W*N), {W: s}, s*Trace(N*N.T)), True),
    ("tr WNWN 2", lambda: mean(Trace(W*N*W*N), {W: s}, s*Trace(N*N)), False),
    ("rect", lambda: mean(Dot(M*z, M*z), {M: s}, s*d*Dot(z, z)), True),
    ("rect 2", lambda: mean(Dot(M*z, M*z), {M: s}, s*n*Dot(z, z)), False),
    ("wishart2", lambda: mean(Trace(M*M.T*M*M.T), {M: s}, s**2*d*n*(d+n+1)), True),
    ("wishart2 2", lambda: mean(Trace(M*M.T*M*M.T), {M: s}, s**2*d*n*(d+n)), False),
    ("high", lambda: mean(Dot(u, u)**8, {u: S.One}, d*(d+2)*(d+4)*(d+6)*(d+8)*(d+10)*(d+12)*(d+14)), True),
    ("high 2", lambda: mean(Dot(u, u)**8, {u: S.One}, d**8), False),
    ("higher", lambda: mean(Dot(u, v)**20, {u: S.One, v: S.One}, S.Zero), False),
    ("huge", lambda: mean((Dot(u, v)+Dot(u, w)+a+b)**60, {u: S.One, v: S.One, w: S.One, a: s, b: s}, S.Zero), None),
    ("huge2", lambda: mean(Trace(W*N*W.T*W*N.T*W.T)**6, {W: S.One}, S.Zero), None),
    ("huge3", lambda: mean((a+b+1)**300, {a: s, b: s}, S.Zero), None),
    ("big scalar", lambda: mean(a**40, {a: S.One}, factorial2(39)), True),
    ("var", lambda: variance(a+b, {a: s, b: 2*s}, 3*s), True),
    ("var 2", lambda: variance(a+a, {a: s}, 2*s), False),
    ("var2", lambda: variance(a+a, {a: s}, 4*s), True),
    ("fixed", lambda: mean(c*a**2, {a: s}, c*s), True),
    ("neg var", lambda: mean(a**2, {a: c}, c), True),
    ("neg var 2", lambda: mean(a**2, {a: c}, 2*c), False),
    ("abs var", lambda: mean(a**2, {a: c}, Abs(c)), True),
    ("size one", lambda: mean(Dot(o, o)**2, {o: s}, 3*s**2), True),
    ("size one 2", lambda: mean(Dot(o, o)**2, {o: s}, s**2), False),
    ("sqrt", lambda: mean(Abs(a), {a: s}, sqrt(2*s/pi)), True),
    ("sqrt 2", lambda: mean(Abs(a), {a: s}, s), False),
    ("depth", lambda: mean(Dot(W*N*u, W*N*u), {W: s, N: s}, d**2*s**2*Dot(u, u)), True),
    ("depth 2", lambda: mean(Dot(W*W*u, W*W*u), {W: s}, d**2*s**2*Dot(u, u)), False),
    ("depth same", lambda: mean(Dot(W*W*u, W*W*u), {W: s}, (d**2+2)*s**2*Dot(u, u)), True),
    ("quot", lambda: mean(a**2/(1+a**2), {a: s}, S.Zero), None),
]


@pytest.mark.drawn(6)
@pytest.mark.parametrize("row", ATTACKS, ids=lambda row: row[0])
def test_no_wrong_answer(row):
    attack(*row[1:])
