"""Which statement a formula is: a reader for each class of statement takes the text and a statement of that class, and builds one
like it, with the same domain, flow and variables, that says what the text says.

A further kind joins with `@reader(Kind)` in a module that the package imports. A kind without a reader is refused by name,
never guessed at.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

import sympy as sp
from lark import Token, Tree

from theoremtest.derivations.language.errors import TheoremtestError
from theoremtest.derivations.language.statement import All, Statement

from .build import build, column_of, is_matrix, sides
from .errors import NotationError
from .names import Names, names_of
from .parser import parse
from .setting import with_declared
from .shapes import sized
from .tokens import tex_tokens

Reader = Callable[[str, Any, Names], Statement]
READERS: dict[type, Reader] = {}
"""Reader by class of statement: (text, like, names) -> statement of that class."""
RELATIONS = {"=", r"\neq", "<", r"\leq", ">", r"\geq", r"\propto"}


def reader(kind: type) -> Callable[[Reader], Reader]:
    """Register the reader of a kind of statement."""
    def register(function: Reader) -> Reader:
        READERS[kind] = function
        return function
    return register


def readable(statement: Statement) -> bool:
    """Whether formulas can be given for this statement: all its parts are of kinds that have a reader."""
    return all(type(part) in READERS for _, part in statement.parts())


def read_statement(text: str, like: Statement) -> Statement:
    """The statement of `like`'s kind and domain that says what the LaTeX says.

    For a relation the whole relation or its right-hand side may be given; for a conjunction its parts, one below the other
    with `\\\\` between them. Raises NotationError with the column where the text cannot be read.
    """
    read = READERS.get(type(like))
    if read is None:
        raise NotationError(f"a statement of kind {like.kind} cannot be given as LaTeX; the kinds that can: "
                            + ", ".join(sorted(kind.__name__ for kind in READERS)))
    try:
        return read(text, like, with_declared(names_of(like), like, text) if not isinstance(like, All) else Names())
    except NotationError as error:
        raise error.within(text) from None
    except TheoremtestError as error:  # a malformed statement, for instance one that speaks of what its domain does not declare
        raise NotationError(str(error)) from None
    except (TypeError, ValueError, AttributeError, ArithmeticError, NotImplementedError, RecursionError) as error:
        raise NotationError(f"SymPy refuses this formula: {type(error).__name__}: {error}") from None


def read_expression(text: str, like: Statement) -> sp.Basic:
    """The scalar or matrix that a text stands for, over the names of a statement."""
    try:
        return expression(text, with_declared(names_of(like), like, text))
    except NotationError as error:
        raise error.within(text) from None
    except (TypeError, ValueError, AttributeError, ArithmeticError, NotImplementedError, RecursionError) as error:
        raise NotationError(f"SymPy refuses this formula: {type(error).__name__}: {error}") from None


# what the readers share ------------------------------------------------------------------------------------------------


def expression(text: str, names: Names) -> sp.Basic:
    """The scalar or matrix that a text stands for, over these names."""
    return build(parse(text, "expression", names).children[0])


def is_relation(text: str, words: Collection[str] = RELATIONS) -> bool:
    """Whether a relation sign stands outside every bracket."""
    return sign_column(text, words) > 0


def sign_column(text: str, words: Collection[str] = RELATIONS) -> int:
    """Where the first relation sign stands outside every bracket; 0 where none does."""
    depth = 0
    for token in tex_tokens(text):
        if token.text in ("{", "(", "[", r"\{", r"\langle") or token.text.startswith(r"\begin"):
            depth += 1
        elif token.text in ("}", ")", "]", r"\}", r"\rangle") or token.text.startswith(r"\end"):
            depth -= 1
        elif depth == 0 and token.text in words:
            return token.column
    return 0


def equation(text: str, names: Names) -> tuple[Tree, Tree, Token]:
    """The trees of both sides of one equation, and its sign."""
    return two_sides(parse(text, "relation", names))


def two_sides(tree: Tree) -> tuple[Tree, Tree, Token]:
    """Both sides of a relation that is one equation, and its sign. Raises NotationError for any other."""
    trees, signs = sides(tree)
    if len(signs) != 1:
        raise NotationError("one equation is expected; this is a chain", signs[1].column)
    if signs[0].type != "EQ":
        raise NotationError(f"an equation is expected; {signs[0]} is another relation", signs[0].column)
    return trees[0], trees[1], signs[0]


def only(tree: Tree, data: str) -> Tree | None:
    """The single piece of this kind that a side consists of, brackets aside; None where it is anything else."""
    while isinstance(tree, Tree) and tree.data != data:
        inner = [child for child in tree.children if isinstance(child, Tree)]
        if len(inner) != 1 or (tree.data in ("sum", "term") and len(tree.children) != 1) or tree.data not in (
                "sum", "term", "product", "factors", "bracket"):
            return None
        tree = inner[0]
    return tree


def like_shape(value: sp.Basic, model: sp.Basic, tree: Tree) -> sp.Basic:
    """The value, a printed 0 taken as the zero matrix where a matrix is due."""
    if is_matrix(model) and not is_matrix(value) and value == 0:
        return sp.ZeroMatrix(*model.shape)
    if is_matrix(model) and (identity := sized(value, model.shape)) is not None:
        return identity
    if is_matrix(model) != is_matrix(value) or (is_matrix(model) and model.shape != value.shape):
        due = f"a matrix of shape {model.shape[0]} x {model.shape[1]}" if is_matrix(model) else "a scalar"
        raise NotationError(f"{due} is due here", column_of(tree))
    return value


def right_side(text: str, names: Names, model: sp.Basic) -> sp.Basic:
    """A right-hand side by itself, of the shape of another."""
    tree = parse(text, "expression", names).children[0]
    return like_shape(build(tree), model, tree)


def time_of(names: Names) -> sp.Symbol | None:
    """The time of a statement; None where it has none."""
    found = names.by_tokens.get(names.time)
    return None if found is None else found.value


def scalar(tree: Tree) -> sp.Basic:
    """What a tree stands for, which must be a scalar."""
    value = build(tree)
    if is_matrix(value):
        raise NotationError("a scalar is due here", column_of(tree))
    return value


def lines_of(text: str) -> list[tuple[int, str]]:
    """The pieces between `\\\\` outside every environment and brace, each with where it begins."""
    cuts, depth = [], 0
    for token in tex_tokens(text):
        if token.text == "{" or token.text.startswith(r"\begin"):
            depth += 1
        elif token.text == "}" or token.text.startswith(r"\end"):
            depth -= 1
        elif token.text == r"\\" and depth == 0:
            cuts.append(token.column - 1)
    edges = [0, *(cut + 2 for cut in cuts)]
    return [(start, text[start:end]) for start, end in zip(edges, [*cuts, len(text)], strict=True)]
