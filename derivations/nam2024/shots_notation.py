"""Letters of Appendices B.1.6 and B.1.7: the end of training of one skill of the extended model, in frames of its feature matrix.

Phi = U diag(s) V has independent columns, U^T U = I, V orthogonal; P = U U^T projects on the features of the skill's samples. a_k and B_k
start at a_k(0) and B_k(0). The targets S and the root kappa of D_c are those of `skills_notation`.
"""

from sympy import Eq, Identity, Ne

from theoremtest.derivations.language import Diagonal, Domain, Dot, EveryEntry, Meaning, matrix, real, vector

from .skills_notation import B, D_c, Phi, a, any_start, d_c, eta, left, root, samples, targets

SVD = Meaning("U S V is the singular value decomposition of Phi", "Lemma 2")
INDEPENDENT = Meaning("independent features", "Eq. (B.35)")
RANK = Meaning("U has d_k columns, and a feature has a part in each: samples with independent features; `nam2024/B.35` shows what fails "
               "without", "Lemma 2")
BOUNDED = Meaning("a_k stays away from zero", "Proposition B.1.1")

U, V, s, singular = matrix("U", D_c, d_c), matrix("V", d_c, d_c), real("s"), vector("s_k", d_c)
whole, P = Identity(D_c), U * U.T
start = vector("B_k(0)", D_c)
semi = Domain(Eq(U.T * U, Identity(d_c)), source=SVD)
frames = semi & Domain(Eq(V * V.T, Identity(d_c)), source=SVD) & Domain(over=[singular])
features = U * Diagonal(s, (s, singular)) * V
decomposed = (any_start & frames).but(where={Phi: features})
"""Any features, of any rank."""
full_rank = EveryEntry(Ne(s, 0), (s, singular))
"""The features of the samples are independent, which Lemma 2 takes for granted."""
independent = (any_start & frames & Domain(full_rank, source=RANK)).but(where={Phi: features})
not_zero = Domain(Ne(a, 0), source=BOUNDED)

slope_a, slope_B = Dot(B, Phi * Phi.T * left) / d_c, a / d_c * Phi * Phi.T * left
"""The derivatives of the skill's own loss by a_k and B_k."""
loss = Dot(Phi.T * left, Phi.T * left) / (2 * d_c)
"""L_k on the skill's d_k samples."""
rate_a, rate_B = -eta / samples * Dot(B, Phi * Phi.T * left), -eta * a / samples * Phi * Phi.T * left
"""Eqs. (B.23) and (B.21)."""
end = P * targets / root / a + (whole - P) * start
"""The right side of Eq. (B.37)."""
