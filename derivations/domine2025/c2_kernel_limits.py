"""Theorem C.5 and Appendix C.2.4 as matrices: the tangent kernel with the Kronecker product, its limits, and by how far it turns.

At any time the network function is U S V^T with a diagonal S of entries s, and U, V of orthonormal columns. Where U U^T is not the
identity, the limit of the kernel turns with U: in the end by the kernel distance 1 - |U(0)^T U|^2/n.
"""

from sympy import Eq, Gt, Identity, Trace, oo, sqrt

from theoremtest.derivations.language import Domain, Equal, Kron, Limit, Vec, claim, every, matrix

from .c1_singular_values_eq16_17_and_115_117 import SINGULAR_VECTORS
from .c2_kernel_eq140_and_167_170 import APPLIED, U, V, Z, any_vectors, applied, kernel
from .notation import DOMINE, WHITENED, N_i, N_o, P, X, lam
from .task_notation import n, one_n

U_0 = matrix("U(0)", N_o, n)


@claim(DOMINE, "Theorem C.5", "limits", uses=["domine2025/168", "domine2025/169", "domine2025/170"], origin="derived", reading=APPLIED)
def kernel_tends_to_a_projector():
    """NTK/lambda tends to U U^T (x) X^T X as lambda -> oo, and NTK/|lambda| to I (x) X^T V V^T X as lambda -> -oo, as matrices."""
    plus, minus, on = X.T * X * Z * U * U.T, X.T * V * V.T * X * Z, any_vectors
    return every(kernel=Equal(kernel * Vec(Z), Vec(applied), on=on),
                 plus_matrix=Equal(Kron(U * U.T, X.T * X) * Vec(Z), Vec(plus), on=on),
                 minus_matrix=Equal(Kron(Identity(N_o), X.T * V * V.T * X) * Vec(Z), Vec(minus), on=on),
                 plus=Limit(applied / lam, lam, oo, plus, on=on), minus=Limit(-applied / lam, lam, -oo, minus, on=on))


@claim(DOMINE, "Appendix C.2.4", "turned", uses=["domine2025/thm-C.5:limits"], origin="derived",
       reading="the kernel distance is 1 - <K, K'>/(|K| |K'|) of K = U(0) U(0)^T (x) X^T X and K' = U U^T (x) X^T X, for X other than zero")
def distance_of_the_turned_kernel():
    """The kernel distance of two limits U(0) U(0)^T (x) X^T X and U U^T (x) X^T X is 1 - |U(0)^T U|^2/n.

    At the end of the delayed phase U is the task's.
    For V instead of U and lambda -> -oo it is the same of I (x) X^T V V^T X on inputs with X X^T = P I.
    """
    on = Domain(Eq(U.T * U, one_n), Eq(U_0.T * U_0, one_n), over=[X], source=SINGULAR_VECTORS)
    first, second = Kron(U_0 * U_0.T, X.T * X), Kron(U * U.T, X.T * X)
    gram, turned = Trace(X.T * X * X.T * X), Trace((U_0.T * U).T * (U_0.T * U))
    norms = sqrt(Trace(first.T * first)) * sqrt(Trace(second.T * second))
    V_0, white = matrix("V(0)", N_i, n), Eq(X * X.T, P * Identity(N_i))
    inputs = Domain(Eq(V.T * V, one_n), Eq(V_0.T * V_0, one_n), source=SINGULAR_VECTORS) & Domain(white, over=[N_o], source=WHITENED)
    left, right = (Kron(Identity(N_o), X.T * vectors * vectors.T * X) for vectors in (V_0, V))
    return every(product=Equal(Trace(first.T * second), turned * gram, on=on), norm=Equal(Trace(second.T * second), n * gram, on=on),
                 distance=Equal(1 - Trace(first.T * second) / norms, 1 - turned / n, on=on & Domain(Gt(gram, 0), source=WHITENED)),
                 inputs=Equal(Trace(left.T * right), N_o * P**2 * Trace((V_0.T * V).T * (V_0.T * V)), on=inputs),
                 inputs_norm=Equal(Trace(right.T * right), N_o * P**2 * n, on=inputs))
