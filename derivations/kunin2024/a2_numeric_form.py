"""The form in which the solver computes a and w (`toolbox.single_neuron_form`) is the closed form, for every sign of delta.

The solver's form holds decaying exponentials only and sums of terms of one sign; off the separatrix each of its constants has
the meaning that `single_neuron_form.meaning` gives it. Its flags stand for `max`: with delta < 0 the larger of
exp(-|delta| t) and the flag is 1, which is a claim of its own here.
"""

from sympy import Max, S, exp, sqrt

from theoremtest.derivations.language import Equal, Holds, claim, every
from theoremtest.derivations.language.functions import elementary
from theoremtest.derivations.toolbox import single_neuron_form as form

from .closed_form_notation import balanced, downstream, upstream
from .notation import KUNIN, D, a0, delta, eta_a, eta_w, omega0, p, q, s, t


def settled(expression, sign):
    """The solver's expression with every constant's meaning put in; `sign` is that of delta.

    A flag is 0 or 1, so its maximum with a decay is that decay or 1.
    """
    kept = (eta_w * a0**2 - delta) / eta_a
    values = form.meaning(delta, a0, omega0 / s, sqrt(kept - omega0**2 / s**2), s, eta_a, eta_w, sign)
    flags = {flag: values[flag] for flag in (form.downstream, form.stuck)}

    def larger(*parts):
        (flag,) = [part for part in parts if part in flags]
        (decay,) = [part for part in parts if part not in flags]
        return S.One if flags[flag] == 1 else decay

    plain = expression.replace(Max, larger).xreplace({form.t: t})
    return elementary(plain.xreplace(values))


def computed(sign, on):
    """The solver's a, w.beta_*/|beta_*| and 1/D against the closed form's."""
    return {
        "a": Equal(settled(form.a, sign), p / D, on=on),
        "along": Equal(settled(form.along, sign), q / (s * D), on=on),
        "across": Equal(settled(form.across, sign), 1 / D, on=on),
        "residual": Equal(settled(form.residual, sign), p * q / (s * D**2) - s, on=on),
    }


@claim(KUNIN, "Appendix A.2", "numeric-form", uses=["kunin2024/app-A.2:closed-form", "kunin2024/app-A.2:closed-form-weights"],
       origin="derived")
def numeric_form_upstream():
    """The solver's numeric form is the closed form for delta > 0."""
    return every(**computed(1, upstream))


@claim(KUNIN, "Appendix A.2", "numeric-form-downstream",
       uses=["kunin2024/app-A.2:closed-form", "kunin2024/app-A.2:closed-form-weights"], origin="derived")
def numeric_form_downstream():
    """The solver's numeric form is the closed form for delta < 0, where the larger of exp(-|delta| t) and 1 is 1."""
    return every(flag=Holds(exp(delta * t) <= 1, on=downstream), **computed(-1, downstream))


@claim(KUNIN, "Appendix A.2", "numeric-form-balanced",
       uses=["kunin2024/app-A.2:closed-form", "kunin2024/app-A.2:closed-form-weights"], origin="derived")
def numeric_form_balanced():
    """The solver's numeric form is the closed form for delta = 0."""
    return every(**computed(0, balanced))
