"""A.2.6: the parameters (a, w) back from (mu, phi), Eqs. (34)-(35), and the starts of Fig. 8."""

from sympy import Eq, Gt, Identity, S, sign, sqrt

from theoremtest.derivations.language import Domain, Dot, Equal, Erratum, Evolves, Norm, Printed, Step, claim, every, real

from .conventions_notation import ACROSS, ANGLE, SHRINKING, UNIT_START
from .notation import (
    KUNIN,
    W,
    a,
    any_state,
    beta0,
    beta_star,
    d,
    delta,
    eta_a,
    eta_w,
    hyperbolic_state,
    mu,
    product_one_any,
    setting,
    unit_any,
    vector_flow,
    w,
    w0,
    whitened,
)

kappa, kappa_with_rates = sqrt(delta**2 + 4 * mu**2), sqrt(delta**2 + 4 * eta_a * eta_w * mu**2)
kept, added = real("c"), real("k")


def layers(width, on, rate_a=S.One, rate_w=S.One):
    """Eq. (34): both layers' sizes from mu and delta; at unit rates it is the printed formula."""
    return every(a=Equal(a, sign(mu) * sqrt((width + delta) / (2 * rate_w)), on=on),
                 w=Equal(sqrt(W), sqrt((width - delta) / (2 * rate_a)), on=on))


@claim(KUNIN, "Eq. (34)", uses=["kunin2024/18", "kunin2024/13"],
       reading="the learning rates are 1, as in the equations that it rests on; `34:product-one` has eta_a eta_w = 1")
def sizes_from_mu():
    """a and |w| from mu and delta (unit learning rates)."""
    size = Domain(where={mu: a * sqrt(W)})
    on = unit_any.but(W > 0) & size
    return Printed(
        layers(kappa, unit_any & size),
        erratum=Erratum("incomplete", "At w = 0 mu is 0 and so is its sign, while a^2 = delta > 0; a follows from mu only where w != 0.",
                        layers(kappa, on)),
        derivation=(
            Step(Equal(kappa + delta, 2 * a**2, on=on), "Eq. (18) plus the definition of delta"),
            Step(Equal(kappa - delta, 2 * W, on=on), "Eq. (18) minus the definition of delta"),
            Step(Equal(sign(mu), sign(a), on=on), "mu = a |w| has the sign of a"),
        ))


@claim(KUNIN, "Eq. (34)", "product-one", uses=["kunin2024/34", "kunin2024/app-A.2.1:unit-rates"])
def sizes_from_mu_product_one():
    """Eq. (34) under the stated convention eta_a eta_w = 1."""
    return Printed(
        layers(kappa, product_one_any & Domain(where={mu: a * sqrt(W)})),
        erratum=Erratum(
            "incomplete", "The halves are (kappa + delta)/(2 eta_w) and (kappa - delta)/(2 eta_a); printed for unit rates. "
            "And w != 0 is needed, as without rates.",
            layers(kappa_with_rates, hyperbolic_state, eta_a, eta_w), under=(Eq(eta_a, 1), Gt(W, 0))))


@claim(KUNIN, "Section 3", "determine", uses=["kunin2024/34"],
       reading="`from these two scalar quantities and the initialization we can determine a(t) and w(t)`: a from mu and the delta of the "
               "start, at any learning rates", leaves_out="w(t), which is Eq. (35)")
def the_layers_from_the_two_quantities():
    """From mu, phi and the initialization the trajectory a(t) can be determined."""
    size = Domain(where={mu: a * sqrt(W)})

    def first_layer(on):
        return every(a=Equal(a, sign(mu) * sqrt((kappa_with_rates + delta) / (2 * eta_w)), on=on))
    return Printed(first_layer(any_state & size), erratum=Erratum(
        "incomplete", "Where w passes through zero, as it does from a start opposite to beta_* upstream, mu is 0 and so is its sign, while "
        "a^2 = delta/eta_w: mu and delta determine a only where w != 0. Its sign is then that of a_0 (Lemma A.1).",
        first_layer(any_state & Domain(Gt(W, 0)) & size)))


any_plane = (Domain(kept > 0, source=SHRINKING) & setting(Gt(Dot(beta_star, beta_star), 0))
             & Domain(Gt(Dot(w0, w0), 0), Gt(Dot(kept * w0 + added * beta_star, kept * w0 + added * beta_star), 0),
                      over=[added], source=ANGLE))
plane = any_plane.but(Gt(Dot(w0, w0) * Dot(beta_star, beta_star), Dot(w0, beta_star)**2))
"""w = c w_0 + k beta_* with c > 0, which is what the motion reaches; and with w_0 not along beta_*."""

across = Identity(d) - beta_star * beta_star.T / Dot(beta_star, beta_star)


@claim(KUNIN, "Eq. (35)", uses=["kunin2024/sec-3:span", "kunin2024/app-A.2:weights-vector"])
def weights_in_the_plane():
    """w from its length and phi, in the plane of w_0 and beta_*.

    Stated for every w = c w_0 + k beta_* with c > 0, which is what the motion reaches.
    """
    here = kept * w0 + added * beta_star
    length = Norm(beta_star)
    phi_here = Dot(here, beta_star) / (Norm(here) * length)
    along = Norm(here) * phi_here
    beside = sqrt(Dot(here, here) - along**2)
    part = sqrt(Dot(w0, w0) - (Dot(beta_star, w0) / length)**2)
    return Printed(
        Equal(here, along / length * beta_star + beside / part * (across * w0), on=any_plane),
        erratum=Erratum("incomplete", "The formula divides by the length of the part of w_0 across beta_*: it has no value where w_0 is "
                        "parallel to beta_*, where w stays on the line of beta_*.",
                        Equal(here, along / length * beta_star + beside / part * (across * w0), on=plane), no_value=True),
        derivation=(
            Step(Equal(beside, kept * part, on=plane), "the part across beta_* is c times that of w_0, and c > 0"),
            Step(Equal(along, kept * Dot(w0, beta_star) / length + added * length, on=plane), "the part along beta_*"),
        ))


@claim(KUNIN, "Appendix A.2.6", "positive-root", uses=["kunin2024/sec-3:span"])
def the_part_across_keeps_its_sign():
    """c_2 >= 0 at all times: the length across beta_* shrinks at the rate eta_w a^2 and never changes sign."""
    on = whitened & setting(Gt(Dot(beta_star, beta_star), 0)) & Domain(
        Gt(Dot(w, w) * Dot(beta_star, beta_star), Dot(w, beta_star)**2), source=ACROSS)
    length = sqrt(Dot(w, w) - Dot(w, beta_star)**2 / Dot(beta_star, beta_star))
    return Evolves(length, -eta_w * a**2 * length, along=vector_flow, on=on)


@claim(KUNIN, "Fig. 8", uses=["kunin2024/34"],
       reading="of the caption: how delta and a(0) > 0 fix the start for a unit vector beta(0)",
       leaves_out="the curves of nu, phi, zeta, a and w beside gradient flow; zeta, which the paper does not define; the third row, whose "
                  "start is along beta_*, where Eq. (35) has no value")
def starts_of_the_figure():
    """A unit vector beta(0), delta and a(0) > 0 determine a(0) and |w(0)|: mu = 1 in Eq. (34).

    With the weights w(0) = beta(0)/a(0) the start has the given delta.
    """
    width = sqrt(delta**2 + 4)
    big, small = sqrt((width + delta) / 2), sqrt((width - delta) / 2)
    weights = beta0 / big
    return every(unit_product=Equal(big * small, S.One, on=Domain(over=[delta])),
                 difference=Equal(big**2 - Dot(weights, weights), delta,
                                  on=Domain(Eq(Dot(beta0, beta0), 1), over=[delta], source=UNIT_START)))
