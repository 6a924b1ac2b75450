"""Pseudoinverses: what Penrose's equations say of each, and what it is of a product of matrices whose inverses undo one another."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from theoremtest.derivations.kernel.facts import equal
from theoremtest.derivations.kernel.matrix_lemmas import at
from theoremtest.derivations.kernel.terms import Refused, Term, parts, power, shape, term

if TYPE_CHECKING:
    from .identities import Equation


def of_formulas(equation: Equation, formulas: list[Term]) -> None:
    """Rules that say what pseudoinverses in the formulas are, factor by factor."""
    found = [node for node in dict.fromkeys(part for formula in formulas for part in parts(formula)) if node.head == "PseudoInverse"]
    said: set[Term] = set()
    for node in sorted(found, key=lambda node: len(list(parts(node)))):
        (matrix,) = node.args
        made = _undone(equation, matrix)
        for inner in parts(made):
            if inner.head == "PseudoInverse" and inner not in said:
                said.add(inner)
                _penrose(equation, inner)
        if made is node:
            continue
        with suppress(Refused):
            for side in at("pseudo_inverse", [matrix, made])[0]:
                equation.draft.line("algebra", equation.draft.number(side), equation.ordered())
            line = equation.draft.line("matrix", "pseudo_inverse", [equation.draft.number(matrix), equation.draft.number(made)])
            equation.rules.append(["word", line, equation.draft.number(node)])


def _undone(equation: Equation, matrix: Term) -> Term:
    """What undoes a matrix, factor by factor: the transpose of an isometry, a diagonal matrix of inverses, or else the pseudoinverse."""
    if matrix.head == "MatMul":
        factors = [part for part in matrix.args if shape(part) is not None]
        scalars = [power(part, -1) for part in matrix.args if shape(part) is None]
        return term("MatMul", (*scalars, *(_undone(equation, part) for part in reversed(factors))))
    if matrix.head == "Transpose":
        return term("Transpose", (_undone(equation, matrix.args[0]),))
    if matrix.head == "Diagonal":
        return term("Diagonal", (power(matrix.args[0], -1), *matrix.args[1:]))
    if matrix.head == "DiagMatrix":
        return term("Inverse", (matrix,))
    turned = term("Transpose", (matrix,))
    for pair in ((turned, matrix), (matrix, turned)):
        if any(fact.head == "Equality" and fact.args == (term("MatMul", pair), term("Identity", (shape(pair[0]) or ())[:1]))
               for fact in equation.draft.goal.hypotheses):
            return turned
    return term("PseudoInverse", (matrix,))


def _penrose(equation: Equation, node: Term) -> None:
    """The four equations as rules, and what they say together of neighbours of a matrix and of its transpose."""
    draft, (matrix,) = equation.draft, node.args

    def rule(name: str) -> list:
        line = draft.line("matrix", name, [draft.number(matrix)])
        return ["word", line, draft.number(draft.shown[line].args[0])]

    through, back, rows, columns = map(rule, ("pseudo_through", "pseudo_back", "pseudo_rows", "pseudo_columns"))
    turned, other = term("Transpose", (matrix,)), term("Transpose", (node,))
    equation.rules += [through, back, rows, columns]
    for word, final, between, first, last in (
            ((node, matrix, turned), turned, (turned, other, turned), columns, through),
            ((turned, matrix, node), turned, (turned, other, turned), rows, through),
            ((other, node, matrix), other, (other, turned, other), columns, back),
            ((matrix, node, other), other, (other, turned, other), rows, back)):
        left = term("MatMul", word)
        line = draft.line("algebra", draft.number(equal(left, term("MatMul", between))), [first])
        line = draft.line("algebra", draft.number(equal(left, final)), [["word", line, draft.number(left)], last])
        equation.rules.append(["word", line, draft.number(left)])
