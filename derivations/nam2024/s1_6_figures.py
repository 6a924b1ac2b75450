"""Figs. 1.2 to 1.5: sine features, exactly, and what the captions say of trained models, measured."""

from sympy import Abs, And, Basic, Integral, Ne, Symbol, pi, sin, sqrt

from theoremtest.derivations.language import (
    Domain,
    Equal,
    Erratum,
    Holds,
    Meaning,
    Observed,
    Printed,
    Rank,
    claim,
    dimension,
    every,
    ge,
    lt,
    matrix,
    real,
    reals,
)
from theoremtest.derivations.toolbox import measured as experiments

from .notation import NAM
from .s1_6_1_benign_eq36 import EXPERIMENTS, HALF

a, b, c, g, h, l, r, alpha = reals("a", "b", "c", "g", "h", "l", "r", r"\alpha")
x = real("x")
j, k = Symbol("j", integer=True), Symbol("k", integer=True)
INDEX = Meaning("features are counted from 1", "Fig. 1.2")
NO_WIDTH = "the noise has the width 1/10, which the caption does not give"
SIZES = {g, r}


def observed(relation: Basic, experiment: str) -> Observed:
    """The relation between what the experiment of this name measures."""
    return experiments.observed(relation, f"{EXPERIMENTS}:{experiment}", SIZES, "Figs. 1.2 to 1.5")


def inner(first, second):
    """The inner product of two functions of an input that is uniform on [0, 1]."""
    return Integral(first * second, (x, 0, 1))


def sine(index):
    """sqrt(2) sin(2 pi k x)."""
    return sqrt(2) * sin(2 * pi * index * x)


@claim(NAM, "Fig. 1.2", "eigenfunctions",
       reading="`identical function space but differ in the eigenvalues`: over uniform inputs on [0, 1], which the caption does not say, "
       "the sines are orthonormal, so "
       "that both models "
               "have these eigenfunctions, and k^alpha sqrt(2) sin(2 pi k x) has the squared norm k^(2 alpha); to a product that is zero "
               "in the mean any number a is added")
def sine_features_are_orthonormal():
    """Both models have the same eigenfunctions, sqrt(2) sin(2 pi k x), with the intensities rho_k = k^(2 alpha)."""
    on = Domain(j >= 1, k >= 1, Ne(j, k), source=INDEX)
    shifted = Integral(a + sine(j) * sine(k), (x, 0, 1))
    return every(apart=Equal(shifted, a, on=on & Domain(over=[a])),
                 intensity=Equal(inner(k**alpha * sine(k), k**alpha * sine(k)), k**(2 * alpha),
                                 on=Domain(k >= 1, over=[alpha], source=INDEX)))


@claim(NAM, "Fig. 1.2", "fits", reading="four inputs and labels drawn at random: more than 9/10 of <f|f> lies in the features 1 to 5 for "
       "alpha = -4, in 6 "
       "to 10 for alpha = 4", leaves_out="the four points of the figure, which are not given")
def preferred_features_express_the_samples():
    """The model with alpha = -4 uses lower frequencies, that with alpha = 4 higher ones, to fit the same number of samples."""
    return observed(And(10 * b > 9, 10 * h > 9, 10**6 * r < 1), "figure_1_2")


@claim(NAM, "Fig. 1.3", "target", uses=["nam2024/fig-1.2:eigenfunctions"],
       reading="over inputs that are uniform on [0, 1], which the caption does not say")
def target_of_the_first_feature():
    """sin(2 pi x) is the first feature alone: its part along it is 1/sqrt(2), with the quality 1."""
    target = sin(2 * pi * x)
    return every(part=Equal(inner(target, sine(1)), 1 / sqrt(2), on=Domain()),
                 quality=Equal(inner(target, sine(1))**2, inner(target, target), on=Domain()))


@claim(NAM, "Fig. 1.3", "resembles", uses=["nam2024/1.36"],
       reading=f"`interpolates all training samples but closely resembles the target`, with the eigenvalues of Eq. (1.36): the squared "
       "distance to the "
               f"target is less than 1/10 of the target's square; {NO_WIDTH}")
def learned_function_resembles_the_target():
    """After training, the learned function interpolates all samples and closely resembles the target."""
    return Printed(observed(And(10**6 * r < 1, 10 * g < 1), "figure_1_3"), erratum=Erratum(
        "wrong", HALF + " The function has the target's shape between the samples and half its height: the squared distance is a quarter.",
        observed(And(10**6 * r < 1, 5 * g > 1, 10 * h > 9), "figure_1_3")))


@claim(NAM, "Fig. 1.3", "first-features", uses=["nam2024/1.36"],
       reading="`the first d features fit the target`: more than 9/10 of the target's part along the first feature has been learned; "
       f"{NO_WIDTH}")
def first_features_fit_the_target():
    """The first d features fit the target function."""
    return Printed(observed(10 * l > 9, "figure_1_3"), erratum=Erratum(
        "wrong", HALF + " They have the target's shape, and about half its height.",
        observed(And(5 * l > 2, 5 * l < 3, 10 * c > 9), "figure_1_3")))


@claim(NAM, "Fig. 1.3", "smaller-rest", origin="derived", uses=["nam2024/1.36:smaller-rest"],
       reading="with a tenth of Eq. (1.36)'s eigenvalue for the rest: the squared distance is less than 1/20 of the target's square")
def benign_overfitting_with_a_smaller_rest():
    """With a tenth of the intensity for the rest of the features the learned function does closely resemble the target."""
    return observed(And(20 * g < 1, 20 * l > 17), "figure_1_3_smaller_rest")


@claim(NAM, "Fig. 1.3", "delta", uses=["nam2024/sec-1.6.1:only-near-the-data"],
       reading="`fit the reminiscent noise by delta functions`: at distances of more than 4/p from all samples and their mirror images 1 "
       "- x "
       "the rest of the features has a mean square of less than 1/50 of that at the samples, and of the target's values at the samples it "
       f"fits less than 1/10; {NO_WIDTH}, and on which the second does not depend in the mean")
def rest_of_the_features_fits_the_noise():
    """The latter p - d features fit what remains, the noise, by delta functions."""
    return Printed(observed(And(50 * r < 1, 10 * h < 1), "figure_1_3_rest"), erratum=Erratum(
        "wrong", HALF + " The other half of the target is fitted by the delta functions, beside the noise.",
        observed(And(50 * r < 1, 5 * h > 2, 5 * h < 3), "figure_1_3_rest")))


def interpolates(where):
    """Fewer features than samples fit any labels: as many directions as samples."""
    samples, terms = dimension("n"), dimension("m")
    values = matrix("A", samples, terms)
    on = Domain(samples > terms, over=[values], source=Meaning("100 samples, ten terms", where))
    return Printed(Holds(ge(Rank(values), samples), on=on), erratum=Erratum(
        "wrong", "A misprint: the sum is printed with ten terms beside p = 2000, and is meant to run to p. Fewer terms than samples do not "
        "fit all labels.",
        Holds(lt(Rank(values), samples), on=on)))


@claim(NAM, "Fig. 1.3", "ten-terms", reading="the model as printed, a sum over k up to 10, interpolates n = 100 noisy samples: its "
       "features, the columns of A, have as many independent directions as there are samples, for fewer terms than samples")
def ten_terms_interpolate_noise():
    """A sum of ten terms interpolates a hundred noisy samples."""
    return interpolates("Fig. 1.3")


@claim(NAM, "Fig. 1.4", "sharper", uses=["nam2024/fig-1.3:delta"],
       reading="the mean square of the fit over all inputs, over that of the labels, as its logarithm: it falls from p = 100 to 400 to "
       "2000, there to "
               "less than 1/10", leaves_out="other numbers of features, and where the fit has its square")
def more_features_make_the_fit_sharper():
    """As the number of features grows, the learned function of random labels becomes sharper, down to delta-like functions."""
    return observed(And(a > b, b > c, c < -1), "figure_1_4")


@claim(NAM, "Fig. 1.5", "differs", uses=["nam2024/sec-1.6.2:alignment"],
       reading="`interpolates all training samples but differs from the target`: the squared distance is more than 9/10 of the target's "
       f"square; {NO_WIDTH}")
def malignant_fit_differs_from_the_target():
    """The learned function interpolates all samples and differs from the target."""
    return observed(And(10**6 * r < 1, 10 * g > 9), "figure_1_5")


@claim(NAM, "Fig. 1.5", "first-features", uses=["nam2024/sec-1.6.2:alignment"],
       reading="`resembles the learned function but differs from the target`: at distances of more than 4/p from all samples and their "
       "mirror "
       "images the cosine of the first d features' part with the learned function is above 9/10, with the target over all inputs it is "
       "below "
       f"1/100; {NO_WIDTH}", leaves_out="the inputs near the samples, where they are not alike (`fig-1.5:delta-functions`)")
def first_features_of_the_malignant_fit():
    """The first d features resemble the learned function and not the target."""
    return observed(And(10 * h > 9, 100 * c < 1, 100 * c > -1), "figure_1_5")


@claim(NAM, "Fig. 1.5", "delta-functions", origin="derived", uses=["nam2024/fig-1.5:first-features"],
       reading=f"the share of <f|f> that is not in the first d features is more than 2/3; {NO_WIDTH}")
def most_of_the_malignant_fit_is_delta_functions():
    """Over all inputs the first d features are not near the learned function: most of its square is that of the delta-like functions."""
    return observed(3 * a > 2, "figure_1_5")


@claim(NAM, "Fig. 1.5", "ignored", uses=["nam2024/1.36:rest"],
       reading=f"`ignoring the signal from the tenth feature`: less than 1/10 of it is learned, of either sign; {NO_WIDTH}")
def signal_of_the_tenth_feature_is_ignored():
    """The latter features interpolate the data and ignore the signal from the tenth feature."""
    return observed(10 * Abs(l) < 1, "figure_1_5")


@claim(NAM, "Fig. 1.5", "ten-terms", uses=["nam2024/fig-1.3:ten-terms"],
       reading="as in Fig. 1.3: a sum over k = 1 to 10, which interpolates n = 100 noisy samples")
def ten_terms_interpolate_noise_again():
    """A sum of ten terms interpolates a hundred noisy samples, with the tenth feature for a target."""
    return interpolates("Fig. 1.5")
