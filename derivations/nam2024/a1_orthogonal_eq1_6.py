"""Appendix A.1: that the matrix O of Eq. (1.27) is orthogonal, Eqs. (A.1)-(A.6), column by column."""

from sympy import Eq, Function, Integer, Sum, Symbol, sqrt

from theoremtest.derivations.language import (
    Chart,
    Domain,
    Dot,
    Equal,
    Meaning,
    claim,
    every,
    matrix,
    orthonormal,
    real,
    vector,
)

from .features_notation import (
    EIGEN,
    E,
    H,
    O,
    Phi,
    T,
    e,
    e_l,
    expansion,
    inverse_roots,
    one_p,
    p,
    positive,
    rho_k,
    rho_l,
)
from .notation import NAM

_length, _basis, _turn, _k, _l = real("r"), matrix("B", H, p), matrix("Q", p, p), vector("u", p), vector("v", p)
_one_value = Chart({Phi: _length * _basis * _turn.T, e: _basis * _k, e_l: _basis * _l, rho_k: _length**2, rho_l: _length**2},
                   Domain(_length > 0, orthonormal(_basis), orthonormal(_turn), over=[_k, _l]))
"""Two eigenfunctions of one eigenvalue: those of different ones are orthogonal, and all that is said of them is 0 = 0."""
pair = Domain(Eq(T * e, rho_k * e), Eq(T * e_l, rho_l * e_l), over=[Phi], source=EIGEN)
DIVIDED = Meaning("eigenvalues by which is divided are not zero: the condition that Eq. (1.27) lacks (`1.27`)", "Eq. (1.27)")
independent = pair & Domain(rho_k > 0, rho_l > 0, source=DIVIDED)
alike = independent & Domain(chart=_one_value)
first, second = Phi.T * e / sqrt(rho_k), Phi.T * e_l / sqrt(rho_l)
"""Columns i and j of O by Eq. (A.1)."""


@claim(NAM, "Eq. (A.1)", uses=["nam2024/1.27"],
       reading="all columns at once, beside the O of Eq. (1.27): the sum over j of x_j O_ji, with any x_j, is <e_i|sum of x_j "
       "Phi_j>/sqrt(rho_i), "
               "and so is their sum over i with any v_i")
def columns_of_the_mixing_matrix():
    """Column i of O holds the <e_i|Phi_k>, divided by the root of rho_i."""
    x, v = vector("x", p), vector("v", p)

    return Equal(Dot(x, Phi.T * E * inverse_roots * v), Dot(v, inverse_roots * (E.T * (Phi * x))),
                 on=Domain(positive, over=[Phi, E, x, v], source=DIVIDED))


@claim(NAM, "Eq. (A.2)", uses=["nam2024/A.1"])
def product_of_two_columns():
    """The product of two columns is the sum of <e_i|Phi_k><Phi_k|e_j> over k, divided by sqrt(rho_i rho_j)."""
    return Equal(Dot(first, second), Dot(Phi.T * e, Phi.T * e_l) / sqrt(rho_k * rho_l), on=alike)


@claim(NAM, "Eq. (A.3)", leaves_out="distributions on more than finitely many inputs",
       reading="<e_i|Phi_k> is a(k), and <Phi_k|e_j> is the inner product of Phi_k = b(k, .) and e_j = c(.) over n inputs of weight q; "
               "and by the columns of Phi, for functions of any inputs")
def sum_inside_the_brackets():
    r"""The sum over $k$ goes inside the brackets: $\langle e_i | \left(\sum_k | \Phi_k \rangle \langle \Phi_k |\right) | e_j \rangle$."""
    number, points, k, i = (Symbol(name, integer=True) for name in ("m", "n", "k", "i"))
    a, b, c, q = (Function(name, real=True) for name in ("a", "b", "c", "q"))
    outside = Sum(a(k) * Sum(b(k, i) * c(i) * q(i), (i, 1, points)), (k, 1, number))
    inside = Sum(Sum(a(k) * b(k, i), (k, 1, number)) * c(i) * q(i), (i, 1, points))
    sizes = Domain(number >= 1, points >= 1, source=Meaning("p features, n inputs", "Section 1.3"))
    root = sqrt(rho_k * rho_l)
    features = Domain(rho_k > 0, rho_l > 0, over=[Phi, e, e_l], source=DIVIDED)
    return every(sums=Equal(outside / root, inside / root, on=sizes & Domain(rho_k > 0, rho_l > 0, source=DIVIDED)),
                 columns=Equal(Dot(Phi.T * e, Phi.T * e_l) / root, Dot(e, T * e_l) / root, on=features))


@claim(NAM, "Eq. (A.4)", uses=["nam2024/A.2"])
def product_by_the_operator():
    """The product of two columns is <e_i|T|e_j>/sqrt(rho_i rho_j)."""
    return Equal(Dot(first, second), Dot(e, T * e_l) / sqrt(rho_k * rho_l), on=alike)


@claim(NAM, "Eq. (A.5)", uses=["nam2024/1.15", "nam2024/A.4"])
def operator_at_an_eigenfunction():
    """<e_i|T|e_j>/sqrt(rho_i rho_j) is sqrt(rho_j/rho_i) <e_i|e_j>."""
    return Equal(Dot(e, T * e_l) / sqrt(rho_k * rho_l), sqrt(rho_l / rho_k) * Dot(e, e_l), on=alike)


@claim(NAM, "Eq. (A.6)", uses=["nam2024/A.5"])
def columns_are_orthonormal():
    """Two columns of O have the product 0, and one with itself has 1; both at once, O^T O is the identity."""
    apart, one = Domain(Eq(Dot(e, e_l), 0), source=EIGEN), Domain(Eq(Dot(e, e), 1), source=EIGEN)
    return every(apart=Equal(Dot(first, second), Integer(0), on=independent & apart),
                 one=Equal(Dot(first, first), Integer(1), on=independent & one),
                 all=Equal(inverse_roots * E.T * Phi * Phi.T * E * inverse_roots, one_p, on=expansion & Domain(positive, source=DIVIDED)))


@claim(NAM, "Appendix A.1", "square", uses=["nam2024/A.6"],
       reading="what is shown before are orthonormal columns, O^T O = I, and the text says `because OO^T = I`; each gives the other")
def square_matrix_with_orthonormal_columns():
    """A square matrix with O^T O = I has O O^T = I, and the other way round: it is orthogonal."""
    source = Meaning("orthonormal columns", "Eq. (A.6)")
    return every(columns=Equal(O * O.T, one_p, on=Domain(Eq(O.T * O, one_p), source=source)),
                 rows=Equal(O.T * O, one_p, on=Domain(Eq(O * O.T, one_p), source=source)))
