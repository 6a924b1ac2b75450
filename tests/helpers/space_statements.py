"""Statements about functions and operators that the theory of kernels and features asks for: true ones, false ones, refused ones.

The names are those of a kernel operator T with features Phi, eigenfunctions e and g, a target f_* and a learned function f.
"""

from sympy import Eq, Identity, MatrixSymbol, Ne, S, Trace

from theoremtest.derivations.language import (
    Conserved,
    Domain,
    Dot,
    Equal,
    Evolves,
    Flow,
    GradientFlow,
    Holds,
    Inverse,
    Space,
    complete,
    dimension,
    kernel_operator,
    matrix,
    orthonormal,
    projection,
    reals,
    vector,
)

H = Space(r"\mathcal{H}")
p = dimension("p")
f, goal, g, e, r, one = (vector(name, H) for name in ("f", "f_*", "g", "e", "r", r"\mathbf{1}"))
f_1, f_2 = vector("f_1", H), vector("f_2", H)
Phi, E, T, R = matrix(r"\Phi", H, p), matrix("E", H, p), matrix("T", H, H), matrix("P", H, H)
w, O, L = vector("w", p), matrix("O", p, p), matrix("L", p, p)
eta, rho, sigma, a_1, a_2, m, n, t = reals(r"\eta", r"\rho", r"\sigma", "a_1", "a_2", "m", "n", "t")
K = kernel_operator(Phi)
left = MatrixSymbol("S", H, H)
SYMMETRIC = Eq(T, T.T)

FREE = Domain(over=[f, g, goal, Phi, w, O, T, eta])
FRAME = Domain(orthonormal(E), over=[E, f, g, L])
BASIS = Domain(orthonormal(E), complete(E), over=[E, f, g])
EIGEN = Domain(SYMMETRIC, Eq(T * e, rho * e), over=[T, e, rho, f, goal, eta, g, sigma])
TWO = EIGEN.but(Eq(T * g, sigma * g))
CLASSES = Domain(m > 0, Ne(n, 0), Eq(Dot(one, one), 1), Eq(Dot(r, r), 1), Eq(Dot(one, r), 0), over=[a_1, a_2],
                 where={f_1: m * one + n * r, f_2: m * one - m**2 / n * r, R: one * one.T + r * r.T})
"""Indicators of two classes of mass m each: <1|f> = m and <f_1|f_2> = 0, in the span of 1 and of a function r that is orthogonal to it."""
BALANCED = Domain(Ne(t, 0), Eq(Dot(one, one), 1), Eq(Dot(r, r), 1), Eq(Dot(one, r), 0), over=[a_1, a_2],
                  where={m: 1 / (1 + t**2), n: t / (1 + t**2), f_1: m * one + n * r, R: one * one.T + r * r.T})
"""An indicator is its own square: <f_1|f_1> = m, which m^2 + n^2 = m says; t = n/m."""
MP = a_1 * one * one.T + a_2 * R
LEARNING = Flow({f: -eta * T * (f - goal)})
FEATURES = Flow({w: -eta * Phi.T * (Phi * w - goal)})


def equal(left, right, on):
    """left = right."""
    return Equal(S(left), S(right), on=on)


def moves(quantity, rate, along, on):
    """quantity changes at this rate."""
    return Evolves(quantity=quantity, rate=rate, along=along, on=on)


TRUE = [
    ("the kernel operator is symmetric", lambda: equal(Dot(f, K * g), Dot(K * f, g), FREE)),
    ("the kernel operator is positive", lambda: Holds(Dot(f, K * f) >= 0, on=FREE)),
    ("the quadratic form of features", lambda: equal(Dot(f, K * f), Dot(Phi.T * f, Phi.T * f), FREE)),
    ("trace of the kernel operator and of the Gram matrix", lambda: equal(Trace(K), Trace(Phi.T * Phi), FREE)),
    ("trace of its square", lambda: equal(Trace(K * K), Trace(Phi.T * Phi * Phi.T * Phi), FREE)),
    ("other features, one kernel", lambda: equal(
        kernel_operator(Phi * O), K, FREE.but(Eq(O * O.T, Identity(p))))),
    ("function dynamics of a linear model", lambda: moves(Phi * w, -eta * K * (Phi * w - goal), FEATURES, FREE)),
    ("the parameter flow is the gradient flow of the loss", lambda: moves(
        Dot(Phi * w - goal, Phi * w - goal) / 2, -eta * Dot(Phi.T * (Phi * w - goal), Phi.T * (Phi * w - goal)),
        GradientFlow(loss=Dot(Phi * w - goal, Phi * w - goal) / 2, learning_rates={w: eta}), FREE)),
    ("one mode decouples", lambda: moves(Dot(e, f), -eta * rho * (Dot(e, f) - Dot(e, goal)), LEARNING, EIGEN)),
    ("an eigenvalue is the intensity", lambda: equal(Dot(e, T * e), rho, EIGEN.but(Eq(Dot(e, e), 1)))),
    ("a projection is idempotent", lambda: equal(projection(E) * projection(E), projection(E), FRAME)),
    ("a projection is symmetric", lambda: equal(Dot(f, projection(E) * g), Dot(projection(E) * f, g), FRAME)),
    ("the rest is orthogonal to the frame", lambda: equal(E.T * (f - projection(E) * f), S.Zero * w, FRAME.but(over=[w]))),
    ("Pythagoras", lambda: equal(
        Dot(f, f), Dot(E.T * f, E.T * f) + Dot(f - projection(E) * f, f - projection(E) * f), FRAME)),
    ("Parseval, where the frame is complete", lambda: equal(Dot(E.T * f, E.T * g), Dot(f, g), BASIS)),
    ("expansion, where the frame is complete", lambda: equal(projection(E) * f, f, BASIS)),
    ("an operator given by its modes", lambda: equal(E * L * E.T * E, E * L, FRAME)),
    ("a power of an operator given by its modes", lambda: equal((E * L * E.T) * (E * L * E.T), E * L * L * E.T, FRAME)),
    ("indicators of two classes", lambda: equal(Dot(f_1, f_2), 0, CLASSES)),
    ("NC2: class means are a simplex, off the diagonal", lambda: equal(
        Dot(f_1 / m, MP * (f_2 / m - one)), -a_2, CLASSES)),
    ("NC2: class means are a simplex, on the diagonal", lambda: equal(
        Dot(f_1 / m, MP * (f_1 / m - one)), a_2 * (1 / m - 1), BALANCED)),
    ("NC2: no part along the constant", lambda: equal(Dot(one, MP * (f_1 / m - one)), 0, CLASSES)),
    ("centred class functions are eigenfunctions", lambda: equal(MP * (f_1 - m * one), a_2 * (f_1 - m * one), CLASSES)),
    ("what the operator does not see is conserved", lambda: Conserved(
        Dot(e, f), LEARNING, on=Domain(SYMMETRIC, Eq(T * e, 0 * e), over=[T, e, f, goal, eta]))),
]

FALSE = [
    ("any operator is symmetric", lambda: equal(Dot(f, T * g), Dot(T * f, g), FREE)),
    ("the kernel operator is strictly positive", lambda: Holds(Dot(f, K * f) > 0, on=FREE)),
    ("the quadratic form is the norm", lambda: equal(Dot(f, K * f), Dot(f, f), FREE)),
    ("trace of the square as if diagonal", lambda: equal(Trace(K * K), Trace(K) ** 2, FREE)),
    ("other features, any mixing", lambda: equal(kernel_operator(Phi * O), K, FREE)),
    ("function dynamics with the sign turned", lambda: moves(Phi * w, eta * K * (Phi * w - goal), FEATURES, FREE)),
    ("function dynamics without the operator", lambda: moves(Phi * w, -eta * (Phi * w - goal), FEATURES, FREE)),
    ("one mode with the rate of all", lambda: moves(Dot(e, f), -eta * (Dot(e, f) - Dot(e, goal)), LEARNING, EIGEN)),
    ("one mode with the eigenvalue squared", lambda: moves(Dot(e, f), -eta * rho**2 * (Dot(e, f) - Dot(e, goal)), LEARNING, EIGEN)),
    ("eigenfunctions are orthogonal whatever their eigenvalues", lambda: equal(Dot(e, g), 0, TWO)),
    ("an eigenvalue without the norm", lambda: equal(Dot(e, T * e), rho, EIGEN)),
    ("a frame is complete by itself", lambda: equal(projection(E) * f, f, FRAME)),
    ("Parseval without completeness", lambda: equal(Dot(E.T * f, E.T * g), Dot(f, g), FRAME)),
    ("Bessel the other way round", lambda: Holds(Dot(E.T * f, E.T * f) >= Dot(f, f), on=FRAME)),
    ("trace of an operator given by its modes, squared", lambda: equal(Trace(E * L * E.T), Trace(L * L), FRAME)),
    ("NC2 with a_1", lambda: equal(Dot(f_1 / m, MP * (f_2 / m - one)), -a_1, CLASSES)),
    ("NC2 without the number of classes", lambda: equal(Dot(f_1 / m, MP * (f_1 / m - one)), a_2 * (1 - m), BALANCED)),
    ("class functions are eigenfunctions before centring", lambda: equal(MP * f_1, a_2 * f_1, CLASSES)),
]

OPEN = [
    ("eigenfunctions of different eigenvalues", lambda: equal((rho - sigma) * Dot(e, g), 0, TWO)),
    ("Bessel", lambda: Holds(Dot(E.T * f, E.T * f) <= Dot(f, f), on=FRAME)),
    ("trace of an operator given by its modes", lambda: equal(Trace(E * L * E.T), Trace(L), FRAME)),
]
"""True statements that may be left undecided, none of them refuted: scalars that two rules give two forms, a norm that is a difference, a
rule across the ends of a trace."""
REFUSED = [
    ("the dimension as a number", lambda: equal(Trace(Identity(H)), H, FREE)),
    ("the trace of the identity", lambda: equal(Trace(K + Identity(H)), 1, FREE)),
    ("the trace of any operator", lambda: equal(Trace(T), Trace(T.T), FREE)),
    ("a domain that counts dimensions", lambda: Domain(H >= 3, over=[f])),
    ("a coordinate", lambda: equal(f[0, 0], 0, FREE)),
    ("an isometry is a change of basis", lambda: equal(T * K * T.T, K, Domain(Eq(T.T * T, Identity(H)), Eq(T * K, K * T), over=[T, Phi]))),
    ("an isometry is onto", lambda: equal(T * T.T, Identity(H), Domain(Eq(T.T * T, Identity(H)), over=[T]))),
    ("an operator from one side only", lambda: Inverse(T, left, on=Domain(Eq(left * T, Identity(H))))),
]
"""What would need finitely many dimensions: refused when it is made, or never proved."""
