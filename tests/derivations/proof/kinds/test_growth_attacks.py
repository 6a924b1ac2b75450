"""Attacks on limits and exponents: forbidden approaches, norms that vanish, oscillation, signs of coefficients, growing exponents."""

import pytest
from sympy import Abs, E, Eq, Ge, Max, Ne, Piecewise, Rational, S, Symbol, atan, erf, exp, floor, gamma, log, oo, pi, sin, sqrt, tanh

from helpers.attacks import attack
from theoremtest.derivations.language import Domain, Dot, Limit, Scales, dimension, matrix, reals, vector

x, y, a, b, c, k, s = reals("x", "y", "a", "b", "c", "k", "s")
d, n = dimension("d"), dimension("n")
u, v, w, M, one = vector("u", d), vector("v", d), vector("w", d), matrix("M", d, d), vector("z", 1)
P, V, K = Domain(over=[x, a, b]), Domain(over=[x, v, w]), Domain(k > 0, over=[a, b, c])


def up(*conditions):
    return Domain(x > 1, *conditions, over=[a, b, c])


m = Symbol("m", integer=True)


def whole(expression, value, *conditions, rate=None):
    return Limit(expression, m, oo, value, rate=rate, on=Domain(m >= 1, *conditions, over=[a]))


def limit(expression, to, value, on=P, rate=None, variable=x):
    return Limit(expression, variable, to, value, rate=rate, on=on)


def scales(expression, exponent, on=K):
    return Scales(expression, k, exponent, on=on)


ATTACKS = [
    ("sc sign", lambda: scales(Abs(c)*k**c, c, K.but(Ne(c, 0))), True),
    ("sc sign2", lambda: scales(c**2*k**c, c, K.but(Ne(c, 0))), True),
    ("sc sign3", lambda: scales(c**2*k**Abs(c), c, K.but(Ne(c, 0))), False, False),
    ("sc sign4", lambda: scales(c**2*k**Max(c, 0), Max(-c, 0), K.but(Ne(c, 0))), False),
    ("sc sign5", lambda: scales(c**2*k**Max(c, 0), Max(c, 0), K.but(Ne(c, 0))), True),
    ("cancel", lambda: scales(k+1-k*1, S.One), False),
    ("cancel2", lambda: scales(sqrt(k**2+k)-k, S.One), False, False),
    ("cancel2 2", lambda: scales(sqrt(k**2+k)-k, S.Zero), True, False),
    ("neg coef", lambda: scales(-k, S.One), False, False),
    ("open", lambda: scales(c*k+k**2, S(1)), False),
    ("open 2", lambda: scales(c*k+k**2, S(2)), True),
    ("zero", lambda: scales(c*k, S.One), False),
    ("k^(1/k)", lambda: scales(k**(1/k), S.Zero), True, False),
    ("k^k", lambda: scales(k**k, S(5)), False, False),
    ("bounded var", lambda: Scales(k, k, S.Zero, on=Domain(k>0, k<5)), None),
    ("tied", lambda: Scales(s*k, k, S.One, on=Domain(k>0, s>0, s*k<1)), None),
    ("int exponent", lambda: Scales(k**n+k**(n+1), k, n+1, on=Domain(k>0, over=[n])), True),
    ("int exponent 2", lambda: Scales(k**n+k**2, k, n, on=Domain(k>0, over=[n])), False),
    ("int exponent2", lambda: Scales(k**n+sqrt(k), k, n, on=Domain(k>0, over=[n])), True),
    ("size exp", lambda: Scales(k**d+sqrt(k), k, d, on=Domain(k>0, over=[u])), True),
    ("empty", lambda: Scales(k, k, S.One, on=Domain(k>0, a>b, b>a)), None),
    ("int var", lambda: Scales(n**2+n, n, S(2), on=Domain(over=[n])), True),
    ("int var 2", lambda: Scales(n**2+n, n, S(1), on=Domain(over=[n])), False),
    ("1/x", lambda: limit(1/x, oo, S.Zero), True),
    ("param zero", lambda: limit(a*x/(a*x+1), oo, S.One), False),
    ("param nz", lambda: limit(a*x/(a*x+1), oo, S.One, P.but(Ne(a, 0))), True),
    ("one-sided", lambda: limit(Abs(x)/x, S.Zero, -S.One), False),
    ("one-sided 2", lambda: limit(Abs(x)/x, S.Zero, S.One), True),
    ("1/x inf", lambda: limit(1/x, S.Zero, oo), True),
    ("1/x inf 2", lambda: limit(1/x, S.Zero, -oo), False),
    ("forbidden", lambda: limit(1/x, oo, S.Zero, Domain(x>0, x<1)), None),
    ("forbidden2", lambda: limit(x, S.One, S.One, Domain(x<1)), None),
    ("forbidden pi", lambda: limit(x, pi, pi, Domain(x<3)), None),
    ("pi", lambda: limit(x, pi, pi, Domain(x<4)), True),
    ("tied forbid", lambda: limit(1/x, oo, S.Zero, Domain(x<a)), None),
    ("tied ok", lambda: limit(1/x, oo, S.Zero, Domain(x>a)), True),
    ("tied ok 2", lambda: limit(1/x, oo, S.One, Domain(x>a)), False),
    ("tied eq", lambda: limit(x-a, oo, oo, Domain(Eq(x, a))), None),
    ("osc", lambda: limit(sin(x), oo, S.Zero), None),
    ("osc 2", lambda: limit(sin(x), oo, S.One), False, False),
    ("sinx/x", lambda: limit(sin(x)/x, oo, S.Zero), True, False),
    ("sinx/x0", lambda: limit(sin(x)/x, S.Zero, S.One), True),
    ("sinx/x0 2", lambda: limit(sin(x)/x, S.Zero, S.Zero), False),
    ("logx/x", lambda: limit(log(x)/x, oo, S.Zero), True, False),
    ("norm", lambda: limit((sqrt(Dot(v, v)+x)-sqrt(Dot(v, v))), S.Zero, S.Zero, V), True),
    ("norm 2", lambda: limit((sqrt(Dot(v, v)+x**2)-sqrt(Dot(v, v)))/x, S.Zero, S.Zero, V), False),
    ("norm nz", lambda: limit((sqrt(Dot(v, v)+x**2)-sqrt(Dot(v, v)))/x, S.Zero, S.Zero, V.but(Dot(v, v)>0)), True),
    ("dot zero norm", lambda: limit(Dot(v, w)/(x+Dot(v, v)+1), oo, S.Zero, V), True),
    ("CS", lambda: limit(Dot(v, w)*x/(x*Dot(v, v)+1), oo, Dot(v, w)/Dot(v, v), V.but(Dot(v, v)>0)), True),
    ("zero v", lambda: limit(x*Dot(v, v)/(x*Dot(v, v)+1), oo, S.One, V), False),
    ("zero v w", lambda: limit(Dot(v, w)/x, oo, S.Zero, V), True),
    ("size one", lambda: limit(x*(Dot(one, one)*a-Dot(one, one)*a)+Dot(one, one)/x, oo, S.Zero, Domain(over=[x, a, one])), True),
    ("mat", lambda: limit(x/(x+1)*M, oo, 2*M, Domain(over=[x, M])), False),
    ("mat 2", lambda: limit(x/(x+1)*M, oo, M, Domain(over=[x, M])), True),
    ("mat2", lambda: limit((1/x)*M*M+M, oo, M, Domain(over=[x, M])), True),
    ("mat div", lambda: limit(x*M, oo, M, Domain(over=[x, M])), False, False),
    ("rate", lambda: limit(1/x, oo, S.Zero, P, 1/x**2), False, False),
    ("rate 2", lambda: limit(1/x**2, oo, S.Zero, P, 1/x), True),
    ("int", lambda: limit(1/n, oo, S.Zero, Domain(over=[n]), None, n), True),
    ("int 2", lambda: limit((n+1)/n, oo, S.Zero, Domain(over=[n]), None, n), False),
    ("int alt", lambda: limit((-1)**n, oo, S.One, Domain(over=[n]), None, n), None),
    ("exp", lambda: limit(x**3*exp(-x), oo, S.Zero), True),
    ("exp par", lambda: limit(exp(-a*x), oo, S.Zero, P.but(a>0)), True),
    ("exp par 2", lambda: limit(exp(-a*x), oo, S.Zero, P.but(Ge(a, 0))), False),
    ("exp par2", lambda: limit(exp(-a*x), oo, S.Zero), False),
    ("tanh", lambda: limit(tanh(x), oo, S.One), True),
    ("tanh 2", lambda: limit(tanh(x), -oo, S.One), False),
    ("atan", lambda: limit(atan(x), oo, pi/2), True),
    ("atan 2", lambda: limit(atan(x), oo, pi), False),
    ("floor", lambda: limit(floor(x)/x, oo, S.One), None),
    ("floor 2", lambda: limit(floor(x)-x, oo, S.Zero), False, False),
    ("gamma", lambda: limit(gamma(x)/gamma(x), oo, S(2)), False),
    ("sq", lambda: limit(sqrt(x**2+x)-x, oo, S.Half), True),
    ("sq 2", lambda: limit(sqrt(x**2+x)-x, -oo, S.Half), False),
    ("abs inf", lambda: limit(sqrt(x**2)/x, -oo, -S.One), True),
    ("abs inf 2", lambda: limit(sqrt(x**2)/x, -oo, S.One), False),
    ("oo empty", lambda: limit(x, oo, S.Zero), False),
    ("empty 2", lambda: limit(x, oo, S.Zero, Domain(a>b, b>a, over=[x])), None),
    ("empty2", lambda: limit(x, oo, oo, Domain(a>b, b>a, over=[x])), None),
    ("piece", lambda: limit(Piecewise((1, a>0), (0, True)), oo, S.One), False),
    ("piece 2", lambda: limit(Piecewise((1, a>0), (0, True))/x, oo, S.Zero), True),
    ("max", lambda: limit(Max(x, a)/x, oo, S.Zero), False),
    ("max 2", lambda: limit(Max(x, a)/x, oo, S.One), True),
    ("sym to", lambda: limit((x**2-a**2)/(x-a), a, 2*a), True),
    ("sym to 2", lambda: limit((x**2-a**2)/(x-a), a, a), False),
    ("undef const", lambda: limit(1/a+1/x, oo, 1/a, P.but(Ne(a, 0))), True),
    ("undef const 2", lambda: limit(1/a+1/x, oo, 1/a), None),
    ("x^a", lambda: limit(x**a, oo, S.Zero), False),
    ("x^a 2", lambda: limit(x**a, oo, S.Zero, P.but(a<0)), True, False),
    ("e", lambda: limit((1+1/x)**x, oo, E), True),
    ("e 2", lambda: limit((1+1/x)**x, oo, S(2)), False),
    ("erf", lambda: limit(erf(x), oo, S.One), True, False),
    ("exp of x^a", lambda: limit(exp(-x**a), oo, S.Zero, up(a > 0)), True),
    ("exp of x^a, any a", lambda: limit(exp(-x**a), oo, S.Zero, up()), False),
    ("exp of x^a, a negative", lambda: limit(exp(-x**a), oo, S.One, up(a < 0)), True, False),
    ("exp of x^a against a power", lambda: limit(x**b * exp(-c * x**a), oo, S.Zero, up(a > 0, c > 0)), True),
    ("exp of x^a against a power, c of any sign", lambda: limit(x**b * exp(-c * x**a), oo, S.Zero, up(a > 0)), False),
    ("exp of x^a, wrong end", lambda: limit(exp(x**a), oo, S.Zero, up(a > 0)), False),
    ("x^a against x", lambda: limit(exp(x**a - x), oo, S.Zero, up(a > 0, a < 1)), True),
    ("x against x^a", lambda: limit(exp(x**a - x), oo, oo, up(a > 1)), True),
    ("x^a and x, either", lambda: limit(exp(x**a - x), oo, S.Zero, up(a > 0)), False),
    ("x^a against x^(a + 1)", lambda: limit(exp(x**a - x**(a + 1)), oo, S.Zero, up(a > 0)), True),
    ("x^a against x^b", lambda: limit(exp(x**a - x**b), oo, S.Zero, up(a > 0, b > a)), True),
    ("x^a against x^b, either", lambda: limit(exp(x**a - x**b), oo, S.Zero, up(a > 0, b > 0)), False),
    ("equal exponents in two forms", lambda: limit(exp(x**((a**2 - 1)/(a - 1)) - x**(a + 1)), oo, S.One, up(a > 1)), True, False),
    ("equal exponents in two forms 2", lambda: limit(exp(x**((a**2 - 1)/(a - 1)) - x**(a + 1)), oo, S.Zero, up(a > 1)), False, False),
    ("equal exponents in two forms 3", lambda: limit(exp(2*x**((a**2 - 1)/(a - 1)) - 3*x**(a + 1)), oo, S.Zero, up(a > 1)), True, False),
    ("rate of exp of x^a", lambda: limit(1 + exp(-x**a), oo, S.One, up(a > 0), rate=exp(-x**a)), True),
    ("rate of exp of x^a, too fast", lambda: limit(1 + exp(-x**a), oo, S.One, up(a > 0), rate=exp(-2*x**a)), False),
    ("rate of exp of x^a, faster exponent", lambda: limit(1 + exp(-x**a), oo, S.One, up(a > 0), rate=exp(-x**(2*a))), False),
    ("rate of exp of x^a, with a power", lambda: limit(x*exp(-x**a), oo, S.Zero, up(a > 0), rate=exp(-x**a)), False),
    ("logistic", lambda: limit(x**a/(1 + exp(c*x**(a + 1))/b)**2, oo, S.Zero, up(a > 0, b > 0, c > 0)), True),
    ("logistic 2", lambda: limit(exp(x**a)/(1 + exp(x**a)), oo, S.One, up(a > 0)), True),
    ("log of exp of x^a", lambda: limit(log(1 + exp(x**a))/x**a, oo, S.One, up(a > 0)), True, False),
    ("log of exp of x^a 2", lambda: limit(log(1 + exp(x**a))/x**a, oo, S.Half, up(a > 0)), False, False),
    ("whole powers", lambda: whole(a**m, S.Zero, a > -1, a < 1), True),
    ("whole powers, at one", lambda: whole(a**m, S.Zero, a > -1, a <= 1), False),
    ("whole powers, at minus one", lambda: whole(a**m, S.Zero, a >= -1, a < 1), False, False),
    ("whole powers, of a difference", lambda: whole((S.Half - a)**m, S.Zero, a > 0, a < 1), True),
    ("whole powers, of a wide difference", lambda: whole((Rational(3, 2) - a)**m, S.Zero, a > 0, a < 1), False),
    ("whole powers, against a power", lambda: whole(m**3*(-a)**m, S.Zero, a > 0, a < 1), True),
    ("whole powers, back and forth", lambda: whole((-1)**m, S.One), False, False),
    ("whole powers, back and forth 2", lambda: whole((-1)**m/m, S.Zero), True),
    ("whole powers, back and forth 3", lambda: whole((-2)**m/2**m, S.Zero), False, False),
    ("whole powers, growing", lambda: whole((-a)**m, oo, a > 1), False, False),
    ("whole powers, inverse", lambda: whole(a**(-m), S.Zero, a > -1, a < 1), False, False),
    ("whole powers, inverse 2", lambda: whole(a**(-m), S.Zero, a < -1), True, False),
    ("whole powers, inverse of what may be zero", lambda: Limit(a**(-m), m, -oo, S.Zero, on=Domain(a > -1, a < 1, over=[m])), True, False),
    ("whole powers, rate", lambda: whole((-a)**m, S.Zero, a > 0, a < 1, rate=a**m), True),
    ("whole powers, rate too fast", lambda: whole((-a)**m, S.Zero, a > 0, a < 1, rate=a**(2*m)), False, False),
    ("logs", lambda: limit(exp(log(x)**a), oo, oo, up(a > 0)), True, False),
    ("sqrt dom", lambda: limit(sqrt(-x), oo, S.Zero), False, False),
    ("log dom", lambda: limit(log(-x)/x, oo, S.Zero), False, False),
]


@pytest.mark.drawn(8)
@pytest.mark.parametrize("row", ATTACKS, ids=lambda row: row[0])
def test_no_wrong_answer(row):
    attack(*row[1:])
