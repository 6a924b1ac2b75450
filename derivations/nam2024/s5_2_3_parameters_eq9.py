"""Section 5.2.3: parameter emergence, a model with N of the basis functions, Eq. (5.9), and how many hidden nodes a parity takes."""

from sympy import Eq, Ge, Gt, Identity, Integer, Le, Lt, Max, Ne, Sum, Symbol

from theoremtest.derivations.language import Domain, Dot, Equal, Erratum, Holds, Meaning, Printed, claim, every, reals, vector

from . import parity_notation as three
from .basis_notation import (
    BASIS,
    PLACE,
    E,
    E_miss,
    N_c,
    S,
    S_has,
    S_miss,
    has,
    k,
    l,
    lacks,
    last_skill,
    numbers,
    q,
    r,
    target,
)
from .notation import NAM
from .skills_notation import root

w = vector("w", has)
missing = last_skill & Domain(Eq(E_miss.T * E_miss, Identity(lacks)), source=BASIS)
off = target - E * w
z, u, v = reals("z", "u_i", "u_j")
mixed = Max(0, z) - Max(0, z + u) - Max(0, z + v) + Max(0, z + u + v)
"""What a node, at any values of the other bits, has at two bits 00 less 10, less 01, and 11 on top."""


@claim(NAM, "Section 5.2.3", "one-node",
       reading="`cannot express a skill with a single hidden node`, for a parity of three bits and more: over two of the bits i and j the "
               "difference f(00) - f(10) - f(01) + f(11) of w sigma(u.x + b) + c has the sign of w u_i u_j, or is zero, whatever the other "
               "bits; that of the parity is 4 S at an even number of ones among the others and -4 S at an odd one")
def one_node_is_no_parity():
    """No network of one hidden node is the parity function."""
    def node(first, second, relation):
        return Holds(relation, on=Domain(first, second, source=Meaning("weights of either sign", "Section 5.2.3")) & Domain(over=[z]))
    ones, scale = reals("n", "S")
    odd = Domain(Eq(ones, 1), over=[scale], source=Meaning("one more bit is set", "Section 5.2.3"))
    even = Domain(Eq(ones, 0), over=[scale], source=Meaning("no other bit is set", "Section 5.2.3"))

    def parity(more):
        return scale * (1 - 2 * ones) * (-1)**more
    of_parity = parity(0) - parity(1) - parity(1) + parity(2)
    return every(both_positive=node(u >= 0, v >= 0, Ge(mixed, 0)), both_negative=node(u <= 0, v <= 0, Ge(mixed, 0)),
                 first_negative=node(u <= 0, v >= 0, Le(mixed, 0)), second_negative=node(u >= 0, v <= 0, Le(mixed, 0)),
                 even=Equal(of_parity, 4 * scale, on=even), odd=Equal(of_parity, -4 * scale, on=odd))


NODES = Meaning("two nodes that bend oppositely in every pair of bits, which are flipped so that u > 0", "Section 5.2.3")


@claim(NAM, "Section 5.2.3", "two-nodes", origin="derived", uses=["nam2024/sec-5.2.3:one-node"],
       reading="w sigma(u.x + b) - h sigma(p.x + e) + c on three bits. For both signs of 4 S each pair of bits needs one node of either "
               "sign of "
               "w u_i u_j; bits are flipped so that u > 0, and w > 0 as S may have any sign. Then h > 0 (`product`: the three signs of "
               "a node multiply to that of its weight) and the p_i have one sign. With p < 0 every step up a bit raises f (`rising`). "
               "With p > 0 "
               "and S > 0 the second node has to be on after one step, or that step would not go down (`off`), and then steps from one "
               "bit to two "
               "and from two to three cannot go up and down (`turn`); S < 0 alike, with the first node",
       leaves_out="that the cases are put together")
def two_nodes_are_no_parity():
    """No network of two hidden nodes is the parity of three bits, so that three are the fewest."""
    p, q, e, h, w_1, third = reals("p_i", "p_j", "e", "h", "w", "u_k")
    a, b, d = reals("s_{12}", "s_{13}", "s_{23}")

    def bend(at, first, second):
        return Max(0, at) - Max(0, at + first) - Max(0, at + second) + Max(0, at + first + second)

    def climb():
        return w_1 * (Max(0, z + u) - Max(0, z)) - h * (Max(0, e + p) - Max(0, e))
    signs = Domain(w_1 > 0, h > 0, u > 0, v > 0, source=NODES)
    up, turn = signs & Domain(p > 0, q > 0, source=NODES), w_1 * bend(z, u, v) - h * bend(e, p, q)
    still = Meaning("the node is off after one step", "Section 5.2.3")
    on = Meaning("the node is on after one step", "Section 5.2.3")
    pairs = Domain(Eq(a, w_1 * u * v), Eq(b, w_1 * u * third), Eq(d, w_1 * v * third), over=[w_1, u, v, third], source=NODES)
    return every(
        product=Equal(a * b * d, w_1**3 * (u * v * third)**2, on=pairs),
        sign=Holds(Lt(a * b * d, 0), on=Domain(a < 0, b < 0, d < 0, source=NODES)),
        rising=Holds(Ge(climb(), 0), on=signs & Domain(p < 0, source=NODES) & Domain(over=[z, e])),
        off=Holds(Ge(climb(), 0), on=up & Domain(e + p <= 0, source=still) & Domain(over=[z])),
        turn=Holds(Ge(turn, 0), on=up & Domain(e > 0, source=on) & Domain(over=[z])),
        first_off=Holds(Le(climb(), 0), on=up & Domain(z + u <= 0, source=still) & Domain(over=[e])),
        first_turn=Holds(Le(turn, 0), on=up & Domain(z > 0, source=on) & Domain(over=[e])))


@claim(NAM, "Eq. (5.9)", uses=["nam2024/prop-B.1.2"],
       reading="at T, D to infinity the loss is the least that the basis allows: of a model E w its square is that of w less the targets "
               "S_r/kappa of the r functions, and that of the missing ones; the strength there, times S, is |S_r|^2/kappa^2, n of the N_c "
               "terms S^2/N_c, of which n = r are there for k = q, all for k < q and none for k > q, a skill of missing functions only",
       leaves_out="that training reaches the least loss, from starts other than those of Proposition B.1.2")
def strength_with_some_basis_functions():
    """R_k is S for k < q, S r/N_c for k = q and 0 for k > q."""
    miss = S_miss / root
    best = E * (S_has / root)
    on = missing & Domain(over=[w])
    entries = numbers & Domain(Ne(S, 0), source=three.SCALE)
    count = Symbol("n", integer=True)
    strength = Sum(S**2 / N_c, (l, 1, count)) / S
    return every(
        least=Equal(Dot(off, off), Dot(w - S_has / root, w - S_has / root) + Dot(miss, miss), on=on),
        last=Equal(Dot(target, best), Dot(S_has, S_has) / root**2, on=missing),
        none=Equal(Dot(E_miss * miss, E * w), Integer(0), on=on),
        strength_of_none=Equal(strength, Integer(0), on=(entries & Domain(k > q, source=PLACE)).but(where={count: Integer(0)})),
        strength_of_some=Equal(strength, S * r / N_c, on=(entries & Domain(Eq(k, q), source=PLACE)).but(where={count: r})),
        strength_of_all=Equal(strength, S, on=(entries & Domain(k < q, source=PLACE)).but(where={count: N_c})))


@claim(NAM, "Section 5.2.3", "expressible", uses=["nam2024/5.9"],
       reading="`partially expressible depending on the number of basis functions`: the least skill loss with r of N_c functions, each "
               "missing "
               "one adding S^2/N_c to twice the loss, is S^2/2 (1 - r/N_c), and falls with r; zero with all of them")
def skills_can_be_partly_expressed():
    """The last skill is expressed in part, earlier ones fully."""
    lost = Sum(S**2 / N_c, (l, r + 1, N_c)) / 2
    scaled = numbers & Domain(S > 0, source=three.SCALE)
    return every(loss=Equal(lost, S**2 / 2 * (1 - r / N_c), on=numbers & Domain(over=[S])),
                 falls=Holds(Gt(S**2 / 2 * (1 - r / N_c), S**2 / 2 * (1 - (r + 1) / N_c)), on=scaled),
                 all=Equal(S**2 / 2 * (1 - r / N_c), Integer(0), on=scaled & Domain(Eq(r, N_c), source=BASIS)))


@claim(NAM, "Section 5.2.3", "four-nodes", uses=["nam2024/sec-5.2.3:one-node"],
       reading="`suggesting that the NN requires 4 nodes in expressing g_k`, a parity of three bits: no network of three nodes has the "
               "squared "
               "error zero over all 8 inputs; it fails at the weights of Appendix C.4")
def four_nodes_are_required():
    """The fit suggests that the network needs four hidden nodes to express a skill."""
    return Printed(Holds(Gt(three.squares, 0), on=three.solution), erratum=Erratum(
        "wrong", "Three nodes and the output bias c express it (Appendix C.4). That N_c = 4 fits the curves of Fig. 5.1 is of training, "
                 "not of what can be expressed.", Equal(three.squares, Integer(0), on=three.solution)))
