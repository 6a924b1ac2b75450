"""Equations that a motion does not keep: their rate vanishes where they hold, for they are squares there, or the rate is no smooth one."""

from sympy import Abs, Eq, Identity, Max, S, Trace, ZeroMatrix, cbrt, exp, log, sign, sqrt

from theoremtest.derivations.language import Conserved, Domain, Dot, Evolves, Flow, Norm, PositiveDefinite, dimension, matrix, reals, vector

from ..case import F, T

x, y, z, a, b = reals("x", "y", "z", "a", "b")
d, h = dimension("d"), dimension("h")
A, B, C = (matrix(name, d, d) for name in "ABC")
W, R = matrix("W", d, h), matrix("R", d, h)
u, v, w = (vector(name, d) for name in "uvw")
NOTHING = ZeroMatrix(d, d)


def stays(quantity, flow, *conditions, over=()):
    """A quantity that is conserved on what the conditions leave."""
    return Conserved(quantity, along=Flow(flow), on=Domain(*conditions, over=[*flow, *over]))


CASES = [
    # squares that vanish where their root does
    F(lambda: stays(y, {x: 1, y: x}, Eq(x**2, 0)), "x leaves 0"),
    F(lambda: stays(y, {x: 1, y: x}, Eq(x**4, 0)), "x leaves 0"),
    F(lambda: stays(y, {x: S(1), y: x**2}, Eq(x * Abs(x), 0)), "x leaves 0"),
    F(lambda: stays(z, {x: S(1), y: S(1), z: x + y}, Eq(x**2 + y**2, 0)), "they leave 0"),
    F(lambda: stays(z, {x: S(1), y: S(-1), z: x}, Eq((x + y)**2 + x**2, 0)), "x leaves 0"),
    F(lambda: stays(z, {x: y, y: S(1), z: x}, Eq(x**2, 0), Eq(y**2, 0)), "they leave 0"),
    F(lambda: stays(C, {A: B, C: A, B: NOTHING}, Eq(A * A.T, NOTHING)), "A = B t"),
    F(lambda: stays(C, {A: B, C: A}, Eq(A.T * A, NOTHING), over=[B]), "A = B t"),
    F(lambda: stays(C, {A: B, C: A}, Eq(Trace(A.T * A), 0), over=[B]), "A = B t"),
    F(lambda: stays(v, {u: w, v: u}, Eq(Dot(u, u), 0), over=[w]), "u = w t"),
    F(lambda: stays(v, {u: w, v: u}, Eq(Dot(u, u)**2, 0), over=[w]), "u = w t"),
    F(lambda: stays(v, {u: w, v: u}, Eq(Norm(u), 0), over=[w]), "u = w t; the norm has no derivative at 0"),
    F(lambda: stays(v, {u: w, v: u}, Eq(u * u.T, NOTHING), over=[w]), "u = w t"),
    F(lambda: stays(R, {W: R, R: W}, Eq(W * W.T, NOTHING)), "W = R sinh t"),
    F(lambda: stays(C, {A: Identity(d), C: A}, Eq(A * A, NOTHING), Eq(A, A.T)), "A = t"),
    F(lambda: stays(y, {x: S(1), y: x}, Eq(1 - sqrt(1 - x**2), 0)), "x leaves 0"),
    F(lambda: stays(y, {x: S(1), y: x}, Eq(exp(x) - x - 1, 0)), "x leaves 0"),
    F(lambda: stays(y, {x: S(1), y: x}, Eq(log(1 + x**2), 0)), "x leaves 0"),
    F(lambda: stays(y, {x: S(1), y: x}, Eq(Max(x, 0)**2, 0), x >= 0), "x leaves 0"),
    F(lambda: stays(C, {A: B, C: A - A.T}, PositiveDefinite(A), over=[B]), "A = 1 + B t is not symmetric"),
    T(lambda: stays(C, {A: B + B.T, C: A - A.T}, PositiveDefinite(A), over=[B]), "A stays symmetric"),
    F(lambda: stays(y, {x: a, y: x - a}, Eq((x - a)**2, 0), over=[a]), "x leaves a"),
    F(lambda: stays(y, {x: S(1), y: a}, Eq(a, x), over=[]), "a moves with x, and y with it"),
    # rates that are not smooth: the motion may leave
    F(lambda: stays(y, {x: 2 * sqrt(Abs(x)), y: x}, Eq(x, 0)), "x = t^2"),
    F(lambda: stays(y, {x: 3 * Abs(x)**(S(2) / 3), y: x}, Eq(x, 0)), "x = t^3"),
    F(lambda: stays(y, {x: cbrt(x), y: x}, Eq(x, 0), x >= 0), "x = (2t/3)^(3/2)"),
    F(lambda: stays(y, {x: sqrt(x), y: x}, Eq(x, 0)), "x = t^2/4"),
    F(lambda: stays(y, {x: sqrt(Abs(x)) * sign(x), y: x}, Eq(x, 0)), "x = t^2/4"),
    F(lambda: stays(y, {x: sqrt(x**2 + z**2)**(S(1) / 2), z: -z, y: x}, Eq(x, 0), Eq(z, 0)), "x = t^2/4"),
    F(lambda: stays(y, {x: sqrt(sqrt(x**2)), y: x}, Eq(x, 0)), "x = t^2/4"),
    F(lambda: stays(v, {u: u / sqrt(Norm(u)), v: u}, Eq(u, ZeroMatrix(d, 1)), over=[w]), "no rate at 0"),
    F(lambda: stays(v, {u: w * sqrt(Norm(u)), v: u}, Eq(Dot(u, w), 0), Eq(Dot(u, u), 0)), "u leaves 0"),
    F(lambda: stays(y, {x: sqrt(Abs(x - z)), z: S.Zero, y: x - z}, Eq(x, z)), "x leaves z"),
    F(lambda: Evolves(y, S.Zero, along=Flow({x: 2 * sqrt(Abs(x)), y: x}), on=Domain(x > 0, over=[y])), "x > 0: the rate is x"),
    # what a flow keeps
    T(lambda: stays(y, {x: x, y: x}, Eq(x, 0)), "x' = x"),
    T(lambda: stays(y, {x: x**2, y: x}, Eq(x, 0)), "x' = x^2"),
    T(lambda: stays(y, {x: -x, y: x}, Eq(x**2, 0)), "x' = -x"),
    T(lambda: stays(z, {x: y, y: -x, z: 1 - x**2 - y**2}, Eq(x**2 + y**2, 1)), "a circle"),
    T(lambda: stays(C, {A: A * B, C: A}, Eq(A, NOTHING), over=[B]), "A' = A B"),
    T(lambda: stays(v, {u: A * u, v: u}, Eq(u, ZeroMatrix(d, 1)), over=[A]), "u' = A u"),
    T(lambda: stays(y, {x: x * sqrt(1 + z**2), z: S(1), y: x}, Eq(x, 0)), "x' = c x with a smooth c"),
    T(lambda: stays(Dot(u, u), {u: A * u}, Eq(A.T, -A)), "a rotation"),
]
