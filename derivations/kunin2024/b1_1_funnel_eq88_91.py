"""Appendix B.1.1: funnel and inverted-funnel networks: limits of M in delta, ranks, Lemma B.2, Eqs. (88)-(91)."""

from sympy import And, Eq, Gt, Identity, ImmutableMatrix, MatPow, Matrix, Ne, Or, Trace, ZeroMatrix, oo, sqrt

from theoremtest.derivations.language import (
    Chart,
    Domain,
    Dot,
    Equal,
    Erratum,
    Evolves,
    Flow,
    Holds,
    Kron,
    OverNeurons,
    Printed,
    RankBound,
    Step,
    Vec,
    claim,
    every,
    kronecker_sum,
    matrix,
    real,
    stated,
    vector,
)

from .conventions_notation import FUNNELS, NONZERO_NEURONS, SPANNING
from .neurons_notation import (
    P_a,
    P_w,
    a_e,
    alive,
    beta_e,
    both,
    e,
    errors_in_delta,
    layers,
    limit_in_delta,
    named,
    named_sum,
    named_term,
    sum_a,
    sum_w,
    term_a,
    term_w,
    w_e,
)
from .notation import KUNIN, eta_a, eta_w, rates_positive
from .wide_notation import A, W, a_i, c, contribution, d, h, in_layers, w_i


@claim(KUNIN, "Appendix B.1.1", "upstream", uses=["kunin2024/lemma-B.1"])
def limit_upstream():
    """As delta_i grows, each neuron's share of M approaches |delta_i| times its projector on the output side.

    The difference vanishes like 1/delta_i with beta_i fixed, so the sums over neurons approach one another too.
    """
    return Printed(limit_in_delta(oo), derivation=errors_in_delta(oo))


@claim(KUNIN, "Appendix B.1.1", "downstream", uses=["kunin2024/lemma-B.1"])
def limit_downstream():
    """As delta_i falls, each neuron's share of M approaches |delta_i| times its projector on the input side."""
    return Printed(limit_in_delta(-oo), derivation=errors_in_delta(-oo))


def in_two_cases(preconditioner, on):
    """The two cases of Eqs. (88) and (91), for M or for its limiting form."""
    return every(fewer_neurons=RankBound(preconditioner, d * h, on=on.but(h < c)),
                 enough_neurons=RankBound(preconditioner, d * c, on=on.but(h >= c)))


def bound_on_the_rank():
    """The two cases for the limiting form of M."""
    return in_two_cases(Kron(named_sum, Identity(d)), named)


@claim(KUNIN, "Eq. (89)", reading="of `is given by d times the rank of the sum` the bounds on both sides of it",
       leaves_out="that the rank of the Kronecker product equals d times the rank of the sum")
def rank_of_the_limit():
    """The limiting M has d times the rank of the sum, which is at most d times the sum of the ranks.

    Each term has rank one, so the right side is d h; the rank of a Kronecker product with I_d is d times the other factor's.
    The weights |delta_i| > 0 change no range.
    """
    return Printed(
        every(kronecker=RankBound(Kron(sum_a, Identity(d)), d * h, on=layers),
              terms=RankBound(term_a, h, neurons=e, on=layers),
              sum=RankBound(sum_a, h, on=layers)),
        derivation=(
            Step(Equal(OverNeurons(beta_e, e), W.T * A, on=layers), "the contributions of the neurons add up to the network"),
            Step(Equal(term_a, a_e * a_e.T / Dot(a_e, a_e), on=alive), "a term is the projector onto a_i, of rank one"),
            Step(Equal(term_w, w_e * w_e.T / Dot(w_e, w_e), on=alive), "and on the input side that onto w_i"),
        ))


@claim(KUNIN, "Eq. (90)", uses=["kunin2024/89"], conditions=[stated(h < c), stated(h >= c)])
def sum_of_the_ranks():
    """The ranks of the h terms add up to h, one each; the text bounds their sum by c where h >= c."""
    return Printed(
        every(fewer_neurons=RankBound(named_term, h, neurons=e, on=named.but(h < c)),
              enough_neurons=RankBound(named_term, c, neurons=e, on=named.but(h >= c).but(h < d, source=FUNNELS))),
        erratum=Erratum("wrong", "With h > c the h ranks of one add up to h > c. What is at most c is the rank of the sum, as "
                                 "the "
                        "sentence below Eq. (90) says, and that is what Eq. (91) needs.",
                        every(fewer_neurons=RankBound(named_sum, h, on=named.but(h < c)),
                              enough_neurons=RankBound(named_sum, c, on=named.but(h >= c)))))


@claim(KUNIN, "Eq. (91)", uses=["kunin2024/89", "kunin2024/90"], conditions=[stated(h < c), stated(h >= c)],
       reading="rank(M) is that of the limiting matrix, of which the proof speaks: `In this limit, the rank of M`")
def rank_of_the_limit_in_two_cases():
    """The limiting M has rank at most d h, and at most d c."""
    return bound_on_the_rank()


LIMIT = "The lemma does not repeat the limit of the line above it; at finite delta the bound fails (h = 1, c = 2, d = 1: rank 2)."


def bound_on_m():
    """The same two cases for M itself, as Lemma B.2 words them without the limit: inverted funnels, then funnels."""
    return every(fewer_neurons=RankBound(in_layers, d * h, on=both.but(h < c).but(d <= h, source=FUNNELS)),
                 enough_neurons=RankBound(in_layers, d * c, on=both.but(h >= c).but(h < d, source=FUNNELS)))


@claim(KUNIN, "Eq. (88)", uses=["kunin2024/91"], conditions=[stated(h < c), stated(h >= c)])
def rank_bound():
    """The bound on the rank of M, without the limit of the line above the lemma."""
    return Printed(bound_on_m(), erratum=Erratum("incomplete", LIMIT, bound_on_the_rank(),
                                                 convention="the limit of the line above the lemma is meant in it"))


@claim(KUNIN, "Lemma B.2", uses=["kunin2024/88", "kunin2024/app-B.1.1:upstream"], conditions=[stated(h < c), stated(h >= c)],
       reading="M is its limit as delta_i grows, which the line above the lemma states (see `88`)")
def rank_lemma():
    """M has low rank where there are fewer neurons than outputs."""
    low = Holds(d * h < d * c, on=Domain(h < c, over=[d]))
    return every(bound=bound_on_the_rank(), low=low)


@claim(KUNIN, "Lemma B.2", "finite-delta", uses=["kunin2024/lemma-B.2"], origin="derived",
       reading="of M in an example, h = 1, c = 2 and d = 1: its determinant is positive, so that it has the rank 2, above d h = 1")
def the_lemma_needs_the_limit():
    """At finite delta the bound of Lemma B.2 does not hold for M itself: its second term adds rank.

    The example is h = 1, c = 2, d = 1: M is the identity's multiple plus a rank-one matrix, of rank 2 > d h = 1.
    """
    one, two = real("a_1"), real("a_2")
    read_out, weight = ImmutableMatrix([[one, two]]), real("w")
    full = eta_w * read_out.T * read_out + eta_a * weight**2 * ImmutableMatrix(Matrix.eye(2))
    on = rates_positive & Domain(Gt(weight**2, 0), over=[one, two])
    return Holds(Gt(full.det(), 0), on=on)


spare = vector("z", c)


def u_free():
    """Any vector across a_i."""
    return spare - Dot(spare, a_i) / Dot(a_i, a_i) * a_i


def _pair(number):
    """Read-out, weights and contribution of one of two neurons."""
    a, w = vector(f"a_{number}", c), vector(f"w_{number}", d)
    return a, w, w * a.T


def _independence(vectors):
    """The Gram determinant of the matrices v v^T: positive exactly where they are linearly independent."""
    return Matrix(len(vectors), len(vectors), lambda i, j: (vectors[i].dot(vectors[j]))**2).det(method="berkowitz")


def spanning(first, inverse_of_first):
    """Full rank of first^T D^T D first from a left inverse of `first` and an invertible D, in every size."""
    D, inverse_of_D, v = matrix("D", h, h), matrix("E", h, h), vector("v", first.shape[1])
    gram = first.T * D.T * D * first
    K = matrix("K", h, h)
    chart = Chart({inverse_of_first: MatPow(first.T * first, -1) * first.T, D: K, inverse_of_D: MatPow(K, -1)}, Domain(over=[K]))
    on = Domain(Eq(inverse_of_first * first, Identity(first.shape[1])), Eq(inverse_of_D * D, Identity(h)), h >= first.shape[1],
                over=[first, v], chart=chart, source=SPANNING)
    return every(form=Equal(Dot(v, gram * v), Dot(D * first * v, D * first * v), on=on),
                 kernel=Equal(inverse_of_first * inverse_of_D * (D * first * v), v, on=on))


@claim(KUNIN, "Appendix B.1.1", "independent-upstream", uses=["kunin2024/app-B.1.1:upstream"])
def independent_terms_upstream():
    """Upstream, linear independence of the matrices beta_i^T beta_i/|beta_i|^2 is said to give M full rank.

    Decided for h = c = 3 and a_1, a_2 two unit vectors, a_3 any third. The matrices are a_i a_i^T/|a_i|^2, independent exactly
    where their Gram determinant, of the squared inner products, is positive; M's limit has full rank exactly where their sum
    is invertible, which positive weights do not change.
    """
    third = ImmutableMatrix([real("a_{3,1}"), real("a_{3,2}"), real("a_{3,3}")])
    vectors = [ImmutableMatrix([1, 0, 0]), ImmutableMatrix([0, 1, 0]), third]
    total = sum((v * v.T for v in vectors), Matrix.zeros(3, 3))
    return Printed(
        Holds(Or(Eq(_independence(vectors), 0), Ne(total.det(method="berkowitz"), 0)), on=Domain(over=list(third))),
        latex=r"\beta_i^\top \beta_i / \|\beta_i\|_F^2 \text{ linearly independent} \implies \text{rank}(M) = d c",
        erratum=Erratum("wrong", "Independence of the matrices a_i a_i^T is not enough: three vectors of one plane may have "
                        "independent outer products, which then add up to rank two. What is needed is that the vectors a_i span "
                        "R^c. Then A has a left inverse L, and with any positive weights, D being their roots, v^T A^T D^2 A v = "
                        "|D A v|^2 vanishes only at v = L D^-1 (D A v) = 0.",
                        spanning(A, matrix("L", c, h))))


@claim(KUNIN, "Appendix B.1.1", "independent-downstream", uses=["kunin2024/app-B.1.1:downstream"])
def independent_terms_downstream():
    """Downstream, the text asks for independence of the same matrices, those on the output side.

    Decided for d = h = c = 2, with a_1 and a_2 the unit vectors, so that the condition holds, w_1 a unit vector and w_2 any
    second: M's limit is I_c kron a weighted sum of the w_i w_i^T.
    """
    second = ImmutableMatrix([real("w_{2,1}"), real("w_{2,2}")])
    a = [ImmutableMatrix([1, 0]), ImmutableMatrix([0, 1])]
    w = [ImmutableMatrix([1, 0]), second]
    total = sum((v * v.T for v in w), Matrix.zeros(2, 2))
    return Printed(
        Holds(Or(Eq(_independence(a), 0), Ne(total.det(), 0)),
              on=Domain(Ne(second.dot(second), 0), over=list(second), source=NONZERO_NEURONS)),
        latex=r"h \geq d, \; \beta_i^\top \beta_i / \|\beta_i\|_F^2 \text{ linearly independent} \implies \text{rank}(M) = d c",
        erratum=Erratum("wrong", "In this limit M is I_c kron a sum of the matrices w_i w_i^T on the input side, so it is the "
                                 "w_i "
                        "that must span R^d; the matrices beta_i^T beta_i say nothing of them.",
                        spanning(W, matrix("L", d, h))))


@claim(KUNIN, "Appendix B.1.1", "low-rank-downstream", uses=["kunin2024/app-B.1.1:downstream"], conditions=[stated(h < d)],
       reading="M is the matrix that it approaches in this limit",
       leaves_out="which regime these networks enter, depending on beta_0 and beta_*")
def low_rank_downstream():
    """Downstream with fewer neurons than inputs, M's limit has rank at most c h, below c d."""
    return every(bound=RankBound(Kron(Identity(c), sum_w), c * h, on=layers.but(h < d)),
                 low=Holds(c * h < c * d, on=Domain(h < d, over=[c])))


@claim(KUNIN, "Appendix B.1.1", "balanced", uses=["kunin2024/lemma-B.1"])
def balanced_preconditioner():
    """M where every delta_i = 0; the text takes |beta_i| out of the sums over i.

    Decided for two hidden neurons.
    """
    first, second = _pair("1"), _pair("2")
    sizes = [sqrt(Dot(w, w) * Dot(a, a)) for a, w, _ in (first, second)]
    on = rates_positive & Domain(*(Gt(Dot(v, v), 0) for pair in (first, second) for v in pair[:2]),
                                 source=NONZERO_NEURONS)
    terms = [(beta.T * beta / Trace(beta.T * beta), beta * beta.T / Trace(beta.T * beta)) for _, _, beta in (first, second)]
    true = contribution(first[2], 0, Trace(first[2].T * first[2])) + contribution(second[2], 0, Trace(second[2].T * second[2]))
    root = sqrt(eta_a * eta_w)
    in_a_funnel = on.but(Or(And(d > 2, c <= 2), And(d <= 2, c > 2)), source=FUNNELS)
    return Printed(
        Equal(true, root * sizes[0] * kronecker_sum(terms[0][0] + terms[1][0], terms[0][1] + terms[1][1]), on=in_a_funnel),
        latex=(r"M = \sqrt{\eta_a \eta_w} |\beta_i| \sum_{i=1}^h \frac{\beta_i^\top \beta_i}{\|\beta_i\|_F^2} \oplus "
               r"\sum_{i=1}^h \frac{\beta_i \beta_i^\top}{\|\beta_i\|_F^2}"),
        erratum=Erratum("wrong", "|beta_i| carries the index of the sums and belongs inside both: neurons of different size "
                                 "enter "
                        "with different weight.",
                        Equal(true, root * kronecker_sum(sizes[0] * terms[0][0] + sizes[1] * terms[1][0],
                                                         sizes[0] * terms[0][1] + sizes[1] * terms[1][1]), on=on)))


@claim(KUNIN, "Appendix B.1.1", "one-low-one-full", uses=["kunin2024/app-B.1.1:balanced"],
       conditions=[stated(h < d, h >= c, h < c, h >= d)],
       reading="`all networks` are the funnels and inverted funnels of this subsection; a term is of low rank where there are fewer "
               "neurons than its size, d for W^T W and c for A^T A",
       leaves_out="that the other term is of full rank")
def low_and_full_terms():
    """In funnels and inverted funnels one term of M is of low rank and the other full: W^T W is low in a funnel, A^T A in an inverted one.

    With the a_i (or w_i) spanning, the full one is invertible: see the corrected statements on spanning vectors. In square
    networks neither term is of low rank.
    """
    return every(funnel=RankBound(W.T * W, h, on=Domain(h < d, h >= c, over=[W, A])),
                 inverted=RankBound(A.T * A, h, on=Domain(h < c, h >= d, over=[W, A])))


@claim(KUNIN, "Appendix B.1.1", "norm-only", uses=["kunin2024/app-B.1.1:upstream"],
       reading="in the limit a_i rests and w_i moves along -G a_i, G the gradient of the loss in function space; the direction of "
               "beta_i is "
               "read as its two Gram matrices over |beta_i|^2")
def only_the_norm_changes():
    """Funnel networks upstream are said to learn by changing only the norm of the terms beta_i^T beta_i, keeping their direction."""
    slope = matrix("G", d, c)
    flow = Flow({w_i: -slope * a_i}, name="the limiting upstream motion of one neuron")
    on = Domain(Gt(Dot(a_i, a_i), 0), Gt(Dot(w_i, w_i), 0), over=[a_i, w_i], source=NONZERO_NEURONS).but(over=[slope])
    output_side = Evolves(P_a, ZeroMatrix(c, c), along=flow, on=on)
    return Printed(
        every(output_side=output_side, input_side=Evolves(P_w, ZeroMatrix(d, d), along=flow, on=on)),
        latex=r"\frac{d}{dt} \frac{\beta_i^\top\beta_i}{\|\beta_i\|_F^2} = 0, \quad \frac{d}{dt} "
              r"\frac{\beta_i\beta_i^\top}{\|\beta_i\|_F^2} = 0",
        erratum=Erratum("wrong", "This is right of the terms beta_i^T beta_i, whose direction is that of a_i; it is not right of "
                        "beta_i itself, since w_i turns with the gradient.", output_side,
                        convention="their direction is that of the terms beta_i^T beta_i"))


@claim(KUNIN, "Appendix B.1.1", "null-space", uses=["kunin2024/app-B.1.1:upstream"],
       conditions=[stated(h < c)],
       reading="`might be in the null space` is read as: M's limit annihilates every matrix v u^T with u across all a_i, for one neuron",
       leaves_out="the regimes that follow from the relation of beta_0 and beta_*")
def null_space_of_the_limit():
    """With h < c the solution beta_*^T beta_* is said to possibly lie in the null space of M, which acts on d c entries."""
    u, v = vector("u", c), vector("v", d)
    across = Domain(Eq(Dot(a_i, u), 0), over=[a_i, u, v], chart=Chart({u: u_free()}, Domain(Gt(Dot(a_i, a_i), 0), over=[a_i, spare])))
    entries = every(annihilated=Equal(Kron(a_i * a_i.T, Identity(d)) * Vec(v * u.T), ZeroMatrix(c * d, 1), on=across))
    return Printed(
        Equal(c * c, c * d, on=Domain(h < c, over=[c, d])),
        latex=r"M \, \text{vec}(\beta_*^\top \beta_*) \;\text{is defined}",
        erratum=Erratum("wrong", "beta_*^T beta_* has c^2 entries, M acts on d c: at d = h = 1 and c = 2 these are 4 and 2. It is "
                        "beta_* itself that may lie in the null space: a_i a_i^T kron I_d annihilates vec(v u^T) where u^T a_i = 0.",
                        entries))
