"""Definite integrals in a formula: `\\int_{a}^{b} f \\, d x`, with the variable named behind its d, and bounds that may be infinite."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sympy as sp
from lark import Token, Tree

from .builders import build, builds
from .errors import NotationError
from .groups import group, made, starts_with_d
from .places import over_a_domain
from .shapes import column_of, is_matrix
from .tokens import Tex

if TYPE_CHECKING:
    from .lexer import Lexer


def integration_variables(tokens: list[Tex]) -> list[str]:
    """The letters behind a d, in a formula with an integral: each is bound by one where it means nothing else."""
    if not any(token.text == r"\int" for token in tokens):
        return []
    found = []
    for place, token in enumerate(tokens[:-1]):
        size = starts_with_d(tokens[place:place + 2]) if token.text != r"\partial" else 0
        after = tokens[place + size].text if size and place + size < len(tokens) else ""
        letter = after.isalpha() or (after[:1] == "\\" and after[1:].isalpha())
        if letter and after not in (r"\langle", r"\rangle", r"\lbrace", r"\rbrace", r"\vert", r"\Vert"):  # d<u|v> is of no letter
            found.append(after)
    return list(dict.fromkeys(found))


def integral(lexer: Lexer, tokens: list[Tex], place: int, out: list[Token]) -> int:
    """An integral with its bounds, its integrand and its variable."""
    token = tokens[place]
    at = place + 2 if place + 1 < len(tokens) and tokens[place + 1].text == r"\limits" else place + 1
    if at >= len(tokens) or tokens[at].text != "_":
        raise NotationError(r"an integral reads \int_{a}^{b} f \, d x, with both bounds", token.column)
    low: list[Token] = []
    domain, behind = group(tokens, at + 1)
    if tuple(item.text for item in domain) in lexer.names.whole:
        summed = over_a_domain(lexer, tokens, behind, out, token)
        if summed is not None:
            return summed
    at = lexer.argument(tokens, at + 1, low, token)
    if at >= len(tokens) or tokens[at].text != "^":
        raise NotationError("an integral has an upper bound, ^{b}", token.column)
    high: list[Token] = []
    at = lexer.argument(tokens, at + 1, high, token)
    stop, variable, after = _differential(lexer, tokens, at, token)
    if stop == at:
        raise NotationError("an integral has an integrand, at least a 1", token.column)
    out += [made("INT", token), Token("IDENT", variable, column=tokens[stop].column), *low, *high,
            Token("LBRACE", "{", column=token.column), *lexer.run(tokens[at:stop]), Token("RBRACE", "}", column=token.column)]
    return after


def _differential(lexer: Lexer, tokens: list[Tex], place: int, token: Tex):
    """Where the d of this integral stands, its variable, and the place behind it."""
    depth, pending = 0, 0
    while place < len(tokens):
        text = tokens[place].text
        depth += {"{": 1, "(": 1, "[": 1, "}": -1, ")": -1, "]": -1}.get(text, 0)
        if depth < 0:
            break
        if depth == 0 and text == r"\int":
            pending += 1
        elif text in (r"\frac", r"\dfrac", r"\tfrac"):  # a derivative has a d of its own
            _, place = group(tokens, place + 1)
            _, place = group(tokens, place)
            continue
        size = starts_with_d(tokens[place:place + 2]) if depth == 0 and text != r"\partial" else 0
        found = lexer.names.match(tokens, place + size) if size and place + size < len(tokens) else None
        if found is not None and isinstance(found[0].value, sp.Symbol):
            if pending == 0:
                return place, found[0], place + size + found[1]
            pending -= 1
        place += 1
    raise NotationError(r"an integral ends with its variable, d x", token.column)


@builds("integral")
def _integral(tree: Tree) -> sp.Basic:
    symbol = next(child for child in tree.children if isinstance(child, Token) and child.type == "IDENT").value.value
    low, high, body = [child for child in tree.children if isinstance(child, Tree)]
    ends, integrand = (bound(low), bound(high)), build(body)
    if is_matrix(integrand) or any(is_matrix(end) for end in ends):
        raise NotationError("an integral is of scalars", column_of(tree))
    if any(end.has(symbol) for end in ends):
        raise NotationError("the bounds of an integral speak of its own variable", column_of(tree))
    return sp.Integral(integrand, (symbol, *ends))


def between(lexer: Lexer, tokens: list[Tex], place: int, out: list[Token]) -> int:
    r"""The ends below and above `[F]_a^b`, the growth of F; the variable is one that an integral of the formula is over. 0 for an index."""
    inner, after = group(tokens, place + 1)
    if any(token.text == "," for token in inner) or after >= len(tokens) or tokens[after].text != "^":
        return 0
    names = [lexer.names.by_tokens.get((letter,)) for letter in integration_variables(lexer.whole)]
    variables = tuple(name.value for name in names if name is not None and isinstance(name.value, sp.Symbol))
    out.append(Token("BETWEEN", variables, column=tokens[place].column))
    at = lexer.argument(tokens, place + 1, out, tokens[place])
    return lexer.argument(tokens, at + 1, out, tokens[after])


@builds("between")
def _between(tree: Tree) -> sp.Basic:
    formula, low, high = [child for child in tree.children if isinstance(child, Tree)]
    variables = next(child for child in tree.children if isinstance(child, Token) and child.type == "BETWEEN").value
    value, ends = build(formula), (bound(low), bound(high))
    if is_matrix(value) or any(is_matrix(end) or not end.is_finite and end.is_number for end in ends):
        raise NotationError("[F]_a^b is the growth of a scalar between two numbers", column_of(tree))
    moving = [variable for variable in variables if value.has(variable)]
    if len(moving) != 1 or any(end.has(moving[0]) for end in ends):
        raise NotationError(r"[F]_a^b is the growth of F by the variable of an integral that stands in the same equation, and F speaks of "
                            "one such variable", column_of(tree))
    return value.subs(moving[0], ends[1]) - value.subs(moving[0], ends[0])


def bound(tree: Tree) -> sp.Basic:
    """A bound of an integral or of a sum, infinity among them."""
    if tree.data == "infinite":
        return -sp.oo if tree.children[0].type == "MINUS" else sp.oo
    return build(tree)
