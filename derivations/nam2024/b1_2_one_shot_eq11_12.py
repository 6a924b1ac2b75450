"""Appendix B.1.2: one sample is enough, Corollary B.1.1, Eqs. (B.11) and (B.12)."""

from sympy import Eq, Integer, Symbol, oo

from theoremtest.derivations.language import Domain, Holds, Limit, Printed, Spoken, claim, every, stated

from .notation import NAM
from .skills_notation import COUNT, R0, S, count, eta, later, samples, seen, skill_loss, strength, t

SMALL = stated(R0 > 0, S > R0)
small = Domain(R0 > 0, S > R0)
unseen = later & Domain(Eq(count, 0), source=COUNT) & small


@claim(NAM, "Corollary B.1.1", uses=["nam2024/lemma-1"], conditions=[SMALL],
       reading="one sample among D and any larger number of them: the loss vanishes, and the more samples the faster; the model has the "
               "skill, N > k")
def one_sample_is_enough():
    """The loss of a skill goes to zero from its first sample on."""
    several = Symbol("q", integer=True)
    on = later & small
    return every(
        one=Limit(skill_loss(R0, 1 / samples), t, oo, Integer(0), on=on),
        more=Limit(skill_loss(R0, several / samples), t, oo, Integer(0), on=on & Domain(several >= 1, source=COUNT)),
        exponent=Holds(2 * eta * S * (several + 1) / samples > 2 * eta * S * several / samples,
                       on=on & Domain(several >= 1, source=COUNT)))


@claim(NAM, "Eq. (B.11)", uses=["nam2024/B.2"], conditions=[SMALL],
       reading="`approximately S^2/2`: as the start vanishes, the difference being of its order")
def loss_at_the_end():
    """L_k ends at zero where the skill is seen, and stays (S - R_k(0))^2/2 where it is not."""
    kept = (S - R0)**2 / 2
    return Printed(
        every(seen=Limit(skill_loss(R0), t, oo, Integer(0), on=seen & small), unseen=Limit(skill_loss(R0), t, oo, kept, on=unseen),
              approximately=Limit(kept, R0, 0, S**2 / 2, R0, on=small)),
        spoken={"approximately": Spoken(r"\approx", kept, S**2 / 2)})


@claim(NAM, "Eq. (B.12)", uses=["nam2024/B.1"], conditions=[SMALL])
def strength_at_the_end():
    """R_k ends at S where the skill is seen, and stays R_k(0) where it is not."""
    return every(seen=Limit(strength(R0), t, oo, S, on=seen & small), unseen=Limit(strength(R0), t, oo, R0, on=unseen))
