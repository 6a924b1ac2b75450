"""Skills whose frequencies fall by a power law, and their losses in time (Chapter 4).

P_s(k) is A k^-(alpha + 1). c is S/R_k(0) - 1, one number for all skills wherever the index is left out. Bounds and numbers of skills,
samples and inputs are whole; y is a skill index that is integrated over.
"""

from sympy import Expr, Integral, Sum, Symbol, exp, oo

from theoremtest.derivations.language import Domain, Meaning, reals

FREQUENCIES = Meaning("the frequencies of endlessly many skills have a sum", "Eq. (4.1)")
NORMAL = Meaning("A normalizes the frequencies", "Section 4.2.1")
SCALE = Meaning("the target scale, above R_k(0) > 0", "Eq. (4.11)")
RATE = Meaning("the learning rate", "Eq. (4.11)")
START = Meaning("c is S/R_k(0) - 1, with R_k(0) between 0 and S: one c for all skills, the condition that `4.20` lacks", "Eq. (4.11)")
LATER = Meaning("time counts from the initialization", "Eq. (4.11)")
INDEX = Meaning("skills are counted from one", "Section 4.2.1")
NUMBERS = Meaning("numbers of skills, samples or inputs", "Section 4.2.1")

alpha, A, S, eta, c, T, y = reals(r"\alpha", "A", "S", r"\eta", "c", "T", "y")
i, j, k, l, x, N, D, n_s, inputs = (Symbol(name, integer=True) for name in ("i", "j", "k", "l", "x", "N", "D", "n_s", "K"))

power = Domain(alpha > 0, source=FREQUENCIES)
skills = power & Domain(A > 0, source=NORMAL)
"""Frequencies below one, as there are at least two skills: `rare`."""
rare = skills & Domain(A < 1, source=NORMAL)
from_one = Domain(k >= 1, source=INDEX)
learning = skills & Domain(S > 0, source=SCALE) & Domain(eta > 0, source=RATE) & Domain(c > 0, source=START)
later = learning & Domain(T > 0, source=LATER)


def frequency(index: Expr) -> Expr:
    """P_s of Eq. (4.1), with its constant A."""
    return A * index**(-alpha - 1)


def skill_loss(index: Expr, time: Expr = T) -> Expr:
    """The right side of Eq. (4.19)."""
    return S**2 / (2 * (1 + exp(2 * eta * frequency(index) * S * time) / c)**2)


def tail(first: Expr, weight: Expr = A) -> Expr:
    """The frequencies of all skills from this one on, or that by A."""
    return Sum(weight * j**(-alpha - 1), (j, first, oo))


def remaining(time: Expr = T) -> Expr:
    """The loss of endlessly many skills at this time, the sum in Eq. (4.21)."""
    return Sum(frequency(k) * skill_loss(k, time), (k, 1, oo))


def loss_constant() -> Expr:
    """What T^(alpha/(alpha + 1)) times the loss tends to: the losses at time one, weighed over all real indices."""
    return Integral(frequency(y) * skill_loss(y, 1), (y, 0, oo))
