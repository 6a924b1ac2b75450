"""What rows about matrices add to an equation between words: a root by its square, exponentials of matrices that commute, what functions
and inverses do to eigenvectors, and the characteristic polynomial of a small matrix."""

from __future__ import annotations

from contextlib import suppress
from itertools import combinations
from typing import TYPE_CHECKING

from theoremtest.derivations.kernel.algebra import SIZES
from theoremtest.derivations.kernel.facts import equal
from theoremtest.derivations.kernel.ring import TooManyLetters
from theoremtest.derivations.kernel.table import root
from theoremtest.derivations.kernel.terms import Refused, Term, call, parts, shape, term

if TYPE_CHECKING:
    from .identities import Equation

SMALL = 4
"""Rows of a matrix whose characteristic polynomial is written down, at most."""


def said_of_words(equation: Equation, formulas: list[Term]) -> None:
    """Write rules for the words of an equation."""
    for way in (_roots, _exponentials, _on_eigenvectors, _characteristic):
        with suppress(Refused, TooManyLetters):
            way(equation, formulas)


def _row(equation: Equation, name: str, *terms: Term) -> int:
    return equation.draft.line("matrix", name, [equation.draft.number(node) for node in terms])


def _shown(equation: Equation, fact: Term) -> bool:
    """Whether an equation between matrices is plain under the rules for words."""
    draft = equation.draft
    if draft.known.knows(fact):
        return True
    with suppress(Refused):
        draft.line("algebra", draft.number(fact), equation.rules_for_words())
        return True
    return False


def _word(equation: Equation, line: int, lead: Term) -> None:
    equation.rules.append(["word", line, equation.draft.number(lead)])


def _functions(equation: Equation, formulas: list[Term], formula) -> list[Term]:
    return [node for node in equation.nodes(formulas, "MatrixFunction") if node.args[0] is formula(node.args[1])]


def _roots(equation: Equation, formulas: list[Term]) -> None:
    """The root of B B^T B B^T, as the rules read it, is B B^T."""
    draft = equation.draft
    for node in _functions(equation, formulas, root):
        matrix = node.args[2]
        factors = list(matrix.args) if matrix.head == "MatMul" else [matrix]
        back = [_turned(part) for part in reversed(factors)]
        for half in (factors[:1], back[:1], factors[:2], back[:2]):
            before = half[0] if len(half) == 1 else term("MatMul", half)
            other = term("MatMul", (before, _turned(before)))
            with suppress(Refused):
                if _shown(equation, equal(term("MatMul", (other, other)), matrix)):
                    draft.line("definite", draft.number(term("psd", (other,))), [["1/1", draft.number(_turned(before)), None]], [])
                    _word(equation, _row(equation, "root_unique", node, other), node)
                    break


def _turned(node: Term) -> Term:
    return node.args[0] if node.head == "Transpose" else term("Transpose", (node,))


def _exponentials(equation: Equation, formulas: list[Term]) -> None:
    """e^A e^B = e^(A + B) where A and B commute."""
    found = [node for node in _functions(equation, formulas, lambda letter: call("exp", letter))
             if _shown(equation, equal(term("Transpose", (node.args[2],)), node.args[2]))]
    for one, other in combinations(found, 2):  # the transpose of the rule is the other order
        pair = one.args[2], other.args[2]
        if "MatAdd" not in (pair[0].head, pair[1].head) and _shown(equation, equal(term("MatMul", pair), term("MatMul", pair[::-1]))):
            with suppress(Refused):
                _shown(equation, equal(_turned(term("MatAdd", pair)), term("MatAdd", pair)))
                _word(equation, _row(equation, "exp_of_sum", one, other), term("MatMul", (one, other)))


def _on_eigenvectors(equation: Equation, formulas: list[Term]) -> None:
    """f(A) v = f(l) v, where A v = l v."""
    for fact in [*equation.draft.goal.hypotheses, *equation.draft.held]:
        if fact.head != "Equality" or fact.args[0].head != "MatMul" or len(fact.args[0].args) != 2 or fact.args[1].head != "MatMul":
            continue
        (matrix, vector), scaled = fact.args[0].args, fact.args[1].args
        if len(scaled) != 2 or scaled[1] is not vector or shape(scaled[0]) is not None:
            continue
        equation.draft.place(fact)
        for node in equation.nodes(formulas, "MatrixFunction", "Inverse"):
            if matrix is (node.args[0] if node.head == "Inverse" else node.args[2]):
                with suppress(Refused):
                    line = _row(equation, "on_eigenvector", node, vector, scaled[0])
                    _word(equation, line, term("MatMul", (node, vector)))
                    formulas.append(equation.draft.shown[line].args[1].args[0])


def _characteristic(equation: Equation, formulas: list[Term]) -> None:
    """The n-th power of a matrix of n rows by lower ones; its determinant by traces."""
    spoken = [part for formula in formulas for part in parts(formula)]
    small = [node for node in dict.fromkeys(spoken) if node.head == "MatrixSymbol" and node.args[0] is node.args[1]
             and node.args[0].head == "number" and 1 < node.args[0].mark <= SMALL]
    for node in small:
        size, determined = int(node.args[0].mark), [part for part in spoken if part.head == "Determinant" and part.args[0] is node]
        if determined:
            equation.take(_row(equation, "det_by_traces", node))
        power = term("MatMul", [node] * size)
        reader = equation.reader(SIZES[1])
        high = [formula for formula in formulas if shape(formula) is not None and any(
            len(word) >= size and len({letter for letter, _ in word}) == 1 for word in reader.matrix(formula))]
        traced = [part for part in spoken if part.head == "Trace" and any(len(word) > size for word in reader.matrix(part.args[0]))]
        if high or traced:
            _word(equation, _row(equation, "cayley_hamilton", node), power)
