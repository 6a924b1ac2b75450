r"""Functions with vectors and matrices as values, `let u : \mathbb{R} \to \mathbb{R}^{d}`: a claim about one is a claim about every such
function, so that what is shown holds for all of them and nothing is refuted by values that two arguments could not have."""

import pytest

from tests.derivations.notation.test_open_functions_typed import read, refusal
from theoremtest.derivations.language.verdict import Outcome
from theoremtest.derivations.notation import read_statement
from theoremtest.derivations.proof.attest import offering, witness
from theoremtest.derivations.proof.decide import decide_here

GROUND = "let u : \\mathbb{R} \\to \\mathbb{R}^{d}\nlet G : \\mathbb{R} \\times \\mathbb{R}^{d} \\to \\mathbb{R}^{d \\times d}\n" \
         "let y \\in \\mathbb{R}^d\nlet k \\in \\mathbb{N}\nlet \\eta > 0"


@pytest.mark.parametrize("display", [
    r"\|y - u(k+1)\|^2 = \|y - u(k)\|^2 - 2 (y - u(k))^\top (u(k+1) - u(k)) + \|u(k+1) - u(k)\|^2",
    r"y^\top G(k; y) u(0) = u(0)^\top G(k, y)^\top y",
])
def test_what_holds_of_every_value_is_proved_by_a_witness(display):
    with offering(()):
        assert decide_here(read(GROUND, display)).outcome is Outcome.PROVED
    assert witness(read(GROUND, display)) is not None


@pytest.mark.parametrize("display", [
    r"k u(k) = k u(0)", r"u(k+1) = u(k)", r"G(k, y)^\top = G(k, y)", r"u(k) = u(1)",
    r"\|y - u(k+1)\|^2 = \|y - u(k)\|^2 - (y - u(k))^\top (u(k+1) - u(k)) + \|u(k+1) - u(k)\|^2",
])
def test_what_some_functions_fail_is_not_proved(display):
    with offering(()):
        assert decide_here(read(GROUND, display)).outcome is not Outcome.PROVED


@pytest.mark.parametrize("display", [r"u(k) = u(k + 1) - u(0)", r"G(k, y) u(1) = y", r"\|u(k)\| \leq \|y\|"])
def test_it_reads_back(display):
    found = read(GROUND, display)
    assert read_statement(found.latex(), found).key() == found.key()


@pytest.mark.parametrize(("display", "says"), [
    (r"u(y) = y", "takes scalars"), (r"u(k) = 1", "the other a scalar"), (r"G(k) = 0", "takes 2 arguments"), (r"u(k) u(1) = 1", "meets"),
    (r"u_i(k) = 1", "unknown name"), (r"u'(k) = y", "unknown name"),
])
def test_what_it_is_not_is_refused(display, says):
    assert says in refusal(GROUND, display)
