"""The colouring of the regions of a piecewise linear network: what Appendix C.1 and Section 5 both hold of it."""

from sympy import Lt, Ne, Piecewise, S, sign

from theoremtest.derivations.language import Domain, Dot, Equal, Holds, Limit, Step, every, real, reals, vector

from .conventions_notation import BOUNDARY_STEP, NOT_REDUNDANT
from .notation import d
from .piecewise_notation import gamma, sigma, slope

p, q, c, r, r_slope = reals("p", "q", "c", "r", "r'")
epsilon = real(r"\epsilon")
w = vector("w", d)
wall = Domain(epsilon > 0, Dot(w, w) > 0, over=[w], source=BOUNDARY_STEP)
"""Steps of epsilon w to both sides of the boundary w^T x = 0 of a neuron, from a point on it."""


def turned(value):
    """-1 where the value is negative, else 1."""
    return 1 - sign(value)**2 + sign(value)


def on_the_rays(first, second, leak):
    """The second pre-activation at distance 1 on the four rays z_2 = 0 and z_1 = 0 of the first layer, around the origin."""
    return first, second, -leak * first, -leak * second


def once_around(first, second, leak):
    """(-1)^N for the N boundary rays of f = a sigma(p sigma(z_1) + q sigma(z_2)) in the plane, z_1 and z_2 independent.

    The first layer gives four rays. The second pre-activation is linear in between, so each sector where it changes sign holds one
    ray more.
    """
    edges = on_the_rays(first, second, leak)
    product = S.One
    for here, there in zip(edges, (*edges[1:], edges[0]), strict=True):
        product *= turned(here * there)
    return product


two_hidden_layers = slope.but(Ne(p, 0), Ne(q, 0), source=NOT_REDUNDANT)
"""The smallest deep networks: each of the three hidden neurons bounds some region."""

leaky = Equal(once_around(p, q, gamma), S.One, on=two_hidden_layers.but(gamma > 0))
relu = Equal(once_around(p, q, S.Zero), S.One, on=Domain(Ne(p, 0), Ne(q, 0), source=NOT_REDUNDANT))
"""A ring of sectors takes two colours exactly if their number is even."""

LATEX = (r"\text{no redundant neurons} \implies \exists\, c: \{\mathcal{R}\} \to \{-1, 1\} \text{ with } c(\mathcal{R}) \neq"
         r" c(\mathcal{R}') \text{ for neighbours}")

WHY = ("It holds where at almost every boundary point one pre-activation alone vanishes: for one hidden layer without parallel weights, "
       "and for leaky slopes or biases in general position. Lack of redundant neurons does not give this. With ReLU, two hidden layers and "
       "no biases the second layer is exactly zero where the whole first layer is inactive, and switches on together with a first-layer "
       "neuron. The function f = sigma(sigma(x_1) - sigma(x_2)) is x_1 - x_2 on x_1 > x_2 > 0, x_1 on x_1 > 0 > x_2 and 0 elsewhere: "
       "three pieces, each bordering on both others. (By the strict signs of Definition C.1 no region covers the sector where the whole "
       "first layer is inactive: a hole in the partition.)")


def crossing():
    """What the parity argument needs at each boundary: exactly one sign turns, that of the neuron whose boundary it is."""
    size = Dot(w, w)
    others, others_behind = r + epsilon * r_slope, r - epsilon * r_slope
    product = (epsilon * size * others) * (-epsilon * size * others_behind)
    deeper = p * sigma(epsilon * size) + q * sigma(r)
    deeper_behind = p * sigma(-epsilon * size) + q * sigma(r)
    on, deep = wall.but(Ne(r, 0), over=[r_slope], source=BOUNDARY_STEP), wall.but(Ne(r, 0), over=[p, q], source=BOUNDARY_STEP) & slope
    return {
        "parity_turns": Limit(product / epsilon**2, epsilon, 0, -size**2 * r**2, on=on),
        "to_the_other_sign": Holds(Lt(-size**2 * r**2, 0), on=on),
        "deeper_layers_wait": Limit(deeper, epsilon, 0, q * sigma(r), on=deep),
        "on_both_sides": Limit(deeper_behind, epsilon, 0, q * sigma(r), on=deep),
    }


def first_order(parts):
    """What `crossing` says, to further orders: how the product bends, and that deeper layers move by the slope of sigma on each side."""
    size, rest = Dot(w, w), q * sigma(r)
    moves = {name: (parts[name].expression - rest) / epsilon for name in ("deeper_layers_wait", "on_both_sides")}
    turns, on = parts["parity_turns"], parts["on_both_sides"].on
    return (Step(Equal(turns.expression - turns.value, (epsilon * size * r_slope)**2, on=turns.on), "the other neurons' share of it"),
            Step(Equal(moves["deeper_layers_wait"], p * size, on=on), "ahead of the boundary the neuron is active"),
            Step(Equal(moves["on_both_sides"], -gamma * p * size, on=on), "behind it inactive"))


def ring():
    """The ring's ingredients: the pre-activation on the four rays from the network itself, and what `turned` counts."""
    on = slope & Domain(epsilon > 0, over=[p, q], source=BOUNDARY_STEP)
    there = dict(zip(("first", "second", "behind_first", "behind_second"), on_the_rays(p, q, gamma), strict=True))
    network = {"first": p * sigma(epsilon), "second": q * sigma(epsilon), "behind_first": p * sigma(-epsilon),
               "behind_second": q * sigma(-epsilon)}
    return (Step(every(**{name: Equal(epsilon * there[name], network[name], on=on) for name in there}),
                 "the second pre-activation on the rays of the first layer"),
            Step(Equal(turned(r), Piecewise((S.NegativeOne, Lt(r, 0)), (S.One, True)), on=Domain(over=[r])),
                 "a sector between rays of different signs turns the parity"))
