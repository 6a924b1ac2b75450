"""Attacks on initial value problems, conservation laws, rates and counts of zeros: solutions that do not exist, jumps, equations left."""

import pytest
from sympy import (
    Abs,
    Eq,
    Ge,
    Heaviside,
    Identity,
    Max,
    Ne,
    Piecewise,
    S,
    Trace,
    acot,
    atan,
    cos,
    exp,
    floor,
    log,
    sign,
    sin,
    sqrt,
    tan,
)

from helpers.attacks import attack
from theoremtest.derivations.language import (
    TIME,
    AtMostOneZero,
    Conserved,
    Domain,
    Dot,
    Evolves,
    Flow,
    Solves,
    System,
    dimension,
    matrix,
    reals,
    vector,
)

pytestmark = pytest.mark.drawn(6)

t = TIME
x, y, a, b, c, k, s = reals("x", "y", "a", "b", "c", "k", "s")
d = dimension("d")
V, X = vector("v", d), matrix("X", d, d)
R = Domain(over=[x, y, a, b, c])


def solves(rates, initial, solution, on):
    return Solves(System(rates, initial), solution, on=on)


def conserved(quantity, rates, on=R):
    return Conserved(quantity, along=Flow(rates), on=on)


def evolves(quantity, rate, rates, on=R):
    return Evolves(quantity, rate, along=Flow(rates), on=on)


def zero_once(quantity, rates, on):
    return AtMostOneZero(quantity, along=Flow(rates), on=on)


ATTACKS = [
    ("a root of what is kept, though it may be zero", lambda: evolves(x + sqrt(x**2 + y**2), y, {x: y, y: -x}), True),
    ("a root of what is kept 2", lambda: evolves(x + sqrt(x**2 + y**2), y + 1, {x: y, y: -x}), False),
    ("a root of what is not kept", lambda: evolves(sqrt(x**2 + y**2), sqrt(x**2 + y**2), {x: x, y: y}), True, False),
    ("a root of what is kept on the domain alone", lambda: evolves(
        sqrt(x**2 + y**2), 0, {x: y + x, y: y - x}, Domain(Eq(x**2 + y**2, 0))), True, False),
    ("decay", lambda: solves({x: -x}, {x: a}, {x: a*exp(-t)}, Domain(t>=0, over=[a])), True),
    ("blowup", lambda: solves({x: x**2}, {x: S.One}, {x: 1/(1-t)}, Domain(t>=0)), False),
    ("blowup before", lambda: solves({x: x**2}, {x: S.One}, {x: 1/(1-t)}, Domain(t>=0, t<1)), True),
    ("blowup param", lambda: solves({x: x**2}, {x: a}, {x: a/(1-a*t)}, Domain(t>=0, a>0, a*t<1)), True),
    ("blowup param 2", lambda: solves({x: x**2}, {x: a}, {x: a/(1-a*t)}, Domain(t>=0, a>0)), False),
    ("param neg", lambda: solves({x: x**2}, {x: a}, {x: a/(1-a*t)}, Domain(t>=0, a<=0)), True),
    ("after pole", lambda: solves({x: x**2}, {x: S.One}, {x: 1/(1-t)}, Domain(t>2)), False),
    ("tan", lambda: solves({x: 1+x**2}, {x: S.Zero}, {x: tan(t)}, Domain(t>=0)), False),
    ("tan 2", lambda: solves({x: 1+x**2}, {x: S.Zero}, {x: tan(t)}, Domain(t>=0, t<1)), True, False),
    ("step", lambda: solves({x: S.Zero}, {x: S.Zero}, {x: Heaviside(t-1)}, Domain(t>=0)), False, False),
    ("step2", lambda: solves({x: S.Zero}, {x: S.Zero}, {x: Piecewise((0, t<1), (1, True))}, Domain(t>=0)), False, False),
    ("step3", lambda: solves({x: S.Zero}, {x: -S.One}, {x: sign(t-1)}, Domain(t>=0)), False, False),
    ("irr pole", lambda: solves({x: 2*t*x**2}, {x: S.Half}, {x: 1/(2-t**2)}, Domain(t>=0)), False),
    ("double pole", lambda: solves({x: 4*t*x/(2-t**2)}, {x: S.One/4}, {x: 1/(2-t**2)**2}, Domain(t>=0)), False),
    ("sqrt", lambda: solves({x: -1/(2*x)}, {x: S.One}, {x: sqrt(1-t)}, Domain(t>=0, t<1)), True),
    ("sqrt 2", lambda: solves({x: -1/(2*x)}, {x: S.One}, {x: sqrt(1-t)}, Domain(t>=0)), False),
    ("t>0", lambda: solves({x: -x}, {x: a}, {x: a*exp(-t)}, Domain(t>0, over=[a])), True),
    ("t>0 start", lambda: solves({x: -x}, {x: 2*a}, {x: a*exp(-t)}, Domain(t>0, over=[a])), False),
    ("t>0 limit", lambda: solves({x: (exp(-t)*(t+1)-1)/t**2}, {x: S.One}, {x: (1-exp(-t))/t}, Domain(t>0)), True),
    ("t>0 limit 2", lambda: solves({x: (exp(-t)*(t+1)-1)/t**2}, {x: S(2)}, {x: (1-exp(-t))/t}, Domain(t>0)), False),
    ("sqrt start", lambda: solves({x: 1/(2*x)}, {x: S.Zero}, {x: sqrt(t)}, Domain(t>0)), True),
    ("sqrt start closed", lambda: solves({x: 1/(2*x)}, {x: S.Zero}, {x: sqrt(t)}, Domain(t>=0)), None),
    ("backward", lambda: solves({x: -x}, {x: a}, {x: a*exp(-t)}, Domain(t<=0, over=[a])), True),
    ("backward 2", lambda: solves({x: -x**2}, {x: S.One}, {x: 1/(1+t)}, Domain(t<=0)), False),
    ("all times", lambda: solves({x: -x}, {x: a}, {x: a*exp(-t)}, Domain(over=[a, t])), True),
    ("all times 2", lambda: solves({x: x**2}, {x: S.One}, {x: 1/(1-t)}, Domain(over=[t])), False),
    ("t at 1", lambda: solves({x: -x}, {x: a}, {x: a*exp(-t)}, Domain(Eq(t, 1), over=[a])), True),
    ("t at 2 pole", lambda: solves({x: x**2}, {x: S.One}, {x: 1/(1-t)}, Domain(Eq(t, 2))), False),
    ("osc", lambda: solves({x: y, y: -x}, {x: a, y: b}, {x: a*cos(t)+b*sin(t), y: b*cos(t)-a*sin(t)}, Domain(t>=0, over=[a, b])), True),
    ("osc 2", lambda: solves({x: y, y: x}, {x: a, y: b}, {x: a*cos(t)+b*sin(t), y: b*cos(t)-a*sin(t)}, Domain(t>=0, over=[a, b])), False),
    ("logistic", lambda: solves({x: x*(1-x)}, {x: a}, {x: a*exp(t)/(1-a+a*exp(t))}, Domain(t>=0, a>0)), True),
    ("logistic 2", lambda: solves({x: x*(1-x)}, {x: a}, {x: a*exp(t)/(1-a+a*exp(t))}, Domain(t>=0, over=[a])), False),
    ("tied time", lambda: solves({x: x**2}, {x: a}, {x: a/(1-a*t)}, Domain(a>0, t>=0, t<1/a)), True),
    ("tied time 2", lambda: solves({x: x**2}, {x: a}, {x: a/(1-a*t)}, Domain(a>0, t>2/a)), False),
    ("abs", lambda: solves({x: sign(t)}, {x: S.Zero}, {x: Abs(t)}, Domain(over=[t])), None),
    ("deg", lambda: solves({x: S.Zero}, {x: c}, {x: c}, Domain(over=[c])), True),
    ("atan(tan)", lambda: solves({x: S.One}, {x: S.Zero}, {x: atan(tan(t))}, Domain(t>=0)), False, False),
    ("wrongorder", lambda: solves({x: x}, {x: a}, {x: a*exp(-t)}, Domain(t>=0, over=[a])), False),
    ("tang", lambda: zero_once(x, {x: y, y: S.One}, Domain(Ge(y, 0), over=[x])), True, False),
    ("zero forever", lambda: zero_once(x, {x: x}, R), False),
    ("away", lambda: zero_once(x, {x: x}, Domain(x>0)), True),
    ("up", lambda: zero_once(x, {x: 1+x**2}, R), True),
    ("osc 3", lambda: zero_once(x, {x: y, y: -x}, R), False),
    ("osc2", lambda: zero_once(x, {x: y, y: -x}, Domain(x**2+y**2>0)), False, False),
    ("para", lambda: zero_once(x, {x: y, y: S.One}, R), False, False),
    ("x^3 slope", lambda: zero_once(x, {x: x**2+y**2, y: S.Zero}, Domain(Ne(y, 0), over=[x])), True),
    ("y3", lambda: zero_once(x*y, {x: S.One, y: S.One}, R), None),
    ("const par", lambda: zero_once(c*x, {x: S.One}, R), False, False),
    ("par", lambda: zero_once(c*x, {x: S.One}, Domain(Ne(c, 0), over=[x])), True),
    ("cubic slope", lambda: zero_once(x, {x: y**2, y: S.One}, R), True, False),
    ("prod", lambda: zero_once(x*y, {x: S.One, y: -S.One}, R), False, False),
    ("quotient", lambda: zero_once(x/y, {x: S.One, y: S.Zero}, Domain(y>0, over=[x])), True),
    ("time", lambda: zero_once(t-1, {t: S.One}, Domain(over=[t])), True),
    ("circle", lambda: conserved(x**2+y**2, {x: y, y: -x}), True),
    ("circle 2", lambda: conserved(x**2-y**2, {x: y, y: -x}), False),
    ("step 2", lambda: conserved(sign(x), {x: S.One}), False, False),
    ("step2 2", lambda: conserved(Heaviside(x), {x: S.One}), False, False),
    ("step3 2", lambda: conserved(Piecewise((0, x<0), (1, True)), {x: S.One}), False, False),
    ("abs quotient", lambda: conserved(Abs(x)/x, {x: S.One}), False, False),
    ("abs quotient 2", lambda: conserved(Abs(x)/x, {x: S.One}, Domain(x>0)), True),
    ("root quotient", lambda: conserved(sqrt(x**2)/x, {x: S.One}), False, False),
    ("floor", lambda: conserved(floor(x), {x: S.One}), False, False),
    ("acot", lambda: conserved(acot(x)+atan(x), {x: S.One}), False, False),
    ("atan pole", lambda: conserved(atan(x)+atan(1/x), {x: S.One}), False, False),
    ("atan no pole", lambda: conserved(atan(x)+atan(1/x), {x: S.One}, Domain(x>0)), True),
    ("atan tan", lambda: conserved(atan(tan(x))-x, {x: S.One}), False, False),
    ("quotient 2", lambda: conserved(y/x, {x: x, y: y}, R.but(Ne(x, 0))), True),
    ("quotient 2, with no value at 0", lambda: conserved(y/x, {x: x, y: y}), None),
    ("quotient 3", lambda: conserved(y/x, {x: x, y: 2*y}), False),
    ("with time", lambda: conserved(exp(t)*x, {x: -x, t: S.One}, R.but(over=[t])), True),
    ("with time 2", lambda: conserved(exp(t)*x, {x: x, t: S.One}, R.but(over=[t])), False),
    ("surface left", lambda: conserved(x, {x: x-y, y: S.One}, Domain(Eq(x, y))), False, False),
    ("surface kept", lambda: conserved(x**2+y**2, {x: y, y: -x}, Domain(Eq(x**2+y**2, 1))), True),
    ("surface moved", lambda: conserved(x**2+y**2, {x: x, y: y}, Domain(Eq(x**2+y**2, 1))), False),
    ("surface helps", lambda: conserved(y, {x: S.Zero, y: x}, Domain(Eq(x, 0), over=[y])), True),
    ("matrix surface", lambda: conserved(Trace(X.T*X), {X: X}, Domain(Eq(X.T*X, Identity(d)), over=[X])), False, False),
    ("matrix moved", lambda: conserved(Trace(X.T*X), {X: X}, Domain(over=[X])), False),
    ("log", lambda: conserved(log(x)-log(y), {x: x, y: y}, Domain(x>0, y>0)), True),
    ("log 2", lambda: conserved(log(x)-log(y), {x: x, y: 2*y}, Domain(x>0, y>0)), False),
    ("norm dir", lambda: conserved(Dot(V, V)/x**2, {V: V, x: x}, Domain(x>0, over=[V])), True),
    ("norm", lambda: conserved(Dot(V, V), {V: V}, Domain(over=[V])), False),
    ("empty", lambda: conserved(x, {x: x}, Domain(x>y, y>x)), False, False),
    ("param as state", lambda: conserved(a*x, {x: x, a: a}, R), False),
    ("exact zero state", lambda: conserved(x, {x: S.Zero}), True),
    ("ev", lambda: evolves(x**2, 2*x*y, {x: y, y: -x}), True),
    ("ev 2", lambda: evolves(x**2, x*y, {x: y, y: -x}), False),
    ("ev step", lambda: evolves(sign(x), S.Zero, {x: S.One}), False, False),
    ("ev abs", lambda: evolves(Abs(x), sign(x), {x: S.One}), False, False),
    ("ev abs 2", lambda: evolves(Abs(x), S.One, {x: S.One}, Domain(x>0)), True),
    ("ev max", lambda: evolves(Max(x, 0), S.One, {x: S.One}), False),
    ("ev piece", lambda: evolves(Piecewise((0, x<1), (1, True)), S.Zero, {x: S.One}), False, False),
    ("ev norm", lambda: evolves(Dot(V, V), 2*Dot(V, V), {V: V}, Domain(over=[V])), True),
    ("ev norm 2", lambda: evolves(Dot(V, V), Dot(V, V), {V: V}, Domain(over=[V])), False),
    ("ev time", lambda: evolves(t*x, x+t*y, {x: y, t: S.One}, R.but(over=[t])), True),
    ("ev time 2", lambda: evolves(t*x, t*y, {x: y, t: S.One}, R.but(over=[t])), False),
]


@pytest.mark.drawn(6)
@pytest.mark.parametrize("row", ATTACKS, ids=lambda row: row[0])
def test_no_wrong_answer(row):
    attack(*row[1:])
