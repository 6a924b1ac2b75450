"""Symbols and domains of square networks, d = h = c, with an isotropic initialisation Delta = delta I (Appendix B.1.3).

The conditions are matrix equations, which random numbers never meet, so the domains carry charts: A = O P R and W = O Q K
with O, R, K orthogonal and P, Q diagonal, eta_w P^2 - eta_a Q^2 = delta I. A chart only draws points; proofs use the
equations. `downstream` and `upstream` hold the same equation, solved for one layer's Gram matrix or for the other's.
"""

from sympy import DiagMatrix, Eq, Identity, MatPow, S, Trace

from theoremtest.derivations.language import Chart, Domain, GradientFlow, kronecker_sum, matrix, real, vector

from .conventions_notation import ISOTROPIC
from .notation import d, delta, eta_a, eta_w, n, setting
from .wide_notation import product

W, A, X, Y = matrix("W", d, d), matrix("A", d, d), matrix("X", n, d), matrix("Y", n, d)
one = Identity(d)
network = W.T * A
gram_W, gram_A = eta_a * W.T * W, eta_w * A.T * A
in_layers = kronecker_sum(gram_A, gram_W)
residual = X * network - Y
training = GradientFlow(Trace(residual.T * residual) / 2, {W: eta_w, A: eta_a}, name="gradient flow of the loss",
                        network="two-layer", data=(X, Y))

_s = vector("s", d)
_k, _m = real("k"), real("m")
_N = [matrix(f"N_{i}", d, d) for i in range(5)]


def turn(free):
    """An orthogonal matrix from any square matrix (Cayley's transform)."""
    return (one + free - free.T) * MatPow(one - free + free.T, -1)


O, R, K = (turn(free) for free in _N[:3])
skew = _N[1:3]
"""What R and K are made of."""
rates = setting(eta_a > 0, eta_w > 0)


def diagonals(level):
    """P and Q of the chart: eta_w P^2 - eta_a Q^2 = level I for every diagonal matrix S without zeros."""
    stretch, inverse = DiagMatrix(_s), MatPow(DiagMatrix(_s), -1)
    return (stretch + level * inverse) / (2 * _m), (stretch - level * inverse) / (2 * _k)


def chart(level, **more):
    """The chart of isotropic layers; `more` are further symbols of the chart, by name, with what they stand for."""
    in_A, in_W = diagonals(level)
    values = {eta_a: _k**2, eta_w: _m**2, A: O * in_A * R, W: O * in_W * K}
    return Chart({**values, **more.get("values", {})}, Domain(_k > 0, _m > 0, over=[_s, *_N[:3], *more.get("over", ())]))


def isotropic(level):
    """Isotropic layers, eta_w A A^T - eta_a W W^T = level I, solved for A A^T."""
    over = [W, A] + ([level] if level == delta else [])
    return rates & Domain(Eq(A * A.T, eta_a / eta_w * W * W.T + level / eta_w * one), over=over, chart=chart(level), source=ISOTROPIC)


upstream = isotropic(delta)
"""Isotropic layers, the equation solved for A A^T; delta of any sign unless a claim restricts it."""
downstream = rates & Domain(Eq(W * W.T, eta_w / eta_a * A * A.T - delta / eta_a * one), over=[W, A, delta], chart=upstream.chart,
                            source=ISOTROPIC)
"""Isotropic layers, the equation solved for W W^T."""
balanced = isotropic(S.Zero)
"""Isotropic layers with delta = 0."""

root_A, root_W = gram_A - delta / 2 * one, gram_W + delta / 2 * one
"""What Eqs. (99) and (98) say the roots of eta_a eta_w beta^T beta + delta^2/4 and eta_a eta_w beta beta^T + delta^2/4 are."""
under_A = product * network.T * network + delta**2 / 4 * one
under_W = product * network * network.T + delta**2 / 4 * one
