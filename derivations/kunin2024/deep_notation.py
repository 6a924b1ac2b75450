"""Deep linear networks f(x) = a^T W_l ... W_1 x: their layers, isotropic domains, and what the inductions over the depth know.

All layers are d x d, since d = h. `depth` is the number of hidden layers. Isotropic layers are drawn through orthogonal matrices
(`turns`), each made of a letter whose skew-symmetric part turns.
"""

from functools import reduce

from sympy import Eq, Gt, Identity, S

from theoremtest.derivations.language import Chart, Domain, Dot, GradientFlow, dimension, matrix, real, vector

from .conventions_notation import ISOTROPIC_LAYERS, LAYERS_SO_FAR
from .notation import X, d, delta, y
from .square_notation import turn

l = dimension("l")
one = Identity(d)
a = vector("a", d)
size = Dot(a, a)
layers = [matrix(f"W_{i}", d, d) for i in range(1, 4)]
DEPTHS = range(1, len(layers) + 1)

turns = [turn(matrix(f"N_{i}", d, d)) for i in range(4)]
skew = [matrix(f"N_{i}", d, d) for i in range(4)]
_r, _u = real("r"), vector("u", d)
_m = (Dot(_u, _u) - _r**2) / (2 * _r)
_D = _m * one + _r / Dot(_u, _u) * _u * _u.T
"""Layers O_{i+1} D O_i^T and a = O_{l+1} u, where D^2 = m^2 I + u u^T: isotropic with delta = -m^2, all rational."""
_parameters = Domain(Gt(Dot(_u, _u), 0), _r > 0, over=[*skew, _u])


def isotropic(depth):
    """Definition B.7 for one depth, solved so that the next layer gives every Gram matrix on the output side."""
    used = layers[:depth]
    links = [Eq(below * below.T, above.T * above) for below, above in zip(used, used[1:])]
    last = Eq(used[-1] * used[-1].T, a * a.T - delta * one)
    values = {layer: turns[i + 1] * _D * turns[i].T for i, layer in enumerate(used)}
    return Domain(*links, last, over=[a, delta, *used], source=ISOTROPIC_LAYERS,
                  chart=Chart({**values, a: turns[depth] * _u, delta: -_m**2}, _parameters))


def through(depth):
    """W_k ... W_1 for k = depth; the identity for 0."""
    return reduce(lambda product, layer: layer * product, layers[:depth], one)


def predictor(depth):
    """beta = W_1^T ... W_l^T a."""
    return through(depth).T * a


def gram(power):
    """(W_1^T W_1)^power."""
    return reduce(lambda product, factor: product * factor, [layers[0].T * layers[0]] * power, one)


def preconditioner(depth):
    """M of Eq. (118)."""
    tail = sum((size * (size - delta)**i * gram(depth - 1 - i) for i in range(1, depth)), size * gram(depth - 1))
    return gram(depth) + tail


def in_layers(depth):
    """M from the layers themselves: the share of a, and of each W_i, in the motion of beta."""
    total = through(depth).T * through(depth)
    for i in range(1, depth + 1):
        above = reduce(lambda product, layer: product * layer.T, layers[i:depth], one) * a
        total = total + Dot(above, above) * through(i - 1).T * through(i - 1)
    return total


def training(depth):
    """Gradient flow of half the squared residuals, every learning rate 1."""
    fit = X * predictor(depth) - y
    return GradientFlow(Dot(fit, fit) / 2, dict.fromkeys((a, *layers[:depth]), S.One),
                        name=f"gradient flow of a network of depth {depth + 1}",
                        network=f"deep-linear-{depth}", data=(X, y))


P, Q, upper, lower, G, T = (matrix(name, d, d) for name in ("P", "Q", "U", "V", "G", "T"))
_K = matrix("K", d, d)
_sym = _K + _K.T

upward = Domain(Eq(G.T, G), Eq(lower * lower.T * P, P * G), Eq(upper.T * upper, lower * lower.T), Eq(G * P.T * P, P.T * P * G),
                over=[P, upper, lower, G], source=LAYERS_SO_FAR, chart=Chart({
    G: turns[0] * _sym * _sym * turns[0].T, lower: turns[1] * _sym * turns[0].T, P: turns[1] * _sym * _sym * turns[0].T,
    upper: turns[2] * _sym * turns[1].T}, Domain(over=[_K, *skew])))
"""What the induction from below knows after k layers: P = W_k ... W_1, V = W_k, U = W_{k+1}, G = W_1^T W_1, P^T P a power of G."""

downward = Domain(Eq(T.T, T), Eq(Q * upper.T * upper, T * Q), Eq(lower * lower.T, upper.T * upper), over=[Q, upper, lower, T],
                  source=LAYERS_SO_FAR, chart=Chart({
    T: turns[0] * _sym * _sym * turns[0].T, upper: turns[0] * _sym * turns[1].T, Q: turns[0] * _sym * turns[1].T,
    lower: turns[1] * _sym * turns[2].T}, Domain(over=[_K, *skew])))
"""What the induction from above knows after k layers: Q = W_l ... W_{l-k+1}, U its last factor, V the next layer, T = W_l W_l^T."""

last_layer = Domain(Eq(a * a.T, lower * lower.T + delta * one), Eq(lower * lower.T * P, P * G), Eq(G.T, G),
                    Eq(G * P.T * P, P.T * P * G), over=[P, lower, G, a, delta],
                    source=LAYERS_SO_FAR, chart=Chart({G: turns[0] * _D * _D * turns[0].T, lower: turns[1] * _D * turns[0].T,
                                 P: turns[1] * _D * _D * turns[0].T,
                                 a: turns[1] * _u, delta: -_m**2}, _parameters))
"""The last layer V = W_l with all of P = W_l ... W_1 below it."""
