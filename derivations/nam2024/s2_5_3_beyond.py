"""Section 2.5.3: the MP-operator's conditions are stricter than those of neural collapse."""

from sympy import Eq, Identity

from theoremtest.derivations.language import Chart, Domain, Equal, Meaning, claim, every, matrix, orthonormal, real, vector

from .collapse_notation import C, F, a_2, balanced, centred, one, ones, p, positive
from .notation import NAM


@claim(NAM, "Section 2.5.3", uses=["nam2024/2.10", "nam2024/2.11", "nam2024/2.19"],
       reading="`our conditions are stricter`: features F (N + v 1^T)^T, N^T N = a_2 (C I - 1 1^T), that collapse onto class means v + N "
               "e_i meet NC1 and NC2 for every global mean v; their operator maps C f_j - 1 to a_2 (C f_j - 1) and the constant v^T N e_j, "
               "and an MP-operator gives none")
def collapse_allows_more_global_means():
    """NC1 and NC2 hold for collapsed features whatever their global mean, an MP-operator needs it to be orthogonal to the differences."""
    N, v, r, R = matrix("N", p, C), vector("v", p), real("r"), matrix("R", p, C)
    differences = C * Identity(C) - ones * ones.T
    chart = Chart({N: r * R * differences, a_2: C * r**2}, Domain(r > 0, orthonormal(R), over=[ones]))
    means = N + v * ones.T
    features = F * means.T
    on = balanced & positive & Domain(Eq(N.T * N, a_2 * differences), Eq(N * ones, 0 * v), over=[v], chart=chart,
                                      source=Meaning("class means that are a simplex", "Eq. (2.11)"))
    return every(
        class_means=Equal(C * features.T * F, means, on=on),
        global_mean=Equal(features.T * one, v, on=on),
        nc1=Equal(features - F * (C * features.T * F).T, 0 * F * means.T, on=on),
        operator=Equal((features * features.T) * centred, a_2 * centred + one * (v.T * N), on=on))
