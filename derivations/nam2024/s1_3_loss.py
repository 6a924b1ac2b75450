"""Section 1.3: the empirical loss, what it says of the generalization loss, and that gradient flow decreases it."""

from sympy import Integer, Symbol

from theoremtest.derivations.language import (
    Domain,
    Dot,
    Evolves,
    Expectation,
    FairBits,
    Holds,
    Meaning,
    Multinomial,
    Parity,
    claim,
    every,
    ge,
    reals,
)

from .features_notation import Phi, anything, eta, goal, loss, model, training
from .notation import NAM

n = Symbol("n", integer=True)
SAMPLES = Meaning("there is a sample", "Eq. (1.8)")


@claim(NAM, "Section 1.3", "empirical-loss",
       reading="the empirical distribution is that of a sample drawn at random, the loss half the mean of (f - f*)^2. Of n = 4 samples, "
       "drawn by "
       "two fair bits: f - f* is any function of the bits, c_0 + c_1 e_1 + c_2 e_2 + c_3 e_1 e_2 of their signs", leaves_out="other n")
def empirical_distribution_gives_the_empirical_loss():
    """Replacing q by the empirical distribution gives 1/(2n) times the sum of squared errors over the training set."""
    parts, drawn = reals("c_0", "c_1", "c_2", "c_3"), Symbol("x", integer=True, nonnegative=True)
    def error(first, second):
        return parts[0] + parts[1] * first + parts[2] * second + parts[3] * first * second
    total = sum(error(first, second)**2 for first in (1, -1) for second in (1, -1))
    return Expectation(error(Parity(1, drawn), Parity(2, drawn))**2 / 2, {drawn: FairBits(2)}, total / (2 * 4),
                       on=Domain(over=[*parts, drawn]))


@claim(NAM, "Section 1.3", "test-loss", uses=["nam2024/sec-1.3:empirical-loss"],
       reading="`approximated by the test loss`: its mean over i.i.d. samples is the generalization loss. Three inputs with the "
       "probabilities "
               "q_1, q_2 and 1 - q_1 - q_2, at which f - f* is r_1, r_2 and r_3",
       leaves_out="more inputs; how far the test loss is off")
def mean_test_loss_is_the_generalization_loss():
    """The mean of the test loss over samples that were not used in training is the generalization loss."""
    errors, masses = reals("r_1", "r_2", "r_3"), reals("q_1", "q_2")
    counts = [Symbol(name, integer=True, nonnegative=True) for name in ("n_1", "n_2")]
    masses = (*masses, 1 - sum(masses))
    seen = (*counts, n - sum(counts))
    on = Domain(n >= 1, masses[0] >= 0, masses[1] >= 0, masses[2] >= 0, over=[*errors, *counts], source=SAMPLES)
    return Expectation(sum(number * error**2 for number, error in zip(seen, errors, strict=True)) / (2 * n),
                       {count: Multinomial(n, mass) for count, mass in zip(counts, masses, strict=False)},
                       sum(mass * error**2 for mass, error in zip(masses, errors, strict=True)) / 2, on=on)


@claim(NAM, "Section 1.3", "descent", uses=["nam2024/1.17"],
       reading="`minimize the training loss by updating along the direction of the gradient`: Eq. (1.12) goes against it, and the loss "
       "falls at "
               "eta times its squared length", leaves_out="that the least loss is reached")
def loss_falls_along_the_flow():
    """Gradient flow decreases the loss."""
    slope = Phi.T * (model - goal)
    return every(rate=Evolves(loss, -eta * Dot(slope, slope), along=training, on=anything),
                 length=Holds(ge(Dot(slope, slope), Integer(0)), on=anything))

