"""What the paper lays down once for many places: its identifier, its conventions and what its letters mean."""

from theoremtest.derivations.language import Convention, Meaning, Paper

POSITIVE_RATES = Convention("positive learning rates", "Section 1", "layer-specific learning rate eta_theta_i > 0",
    formulas=(r"\eta_a > 0", r"\eta_w > 0", r"\eta_1 > 0", r"\eta_2 > 0", r"\eta > 0"))
NONZERO_TARGET = Convention("beta_* != 0", "Appendix A.2",
                            "we assume the input data is whitened such that X^T X = I_d and beta_* = X^T y such that beta_* != 0",
    formulas=(r"\|\beta_*\| > 0", r"\beta_*^\top \beta_* > 0"))
PRODUCT_ONE = Convention("eta_a eta_w = 1", "Appendix A.2.1", "without loss of generality we can assume the product eta_a eta_w = 1")
PRODUCT_ONE_IN_BETA = Convention(
    "eta_a eta_w = 1 for beta", "Appendix A.3",
    "from here on we will, without loss of generality, study the dynamics of beta assuming eta_a eta_w = 1")
UPPER_SHEET = Convention("a_0 > 0", "Appendix A.2.2",
                         "Without loss of generality, we assume a_0 > 0, and solve the dynamics; A.2.3 likewise",
    formulas=("a_0 > 0", "a > 0", r"\mu_0 > 0", r"\mu > 0"))
NONZERO_BETA = Convention(
    "beta != 0", "Appendix A.3",
    "only study trajectories given any initialization beta_0 such that |beta(t)| > 0 for all t >= 0; Eq. (4): whenever |beta| != 0",
    formulas=(r"\beta^\top \beta > 0", r"\beta_0^\top \beta_0 > 0", r"\|\beta\| > 0", r"\|\beta\|^2 > 0",
              r"a^2 > 0 \land w^\top w > 0", r"a^2 > 0 \land \|w\|^2 > 0", r"\mu \neq 0", r"\mu_0 \neq 0", r"a \neq 0", r"a_0 \neq 0",
              r"\|w_0\| > 0", r"v^\top v > 0", "c^2 + e^2 > 0", r"\beta_0^2 > 0",
              r"(\beta_* + \alpha v)^\top (\beta_* + \alpha v) > 0"))
NONZERO_NEURONS = Convention("beta_i != 0", "Section 4", "Assume |beta_i|_F != 0 for all i in [h]; Appendix B.1: when |beta_i|_F^2 > 0",
    formulas=(r"a_i^\top a_i > 0 \land w_i^\top w_i > 0", r"a_1^\top a_1 > 0 \land w_1^\top w_1 > 0",
              r"a_2^\top a_2 > 0 \land w_2^\top w_2 > 0", r"(A^\top e)^\top (A^\top e) > 0 \land (W^\top e)^\top (W^\top e) > 0",
               r"(A^\top e_i)^\top (A^\top e_i) > 0 \land (W^\top e_i)^\top (W^\top e_i) > 0",
              r"\beta \beta^\top > 0", r"w_{2,1}^2 + w_{2,2}^2 \neq 0"))
ISOTROPIC = Convention(
    "isotropic initialization", "Appendix B.1.3", "We consider the isotropic initialization defined as Delta = delta I_h in this section")
TASK_ALIGNED = Convention(
    "task-aligned initialization", "Assumption B.4",
    "SVD(beta(0)) = V Lambda(0) U^T with a diagonal Lambda(0) of strictly positive singular values, SVD(X^T Y) = V S U^T",
    formulas=(r"U^\top U = I_d \land U U^\top = I_d \land V^\top V = I_d \land V V^\top = I_d", r"\Lambda^\top = \Lambda",
              r"S^\top = S", r"W^\top A = V \Lambda U^\top", r"X^\top Y = V S U^\top", "p q > 0", "p^2 + q^2 > 0"))
SHARED_BASIS = Convention("inputs diagonalizable by V", "Assumption B.5", "The input data X^T X is diagonalizable by V")
ISOTROPIC_LAYERS = Convention(
    "isotropic layers", "Definition B.7", "a a^T - W_l W_l^T = delta I_h and W_{i+1}^T W_{i+1} = W_i W_i^T for all i in [l - 1]")
LEAKY_SLOPE = Convention("slope in [0, 1)", "Appendix C.2", "sigma(z) = max{z, gamma z} for gamma in [0, 1)",
    formulas=(r"0 \leq \gamma < 1",))
NONZERO_CONTRIBUTION = Convention("beta_i != 0 in Section 5", "Section 5",
                                  "when beta_i != 0, it can be expressed in terms of beta_i and delta_i",
    formulas=(r"a \neq 0 \land w^\top w > 0", r"\mu \neq 0", r"\mu > 0", r"\|w_i\| > 0", r"\beta_i^\top \beta_i > 0 \land |\delta_i| > 0",
              r"\mu = \operatorname{sgn}(a) \|a w\|", r"\hat\beta_i = \frac{a \operatorname{sgn}(a)}{\|a w\|} w"))

BALANCE = Meaning("delta is the conserved difference of Eq. (13)", "Section 3")
RESCALING = Convention("rescaling by alpha != 0", "Appendix A", "a -> a alpha and w -> w/alpha for any alpha != 0")
BRANCHES = Convention("a != 0 on the minima", "Section 3", "two distinct branches for positive and negative a")
NORMAL_EQUATIONS = Convention("normal equations", "Section 3", "a global minimum, determined by the normal equations X^T X a w = X^T y")
SADDLES = Convention("the set of saddle points", "Footnote 2", "the d - 1 dimensional subspace satisfying a = 0 and w^T X^T y = 0")

TIME_FROM_ZERO = Meaning("time counts from the initialization", "Section 1",
    formulas=(r"t \geq 0", "k_t = k_0"))
SQUARED_NORM = Meaning("a squared norm is not negative", "Section 3",
    formulas=(r"\|w\|^2 \geq 0", r"\|w_0\|^2 \geq 0",
              r"\textstyle\sum_{i>1} x_i^2 \geq 0", r"\textstyle\sum_{i>k} x_i^2 \geq 0", r"\textstyle\sum_{i \leq k} x_i^2 \geq 0"))
SCALAR_PRODUCT = Meaning("w.beta_* is a scalar product of two vectors, bounded by their lengths", "Appendix A.2.4",
    formulas=(r"\omega^2 \leq \|w\|^2 \|\beta_*\|^2", r"\omega_0^2 \leq \|w_0\|^2 \|\beta_*\|^2", r"\omega^2 \leq a^2 \|\beta_*\|^2",
              r"\omega_0^2 \leq a_0^2 \|\beta_*\|^2", r"\eta_a^2 \omega^2 \leq a^2 \|\beta_*\|^2", r"c \geq 0"))
ANGLE = Meaning("phi is the cosine of the angle between w and beta_*, which w = 0 does not make", "Section 3",
    formulas=(r"\|w\|^2 > 0", r"w^\top w > 0", r"a \neq 0", r"w_0^\top w_0 > 0 \land (c w_0 + k \beta_*)^\top (c w_0 + k \beta_*) > 0"))
COSINE = Meaning("phi is a cosine", "Section 3",
    formulas=(r"-1 \leq \phi \leq 1", r"-1 \leq \phi_0 \leq 1", r"\phi_0 \leq 1", r"-1 \leq c \leq 1"))
SQUARE_OF_BETA = Meaning("x stands for |beta|^2 or |beta|, which is positive where beta != 0", "Appendix A.4.2",
    formulas=("x > 0",))
RATIO = Meaning("the ratio nu = w.beta_*/a has a denominator", "Appendix A.2.3",
    formulas=(r"a \neq 0", r"a_0 \neq 0"))
WITHIN_REACH = Meaning("nu_0 = w_0.beta_*/a_0 is below |beta_*| in size upstream, since |w_0|^2 = a_0^2 - delta < a_0^2",
                       "Appendix A.2.3",
    formulas=(r"\nu_0^2 < \|\beta_*\|^2",))
CROSSING = Meaning("a zero crossing of a: a = 0 where it moves; by Eq. (27) for 2 nu_0 + delta + 2 R < 0", "Appendix A.2.4")
BOUNDARY = Meaning("the walls of the orthants O^+ and O^-", "Lemma A.1")
SURFACE = Meaning("P_+ = 0 is the separating surface", "Appendix A.2.5")
SHRINKING = Meaning("c = 1/D > 0, by which the part of w_0 across beta_* has shrunk (`app-A.2:weights-vector`)", "Appendix A.2.6",
    formulas=("c > 0",))
ACROSS = Meaning("c_2 is a coefficient of the part of w across beta_*, which is there", "Appendix A.2.6")
UNIT_START = Convention("unit beta(0)", "Fig. 8", "beta(0) is a unit vector")
MIRROR = Convention("Hessian of the potential", "Eq. (44)", "there exists a solution of grad^2 Phi(beta) = M^-1, with M = grad_theta beta "
                    "grad_theta beta^T")
INTERPOLATORS = Convention("interpolation", "Eq. (41)", "s.t. X beta = y: two interpolating solutions differ by a vector u with X u = 0")
SPLIT = Convention("A, u and v", "Eq. (47)", "Here we can define A, u, and v as ...")
SHERMAN_MORRISON = Meaning("A has the inverse A^-1, and 1 + v^T A^-1 u is divided by", "Appendix A.4.2")
IDENTITY_PART = Meaning("a vector across beta, on which the identity part of Eqs. (59) and (60) acts alone", "Eq. (61)")
OFF_ZERO = Convention("x != 0", "Appendix A.4.2", "grad^2 q(x) > 0 for all delta as long as x != 0",
    formulas=("x^2 > 0", "x > 0", "x < 0"))
LOW_RANK = Meaning("a point off the origin of (a, w): only at the point where a = 0 does M become low-rank", "Appendix A.4.3")
FUNNELS = Convention("funnels", "Section 4", "funnel networks, which narrow from input to output (d > h >= c), and inverted-funnel "
                     "networks, which expand from input to output (d <= h < c)")
IN_A_PLANE = Convention("d > n >= 1", "Appendix A.4", "the null space of X^T X has a dimension, so d is at least two")
NULL_VECTOR = Convention("unit null vector", "Appendix A.4.4", "X^T X v = 0 and |v| = 1")
STRICT = Meaning("the singular values of Lambda are strictly positive", "Assumption B.4")
ENTRIES = Meaning("the diagonal entries of Lambda and S are singular values, those of D eigenvalues of X^T X: none is negative",
                  "Assumption B.4")
SPANNING = Meaning("the vectors span, which a left inverse says, except for a measure zero set of initializations; D holds the roots "
                   "of weights",
                   "Section 4")
EITHER_SIGN = Meaning("delta of either sign: the cases together are all", "Appendix B.1.3",
    formulas=(r"\delta' = -\delta", r"\delta > 0", r"\delta < 0", r"\delta \geq 0", r"\delta \leq 0",
              r"\eta_w p^2 - \eta_a q^2 > 0", r"\eta_w p^2 - \eta_a q^2 < 0"))
DIVIDED = Meaning("delta != 0: the potential's asinh divides by delta", "Theorem B.6")
ORIGIN = Meaning("c_delta is chosen so that Phi_delta(0) = 0", "Appendix B.1.3")
UPPER_HALF = Meaning("the side delta > 0, on which the potential is printed; the corrected one depends on |delta|", "Theorem B.6")
AT_WORK = Meaning("an update, not a coordinate at rest", "Section 3",
    formulas=(r"\mu > 0 \land \phi \|\beta_*\| - \mu > 0 \land \phi < 1", r"\phi \|\beta_*\| - \mu \neq 0", r"\phi^2 \neq 1"))
FACTOR = Meaning("a factor by which the neuron is scaled", "Section 4")
ORTHOGONAL_START = Convention("orthogonal layers", "Appendix B.2", "W_i = alpha O_i, where O_i is a random orthogonal matrix and alpha "
                                                                   ">= 0")
EIGENVALUE = Meaning("|a|^2 > 0; |a|^2 - delta is the eigenvalue of W_l W_l^T that belongs to a, and |a|^2 times it the squared length "
                     "of W_l^T a",
                     "Appendix B.2")
DEPTH = Meaning("the number of hidden layers, and the norm of beta", "Appendix B.2")
RICH_LIMIT = Convention("rich limit", "Theorem B.9", "in the limit as delta -> 0")
ANY_START = Meaning("|w_0|^2 is a squared norm", "Section 3")
NO_POLE = Meaning("a does not reach zero, so that nu has a value at all times (`27:any-delta`)", "Appendix A.2.3",
    formulas=(r"2 \nu_0 + \delta + 2 R > 0", r"2 \eta_a \nu_0 + \delta + 2 R > 0", r"2 \nu_0 + \delta + 2 R \geq 0"))
TWO_POINTS = Meaning("a point between two others that lie on one side", "Appendix C.1")
REGION = Convention("activation region", "Definition C.1", "for all i a_i z_i(x; theta) > 0")
NOT_REDUNDANT = Convention("no redundant neurons", "Proposition C.2", "f lacks redundant neurons: every neuron influences an "
                                                                      "activation region",
    formulas=(r"p \neq 0 \land q \neq 0",))
BOUNDARY_STEP = Meaning("a step off the boundary of a neuron w != 0, where no other pre-activation vanishes", "Proposition C.2",
    formulas=(r"\epsilon > 0 \land w^\top w > 0", r"\epsilon > 0", r"r \neq 0"))
HOMOGENEOUS = Meaning("a positive factor by which an input is scaled", "Appendix C.2")
SIDES = Meaning("the two sides of the boundary, active and inactive", "Section 5")
EXAMPLE = Meaning("the example's numbers", "Footnote 9")
KINK = Meaning("b is the slope of a line through the kink, gamma <= b <= 1 a subgradient", "Appendix C.2")
CONSTANTS = Convention("constants of Figs. 2 to 4", "Appendix D.2", "X^T X, beta_* and beta_0 as listed; v is the null vector, x the "
                                                                    "data row")
RESCALED = Convention("rescaled layers", "Appendix D.3", "divide the first layer weights by alpha and multiply the last layer weights "
                                                         "by alpha")
HIERARCHY = Convention("numbers of the hierarchy", "Appendix D.3", "n_c classes, m features, vocabulary size v, L levels, features of "
                                                                   "length s")
STENCIL = Convention("Laplacian kernel", "Eq. (129)", "the entries of Delta",
    formulas=(r"\Delta_{11} = -\frac{1}{4} \land \Delta_{12} = -\frac{1}{2} \land \Delta_{13} = -\frac{1}{4} \land "
              r"\Delta_{21} = -\frac{1}{2} \land \Delta_{22} = 2 \land \Delta_{23} = -\frac{1}{2} \land "
              r"\Delta_{31} = -\frac{1}{4} \land \Delta_{32} = -\frac{1}{2} \land \Delta_{33} = -\frac{1}{4}",))
NINE_POINTS = Meaning("the entries of the nine-point Laplacian, in the place of those printed", "Eq. (129)")
FILTER = Meaning("a filter over whose norm the smoothness divides, and a factor by which it is scaled", "Eq. (128)")
SYMMETRIZED = Convention("symmetrized start", "Appendix D.1", "w_i = w_{i-h/2} and a_i = -a_{i-h/2}")
SPHERE = Convention("student on a sphere", "Fig. 1", "w_i ~ Unif(S^{d-1}(tau/alpha)) and a_i = +-alpha tau")
STANDARD = Convention("standard parameterization", "Fig. 6", "alpha = 1 denotes a standard parameterization")
WIDTH = Meaning("h neurons in each layer", "Section 5")
INPUT = Meaning("|x|^2 of an input x != 0", "Appendix C.2",
    formulas=(r"\|x\|^2 > 0",))
INVERSE_RATIO = Meaning("the ratio v = a/(w.beta_*) has a denominator", "Appendix A.2.4",
    formulas=(r"\omega \neq 0",))
MODES = Meaning("lambda_+ and lambda_- are the eigenvalues of the linear motion, of opposite sign; their sum is delta", "Appendix A.2",
    formulas=(r"\lambda_+ > 0", r"\lambda_- < 0"))
UPSTREAM_MODES = Meaning("upstream delta > 0, and delta is the sum of the eigenvalues", "Appendix A.2.3",
    formulas=(r"\lambda_+ + \lambda_- > 0",))
DOWNSTREAM_MODES = Meaning("downstream delta < 0, and delta is the sum of the eigenvalues", "Appendix A.2.4",
    formulas=(r"\lambda_+ + \lambda_- < 0",))
START_WITH_WEIGHTS = Meaning("a start w_0 != 0; |w_0|^2 = a_0^2 - delta at unit rates", "Appendix A.2.5")
READ_OFF = Meaning("delta is read off the start", "Section 3")
STRENGTH = Meaning("D_ii is an eigenvalue of X^T X", "Assumption B.5")
LAYERS_IN_THE_BASIS = Meaning("Lambda_AA = eta_w U^T A^T A U and Lambda_WW = eta_a V^T W^T W V, diagonal by the display above Eq. (104)",
                               "Eq. (105)")
UNIT_VECTOR = Meaning("hat beta_i is a unit vector", "Section 5",
    formulas=(r"\hat\beta^\top \hat\beta = 1",))
LAYERS_SO_FAR = Meaning("products of k layers, G = W_1^T W_1 and T = W_l W_l^T: what the telescoping knows of them after k steps",
                        "Appendix B.2",
    formulas=(r"T^\top = T \land Q U^\top U = T Q \land V V^\top = U^\top U",
              r"G^\top = G \land V V^\top P = P G \land U^\top U = V V^\top \land G P^\top P = P^\top P G",
              r"a a^\top = V V^\top + \delta I_d \land V V^\top P = P G \land G^\top = G \land G P^\top P = P^\top P G"))
KERNEL = Meaning("a tangent kernel over whose norm the kernel distance divides", "Section 1",
    formulas=(r"k_0^\top k_0 > 0 \land k_t^\top k_t > 0",))
SCALE = Meaning("tau and alpha are the radius tau/alpha of a sphere and the size alpha tau of a read-out, positive by the caption",
                "Fig. 1")
SINGULAR_VALUE = Meaning("a singular value, which Assumption B.4 takes as positive and the flow may take to zero", "Assumption B.4",
    formulas=(r"\lambda_i \geq 0", r"\lambda_j \geq 0", r"\lambda \geq 0", "x > 0"))

UNIT_RATES = ("`without loss of generality eta_a eta_w = 1` is read as both rates 1, since a and w are treated one by one; the words "
              "as they stand "
              "are decided in the part `product-one`")
"""The reading of Eqs. (26) to (32)."""

KUNIN = Paper(
    key="kunin2024",
    authors="D. Kunin, A. Raventós, C. Dominé, F. Chen, D. Klindt, A. Saxe, S. Ganguli",
    title="Get rich quick: exact solutions reveal how unbalanced initializations promote rapid feature learning",
    year=2024,
    identifier="arXiv:2406.06158",
    conventions=(POSITIVE_RATES, NONZERO_TARGET, PRODUCT_ONE, PRODUCT_ONE_IN_BETA, UPPER_SHEET, NONZERO_BETA, NONZERO_NEURONS, ISOTROPIC,
                 TASK_ALIGNED, SHARED_BASIS, ISOTROPIC_LAYERS, LEAKY_SLOPE, NONZERO_CONTRIBUTION,
                 REGION, NOT_REDUNDANT, CONSTANTS, RESCALED, HIERARCHY, STENCIL, SYMMETRIZED, SPHERE, STANDARD,
                 RESCALING, RICH_LIMIT, ORTHOGONAL_START, FUNNELS, IN_A_PLANE, NULL_VECTOR, OFF_ZERO, SPLIT, MIRROR, INTERPOLATORS,
                 UNIT_START, BRANCHES, NORMAL_EQUATIONS, SADDLES),
)
