"""Coq takes what is true and refuses its wrong twins: the same scripts, one slip in the statement. Skipped where there is no Coq."""

import pytest
import sympy as sp

from helpers.coq import needs_coq, taken, true_and_not_wrong
from theoremtest.derivations.certificates import part_of
from theoremtest.derivations.language import Conserved, Domain, Equal, Evolves, Flow, GradientFlow, Holds, Iff, Solves, System, reals
from theoremtest.numerics.routes.points import draw
from theoremtest.reports.certify.kernel import sentences

x, y, t, a, b = reals("x", "y", "t", "a", "b")
HERE, POSITIVE = Domain(over=[x, y]), Domain(x > 0, y > 0)
G = sp.Function("G")
LAW = Flow({x: a * y, y: b * x})


def rate(factor):
    return Evolves(x**2, factor * x**2, along=GradientFlow(x**2 / 2, {x: a}), on=Domain(a > 0, over=[x]))


def decay(speed):
    return Solves(System({x: -a * x}, {x: b}), {x: b * sp.exp(-speed * t)}, on=Domain(a > 0, t >= 0, over=[b]))


def damped(sign):
    """One over the root of one plus the integral of a square, which is written out."""
    grown = 1 + (sp.exp(2 * t) - 1) / 2 + sign * 2 * b * (1 - sp.exp(-t)) + b**2 * (1 - sp.exp(-4 * t)) / 4
    rate = -(sp.exp(t) + b * sp.exp(-2 * t)) ** 2 * x**3 / 2
    return Solves(System({x: rate}, {x: 1}), {x: 1 / sp.sqrt(grown)}, on=Domain(t >= 0, over=[b]))


def beside(sign):
    """A denominator that is zero nowhere, as an exponential is above one where its exponent has the sign of what is added."""
    scale = (a + y) * sp.exp(y * t) - a
    rate = -x * y * (a + sign * y) * sp.exp(y * t) / scale
    return Solves(System({x: rate}, {x: 1}), {x: y / scale}, on=Domain(a > 0, t >= 0, sp.Ne(y, 0)))


def after(factor):
    """A logarithm whose argument is positive as a quotient of two that are not, once it is written over one denominator."""
    exponent = sp.log((y / x - 1) / (1 / a - 1)) / (2 * b) + sp.log(1 / a - 1) / (factor * b)
    return Equal((y / x - 1) * sp.exp(-2 * b * exponent), a / (1 - a), on=Domain(x > 0, y > x, a > 0, a < 1, b > 0))


PAIRS = {
    "square": (Equal((x + y) ** 2, x**2 + 2 * x * y + y**2, on=HERE), Equal((x + y) ** 2, x**2 + x * y + y**2, on=HERE)),
    "fraction": (Equal(1 / x - 1 / y, (y - x) / (x * y), on=HERE), Equal(1 / x - 1 / y, (x - y) / (x * y), on=HERE)),
    "root": (Equal(sp.sqrt(x**2 * y, evaluate=False), x * sp.sqrt(y), on=POSITIVE), Equal(sp.sqrt(x**2 * y), x * sp.sqrt(y), on=HERE)),
    "root of a square": (Equal(sp.sqrt(x**2), sp.Abs(x, evaluate=False), on=HERE), Equal(sp.sqrt((x - 1) ** 2), x - 1, on=HERE)),
    "exponential": (Equal(sp.cosh(x) ** 2 - sp.sinh(x) ** 2, sp.exp(y) * sp.exp(-y, evaluate=False), on=HERE),
                    Equal(sp.cosh(x) ** 2 + sp.sinh(x) ** 2, 1, on=HERE)),
    "logarithm": (Equal(sp.log(x * y**2), sp.log(x) + 2 * sp.log(y), on=POSITIVE),
                  Equal(sp.log(x * y**2), sp.log(x) + sp.log(y), on=POSITIVE)),
    "logarithms of odds": (after(1), after(2)),
    "half of a logarithm": (Equal(sp.tanh(sp.atanh(x), evaluate=False), x, on=Domain(x > -1, x < 1)),
                            Equal(sp.tanh(2 * sp.atanh(x), evaluate=False), x, on=Domain(x > -1, x < 1))),
    "root of a sum with a root": (Equal(sp.sqrt(1 + y + 2 * sp.sqrt(y)), 1 + sp.sqrt(y), on=Domain(y > 0)),
                                  Equal(sp.sqrt(1 + y - 2 * sp.sqrt(y)), 1 - sp.sqrt(y), on=Domain(y > 0))),
    "derivative of a root of a root": tuple(
        Equal(sp.Derivative(sp.sqrt(sp.sqrt(x**2 + y**2) - y), x), x / (factor * sp.sqrt(x**2 + y**2) * sp.sqrt(sp.sqrt(x**2 + y**2) - y)),
              on=Domain(x > 0, over=[y])) for factor in (2, 4)),
    "a function that is not given": tuple(
        Equal((G(x) + sp.Derivative(G(x), x)) ** 2, G(x) ** 2 + times * G(x) * sp.Derivative(G(x), x) + sp.Derivative(G(x), x) ** 2,
              on=Domain(x > 0)) for times in (2, 1)),
    "never falls": (damped(1), damped(-1)),
    "above one or below": (beside(1), beside(-1)),
    "gradient flow": (rate(-2 * a), rate(2 * a)),
    "conserved": (Conserved(b * x**2 - a * y**2, along=LAW, on=Domain(over=[x, y, a, b])),
                  Conserved(b * x**2 + a * y**2, along=LAW, on=Domain(over=[x, y, a, b]))),
    "solution": (decay(a), decay(2 * a)),
    "inequality": (Holds(x + 1 / x >= 2, on=Domain(x > 0)), Holds(x + 1 / x >= 3, on=Domain(x > 0))),
    "defined": (Holds(1 / x > 0, on=Domain(x > 0)), Holds(1 / x >= 0, on=Domain(x >= 0))),
    "completed square": (Holds(x**2 + x * y + y**2 >= 0, on=HERE), Holds(x**2 + 3 * x * y + y**2 >= 0, on=HERE)),
    "sign of a logarithm": (Holds(sp.log(1 + x) * y > 0, on=POSITIVE), Holds(sp.log(1 + x) * y > 0, on=Domain(x > -1, y > 0))),
    "a denominator above": (Holds(a * x > b, on=Domain(a > 0, x > b / a)), Holds(a * x > b, on=Domain(a < 0, x > b / a))),
    "where it is zero": (Equal(sp.sign(x) * sp.sqrt(x**2 * y**2, evaluate=False), x * y, on=Domain(y >= 0, over=[x])),
                         Equal(sp.sign(x) * sp.sqrt(x**2 * y**2, evaluate=False), x * y, on=HERE)),
    "table of signs": (Iff(x * (1 - x) > 0, sp.And(x > 0, x < 1), on=Domain(over=[x])), Iff(x * (1 - x) > 0, x < 1, on=Domain(over=[x]))),
    "equivalence": (Iff(x**2 > 4, x > 2, on=Domain(x > 0)), Iff(x**2 > 4, x > 2, on=HERE)),
}
COUNTEREXAMPLES = {"square": {"x": "1", "y": "1"}, "fraction": {"x": "1", "y": "2"}, "logarithm": {"x": "1", "y": "2"},
                   "inequality": {"x": "1"}, "equivalence": {"x": "-3", "y": "0"}, "solution": {"t": "1", "a": "1", "b": "1"},
                   "conserved": {"x": "1", "y": "1", "a": "1", "b": "1"}}


@pytest.mark.slow
@needs_coq
@pytest.mark.drawn(6)
@pytest.mark.parametrize("name", PAIRS)
def test_a_true_statement_is_taken_and_its_wrong_twin_refused(kernel, name):
    true, wrong = PAIRS[name]
    assert true_and_not_wrong(kernel, true, wrong)


@pytest.mark.slow
@needs_coq
@pytest.mark.drawn(6)
@pytest.mark.parametrize("name", COUNTEREXAMPLES)
def test_a_wrong_statement_is_refuted_and_a_true_one_is_not(kernel, name):
    true, wrong = PAIRS[name]
    assert taken(kernel, wrong, "refuted", COUNTEREXAMPLES[name])
    assert not taken(kernel, true, "refuted", COUNTEREXAMPLES[name])


@needs_coq
@pytest.mark.slow
def test_what_is_left_open_is_no_certificate(kernel):
    assert not kernel.check("open", "Theorem open : 1 < 0.\nProof.\nintros.\nQed.\n").taken
    for word in ("Axiom", "Parameter", "Conjecture", "Hypothesis", "Variable", "Context"):
        supposed = f"{word} supposed : 1 < 0." if word != "Context" else "Context (supposed : 1 < 0)."
        answer = kernel.check("supposed", supposed + "\nTheorem false : False.\nProof.\nassert (H := supposed). lra.\nQed.\n")
        assert not answer.taken and "takes nothing for granted" in answer.message, word


@needs_coq
@pytest.mark.slow
def test_what_it_has_taken_it_takes_again_without_being_asked(kernel):
    once = "Theorem once : 1 < 2.\nProof.\nlra.\nQed.\n"
    assert kernel.check("once", once).taken and kernel.check("once", once).taken
    assert "already exists" in kernel.check("once", once.replace("lra", "now lra")).message


@needs_coq
@pytest.mark.slow
def test_a_script_that_takes_too_long_is_stopped_and_what_was_taken_is_still_known(kernel):
    assert kernel.check("before", "Theorem before : 1 < 2.\nProof.\nlra.\nQed.\n").taken
    starts = kernel.starts
    endless = "Theorem endless : 1 < 2.\nProof.\nfirst [timeout 60 (repeat (assert (1 < 2) by lra)) | idtac].\nlra.\nQed.\n"
    assert kernel.check("endless", endless, seconds=0.3).message == "time"
    assert kernel.alive and kernel.starts == starts and kernel.audit(["before"])
    assert not kernel.check("endless", "Theorem other : True.\nProof.\nexact I.\nQed.\n").taken


@pytest.mark.slow
@needs_coq
def test_hypotheses_that_no_point_fulfils_have_no_witness(kernel):
    part = part_of(Equal(x, y, on=Domain(x * y > 0, x + y < 0, x - y > 2)), "proved", draw(Domain(over=[x, y]), 3, "none"))
    assert not any(kernel.check(f"w{number}", text.replace("Lemma w ", f"Lemma w{number} ")).taken
                   for number, text in enumerate(part.witnesses("w")))


@pytest.mark.slow
def test_a_theorem_goes_to_coq_sentence_by_sentence():
    assert list(sentences("Theorem a :\n  1 = 1.\nProof.\n{ lra. }\nQed.")) == ["Theorem a :\n  1 = 1.", "Proof.", "{ lra. }", "Qed."]
