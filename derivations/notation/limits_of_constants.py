r"""`\lim_{t \to \infty} x = v` in the place of an equation x = v: where x does not speak of t, it is its own limit."""

from __future__ import annotations

from sympy import Basic

from theoremtest.derivations.language.domain import atoms_of
from theoremtest.derivations.language.statement import Statement

from .errors import NotationError
from .names import Names
from .tokens import Tex, tex_tokens


def without_limit(text: str) -> tuple[str, tuple[str, ...]]:
    """An equation whose left side is a limit, without the limit, and the limit's variable by its tokens; any other text as it is."""
    tokens = tex_tokens(text)
    arrow = _place(tokens, r"\to", 0)
    closing = _place(tokens, "}", max(arrow, 0))
    if arrow < 4 or [token.text for token in tokens[:3]] != [r"\lim", "_", "{"] or not 0 < closing < len(tokens) - 1:
        return text, ()
    begins = tokens[closing + 1].column - 1
    return " " * begins + text[begins:], tuple(token.text for token in tokens[3:arrow])


def check_still(sides: tuple[Basic, Basic], variable: tuple[str, ...], names: Names, like: Statement) -> None:
    """Raise NotationError where what a limit is of, or its value, moves with the limit's variable."""
    known = names.by_tokens.get(variable)
    if known is not None and any(known.value in atoms_of(like.on.expand(side)) for side in sides):
        raise NotationError(f"the claim has an equation at every {known.latex}, and this is a limit; write what holds always", 1)


def _place(tokens: list[Tex], text: str, start: int) -> int:
    return next((place for place in range(start, len(tokens)) if tokens[place].text == text), -1)
