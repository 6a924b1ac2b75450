"""Attacks on relations, equivalences and case distinctions: empty domains, whole numbers, sizes, labels that overlap."""

import pytest
from sympy import Abs, And, Eq, Ge, Le, Min, Ne, Or, Rational, Symbol, sqrt

from helpers.attacks import attack
from theoremtest.derivations.language import Classifies, Domain, Dot, Holds, Iff, dimension, reals, vector

pytestmark = pytest.mark.drawn(6)

x, y, a, b = reals("x", "y", "a", "b")
d, m, j = dimension("d"), Symbol("m", integer=True), Symbol("j", integer=True)
u, V = vector("u", d), vector("v", d)
R, whole = Domain(over=[x, y, a, b]), Domain(over=[m])


def classifies(given, meaning, on, complete=True):
    return Classifies(given, meaning, complete=complete, on=on)


def holds(relation, on=R):
    return Holds(relation, on=on)


def iff(left, right, on=R):
    return Iff(left, right, on=on)


ATTACKS = [
    ("int cl", lambda: classifies({"a": m>0, "b": Le(m, 0)}, {"a": Ge(m, 1), "b": m<1}, whole), True),
    ("int cl 2", lambda: classifies({"a": m>0, "b": Le(m, 0)}, {"a": Ge(m, 2), "b": m<1}, whole), False),
    ("int gap", lambda: classifies({"a": Ge(m, 1), "b": Le(m, 0)}, {"a": m>0, "b": m<1}, whole), True),
    ("int odd", lambda: classifies({"a": Ge(2*m, 1), "b": Le(2*m, 1)}, {"a": m>0, "b": m<1}, whole), True),
    ("overlap", lambda: classifies({"a": Ge(m, 1), "b": Le(m, 1)}, {"a": m>0, "b": m<2}, whole), False),
    ("gap", lambda: classifies({"a": m>1, "b": m<1}, {"a": m>0, "b": m<2}, whole), False),
    ("dim", lambda: classifies({"a": Ge(d, 1)}, {"a": d>0}, Domain(over=[u])), True),
    ("dim2", lambda: classifies({"a": d>1, "b": Eq(d, 1)}, {"a": Ge(d, 2), "b": d<2}, Domain(over=[u])), True),
    ("dim2 2", lambda: classifies({"a": d>1}, {"a": Ge(d, 2)}, Domain(over=[u])), False),
    ("empty cl", lambda: classifies({"a": a>0}, {"a": a<0}, Domain(a>b, b>a)), None),
    ("rel", lambda: classifies({"a": x>0, "b": x<0}, {"a": x>0, "b": x<0}, Domain(Eq(x**2, 1))), True),
    ("circle", lambda: classifies({"a": x>0, "b": Le(x, 0)}, {"a": x>0, "b": Le(x, 1)}, Domain(Eq(x**2+y**2, 1))), True),
    ("circle 2", lambda: classifies({"a": x>0, "b": Le(x, 0)}, {"a": x>0, "b": y>0}, Domain(Eq(x**2+y**2, 1))), False),
    ("u nonneg", lambda: classifies({"a": Ge(Dot(u, u), 0)}, {"a": Dot(u, u)>-1}, Domain(over=[u])), True),
    ("vac", lambda: classifies({"a": x>5}, {"a": x<0}, Domain(x>0, x<1), complete=False), True),
    ("square", lambda: holds(x**2-2*x*y+y**2>=0), True),
    ("square 2", lambda: holds(x**2-2*x*y+y**2>0), False),
    ("am gm", lambda: holds(x**2+y**2>=2*x*y), True),
    ("am gm 2", lambda: holds(x**2+y**2>=3*x*y), False),
    ("int", lambda: holds(m*(m+1)>=0, Domain(over=[m])), True),
    ("int 2", lambda: holds(m*(m+2)>=0, Domain(over=[m])), False),
    ("int half", lambda: holds(Ne(2*m, 1, evaluate=False), Domain(over=[m])), True),
    ("dim 2", lambda: holds(Ge(d, 1, evaluate=False), Domain(over=[V])), True),
    ("dim 3", lambda: holds(d>=2, Domain(over=[V])), False),
    ("empty holds", lambda: holds(x>5, Domain(x>y, y>x)), None),
    ("empty holds2", lambda: holds(Ge(x**2, 0), Domain(x>y, y>x)), None),
    ("or", lambda: holds(Or(x>0, x<1)), True),
    ("or 2", lambda: holds(Or(x>0, x<0)), False),
    ("undefined", lambda: holds(1/x>-5), False),
    ("iff", lambda: iff(x>0, -x<0), True),
    ("iff 2", lambda: iff(x>0, x>=0), False),
    ("iff2", lambda: iff(Eq(x*y, 0), Or(Eq(x, 0), Eq(y, 0))), True),
    ("iff2 2", lambda: iff(Eq(x*y, 0), And(Eq(x, 0), Eq(y, 0))), False),
    ("iff int", lambda: iff(m>0, m>=1, Domain(over=[m])), True),
    ("strip", lambda: holds(Ne(m, j), Domain(j<m, m<j+1)), None),
    ("strip 2", lambda: holds(Eq((m-Min(m, j))*(j-Min(j, m-1)), 0), Domain(Ne(m, j), over=[m, j])), True),
    ("strip 3", lambda: holds(Eq((m-Min(m, j))*(j-Min(j, m-2)), 0), Domain(Ne(m, j), over=[m, j])), False),
    ("strip real", lambda: holds(Eq((x-Min(x, y))*(y-Min(y, x-1)), 0), Domain(Ne(x, y))), False),
    ("thirds", lambda: holds(Or(3*m<=j, 3*m>=j+1), Domain(over=[m, j])), True),
    ("thirds 2", lambda: holds(Or(3*m<j, 3*m>j+1), Domain(over=[m, j])), False),
    ("halves", lambda: holds(Ne(2*m, 2*j+1, evaluate=False), Domain(over=[m, j])), True),
    ("alternatives", lambda: holds(Or(Eq(m, 1), m >= 2), Domain(m>0)), True),
    ("alternatives 2", lambda: holds(Or(Eq(m, 1), m > 2), Domain(m>0)), False),
    ("next whole", lambda: holds(1/(m-1)<=Rational(1, 3), Domain(m>3)), True),
    ("next whole 2", lambda: holds(1/(m-2)<=Rational(1, 3), Domain(m>3)), False),
    ("next whole 3", lambda: holds(m**2>=4, Domain(m>Rational(3, 2))), True),
    ("next whole 4", lambda: holds(x**2>=4, Domain(x>Rational(3, 2))), False),
    ("next whole 5", lambda: holds(m**2>=1, Domain(Ne(m, 0), m>=0)), True),
    ("next whole 6", lambda: holds(m<=-1, Domain(m<0)), True),
    ("next whole 7", lambda: holds(m<=-2, Domain(m<0)), False),
    ("none between", lambda: holds(m>7, Domain(m>Rational(1, 3), m<Rational(2, 3))), None),
    ("left out", lambda: holds(x>-a, Domain(x**2<=b, b<a**2, a>0)), True),
    ("left out 2", lambda: holds(x>=-a, Domain(x**2<=b, b<=a**2, a>0)), True),
    ("left out 3", lambda: holds(x>-a, Domain(x**2<=b, b<=a**2, a>0)), False),
    ("left out 4", lambda: holds(x>-a, Domain(x**2<=b, b<a**2)), False),
    ("left out 5", lambda: holds(x**2<y**2*a**2, Domain(x**2<=y**2*b, b<a**2, y>0)), True),
    ("left out 6", lambda: holds(x**2<y**2*a**2, Domain(x**2<=y**2*b, b<a**2)), False),
    ("left out 7", lambda: holds(x**2<=y**2*a**2, Domain(x**2<=y**2*b, b<a**2)), True),
    ("left out 8", lambda: holds(x**2<=y*a**2, Domain(x**2<=y*b, b<a**2)), False),
    ("left out 9", lambda: iff(x+y*a>0, a>0, Domain(x**2<=y**2*b, b>=0, b<a**2, y>0)), True),
    ("left out 10", lambda: iff(x+y*a>0, a>0, Domain(x**2<=y**2*b, b>=0, b<=a**2, y>0)), False),
    ("above a root", lambda: holds(2*x+a<0, Domain(2*x+a+sqrt(a**2+b)<0, b>0, x<5)), True),
    ("above a root 2", lambda: holds(x<0, Domain(2*x+a+sqrt(a**2+b)<0, b>=0)), True),
    ("above a root 3", lambda: holds(1/x<0, Domain(2*x+a+sqrt(a**2+b)<0, b>0)), True),
    ("above a root 4", lambda: holds(x<0, Domain(2*x+2*a+sqrt(a**2+b)<0, b>0)), False),
    ("above a root 5", lambda: holds(x<0, Domain(2*x+a+sqrt(a**2+b)<0, a**2+b>=0)), False),
    ("above a root 6", lambda: holds(a+sqrt(a**2+4*x**2)>0, Domain(x**2>0, over=[a])), True),
    ("above a root 7", lambda: holds(a+sqrt(a**2+4*x**2)>0, Domain(over=[a, x])), False),
    ("above a root 8", lambda: holds(sqrt(a+sqrt(a**2+4*x**2))/Abs(x)>0, Domain(x**2>0, over=[a])), True),
    ("above a root 9", lambda: holds(a*Rational(5, 4)+sqrt(a**2+4*x**2)>0, Domain(x**2>0, over=[a])), False),
    ("signs of factors", lambda: iff((x-1)*(y-1)<=0, Or(And(x<=1, y>=1), And(x>=1, y<=1))), True),
    ("signs of factors 2", lambda: iff((x-1)*(y-1)<=0, Or(And(x<1, y>1), And(x>1, y<1))), False),
    ("even power", lambda: iff((x-1)**2*(y-1)>0, And(Ne(x, 1), y>1)), True),
    ("even power 2", lambda: iff((x-1)**2*(y-1)>0, y>1), False),
    ("odd power", lambda: iff((x-1)**3*y<0, Or(And(x<1, y>0), And(x>1, y<0))), True),
    ("odd power 2", lambda: iff((x-1)**3*y<0, Or(And(x<1, y<0), And(x>1, y>0))), False),
    ("iff int 2", lambda: iff(m>0, m>=2, Domain(over=[m])), False),
    ("empty iff", lambda: iff(x>0, x<0, Domain(x>y, y>x)), None),
    ("iff sq", lambda: iff(x**2<1, And(x<1, x>-1)), True),
    ("iff sq 2", lambda: iff(x**2<1, x<1), False),
    ("no rational", lambda: holds(x>=-2, Domain(Eq(x**2, 2))), True, False),
    ("no rational 2", lambda: holds(x>0, Domain(Eq(x**2, 2))), False, False),
    ("abs", lambda: holds(Abs(x-y)>=Abs(x)-Abs(y)), True),
    ("size one", lambda: holds(Ge(Dot(V, V), 0, evaluate=False), Domain(over=[V])), True),
    ("norm pos", lambda: holds(Dot(V, V)>0, Domain(over=[V])), False),
]


@pytest.mark.drawn(6)
@pytest.mark.parametrize("row", ATTACKS, ids=lambda row: row[0])
def test_no_wrong_answer(row):
    attack(*row[1:])
