"""Fractions, and the derivatives that are written as fractions: which of the two stands there, and by what a derivative is taken."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from lark import Token
from sympy import Symbol

from .errors import NotationError
from .groups import group, made, starts_with_d
from .tokens import Tex

if TYPE_CHECKING:
    from .lexer import Lexer


def fraction(lexer: Lexer, tokens: list[Tex], place: int, out: list[Token]) -> int:
    """A fraction, or the derivative that is written as one."""
    owner = tokens[place]
    differential = _differential(lexer, tokens, place, out)
    if differential is not None:
        return differential
    out.append(made("FRAC", owner))
    after = lexer.argument(tokens, place + 1, out, owner)
    return lexer.argument(tokens, after, out, owner)


def _differential(lexer: Lexer, tokens: list[Tex], place: int, out: list[Token]) -> int | None:
    r"""`\frac{d}{dx}`, `\frac{\partial^2}{\partial x^2}` and `\frac{d\mu}{dt}`; None where the fraction is one."""
    if place + 2 >= len(tokens):
        return None
    above, middle = group(tokens, place + 1)
    if middle >= len(tokens):
        return None
    below, end = group(tokens, middle)
    size = starts_with_d(above)
    if not size or not starts_with_d(below) or len(below) <= starts_with_d(below):
        return None
    if any((lexer.names.match(part, 0) or (None, 0))[1] > starts_with_d(part) for part in (above, below)):
        return None  # d_k is a name, and no d before a k
    letter = above[0].text
    order, after = _order(above, size)
    variables, total, at = [], 0, 0
    while at < len(below):
        step = starts_with_d(below[at:])
        found = lexer.names.match(below, at + step) if step and at + step < len(below) else None
        if found is None or not isinstance(found[0].value, Symbol):
            if letter == "d" and lexer.names.has("d"):
                return None
            _no_variable(lexer, below, at + step, letter)
        times, at = _order(below, at + step + found[1])
        variables.append((found[0].value, times))
        total += times
    rest, taken = above[after:], (letter == "d" and lexer.names.has("d"))
    by_time = len(variables) == 1 and lexer.names.time == tuple(token.text for token in below[starts_with_d(below):])
    if taken and not by_time and (rest or any(symbol.is_integer for symbol, _ in variables)):
        raise NotationError(r"d is a name here, so this fraction reads two ways; write \mathrm{d} for the derivative",
                            tokens[place].column)
    if total != order:
        raise NotationError(f"a derivative of order {order} by {total} variables", tokens[place].column)
    out.append(Token("DIFF", tuple(variables), column=tokens[place].column))
    if rest:
        found = lexer.names.match(rest, 0)
        if found is None or found[1] != len(rest):
            _above(lexer, rest, out)
            return end
        out.append(made("SIMPLE", rest[0]))
        lexer.name(found[0], rest[0], out)
        out.append(made("END_SIMPLE", rest[-1]))
    return end


def _above(lexer: Lexer, rest: list[Tex], out: list[Token]) -> None:
    r"""What stands behind the d above, as in \frac{d x^2}{dt}: a product or a power, differentiated as a whole; a sum is refused."""
    depth = 0
    for token in rest:
        depth += {"{": 1, "(": 1, "[": 1, "}": -1, ")": -1, "]": -1}.get(token.text, 0)
        if depth == 0 and token.text in ("+", "-"):
            raise NotationError(r"write \frac{d}{dx}\left(...\right) for the derivative of a sum", token.column)
    out.append(made("LPAR", rest[0]))
    out += lexer.run(rest)
    out.append(made("RPAR", rest[-1]))


def _no_variable(lexer: Lexer, below: list[Tex], place: int, letter: str) -> NoReturn:
    """Raise what is wrong with what should be the variable of a derivative."""
    if place >= len(below):
        raise NotationError("a derivative lacks its variable", below[-1].column)
    if letter == "d" and not lexer.names.match(below, place) is not None:
        raise lexer.unknown(below, place)
    raise NotationError("a derivative is by a declared scalar", below[place].column)


def _order(tokens: list[Tex], place: int) -> tuple[int, int]:
    """The order that stands at a place, and the place behind it; 1 where none stands."""
    if place < len(tokens) and tokens[place].text == "^":
        inner, end = group(tokens, place + 1)
        if len(inner) != 1 or inner[0].text not in "123456789":
            raise NotationError("the order of a derivative is a digit", tokens[place].column)
        return int(inner[0].text), end
    return 1, place
