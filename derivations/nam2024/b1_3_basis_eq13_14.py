"""Appendix B.1.3: a skill is learned where the model has its basis function, Corollary B.1.2, Eqs. (B.13) and (B.14).

A function of the skill bits is a column over the functions with finite mean square, <f|g> = E_X[f g]; g_k has the norm one.
"""

from sympy import Eq, Integer, Symbol, ZeroMatrix, oo

from theoremtest.derivations.language import (
    Domain,
    Dot,
    Equal,
    Limit,
    Meaning,
    Space,
    claim,
    dimension,
    every,
    matrix,
    real,
    stated,
    vector,
)

from .notation import NAM
from .skills_notation import COUNT, LATER, R0, RATE, S, eta, skill_loss, strength, t

OFTEN = Meaning("the frequency of skill k, to which d_k/D tends with D", "Eq. (4.1)")
NORM = Meaning("g_k is 1 or -1; the model has basis functions of other skills, whose supports do not meet its own", "Eq. "
               "(4.3)")
INDEX = Meaning("the model has the basis functions of skills 1 to N", "Eq. (4.7)")
SMALL = stated(R0 > 0, S > R0)
H, m = Space("L^2"), dimension("N")
skill, basis, w = vector("g_k", H), matrix("G", H, m), vector("w", m)
often, number = real(r"\mathcal{P}_s(k)"), Symbol("D", integer=True)
trained = Domain(R0 > 0, S > R0) & Domain(often > 0, often < 1, source=OFTEN) & Domain(eta > 0, source=RATE) & Domain(t >= 0, source=LATER)
missing = Domain(Eq(Dot(skill, skill), 1), Eq(skill.T * basis, ZeroMatrix(1, m)), over=[w, S], source=NORM)
k = Symbol("k", integer=True)
has, lacks = Domain(k <= m, source=INDEX) & trained, Domain(k > m, source=INDEX)
"""Skill k with a basis function of its own among the N of the model, and without."""
off = skill * S - basis * w
"""The target less the model, for skill k."""


@claim(NAM, "Corollary B.1.2", uses=["nam2024/cor-B.1.1"], conditions=[SMALL],
       reading="the limits in either order, for k <= N: with D first, d_k/D is the frequency; with T first, the loss is (S - R_k(0))^2/2 "
               "with the probability of no sample, (1 - P_s(k))^D, which vanishes; for k > N whatever the parameters are")
def a_basis_function_is_a_skill():
    """Skills with a basis function are learned, the others keep the loss S^2/2."""
    unseen = (1 - often)**number * (S - R0)**2 / 2
    return every(data_first=Limit(skill_loss(R0, often), t, oo, Integer(0), on=trained),
                 time_first=Limit(unseen, number, oo, Integer(0), on=trained & Domain(number >= 1, source=COUNT)),
                 missing=Equal(Dot(off, off) - Dot(basis * w, basis * w), S**2, on=missing))


@claim(NAM, "Eq. (B.13)", uses=["nam2024/B.2", "nam2024/B.11"], conditions=[SMALL],
       reading="d_k/D is the frequency as D grows; for k > N, on inputs of skill k, where the basis functions of other skills are zero: G "
               "w = 0. Small starts, which the proof uses there, are not needed")
def loss_with_and_without_the_basis_function():
    """L_k ends at zero for k <= N, and is S^2/2 for k > N."""
    silent = missing & Domain(Eq(Dot(basis * w, basis * w), 0), source=NORM)
    return every(has=Limit(skill_loss(R0, often), t, oo, Integer(0), on=has),
                 lacks=Equal(Dot(off, off) / 2, S**2 / 2, on=lacks & silent))


@claim(NAM, "Eq. (B.14)", uses=["nam2024/B.12"], conditions=[SMALL],
       reading="for k > N the strength <g_k|G w> is zero with all parameters, at the start as at the end")
def strength_with_and_without_the_basis_function():
    """R_k ends at S for k <= N, and stays what it was for k > N."""
    w_0 = vector("w(0)", m)
    return every(has=Limit(strength(R0, often), t, oo, S, on=has),
                 lacks=Equal(Dot(skill, basis * w), Dot(skill, basis * w_0), on=lacks & missing & Domain(over=[w_0])))
