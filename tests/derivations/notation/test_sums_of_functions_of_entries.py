r"""A sum of functions of the entries of declared vectors, `\sum_i \cosh(\lambda r_i)`, is the trace of a diagonal matrix."""

import pytest
from sympy import Trace, cosh

from theoremtest.derivations.language import Diagonal
from theoremtest.derivations.notation import NotationError
from theoremtest.derivations.notation.claimed import claimed
from theoremtest.derivations.notation.ground import Line, laid

GROUND = laid([Line("let", r"r, s \in \mathbb{R}^{n}"), Line("let", r"A \in \mathbb{R}^{n \times n}")])


def test_a_sum_of_functions_of_an_entry_is_a_trace():
    made = claimed(r"\sum_{i=1}^{n} \cosh(2 r_i) \geq n", GROUND).relation.lhs
    assert isinstance(made, Trace) and isinstance(made.arg, Diagonal)
    (letter, vector), = made.arg.pairs
    assert made.arg.formula == cosh(2 * letter) and str(vector) == "r"


def test_entries_of_two_vectors_stand_side_by_side():
    assert len(claimed(r"\sum_i \frac{r_i}{1 + s_i^2} = 0", GROUND).left.arg.pairs) == 2


@pytest.mark.parametrize("text", [r"\sum_i \cosh(A_{ij} r_i) = 0", r"\sum_{i \neq j} \cosh(r_i) = 0"])
def test_what_holds_more_than_entries_of_vectors_is_refused(text):
    with pytest.raises(NotationError):
        claimed(text, GROUND)
