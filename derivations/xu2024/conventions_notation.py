"""What the paper lays down once for many places: its conventions, what its letters mean, and where it says so."""

from theoremtest.derivations.language import Convention, Meaning, Paper

P_NOT_ZERO = Convention("P != 0", "Theorem 1", "If P != 0; P is a mean of squares", formulas=("P > 0", "A > 0", "Q > 0"))
P_IS_ZERO = Convention("P = 0 and Q != 0", "Proposition 2", "if P = 0 and Q != 0; Q is a mean of squares", formulas=("p_i = 0", "Q > 0"))
PARALLEL_LEFT_OUT = Convention("layers not parallel", "Section 3.2",
                               "When they are not parallel, we have that 4PQ - (2/d sum p_i q_i)^2 > 0 by the Cauchy inequality")
PARALLEL = Convention("parallel layers", "Section 3.2", "the two layers are initialized in a parallel way")
POSITIVE_TARGET = Convention("y > 0", "Section 3.2",
                             "Let us focus on the case y > 0 because the theory is symmetric in the sign of y")
ORDER_ONE = Convention("x and y of order one", "Section 4", "assuming x, y are order 1")
AT_P_OVER_Q_ONE = Convention("P/Q = 1", "Eq. (36)", "Using P/Q = 1 and (16); so Q is not zero")
EQ_16 = Convention("Eq. (16)", "Eq. (36)", "Using P/Q = 1 and (16)")
BELOW_ONE = Convention("xi < 1", "Footnote 1", "Because alpha_+ > 0, xi(t) < 1")
VALID_LIMIT = Convention("Eq. (15)", "Section 4",
                         "Whatever choice of the exponents that solves the above equation is a valid learning limit; When Eq. (15) holds")
INFINITE_WIDTH = Convention("c_d = 1", "Section 4.1", "let us focus on the case when kappa = d -> oo (thus c_d = 1)")
FIXED_WIDTH = Convention("fixed width", "Section 4.2", "the case when d is kept fixed, while other variables scale with kappa -> oo")
CHOICE = Convention("the choice of Section 4.2", "Section 4.2", "We set c_u = max{0, c_w} and c_gamma = min{-c_w/2, 0}",
                    formulas=(r"c_u = \max\{0, c_w\}", r"c_\gamma = \min\{-c_w/2, 0\}"))
FIGURE = Convention("the network of Fig. 1", "Section 3.2",
                    "d = 10000; gamma = 1/sqrt(d) for the kernel phase; the initial weights are sampled from i.i.d. Gaussian distribution "
                    "N(0, 1), so P is close to 1/2 at unit rates and an input of length one")
FIXED_RATES = Convention("fixed learning rates", "Appendix B.4", "We also fix eta = 0.005")
EQUAL_RATES = Convention("one exponent for both learning rates", "Corollary 1", "choosing c_eta_u = c_eta_w")

LEARNING_RATE = Meaning("eta_u and eta_w are learning rates, positive numbers", "Eq. (2)")
INPUT = Meaning("rho is the length of the input; Eq. (4) divides by it, so x is not zero", "Eq. (4)",
                formulas=(r"\rho > 0", r"x^\top x > 0", "x_1^2 + x_2^2 > 0"))
DATA = Meaning("E[x^2] is divided by: not all data are zero", "Proposition 1", formulas=(r"a^\top a > 0",))
UNIT_VECTOR = Meaning("n is a unit vector", "Proposition 1")
ONE_DIMENSION = Meaning("n is z/|z| in one dimension, for a number z != 0", "Proposition 1")
ONE_NEURON = Meaning("e_i is a unit vector, one for each neuron, so that u_i is its product with u", "Eq. (4)")
NORMALIZATION = Meaning("gamma is a normalization factor; Eq. (8) divides by it", "Section 3.1", formulas=(r"\gamma \neq 0",))
SCALE_OF_OUTPUT = Meaning("gamma is a normalization factor, a scale of the output and in all its choices positive", "Section 3.1")
MEAN_OF_SQUARES = Meaning("P and Q are means of squares", "Theorem 1",
                          formulas=(r"P \geq 0", r"Q \geq 0", r"A \geq 0", r"C \geq 0", r"\sqrt{Q/P} \geq 0"))
TIME_FROM_ZERO = Meaning("time counts from the initialization", "Section 3.1", formulas=(r"t \geq 0",))
ONE_OF_MANY = Meaning("p_i is one of the d >= 2 numbers whose squares P is the mean of", "Theorem 1")
WIDER_THAN_ONE = Meaning("layers that are not parallel have a width of two at least", "Section 3.2")
SMALLER_ROOT = Meaning("alpha_- is the smaller of two roots whose product is not positive", "Eq. (8)")
LARGER_ROOT = Meaning("alpha_+ is the larger of two roots whose product is not positive", "Eq. (8)")
FINITE_TIME = Meaning("the two roots differ: t_c, one over their difference, is a time", "Eq. (7)",
                      formulas=(r"y^2 + Q \neq 0", r"\alpha_+ > \alpha_-", r"B^2 + A C \neq 0"))
DIVIDED = Meaning("x_j and x_j' are divided by", "Eq. (20)")
ONE_INPUT = Meaning("x is the one input, of either sign, and rho its length", "Eq. (28)")
EITHER_SIDE = Meaning("alpha stays on the side of alpha_+ where it starts; below it the absolute value of the quotient is meant",
                      "Eq. (29)")
POSITIVE_SCALE = Convention("alpha_+ > 0", "Section 3.2", "Because alpha(t) monotonically evolves from 1 to alpha_+ > 0")
DIVIDES = Meaning("the prediction is not zero: the same one is made by layers of any alignment", "Section 3.4")
SAME_SIGN = Meaning("zeta and u.w have one sign; for negative ones both are turned", "Section 3.4")
LARGER = Meaning("a factor of all weights at the start", "Section 3.4")
GROWTH = Meaning("u and w grow from given directions, with lengths that are not zero", "Section 4")
WIDTH = Meaning("the width does not shrink", "Section 4")
RANDOM_START = Meaning("a start drawn at random, whose modes do not vanish", "Section 4.2", formulas=("Q > 0",))
SPREAD = Meaning("bounds on how far P/Q is from 1 and the target's term, over twice that of P, from 0", "Theorem 2")
EITHER_TARGET = Meaning("a target of either sign, the cases together being all that Eqs. (32)-(34) have a value for", "Proposition 2")
DEFINED = Meaning("alpha' and xi' have to have a value; that Proposition 2 does not ask for it is its erratum", "Eq. (32)")
ORIGIN = Convention("P = Q = 0", "Proposition 2", "Specially, if P = Q = 0, we have p_i(t) = q_i(t) = 0")
ASIDE = Meaning("a direction in which the point moves away from the origin", "Proposition 2")
MOVING_MODE = Meaning("p_i and p_i(0) are divided by, in Eqs. (25), (26) and their like", "Eq. (26)")
FACTOR = Meaning("alpha(t) is the factor (p_i(t)/p_i(0))^2 of every mode that is not zero, a positive number", "Section 3.2")
CAUCHY = Meaning("scalar products are bounded by the lengths (Cauchy inequality)", "Section 3.2")
COSINE = Meaning("zeta divides by |u| |w|", "Section 3.2")
COMMON_FACTOR = Meaning("a positive factor of both learning rates", "Section 3.1")
SCALING = Meaning("kappa is a positive number that grows to infinity", "Section 4")
SHARES = Meaning("P and Q over their means: positive numbers of order one", "Section 4")
VARIANCES = Meaning("sigma_u^2 and sigma_w^2 are variances", "Section 4")

XU = Paper(
    key="xu2024",
    authors="Y. Xu, L. Ziyin",
    title="Three Mechanisms of Feature Learning in the Exact Solution of a Latent Variable Model",
    year=2024,
    identifier="arXiv:2401.07085",
    conventions=(P_NOT_ZERO, P_IS_ZERO, PARALLEL_LEFT_OUT, PARALLEL, POSITIVE_TARGET, ORDER_ONE, VALID_LIMIT, INFINITE_WIDTH,
                 POSITIVE_SCALE, FIXED_WIDTH, CHOICE, FIGURE, FIXED_RATES, EQUAL_RATES, AT_P_OVER_Q_ONE, EQ_16, BELOW_ONE, ORIGIN),
)
