r"""An equation with means anywhere as terms, `\mathbb{E}[(x - a)^2] = \mathbb{E}[x^2] - 2 a \mathbb{E}[x] + a^2`: one mean of all of
them, as a mean is linear where each of them exists. Of a product of means, a power of one or a mean under a fraction nothing is made."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

import sympy as sp
from sympy.matrices.expressions.matexpr import MatrixSymbol

from theoremtest.derivations.language.domain import atoms_of
from theoremtest.derivations.language.laws import Moments
from theoremtest.derivations.language.symbols import Dot

from .displays import merged, sides_and_signs
from .errors import NotationError
from .source import Source
from .tex.spans import depths
from .vocabulary import BRACKET_SIZES, MOMENT

HEAD = re.compile(MOMENT + r"(?P<below>\s*_\s*(?:\{(?:[^{}]|\{[^{}]*\})*\}|[A-Za-z]))?")
_CLOSES = {"[": "]", "(": ")", r"\{": r"\}"}
_REPAIR = (r"a mean stands by itself or behind a factor, a \mathbb{E}[...]; give it a name, `m = ...`, and say what that is in a display "
           "of its own")
_LINEAR = (sp.Add, sp.Mul, sp.MatAdd, sp.MatMul, sp.Transpose, sp.Trace, Dot)


@dataclass(frozen=True)
class Term:
    """A term of an equation, with all on its left side: the factor, and what the mean is of; a term without a mean has no quantity."""

    minus: bool
    factor: Source
    quantity: Source | None
    below: str = ""


def alone(text: str) -> bool:
    """Whether the only mean of an equation begins its left side and is all of it, or there is none."""
    found = list(HEAD.finditer(text))
    if not found:
        return True
    sides, signs = sides_and_signs(Source.of(text))
    return len(found) == 1 and signs == ["="] and not text[:found[0].start()].strip() and bracketed(
        sides[0].part(found[0].end(), len(sides[0].text))) is not None


def terms(text: str) -> list[Term]:
    """The terms of an equation, those on the right with their signs turned. Raises NotationError for a mean that is no term, or of which
    nobody can tell where it ends."""
    sides, _ = sides_and_signs(Source.of(text))
    split = [(right, _split(side)) for right, side in enumerate(sides)]
    return [_term(term, minus, right, place < len(found)) for right, found in split for place, (minus, term) in enumerate(found, start=1)]


def _split(side: Source) -> list[tuple[bool, Source]]:
    """The terms of a sum, each with whether a minus stands before it."""
    tokens = merged(side)
    found: list[tuple[bool, list]] = [(False, [])]
    for token, depth in zip(tokens, depths(tokens), strict=True):
        if depth == 0 and token.text in ("+", "-"):
            if any(not one.blank for one in found[-1][1]) or len(found) == 1 and not any(not one.blank for one in found[0][1]):
                found.append((token.text == "-", []))
                continue
            raise NotationError(f"{token.text} directly behind another sign; use brackets", token.at)
        found[-1][1].append(token)
    return [(minus, Source.made(term)) for minus, term in found if any(not one.blank for one in term)]


def _term(term: Source, minus: bool, right: int, more: bool) -> Term:
    found = list(HEAD.finditer(term.text))
    if not found:
        return Term(minus != bool(right), term, None)
    factor, rest = term.part(0, found[0].start()), term.part(found[0].end(), len(term.text))
    for sign in (r"\cdot", r"\times"):
        factor = factor.part(0, len(factor.text) - len(sign)) if factor.text.endswith(sign) else factor
    inner = bracketed(rest)
    if rest.text and not any(token.text in _CLOSES or token.text in BRACKET_SIZES for token in rest.tokens[:1]):
        inner = rest  # without brackets it is of the whole term
        if more and (minus or factor.text.strip()):  # without them both readings come to the same
            raise NotationError(r"where this mean ends reads two ways; put what it is of in brackets, \mathbb{E}[...]",
                                term.column(found[0].start() + 1))
    if len(found) > 1 or inner is None or found[0]["which"] != "E" or _opened(factor):
        raise NotationError(_REPAIR, term.column(found[0].start() + 1))
    return Term(minus != bool(right), factor, inner, "".join((found[0]["below"] or "").split()))


def _opened(source: Source) -> bool:
    """Whether a piece leaves a bracket or a group open."""
    words = [token.text for token in source.tokens]
    return any(words.count(one) != words.count(other) for one, other in [("{", "}"), *_CLOSES.items()])


def bracketed(source: Source) -> Source | None:
    """What stands in the brackets that a piece consists of; None for any other."""
    tokens = [token for token in source.tokens if not token.blank and token.text not in BRACKET_SIZES]
    if len(tokens) < 3 or _CLOSES.get(tokens[0].text) != tokens[-1].text:
        return None
    depth = depths(tokens)
    return Source.made(tokens[1:-1]) if all(depth[1:-1]) else None


def exists(quantity: sp.Basic, draws: Mapping[sp.Basic, object]) -> bool:
    """Whether a formula has a mean whatever its letters are: a polynomial in draws that have every moment."""
    if not atoms_of(quantity) & set(draws):
        return True
    if isinstance(quantity, (sp.Symbol, MatrixSymbol)):
        return not isinstance(draws[quantity], Moments)
    if isinstance(quantity, (sp.Pow, sp.MatPow)):
        return bool(quantity.args[1].is_Integer and quantity.args[1] > 0) and exists(quantity.args[0], draws)
    return isinstance(quantity, _LINEAR) and all(exists(part, draws) for part in quantity.args)


__all__ = ["HEAD", "Term", "alone", "bracketed", "exists", "terms"]
