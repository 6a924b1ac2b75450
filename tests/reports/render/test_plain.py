"""Formulas in plain spelling: taken as wholes, nothing lost, words left alone."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from theoremtest.reports.formulas.formula import fault
from theoremtest.reports.render.plain import formulas
from theoremtest.reports.render.prose import runs
from theoremtest.reports.verify import ledger_file

SILENT = (r"\\(?:leq|geq|neq|to|mp|pm|cdot|times|otimes|langle|rangle|tilde|hat|operatorname|mathrm|frac|prime|dots|sim|ll|gg)(?![A-Za-z])"
          r"|\\[^A-Za-z]")
SPOKEN = {r"\top": "T", r"\infty": "oo", r"\nabla": "grad"}


@pytest.mark.parametrize(("text", "found"), [
    ("QQ^T solves it for every t >= 0", [r"Q Q^{\top}", r"t \geq 0"]),
    ("s~ - s(t) = (1 - gamma(t)) (s~ - s(0)), where", [r"\tilde{s} - s (t) = (1 - \gamma (t)) (\tilde{s} - s (0))"]),
    ("As lambda -> +-oo to 1 - e^(-|lambda| t/tau), pointwise", [r"\lambda \to \pm \infty", r"1 - e^{-|\lambda|t/\tau}"]),
    ("d/dt e^{2Ft/tau} Q(0)", [r"\frac{d}{dt} e^{2 F t/\tau} Q (0)"]),
    ("through k^-(alpha + 1) T alone", [r"k^{-(\alpha + 1)} T"]),
    ("Z^_1 and A^^{-1}", [r"\hat{Z}_{1}", r"\hat{A}^{-1}"]),
    ("both are sqrt(s) at lambda = 0, and B^T/sqrt 2", [r"\sqrt{s}", r"\lambda = 0", r"B^{\top}/\sqrt{2}"]),
    ("<Phi_k|f - f*> is kept", [r"\langle \Phi_{k}|f - f^{*} \rangle"]),
    ("A' = R L/tau, and the loss's part", [r"A' = R L/\tau"]),
    ("W_1 of size n x c, c_eta_w + 1", ["W_{1}", r"n \times c", r"c_{\eta_{w}} + 1"]),
    ("sum_j w_ij^2 over |u||w|", [r"\sum_{j} w_{i j}^{2}", "|u||w|"]),
    ("kappa^(second term)", []),
    ("sums of rho_k |e_k><e_k| over k", [r"\rho_{k}|e_{k} \rangle \langle e_{k}|"]),
    ("(g - hg)^2, where bc = 0", ["(g - h g)^{2}", "b c = 0"]),
    ("As delta -> oo beta grows, with d = 1 M is full", [r"\delta \to \infty", "d = 1"]),
    ("X^T X a multiple, of which R = beta a_k b_k a further one", [r"X^{\top} X", r"R = \beta a_{k} b_{k}"]),
    ("A A^T - W W^T and the small A L_1, but A x = b", [r"A A^{\top} - W W^{\top}", "A L_{1}", "A x = b"]),
    ("e^-T beside A^-T, vec(A) kron I_d", ["e^{-T}", r"A^{-\top}", r"\operatorname{vec} (A) \otimes I_{d}"]),
    ("weight 2 alpha, N_i x n", [r"2 \alpha", r"N_{i} \times n"]),
    ("QQ^T's rate and U^T'", [r"Q Q^{\top}", r"U^{\prime \top}"]),
])
def test_a_plain_formula_is_taken_as_a_whole(text, found):
    assert [latex for _, _, latex in formulas(text)] == found


@pytest.mark.parametrize("text", [
    "Eq. (27) and Eqs. (3), (4) of Theorem 3.1", "a well-known one, e.g. this", "a mean-field (MF) regime", "the layer-by-layer bound",
    "either/or", "a and b", "of 1/20, from 1 to 3", "I/O", "(a) or (b)", "in A.2.4", "x", "cosh and sinh",
    "below 1e-5", "the proof's x and y"])
def test_words_numbers_and_single_names_are_left(text):
    assert list(formulas(text)) == []


def test_what_is_written_as_latex_or_code_stands_as_it_is():
    found = [(run.kind, run.text) for run in runs("$a + b$ and `c + d` and e + f")]
    assert found == [("math", "a + b"), ("text", " and "), ("code", "c + d"), ("text", " and "), ("math", "e + f")]


@pytest.mark.slow
def test_no_letter_or_digit_of_any_title_is_lost_or_added_and_all_can_be_typeset():
    for record in json.loads(ledger_file.LEDGER.read_text("utf-8")):
        text = record["title"]
        for start, end, latex in formulas(text):
            spoken = re.sub(r"\\[A-Za-z]+", lambda name: SPOKEN.get(name.group(), name.group()[1:]), re.sub(SILENT, "", latex))
            wanted = re.sub(r"hat (?=[a-z])", "", text[start:end]).replace("infinity", "oo")
            for sign, letter in ((r"\times", " x "), (r"\otimes", " (x) ")):
                wanted = wanted.replace(letter, " ") if sign in latex else wanted
            assert re.sub("[^A-Za-z0-9]", "", spoken) == re.sub("[^A-Za-z0-9]", "", wanted), (text[start:end], latex)
            assert fault(latex) is None


@pytest.mark.slow
@given(st.one_of(st.text(), st.text(st.sampled_from("ab^_~'{}()[]|<>+-*/=.,; x1T\\n"))))
def test_any_text_is_read_and_formulas_stand_in_their_order(text):
    end = 0
    for start, stop, latex in formulas(text):
        assert end <= start < stop <= len(text) and latex
        end = stop
