"""Appendix A.1: the losses of Proposition 1 compared, Eq. (17)."""

from sympy import Eq, sqrt

from theoremtest.derivations.language import Domain, Dot, Equal, Erratum, Printed, claim, vector

from .conventions_notation import DATA, UNIT_VECTOR
from .notation import XU, N, W, d, gamma, loss, output, parameters, u, x, y
from .s3_1_model import data_on_a_line, direction, full_loss, reading, sizes, targets

sums = Domain(
    Dot(sizes, sizes) > 0, over=[*data_on_a_line.over], source=DATA,
    where={x: sqrt(Dot(sizes, sizes)) * direction, y: Dot(sizes, targets) / sqrt(Dot(sizes, sizes))})
"""x and y as the proof writes them: with sums over the data in place of means."""


@claim(XU, "Eq. (17)")
def expanded_loss():
    """The mean loss expanded in the model's output along n.

    The second line of Eq. (17) follows from the first with the proof's x and y (`17:difference`).
    """
    def expansion(count):
        return (Dot(sizes, sizes) * reading**2 - 2 * Dot(sizes, targets) * reading + Dot(targets, targets)) / count

    return Printed(
        Equal(full_loss, expansion(1), on=sums.but(Eq(Dot(direction, direction), 1), source=UNIT_VECTOR)),
        erratum=Erratum(
            "garbled",
            "The loss is defined with the factor 1/N, and in the text that we read its expansion has lost it, with other symbols. "
            "With sums in place of means the flow is N times as fast, so the proof's x and y do not give the same training; the "
            "statement's, which are means, do.",
            Equal(full_loss, expansion(N), on=sums)))


@claim(XU, "Eq. (17)", "difference", uses=["xu2024/17"])
def losses_differ_by_a_constant():
    """The summed loss is L + sum y_k^2 - y^2, with L as the proof writes it, without its square."""
    constant = Dot(targets, targets) - y**2
    return Printed(
        Equal(N * full_loss, (output - y) + constant, on=sums.but(Eq(Dot(direction, direction), 1), source=UNIT_VECTOR)),
        erratum=Erratum("garbled", "The square of L, which Eq. (3) has, is lost in the proof.",
                        Equal(N * full_loss, loss + constant, on=sums)))


across = vector("z", d)


@claim(XU, "Footnote 3", uses=["xu2024/18"],
       reading="outputs along the target's direction, with weights u, and across it, with weights z; `trivial to extend` is read as: W "
               "moves as for the number that the target is along its direction")
def vector_targets():
    """It is trivial to extend to the case when y is a vector that spans only a one-dimensional subspace.

    Both sides are what the loss sends back to W x, over 2 gamma.
    """
    sent_back = u * (output - y) + gamma * Dot(across, W * x) * across
    on = parameters.but(over=[across])
    return Printed(
        Equal(sent_back, u * (output - y), on=on),
        erratum=Erratum(
            "incomplete", "The outputs across the target's direction start where the weights put them, and move W until they are gone: "
            "their part of the loss comes in. It stays away only if these outputs have no weights, z = 0, or stay at zero.",
            Equal(sent_back, u * (output - y), on=on.but(Eq(Dot(across, W * x), 0)))))
