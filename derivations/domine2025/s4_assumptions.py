"""Section 4: what the text says of its assumptions beside those of earlier papers, as Appendix A.2 tells them."""

from sympy import Eq, Gt, S

from theoremtest.derivations.language import Domain, Erratum, Holds, Meaning, Printed, claim, every, real

from .notation import DOMINE, N_h, N_i, N_o, tau, time_constant

FUKUMIZU = Meaning("Fukumizu: equal input and output sizes, a bottleneck allowed, zero-balanced", "Appendix A.2")
SINGLE_OUTPUT = Meaning("Xu and Ziyin, Kunin et al.: single-output networks", "Appendix A.2")
fukumizu = Domain(Eq(N_i, N_o), N_h <= N_i, source=FUKUMIZU)
single_output = Domain(Eq(N_o, 1), over=[N_i, N_h], source=SINGLE_OUTPUT)
neither = (Eq(N_h, N_i) & (N_i <= N_o)) | (Eq(N_h, N_o) & (N_o <= N_i))
"""Assumption A3, N_h = min(N_i, N_o)."""


@claim(DOMINE, "Section 4", "strictly-weaker",
       reading="'strictly weaker than prior works', of 'these assumptions', is read as: every network that the earlier paper admits is "
               "admitted here. Of the assumptions those on the sizes are taken, here A3, Fukumizu's as Appendix A.2 tells them: N_i = N_o")
def strictly_weaker_assumptions():
    """The assumptions made here are strictly weaker than those of Fukumizu and of Xu and Ziyin.

    Xu and Ziyin need no balance either: their solution holds for any start (`xu2024/thm-1`). Braun et al. have the sizes of A3,
    with lambda = 0; beside theirs the assumptions here are weaker.
    """
    return Printed(
        every(fukumizu=Holds(neither, on=fukumizu), single_output=Holds(neither, on=single_output)),
        erratum=Erratum("wrong", "Among the assumptions A3 asks for N_h = min(N_i, N_o): a bottleneck of a square network and a "
                        "single-output network of two hidden units are admitted by the earlier papers and not here. Of Fukumizu's "
                        "networks those with N_h = N_i = N_o are admitted.",
                        every(fukumizu=Holds(neither, on=fukumizu & Domain(Eq(N_h, N_i), Eq(N_h, N_o))),
                              single_output=Holds(neither, on=single_output & Domain(Eq(N_h, 1))))))


s, goal = real("s(0)"), real(r"\tilde{s}")
ALIGNED = Meaning("a mode of a task-aligned start that grows towards its target", "Theorem 5.1")
growing = time_constant & Domain(s > 0, s < goal, source=ALIGNED)
curvature = 4 * s * (goal - s) * (goal - 2 * s) / tau**2
"""The second derivative at t = 0 of the mode s with tau s' = 2 s (s~ - s); that this is its equation is `app-A.4:bernoulli`."""


@claim(DOMINE, "Section 4", "rich-setting", uses=["domine2025/app-A.4:bernoulli"],
       reading="'the zero-balanced condition restricts the networks to a rich setting' (and Appendix A.2: 'constrained the networks to the "
               "rich regime') is read of the singular values: a task-aligned mode at lambda = 0 has a sigmoidal curve, which begins "
               "convex. Appendix C.2 itself calls rich a kernel that is not constant")
def zero_balanced_is_rich():
    """At lambda = 0 a mode's curve is sigmoidal.

    Appendix A.4 itself calls the limit s(0) -> s~ at lambda = 0 exponential and lazy.
    """
    return Printed(
        Holds(Gt(curvature, 0), on=growing),
        erratum=Erratum("incomplete", "lambda = 0 gives a sigmoidal curve (Theorem 5.1): an inflection is left only where s(0) < s~/2.",
                        Holds(Gt(curvature, S.Zero), on=growing & Domain(2 * s < goal)),
                        convention="rich means that the tangent kernel is not constant in training, as in Appendix C.2"))
