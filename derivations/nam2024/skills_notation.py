"""One skill among others in the multilinear model and its extension, on D samples (Appendix B.1).

A function is the column of its values at the D samples. g_k is the skill that is looked at: it is 1 or -1 on the d_k samples of the skill
and 0 on the others, so that g_k^T g_k = d_k. G_rest holds the other skills, w what the model is off by along them. In the extended
model Phi has the basis functions of the skill at its own samples, one column for each.
"""

from sympy import Eq, Expr, Ne, ZeroMatrix, exp

from theoremtest.derivations.language import TIME, Domain, Dot, Flow, GradientFlow, Meaning, dimension, matrix, real, reals, vector

DISJOINT = Meaning("the supports of skills are mutually exclusive", "Eq. (4.3)")
RATE = Meaning("the learning rate", "Lemma 1")
COUNT = Meaning("numbers of samples", "Lemma 1")
LATER = Meaning("time counts from the initialization", "Lemma 1")
ROOT = Meaning("the root of D_c", "Eq. (5.4)")

t = TIME
n, m, D_c, d_c = dimension("D"), dimension("m"), dimension("D_c"), dimension("d_k")
a, b, a0, b0, R, R0 = reals("a_k", "b_k", "a_k(0)", "b_k(0)", r"\mathcal{R}_k", r"\mathcal{R}_k(0)")
S, eta, count, samples = reals("S", r"\eta", "d_k", "D")

# --- the multilinear model on samples ----------------------------------------------------------------------------------------------------

skill, others, w = vector("g_k", n), matrix(r"G_\mathrm{rest}", n, m), vector("w", m)
error = skill * (a * b - S) + others * w
training = GradientFlow(Dot(error, error) / (2 * n), {a: eta, b: eta}, name="gradient flow of the empirical loss")
sampled = Domain(Eq(skill.T * others, ZeroMatrix(1, m)), over=[w, a, b, S, eta], source=DISJOINT)
share = Dot(skill, skill) / n
"""d_k/D."""

# --- the same by numbers -----------------------------------------------------------------------------------------------------------------

rates = {a: -eta * count / samples * b * (a * b - S), b: -eta * count / samples * a * (a * b - S)}
"""Eqs. (B.6) and (B.7)."""
flow = Flow(rates, name="Eqs. (B.6) and (B.7)")
counted = Domain(samples > 0, count >= 0, source=COUNT) & Domain(eta > 0, source=RATE)
later = counted & Domain(t >= 0, source=LATER)
seen = later & Domain(count > 0, source=COUNT)


def strength(start: Expr, frequency: Expr = count / samples) -> Expr:
    """The right side of Eq. (B.1); frequency: d_k/D."""
    return S / (1 + (S / start - 1) * exp(-2 * eta * S * frequency * t))


def skill_loss(start: Expr, frequency: Expr = count / samples) -> Expr:
    """The right side of Eq. (B.2)."""
    return S**2 / (2 * (1 + (S / start - 1)**-1 * exp(2 * eta * S * frequency * t))**2)


# --- the extended model, one skill -------------------------------------------------------------------------------------------------------

Phi, B, targets, root = matrix(r"\Phi", D_c, d_c), vector("B_k", D_c), vector(r"\vec{S}", D_c), real(r"\kappa")
"""kappa is the root of D_c; the vector of targets may be any."""
left = a * B - targets / root
extended = GradientFlow(Dot(Phi.T * left, Phi.T * left) / (2 * samples), {a: eta, B: eta}, name="gradient flow of Eq. (B.19)")
any_start = Domain(samples > 0, source=COUNT) & Domain(Ne(root, 0), source=ROOT) & Domain(over=[Phi, B, targets, a, eta])
