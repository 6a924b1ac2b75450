"""What Appendix B.1.1 says of one neuron: its unit vector, its shares of M, and these as delta_i grows or falls."""

from sympy import Gt, Identity, Trace, ZeroMatrix, oo

from theoremtest.derivations.language import Domain, Dot, Kron, Limit, OverNeurons, Step, every, kronecker_sum, matrix, vector

from .conventions_notation import NONZERO_NEURONS
from .notation import delta, eta_a, eta_w, rates_positive
from .wide_notation import A, B_i, W, a_i, c, contribution, d, h, size2, w_i

e = vector("e_i", h)
"""A unit vector of the hidden layer, over which sums run."""

P_a, P_w = B_i.T * B_i / size2, B_i * B_i.T / size2
"""The rank-one matrices of one neuron, c x c and d x d."""

one_neuron = rates_positive & Domain(Gt(Dot(a_i, a_i), 0), Gt(Dot(w_i, w_i), 0), over=[a_i, w_i, delta], source=NONZERO_NEURONS)
"""One neuron's contribution beta_i = w_i a_i^T != 0, held fixed while delta_i moves."""

both = rates_positive & Domain(over=[A, W])
a_e, w_e = A.T * e, W.T * e
alive = Domain(Gt(Dot(a_e, a_e), 0), Gt(Dot(w_e, w_e), 0), over=[A, W, e], source=NONZERO_NEURONS)
layers = alive
"""Layers none of whose neurons is zero, where 1/|beta_i|^2 has a value."""
beta_e = w_e * a_e.T
square_e = Trace(beta_e.T * beta_e)
term_a, term_w = beta_e.T * beta_e / square_e, beta_e * beta_e.T / square_e
sum_a, sum_w = OverNeurons(term_a, e), OverNeurons(term_w, e)
share = matrix(r"\beta_i", d, c)
named = layers.but(where={share: beta_e})
"""Any layers, beta_i the contribution of the neuron that the unit vector e stands for."""
named_term = share.T * share / Trace(share.T * share)
named_sum = OverNeurons(named_term, e)


FALLING, FASTER = 1 / delta, 1 / delta**2
"""How fast M_i approaches its limiting form, by their difference and by their ratio (`errors_in_delta`)."""


def limit_in_delta(to):
    """M_i minus its limiting form, which grows with |delta_i|, as delta_i runs to one end."""
    lead = delta * Kron(P_a, Identity(d)) if to == oo else -delta * Kron(Identity(c), P_w)
    toward = delta if to == oo else -delta
    return every(
        difference=Limit(contribution(B_i, delta, size2) - lead, delta, to, ZeroMatrix(c * d, c * d), rate=FALLING,
                         on=one_neuron),
        ratio=Limit(contribution(B_i, delta, size2) / toward, delta, to, lead / toward, rate=FASTER, on=one_neuron))


def errors_in_delta(to):
    """What is left to leading order at one end: no faster rate holds, and no slower one is meant."""
    parts, sign = dict(limit_in_delta(to).parts()), 1 if to == oo else -1
    left = eta_a * eta_w * kronecker_sum(B_i.T * B_i, B_i * B_i.T)
    return (Step(Limit(parts["difference"].expression / FALLING, delta, to, sign * left, on=one_neuron),
                 "the difference to leading order"),
            Step(Limit((parts["ratio"].expression - parts["ratio"].value) / FASTER, delta, to, left, on=one_neuron),
                 "the ratio to leading order"))
