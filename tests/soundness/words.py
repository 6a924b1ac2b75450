"""The letters that the tables share: reals, whole numbers, sizes, vectors, matrices, and short names for what is often said."""

from sympy import Identity, Symbol

from theoremtest.derivations.language import Domain, dimension, matrix, reals, vector

x, y, z, s, a, b, k, w, q, r = reals("x", "y", "z", "s", "a", "b", "k", "w", "q", "r")
t = reals("t")[0]
n, m = Symbol("n", integer=True), Symbol("m", integer=True)
N = Symbol("N", integer=True, positive=True)
d, h, c = dimension("d"), dimension("h"), dimension("c")
u, v, g = vector("u", d), vector("v", d), vector("g", d)
u1, v1, u3, v3 = vector("u", 1), vector("v", 1), vector("u", 3), vector("v", 3)
A, B, S, Q = (matrix(name, d, d) for name in "ABSQ")
X, W, V = matrix("X", h, d), matrix("W", h, d), matrix("V", c, h)
A2, B2, S2 = (matrix(name, 2, 2) for name in "ABS")
I = Identity

REAL, PLANE, SPACE = Domain(over=[x]), Domain(over=[x, y]), Domain(over=[x, y, z])
POSITIVE, QUADRANT, OCTANT = Domain(x > 0), Domain(x > 0, y > 0), Domain(x > 0, y > 0, z > 0)
VECTORS, SQUARES = Domain(over=[u, v]), Domain(over=[A, B])
