"""Letters of Sections 5.2.2, 5.2.3 and Appendix B.1.7: how many basis functions a skill has, and the last skill, which lacks some.

A function of the skill bits is a column over the functions with finite mean square. The last skill has r basis functions, the columns of E,
and lacks the m columns of E_miss; S times the skill is the sum of all of them over kappa, the root of N_c, with the targets S for weights.
"""

from sympy import Eq, Expr, Identity, Ne, Symbol, ZeroMatrix, exp, sqrt

from theoremtest.derivations.language import TIME, Domain, Meaning, Space, dimension, matrix, reals, vector

from .skills_notation import LATER, RATE, ROOT, a, eta, root

BASIS = Meaning("orthonormal basis functions", "Eq. (5.8)")
OFTEN = Meaning("the frequency of skill k, to which d_k/D tends with D", "Eq. (4.1)")
REMAINDER = Meaning("the remainder r, from 1 to N_c", "Eq. (5.6)")
ALONG = Meaning("of the starts the one kind with a closed form: B_k(0) along the targets that can be reached, a_k(0) its length",
                "Proposition B.1.1")
PLACE = Meaning("skills are counted from one; q is the last that has a basis function, N_c or fewer", "Eq. (5.6)")
SCALE = Meaning("the target scale", "Eq. (4.4)")

t = TIME
S, often, a0 = reals("S", r"\mathcal{P}_s(k)", "a_k(0)")
N, N_c, q, k, r, l = (Symbol(name, integer=True) for name in ("N", "N_c", "q", "k", "r", "l"))
numbers = Domain(N_c >= 1, q >= 1, k >= 1, source=PLACE) & Domain(r >= 1, r <= N_c, source=REMAINDER)

# --- the last skill as functions ---------------------------------------------------------------------------------------------------------

H, has, lacks = Space("L^2"), dimension("r"), dimension("m")
E, E_miss = matrix("E", H, has), matrix(r"E_\mathrm{miss}", H, lacks)
B, S_has, S_miss = vector("B_k", has), vector("S_r", has), vector(r"S_\mathrm{miss}", lacks)
target = (E * S_has + E_miss * S_miss) / root
"""S g_k by Eq. (5.8)."""
model = E * B * a
orthonormal = Domain(Eq(E.T * E, Identity(has)), Eq(E.T * E_miss, ZeroMatrix(has, lacks)), source=BASIS)
last_skill = orthonormal & Domain(Ne(root, 0), source=ROOT) & Domain(over=[a, B, S_has, S_miss, eta, often])

# --- the path along the targets ----------------------------------------------------------------------------------------------------------


def path(end: Expr) -> Expr:
    """a_k^2 at time t where a_k moves by eta P(k) a_k (end - a_k^2)."""
    return end / (1 + (end / a0**2 - 1) * exp(-2 * eta * often * end * t))


def reach(share: Expr) -> Expr:
    """What a_k^2 tends to: the length of the targets S/sqrt(N_c) that can be reached, S times the root of their share."""
    return S * sqrt(share)


along = (Domain(S > 0, source=SCALE) & Domain(a0 > 0, source=ALONG) & Domain(eta > 0, source=RATE) & Domain(often > 0, source=OFTEN)
         & Domain(t >= 0, source=LATER))
