"""Appendix C.1, Proposition C.2: two colours for the regions by the parity of active neurons, what the argument needs, and the
network for which the proposition fails.

The colour of a region is (-1)^k for k active neurons, which is the product of the signs of all pre-activations up to one
sign for the whole network. Exact arrangements, in the plane, check the same statements region by region (the tests).
"""

from sympy import Eq, Gt, Ne

from theoremtest.derivations.language import Dot, Erratum, Holds, Limit, Printed, claim, every, real, stated

from .colouring_notation import LATEX, WHY, c, crossing, epsilon, first_order, leaky, p, q, relu, ring, two_hidden_layers, w, wall
from .conventions_notation import BOUNDARY_STEP, SIDES
from .notation import KUNIN
from .piecewise_notation import gamma, sigma


@claim(KUNIN, "Proposition C.2", uses=["kunin2024/app-C.1:convex", "kunin2024/app-C.1:partition"], conditions=[stated(gamma > 0)],
       reading="the smallest deep networks, two hidden layers of two neurons and one, without biases in the plane")
def two_colours():
    """Without redundant neurons the regions take two colours, neighbours never the same.

    Decided on the smallest deep networks, where the regions are sectors around the origin: a ring of sectors takes two
    colours exactly if their number is even. The correction adds what the parity argument needs: across a boundary where one
    pre-activation alone vanishes, the product of all signs turns, and deeper pre-activations that are not zero keep theirs.
    """
    return Printed(
        every(relu=relu, leaky=leaky), latex=LATEX, derivation=(*ring(), *first_order(crossing())),
        erratum=Erratum("incomplete", WHY, every(leaky=leaky, **crossing())))


@claim(KUNIN, "Proposition C.2", "one-hidden-layer", uses=["kunin2024/prop-C.2"])
def two_colours_for_one_hidden_layer():
    """One hidden layer: crossing w^T x = 0 turns one sign of the product of all pre-activations, so the colour changes.

    r stands for the product of the other pre-activations, which is not zero at almost every point of a boundary that no other
    neuron shares.
    """
    parts = crossing()
    return every(parity_turns=parts["parity_turns"], to_the_other_sign=parts["to_the_other_sign"])


@claim(KUNIN, "Proposition C.2", "redundant", uses=["kunin2024/prop-C.2:one-hidden-layer"], origin="derived")
def redundant_neurons_break_the_parity():
    """A second neuron with the same boundary, w' = c w, keeps the parity across it: the condition cannot be dropped."""
    size = Dot(w, w)
    ahead, behind = (epsilon * size) * (epsilon * c * size), (-epsilon * size) * (-epsilon * c * size)
    return Holds(Gt(ahead * behind, 0), on=wall.but(Ne(c, 0)))


@claim(KUNIN, "Proposition C.2", "simultaneous", uses=["kunin2024/prop-C.2"], conditions=[stated(Eq(gamma, 0), gamma > 0)])
def no_two_neurons_switch_together():
    """The proof: no boundary exists at which two neurons' activations change simultaneously.

    The boundary z_1 = 0 of the smallest deep network, beside the inactive second neuron (z_2 < 0): the third neuron's
    pre-activation near the boundary is to have one sign on both sides.
    """
    z_2 = real("z_2")
    ahead, behind = p * sigma(epsilon) + q * sigma(z_2), p * sigma(-epsilon) + q * sigma(z_2)
    near = gamma**2 * q**2 * z_2**2
    on = two_hidden_layers.but(z_2 < 0, source=SIDES)
    return Printed(
        every(product=Limit(ahead * behind, epsilon, 0, near, on=on.but(epsilon > 0, source=BOUNDARY_STEP)),
              relu=Holds(Gt(near, 0), on=on.but(Eq(gamma, 0))), leaky=Holds(Gt(near, 0), on=on.but(gamma > 0))),
        erratum=Erratum("incomplete", WHY, every(
            product=Limit(ahead * behind, epsilon, 0, near, on=on.but(epsilon > 0)),
            leaky=Holds(Gt(near, 0), on=on.but(gamma > 0)))))
