"""Positive matrices and square roots of matrices as theorems: symmetry, the sign of the quadratic form, and the square.

That a matrix is positive definite says that it is symmetric and that v^T A v is positive for every v that is not zero; semidefinite, that
it is not negative for any v. A square root is semidefinite, and its square is the matrix.
"""

from __future__ import annotations

from typing import Any

from theoremtest.derivations.language import Holds, PositiveDefinite, PositiveSemidefinite, SquareRoot, Statement

from .matrices import MatrixPart, theorem
from .matrices_holds import entries_defined, said_of
from .matrices_lemmas import HEADS, Facts
from .matrices_script import Script
from .matrices_setting import Setting, defined, name_function, setting_of, spoken
from .matrices_signs import Said, Signs, lines_of, moved, signed
from .matrices_terms import NoCertificate, Node, node, subtrees
from .reasons import NoScript
from .scripted import Witness
from .terms import app


def definite(statement: Holds, witness: Witness | None = None) -> MatrixPart:
    """That a matrix is positive definite or semidefinite."""
    made = setting_of(statement.on, spoken(statement))
    made.witness = witness
    matrix = made.reader.matrix(statement.relation.matrix)
    _plain(made, [matrix], True)
    for key, (formula, inner) in made.letters.functions.items():
        name_function(made, key, formula, inner)
    said = f"{'definite' if isinstance(statement.relation, PositiveDefinite) else 'semidefinite'} {made.printer.shown(matrix)}"
    valued = entries_defined(made)

    def proof() -> list[str]:
        lines, facts = [], Facts(made)
        facts.suppose(entries=True)
        for (inner, sign, zero), size in valued:
            shown = facts.lemma([], app(HEADS[sign], facts.term(inner), facts.term(zero)))
            lines += ["split.", f"{{ {'' if size is None else 'move=> i; '}exact: {shown}. }}"]
        return [*lines, *_sign(made, matrix, witness, facts)]
    return theorem(made, [matrix], " /\\ ".join([*(said_of(made, *one) for one in valued), said]), proof)


def invertible(statement: Statement, matrix: Any, witness: Witness | None) -> MatrixPart:
    """That a matrix has an inverse wherever a statement's domain says, as it is positive definite there."""
    made = setting_of(statement.on, (matrix, *statement.on.conditions, *statement.on.where.values()))
    made.witness = witness
    tree = made.reader.matrix(matrix)
    _plain(made, [tree], True)
    defined(made, tree)
    said = "{0} *m B = {1} /\\ B *m {0} = {1}".format(*map(made.printer.shown, (tree, node("mid", made.letters.size(matrix.shape[0])))))

    def proof() -> list[str]:
        facts = Facts(made)
        facts.suppose(entries=True)
        of, found = signed(made, witness, facts=facts, first=True)
        if not found:
            raise NoScript("inverse")
        return [*_ended(of, tree, *found[-1]), "exact: (definite_inverse R0)."]
    return theorem(made, [tree], f"exists B : 'M[R]_{made.letters.size_text(made.letters.size_of(matrix.shape[0]))}, {said}", proof)


def speaks_of_sign(statement: Statement) -> bool:
    """Whether a statement is that a matrix is positive."""
    return isinstance(statement, Holds) and isinstance(statement.relation, (PositiveDefinite, PositiveSemidefinite))


def square_root(statement: SquareRoot, witness: Witness | None = None) -> MatrixPart:
    """That a matrix is the positive semidefinite square root of another."""
    made = setting_of(statement.on, spoken(statement))
    made.witness = witness
    root, square = made.reader.matrix(statement.root), made.reader.matrix(statement.of)
    if statement.through is not None:
        made.reader.matrix(statement.through)
    _plain(made, [root, square])
    whole = node("mmul", root, root)
    semidefinite = f"semidefinite {made.printer.shown(root)}"

    def proof() -> list[str]:
        script = Script(made, [whole, square])
        script.prepare(whole, square)
        return ["split; last first.", "{", *script.opening(), *script.equation(whole, square), "}",
                *_sign(made, root, witness)]
    return theorem(made, [root, square], f"{semidefinite} /\\ {made.printer.shown(whole)} = {made.printer.shown(square)}", proof)


def _plain(made: Setting, trees: list[Node], diagonals: bool = False) -> None:
    if made.letters.inverses or (made.letters.functions or made.letters.diagonals) and not diagonals:
        raise NoCertificate("function")
    functions = [part.args for tree in trees for part in subtrees(tree) if part.head == "sfun"]
    if any(kind != "inv" or inner.head not in ("snum", "svar") for kind, inner in functions):
        raise NoCertificate("function")


def _sign(made: Setting, matrix: Node, witness: Witness | None, facts: Facts | None = None) -> list[str]:
    """The lines that end the goal that a matrix has its sign, which is the witness's last."""
    of, [(fact, name)] = signed(made, witness, -1, facts)
    return [*_ended(of, matrix, fact, name), "exact: R0."]


def _ended(of: Signs, matrix: Node, fact: Any, name: str) -> list[str]:
    """The lines that show R0, a fact that is known of a matrix which is another by words."""
    end = Said("R0", of.fact(fact.head, matrix), {"ER0": (matrix, of.tree(fact.args[0]))}, f"exact: {moved(fact.head, name, 'ER0')}.")
    return lines_of(of, [end])
