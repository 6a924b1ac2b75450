"""Section 4.2.1: the distribution of skills and bits in the multitask sparse parity problem, Eq. (4.1)."""

from sympy import Function, Integer, KroneckerDelta, Sum, Symbol

from theoremtest.derivations.language import Domain, Equal, Expectation, FairBits, Mass, Meaning, Parity, claim, dimension, every

from .notation import NAM
from .scaling_notation import INDEX, NUMBERS, alpha, i, inputs, j, n_s, x

SUBSET = Meaning("a set of the skill bits", "Section 4.2.1")
bits, number = dimension("n_b"), dimension("n_s")
X, skill, chosen = (Symbol(name, integer=True) for name in ("X", "I", "U"))
P = Function("P_s", real=True)


@claim(NAM, "Eq. (4.1)", reading="K = 2^{n_b} strings of skill bits; n_s may be any number, and alpha too")
def frequencies_add_up_to_one():
    """Both factors are probability distributions: i^-(alpha + 1) over its sum, and 2^-n_b."""
    on = Domain(n_s >= 1, source=NUMBERS)
    weight = i**(-alpha - 1) / Sum(j**(-alpha - 1), (j, 1, n_s))
    return every(skills=Equal(Sum(weight, (i, 1, n_s)), Integer(1), on=on & Domain(over=[alpha])),
                 bits=Equal(Sum(1 / inputs, (x, 1, inputs)), Integer(1), on=Domain(inputs >= 1, source=NUMBERS)))


@claim(NAM, "Eq. (4.1)", "independent",
       reading="`because P_s and P_b are independent`: the mean of an indicator of a skill times a parity of bits is the product of both "
               "means; the parities of all sets of bits span every function of the bits")
def skills_and_bits_are_independent():
    """A mean over the product distribution is that over the skill times that over the bits."""
    on = Domain(i >= 1, i <= number, source=INDEX) & Domain(chosen >= 0, chosen < 2**bits, source=SUBSET) & Domain(
        over=[X, skill, bits, number])
    return Expectation(KroneckerDelta(skill, i) * Parity(chosen, X), {X: FairBits(bits), skill: Mass(P(skill), 1, number)},
                       P(i) * KroneckerDelta(chosen, 0), on=on)
