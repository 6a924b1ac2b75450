"""Section 2.5.1: the constant function is the first eigenfunction of the MP-operator, and the constant vector what makes a simplex."""

from sympy import Eq, Identity, Rational, Trace, ZeroMatrix

from theoremtest.derivations.language import (
    Domain,
    Dot,
    Equal,
    Erratum,
    Holds,
    Meaning,
    Printed,
    claim,
    dimension,
    every,
    ge,
    matrix,
    orthonormal,
    real,
    reals,
    vector,
)

from .collapse_notation import CONSTANT, POSITIVE, C, H, Phi, a_1, a_2, collapsed, one, ones, p, spread
from .notation import NAM

m = dimension("m")
R = matrix("R", H, m)
COMPLEMENT = Meaning("an orthonormal frame of the complement of the constant function", "Definition 1")
PROBABILITY = Meaning("q is a probability, so that the constant function has norm 1", "Section 1.2")
framed = (Domain(Eq(Dot(one, one), 1), source=PROBABILITY) & Domain(a_1 > 0, a_2 > 0, source=POSITIVE)
          & Domain(orthonormal(R), Eq(R.T * one, ZeroMatrix(m, 1)), source=COMPLEMENT))
T_MP = a_1 * one * one.T + a_2 * (one * one.T + R * R.T)
"""Eq. (2.8): the learned functions' span is that of the constant function and of the m = C - 1 columns of R."""


@claim(NAM, "Section 2.5.1", "isotropic", uses=["nam2024/2.8"], reading="R w is a learned function without a constant part")
def isotropic_except_along_the_constant():
    """An MP-operator rescales all learned functions alike, except along the constant function."""
    w = vector("w", m)
    return every(others=Equal(T_MP * (R * w), a_2 * R * w, on=framed & Domain(over=[w])),
                 constant=Equal(T_MP * one, (a_1 + a_2) * one, on=framed))


@claim(NAM, "Section 2.5.1", "first", uses=["nam2024/sec-2.5.1:isotropic"])
def constant_function_is_the_first_eigenfunction():
    """The constant function is the eigenfunction with the largest eigenvalue: <g|T[g]> is at most (a_1 + a_2) <g|g>."""
    g = vector("g", H)
    rest = g - one * Dot(one, g) - R * R.T * g
    on = framed & Domain(over=[g])
    gap = (a_1 + a_2) * Dot(g, g) - Dot(g, T_MP * g)
    return every(eigenfunction=Equal(T_MP * one, (a_1 + a_2) * one, on=framed),
                 gap=Equal(gap, a_1 * Dot(R.T * g, R.T * g) + (a_1 + a_2) * Dot(rest, rest), on=on),
                 sign=Holds(ge(a_1 * Dot(R.T * g, R.T * g) + (a_1 + a_2) * Dot(rest, rest), 0), on=on))


@claim(NAM, "Section 2.5.1", "disregarded", uses=["nam2024/2.9"], reading="of CKA, and of PCA as the covariance of the features")
def analyses_that_disregard_the_constant():
    """PCA and CKA take no notice of a constant function: added to a feature, or to the operator, it changes neither."""
    k, b = real("k"), vector("b", Phi.shape[1])
    rest = Identity(H) - one * one.T
    on = Domain(Eq(Dot(one, one), 1), source=PROBABILITY) & Domain(over=[Phi, k, b])
    moved = Phi + one * b.T
    old, new = Phi.T * one, moved.T * one
    return every(kernel=Equal(rest * (Phi * Phi.T + k * one * one.T) * rest, rest * (Phi * Phi.T) * rest, on=on),
                 covariance=Equal(moved.T * moved - new * new.T, Phi.T * Phi - old * old.T, on=on))


@claim(NAM, "Section 2.5.1", "simplex",
       reading="the projected basis vectors are the columns of Q = I - 1 1^T/C; a simplex frame of C vectors in C - 1 dimensions has the "
               "products delta_ij - 1/C, the sum zero and the trace C - 1")
def projected_basis_is_a_simplex():
    """The standard basis, projected onto the complement of its average, is a simplex equiangular tight frame in C - 1 dimensions."""
    Q = Identity(C) - ones * ones.T / C
    on = Domain(Eq(Dot(ones, ones), C), source=CONSTANT)
    return every(products=Equal(Q.T * Q, Identity(C) - ones * ones.T / C, on=on), tight=Equal(Q * Q.T * Q, Q, on=on),
                 sum=Equal(Q * ones, 0 * ones, on=on), dimension=Equal(Trace(Q), C - 1, on=on))


@claim(NAM, "Fig. 2.5", uses=["nam2024/sec-2.5.1:simplex", "nam2024/2.8"],
       reading="the class means under an MP-operator, less the global mean, have the products of C orthogonal vectors of squared norm a_2 "
               "C from which their average is projected out",
       leaves_out="that trained networks reach this")
def simplex_of_class_means():
    """Class means form a simplex frame: orthogonal vectors projected at the complement of the global mean."""
    V = matrix("V", p, C)
    orthogonal = Domain(Eq(V.T * V, a_2 * C * Identity(C)), source=Meaning("orthogonal vectors of one norm", "Fig. 2.5"))
    projected = V - V * ones * ones.T / C
    return every(means=Equal(spread.T * spread, a_2 * (C * Identity(C) - ones * ones.T), on=collapsed),
                 projected=Equal(projected.T * projected, a_2 * (C * Identity(C) - ones * ones.T),
                                 on=orthogonal & Domain(Eq(Dot(ones, ones), C), source=CONSTANT)),
                 average=Equal((V * ones).T * projected, 0 * ones.T, on=orthogonal & Domain(Eq(Dot(ones, ones), C), source=CONSTANT)))


@claim(NAM, "Section 2.5.1", "example", reading="entry by entry; projecting [x, y, z] takes the mean of its entries from each of them")
def three_basis_vectors():
    """[0, 0, 1], [0, 1, 0] and [1, 0, 0] without their part along the average give three vertices, the third [2, -1, -2]/3."""
    entries = reals("x", "y", "z")
    basis = Meaning("a vector of the standard basis", "Section 2.5.1")

    def statement(last):
        table = {(0, 0, 1): (-1, -1, 2), (0, 1, 0): (-1, 2, -1), (1, 0, 0): last}
        return every(**{f"vertex_{number}_entry_{place}": Equal(entry - sum(entries) / 3, Rational(value, 3), on=Domain(
            *map(Eq, entries, vector), source=basis))
            for number, (vector, vertex) in enumerate(table.items(), 1)
            for place, (entry, value) in enumerate(zip(entries, vertex, strict=True), 1)})
    return Printed(statement((2, -1, -2)), erratum=Erratum(
        "wrong", "The third vertex is [2, -1, -1]/3: the printed one does not sum to zero, and its triangle is not equilateral.",
        statement((2, -1, -1))))
