r"""Means over draws and extreme values as terms of a formula, `\|x\|^2 \leq c\,\mathbb{E}[z^2]`, `h = \frac{1}{\min_{y} f(y)}`: a display
is read with a name in place of each, the innermost first, and the name stands for the value. The letters that one binds are its own."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import pairwise

from sympy import And, Basic, MatrixSymbol, Symbol, true

from theoremtest.derivations.language.bound_terms import EXTREMES, Mean
from theoremtest.derivations.language.domain import atoms_of

from .conjunctions import placed
from .displays import sides_and_signs
from .errors import NotationError
from .extrema import HEAD as EXTREME
from .extrema import USAGE, bound_by, speaks_of
from .ground import Ground, condition, lies_in, split
from .means import HEAD as MEAN
from .membership import as_bounds
from .names import Names
from .open_functions import spoken
from .reading import expression
from .rows import READ
from .shapes import is_matrix
from .source import Source
from .tex import Kind, Mouth, Token
from .tex.spans import depths
from .tokens import tex_tokens
from .vocabulary import BRACKET_SIZES

_ENDS = READ | {",", ";", "&", r"\\"}
_CLOSES = {"[": "]", "(": ")", r"\{": r"\}"}
_BEHIND = _ENDS | {"+", "-", ")", "]", r"\}", "}", r"\right", r"\|", "|"}
"""What may stand behind round brackets without being a further factor."""
_AFTER_SIGN = re.compile(r"\\(?:leq?|geq?|leqslant|geqslant|neq?)$")


Over = Callable[[str, Ground], tuple[dict[Basic, Basic], Ground]]


def holds_extreme(text: str) -> bool:
    """Whether an extreme value over something stands in a formula."""
    return EXTREME.search(text) is not None


def with_terms(source: Source, ground: Ground, over: Over) -> tuple[Source, Ground]:
    """A formula with a name for every mean and every extreme value in it, and the ground that knows those names.

    over: the draws that a mean is over, by what stands below it, and the ground that knows them. Raises NotationError where it is not
    seen how far one reaches.
    """
    over_letters: set[str] = set()
    while (found := _last_head(source)) is not None:
        head, extreme = found
        if head["which"] == "Cov" or source.text[:head.start()].rstrip().endswith(r"\arg"):
            raise NotationError(USAGE if extreme else "a covariance is no term; give it a display of its own", source.column(head.end()))
        draws, letters, where = {}, [], []
        if not extreme:
            draws, ground = over(head["below"] or "", ground)
        names = ground.names(source.text)
        if extreme:
            below = source.part(*head.span("below" if head["below"] is not None else "letter"))
            letters = _below(below, names)
            where = [*said_of(ground, letters), *_conditions(below, letters, ground)]
            over_letters |= {*letters}
            for name, of in ground.where.items():
                if str(name) in speaks_of(source, names) and atoms_of(ground.domain.expand(of)) & {ground.letter(one) for one in letters}:
                    raise NotationError(f"{letters[0]} stands below the sign, and {name} for a formula of it; use another letter",
                                        source.column(head.end()))
        inner, end = _reach(source, head, letters, names)
        value = ground.domain.expand(placed(inner, lambda inner=inner, names=names: expression(inner.text, names)))
        place = len(ground.terms)
        made = _extreme(head["which"], [ground.letter(name) for name in letters], value, where, place) if extreme else \
            _mean(head["which"] == "Var", value, draws, place)
        name = rf"\boundterm_{{{place}}}"
        ground = replace(ground, terms={**ground.terms, name: made})
        source = source.put(head.start(), end, [f" {name} "])
    names = ground.names(source.text)
    outside = _letters_of(source, names, ground)
    if drawn := [str(letter) for letter in ground.draws if letter in outside]:
        raise NotationError(f"{', '.join(drawn)} is drawn, and stands here outside of every mean over it", source.column(1))
    free = over_letters & speaks_of(source, names)
    if free and set(sides_and_signs(source)[1]) == {"="}:
        raise NotationError(f"this reads two ways, as what the least or largest value is and as what is to be made so; {min(free)} stands "
                            "below the sign, and outside of what that is of", source.column(1))
    return source, ground


def _below(below: Source, names: Names) -> list[str]:
    """What an extreme value is over: the letters that stand first below its sign, or, where a condition does, as in `A x = b, x > 0`, those
    that begin another one, where all of the conditions speak of them."""
    pieces = split(below.text)
    begin = []
    for piece in pieces[1:]:
        with suppress(NotationError):
            begin += bound_by(Source.of(piece), names)
    if begin and all(speaks_of(Source.of(piece), names) & {*begin} for piece in pieces):
        with suppress(NotationError):
            return list(dict.fromkeys([*bound_by(below, names), *begin]))
        if any(_may_be_meant(piece, begin, names) for piece in pieces):
            raise NotationError(r"over which letters this is reads two ways; let them stand first, \max_{y, s \geq 0, A y + s = c}",
                                below.column(1))
        return begin
    return bound_by(below, names)


def _may_be_meant(piece: str, over: list[str], names: Names) -> bool:
    """Whether a condition speaks of a letter that an extreme value may be over, too: of any but a matrix and a side by itself."""
    source = Source.of(piece)
    alone = {side.text.strip() for side in sides_and_signs(source)[0]}
    others = [names.by_tokens[tuple(token.text for token in tex_tokens(name))] for name in speaks_of(source, names) - {*over}]
    return any(one.latex not in alone and getattr(one.value, "shape", (1, 1))[1] == 1 for one in others)


def said_of(ground: Ground, letters: list[str]) -> list[Basic]:
    """What the conditions above say of the letters below a sign. Raises NotationError where one ties them to others."""
    over = {ground.letter(name) for name in letters}
    found = [item for item in ground.conditions if spoken(item) & over]
    if any(not spoken(item) <= over for item in found):
        raise NotationError(f"{letters[0]} stands below the sign, and a condition above ties it to other letters; use another", 1)
    if any(getattr(letter, "is_integer", False) for letter in over):
        raise NotationError(f"{letters[0]} is a whole number, and an extreme value is over real ones", 1)
    return found


def _letters_of(source: Source, names: Names, ground: Ground) -> set[Basic]:
    """The letters that the names in a formula speak of, abbreviations written out."""
    values = [names.by_tokens[key].value for key in {tuple(token.text for token in tex_tokens(name)) for name in speaks_of(source, names)}]
    return set().union(*(atoms_of(ground.domain.expand(value)) for value in values if isinstance(value, Basic)))


def _last_head(source: Source) -> tuple[re.Match, bool] | None:
    """Where the last mean or extreme value begins, in which no other stands."""
    found = [(match, False) for match in MEAN.finditer(source.text)] + [(match, True) for match in EXTREME.finditer(source.text)]
    return max(found, key=lambda one: one[0].start("which"), default=None)


def _reach(source: Source, head: re.Match, letters: list[str], names: Names) -> tuple[Source, int]:
    """What a mean or an extreme value is of, and where that ends: what the brackets hold that a mean has, or what stands up to the end of
    its term; an extreme value reaches as far as the letters do that it is over.

    Of a mean without brackets the terms behind it may be meant, too, which says the same of terms that hold no draw: only where a factor
    stands before it, or for a variance, do the two readings differ. Terms with a draw outside of every mean are refused elsewhere.
    """
    rest = source.text[head.end():]
    tokens, where, bars = list(Mouth(rest)), [], set()
    for token, depth in zip(tokens, depths(tokens), strict=True):
        bars ^= {token.text} & {"|", r"\|"}
        ends = depth < 0 or depth == 0 and (token.text in _ENDS or token.text == r"\right" or token.kind is Kind.END)
        if ends or depth == 0 and not bars and token.text in ("+", "-"):
            where.append(token.at - 1)
        if ends:
            break
    else:
        where.append(len(rest))
    if not letters:
        inked = [token for token in tokens if not token.blank and token.text not in BRACKET_SIZES]
        opens = inked[0].text if inked else ""
        if opens in _CLOSES:
            return _in_brackets(source, head, tokens, opens)
        before = source.text[:head.start()].rstrip().removesuffix(r"\left").rstrip()
        if len(where) > 1 and (head["which"] != "E" or before and before[-1] not in "=<>+&([{" and _AFTER_SIGN.search(before) is None):
            raise NotationError(r"where this mean ends reads two ways; put what it is of in brackets, \mathbb{E}[...]",
                                source.column(head.end() + where[0] + 1))
        return source.part(head.end(), head.end() + where[0]), head.end() + where[0]
    terms = enumerate(pairwise([0, *where]))
    last = max((place for place, (start, end) in terms if speaks_of(Source.of(rest[start:end]), names) & {*letters}), default=None)
    if last is None:
        raise NotationError(f"{letters[0]} stands below the sign, and what follows does not speak of it", source.column(head.end()))
    end = head.end() + where[last]
    return source.part(head.end(), end), end


def _in_brackets(source: Source, head: re.Match, tokens: list[Token], opens: str) -> tuple[Source, int]:
    depth = depths(tokens)
    first = next(place for place, token in enumerate(tokens) if token.text == opens)
    last = next((place for place in range(first + 1, len(tokens)) if depth[place] == depth[first]), None)
    if last is None or tokens[last].text != _CLOSES[opens]:
        raise NotationError("this bracket is never closed", source.column(head.end() + tokens[first].at))
    end = head.end() + tokens[last].at - 1 + len(tokens[last].text)
    behind = next((token for token in tokens[last + 1:] if not token.blank), None)
    if opens == "(" and behind is not None and behind.text not in _BEHIND:
        raise NotationError(r"where this mean ends reads two ways; put what it is of in square brackets, \mathbb{E}[...]",
                            source.column(end))
    inner = source.part(head.end() + tokens[first].at - 1 + len(opens), head.end() + tokens[last].at - 1)
    return Source.made([token for token in inner.tokens if token is not inner.tokens[-1] or token.text not in BRACKET_SIZES]), end


def _mean(variance: bool, quantity: Basic, draws: dict[Basic, Basic], place: int) -> Basic:
    """The mean over draws, each as a letter of its own, so that nothing said of another letter is said of it."""
    if is_matrix(quantity):
        raise NotationError("a mean as a term is of a number; give that of a vector a display of its own")
    used = {letter: law for letter, law in draws.items() if letter in atoms_of(quantity)}
    if not used:
        raise NotationError(r"nothing in this mean is drawn; say from which law, % theoremtest: let x \sim \mathcal{N}(0, 1)")
    own = {letter: _own(letter, place) for letter in used}
    pairs = [(own[letter], law) for letter, law in used.items()]
    mean = Mean(quantity.xreplace(own), *pairs)
    return Mean((quantity.xreplace(own) - mean) ** 2, *pairs) if variance else mean


def _extreme(which: str, letters: list[Basic], formula: Basic, where: list[Basic], place: int) -> Basic:
    if is_matrix(formula):
        raise NotationError("an extreme value is of a number")
    own = {letter: _own(letter, place) for letter in letters}
    condition = true if not where else where[0] if len(where) == 1 else And(*where, evaluate=False)
    return EXTREMES[which](formula.xreplace(own), condition.xreplace(own), *own.values())


def _own(letter: Basic, place: int) -> Basic:
    """The letter of one term: two that may have no value do not cancel because they are spelled alike."""
    name = rf"{letter}^{{\circ {place}}}"
    return MatrixSymbol(name, *letter.shape) if isinstance(letter, MatrixSymbol) else Symbol(name, real=True)


def _conditions(below: Source, letters: list[str], ground: Ground) -> list[Basic]:
    """What is said below the sign; what a letter was declared to lie in is said already."""
    found = []
    for piece in split(below.text):
        name, _, space = piece.partition(r"\in")
        if piece.strip() in letters or space and lies_in(ground, name, space.strip()):
            continue
        found.append(condition(ground, as_bounds(Source.of(piece), partial(lies_in, ground)).text))
    return found


__all__ = ["holds_extreme", "said_of", "with_terms"]
