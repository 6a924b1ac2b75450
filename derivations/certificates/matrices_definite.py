"""Positive matrices and square roots of matrices as theorems: symmetry, the sign of the quadratic form, and the square.

That a matrix is positive definite says that it is symmetric and that v^T A v is positive for every v that is not zero; semidefinite, that
it is not negative for any v. A square root is semidefinite, and its square is the matrix.
"""

from __future__ import annotations

from sympy import S

from theoremtest.derivations.language import Holds, PositiveDefinite, PositiveSemidefinite, SquareRoot, Statement

from .matrices import MatrixPart, theorem
from .matrices_script import Script
from .matrices_setting import Setting, setting_of, spoken
from .matrices_squares import squares
from .matrices_terms import ZERO, NoCertificate, Node, node, product, subtrees
from .matrices_text import coded
from .matrices_words import Algebra, of_relations

VECTOR, REACHED = "any vector", "a vector that reaches it"
"""The keys of the letters for the vector of a quadratic form, and for one that a matrix takes to it."""


def definite(statement: Holds) -> MatrixPart:
    """That a matrix is positive definite or semidefinite."""
    made = setting_of(statement.on, spoken(statement))
    matrix = made.reader.matrix(statement.relation.matrix)
    strict = isinstance(statement.relation, PositiveDefinite)
    _plain(made, [matrix])
    proof = ["split.", *_equation(made, node("mtr", matrix), matrix), "move=> v" + (" nonzero." if strict else "."),
             *_sign(made, matrix, strict)]
    return theorem(made, [matrix], f"{'definite' if strict else 'semidefinite'} {made.printer.shown(matrix)}", lambda: proof)


def speaks_of_sign(statement: Statement) -> bool:
    """Whether a statement is that a matrix is positive."""
    return isinstance(statement, Holds) and isinstance(statement.relation, (PositiveDefinite, PositiveSemidefinite))


def square_root(statement: SquareRoot) -> MatrixPart:
    """That a matrix is the positive semidefinite square root of another."""
    made = setting_of(statement.on, spoken(statement))
    root, square = made.reader.matrix(statement.root), made.reader.matrix(statement.of)
    through = None if statement.through is None else made.reader.matrix(statement.through)
    _plain(made, [root, square])
    shown, whole = made.printer.shown(root), node("mmul", root, root)
    proof = ["split; last first.", *_equation(made, whole, square), "split.", *_equation(made, node("mtr", root), root), "move=> v."]
    proof += _sign(made, root, False) if through is None else _through(made, root, through)
    said = f"semidefinite {shown} /\\ {made.printer.shown(whole)} = {made.printer.shown(square)}"
    return theorem(made, [root, square], said, lambda: proof)


def _plain(made: Setting, trees: list[Node]) -> None:
    if made.letters.inverses or made.letters.functions or made.letters.diagonals:
        raise NoCertificate("function")
    functions = [part.args for tree in trees for part in subtrees(tree) if part.head == "sfun"]
    if any(kind != "inv" or inner.head not in ("snum", "svar") for kind, inner in functions):
        raise NoCertificate("function")


def _equation(made: Setting, left: Node, right: Node) -> list[str]:
    script = Script(made, [left, right])
    script.prepare(left, right)
    return ["{", *script.opening(), *script.equation(left, right), "}"]


def _vector(made: Setting, matrix: Node, key: str, name: str) -> Node:
    letters = made.letters
    size = letters.sizes[Script(made, [matrix]).algebra.rows_of(matrix)]
    letters.names[key] = name
    return letters.letter(key, (size, S.One))


def _form(matrix: Node, vector: Node) -> Node:
    return node("sent", node("mmul", node("mmul", node("mtr", vector), matrix), vector))


def _sign(made: Setting, matrix: Node, strict: bool) -> list[str]:
    """The lines that end the goal that the quadratic form at v has its sign."""
    vector = _vector(made, matrix, VECTOR, "v")
    form, length = _form(matrix, vector), node("sdot", vector, vector)
    script = Script(made, [form, length])
    lines = ["have positive := dot_positive nonzero."] if strict else []
    lines += script.opening()
    if strict:
        lines += script.fact("V1", "positive", ">", (length, ZERO))
        script.facts.append("V1")
    lines += squares(script, [form, length])
    lines += _relation(script, form, ">" if strict else ">=")
    made.letters.letters.pop()
    return lines


def _relation(script: Script, left: Node, sign: str) -> list[str]:
    code = [coded(side, script.letters) for side in (left, ZERO)]
    goals = " | ".join(f"by apply: esym; apply: (flat_to hN s0 sq ok (s := {one})); [reify | |]" for one in code)
    values = " ".join(script.value(script.flat(side)) for side in (left, ZERO))
    return [f"refine (@lift (fun x y => (x {sign} y)%Re) {values} _ _ _ _ _); [| {goals}].", *script.closing("form_of")]


def _through(made: Setting, root: Node, through: Node) -> list[str]:
    """The same where the matrix that is given reaches every vector: at its image of u, by what the conditions say of products."""
    vector = _vector(made, root, REACHED, "u")
    gram, image = node("mmul", node("mtr", through), through), node("mmul", through, vector)
    reached = _reduced(made, _form(gram, vector), gram, node("sdot", vector, vector), True)
    lines = [f"have [u ->] : exists u, v = {made.printer.shown(image)}.",
             "{ apply: reached_by => u nonzero; have positive := dot_positive nonzero.", *reached, "}",
             *_reduced(made, _form(root, image), gram, node("sdot", vector, vector), False)]
    made.letters.letters.pop()
    return lines


class Backwards(Algebra):
    """Sums of words where the words of earlier letters are greater, so that conditions rewrite the other way."""

    def order(self, word: tuple) -> tuple:
        """Longer words are greater."""
        return (len(word), tuple((-self.letters.place(key), turned) for key, turned in word))


def _rest(script: Script, form: Node, gram: Node) -> dict:
    """The sum that a form is, after the conditions took the gram matrix for something else."""
    for kind in (Algebra, Backwards):
        algebra = kind(script.letters, [form, gram, *(side for item in script.related for side in item.sides)], script.algebra.symmetric)
        rewriting = of_relations(algebra, [algebra.plus(*map(algebra.matrix, item.sides), -algebra.one) for item in script.related])
        if any(word == () for word, _ in rewriting.reduce(algebra.matrix(gram))[0]):  # a multiple of the identity is a part of it
            script.algebra = algebra
            return rewriting.reduce(algebra.scalar(form))[0]
    raise NoCertificate("through")


def _reduced(made: Setting, form: Node, gram: Node, length: Node, strict: bool) -> list[str]:
    """The lines that end the goal that a form has its sign: the conditions rewrite it, and a common denominator is multiplied away."""
    script = Script(made, [form, length])
    rest = _rest(script, form, gram)
    common = script.algebra.one.numer
    for value in rest.values():
        common = common.lcm(value.denom)
    below = script.algebra.field(common)
    factor = script.coefficient_tree(below, ())
    other = product([script.coefficient_tree(value * below, scalars) for (_, scalars), value in rest.items()], "sadd")
    whole = node("smul", factor, form)
    equation = Script(made, [whole, other])
    equation.prepare(whole, other)
    lines = [f"apply: (times_{'positive' if strict else 'not_negative'} (d := {made.printer.shown(factor)})).", "{ form_of. }",
             f"rewrite (_ : {made.printer.shown(whole)} = {made.printer.shown(other)}); last first.",
             "{", *equation.opening(), *equation.equation(whole, other), "}"]
    last = Script(made, [other, length])
    lines += last.opening()
    if strict:
        lines += last.fact("V1", "positive", ">", (length, ZERO))
        last.facts.append("V1")
    return [*lines, *squares(last, [other, length]), *_relation(last, other, ">" if strict else ">=")]
