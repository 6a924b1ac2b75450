r"""Claims over what is drawn: means, variances and covariances, means as terms of an equation, bounds of probabilities. What stands below a
mean, `\mathbb{E}_{x \sim \mathcal{N}(0, 1)}`, may declare its letters; the ground with them comes back beside the statement."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import fields, replace

from sympy import Add, Basic, Ge, Integer, MatAdd, S, ZeroMatrix

from theoremtest.derivations.language.domain import atoms_of
from theoremtest.derivations.language.expectation import Covariance, Expectation
from theoremtest.derivations.language.statement import Statement
from theoremtest.derivations.language.symbols import Dot
from theoremtest.derivations.language.tails import TailBound

from .build import is_matrix
from .claimed_over import read_over
from .conjunctions import placed
from .errors import NotationError
from .ground import Ground, Line, extended, split
from .means import HEAD, bracketed, exists, terms
from .reading import expression
from .source import Source
from .tokens import tex_tokens
from .vocabulary import MOMENT

_PROBABILITY = re.compile(r"\s*\\(?:mathbb\s*\{?\s*P\s*\}?|Pr(?![A-Za-z]))(?P<below>\s*_\s*(?:\{(?:[^{}]|\{[^{}]*\})*\}|[A-Za-z]))?")
_BELOW = re.compile(r"\s*_\s*(?:\{(?P<inside>(?:[^{}]|\{[^{}]*\})*)\}|(?P<letter>[A-Za-z]))")
_HEAD_BELOW = re.compile(r"(?P<head>\s*" + MOMENT + r")(?P<below>\s*_\s*(?:\{(?:[^{}]|\{[^{}]*\})*\}|[A-Za-z]))")
_HEAD = re.compile(MOMENT + r"\s*(?:\\left|\\bigl?|\\Bigl?)?\s*[\[(]")


def begins_with_moment(text: str) -> bool:
    """Whether a formula begins with a mean, a variance or a covariance."""
    return any(found.match(text) is not None for found in (_HEAD_BELOW, _HEAD)) or _is_covariance(text)


def _is_covariance(text: str) -> bool:
    found = HEAD.match(text)
    return found is not None and found["which"] == "Cov"


def begins_with_probability(side: Source) -> bool:
    """Whether a side begins with a probability."""
    return _PROBABILITY.match(side.text) is not None


def moment(ground: Ground, text: str) -> tuple[Statement, Ground]:
    """An equation whose left side is a mean, a variance or a covariance."""
    ground, draws = drawn_over(ground, match["below"] if (match := _HEAD_BELOW.match(text)) else "")
    text = match["head"] + text[match.end():] if match else text
    drawn, on = next(iter(draws)), ground.domain
    some = S.Zero if is_matrix(drawn) else drawn
    like = Covariance(first=some, second=some, value=S.Zero, draws=draws, on=on) if _is_covariance(text.strip()) else \
        Expectation(quantity=some, value=S.Zero, draws=draws, on=on)
    return _over_draws(ground, read_over(ground, text, like), draws), ground


def means(ground: Ground, text: str) -> tuple[Statement, Ground]:
    """Means as terms of an equation, as the one mean of all of them."""
    found = terms(text)
    below = {term.below for term in found if term.quantity is not None}
    if len(below) > 1:
        raise NotationError("these means are over different letters; write each in a display of its own", 1)
    ground, draws = drawn_over(ground, below.pop())
    domain = ground.domain
    like = Expectation(quantity=S.Zero, value=S.Zero, draws=draws, on=domain)
    averaged, rest = [], []
    for term in found:
        factor = _still(ground, term.factor, like) if term.factor.text.strip() else Integer(1)
        factor = -factor if term.minus else factor
        if term.quantity is None:
            rest.append(-factor)
            continue
        value = placed(term.quantity, lambda term=term: expression(term.quantity.text, ground.names(term.quantity.text, like)))
        if not exists(domain.expand(value), draws):
            raise NotationError("whether this mean exists is not seen, so that it is no term; state it in a display of its own",
                                term.quantity.column(1))
        averaged.append(factor * value)
    shapes = {getattr(value, "shape", ()) for value in (*averaged, *(one for one in rest if one != 0))}
    if len(shapes) > 1:
        raise NotationError("the terms of this equation have different sizes", 1)
    matrices = shapes != {()}
    add = MatAdd if matrices else Add
    total = add(*averaged)
    none = ZeroMatrix(*total.shape) if matrices else S.Zero
    value = add(*[one for one in rest if one != 0]) if any(one != 0 for one in rest) else none
    return _over_draws(ground, replace(like, quantity=total, value=value), draws), ground


def _still(ground: Ground, source: Source, like: Expectation) -> Basic:
    """A factor or a term outside of every mean, which speaks of no draw."""
    value = placed(source, lambda: expression(source.text, ground.names(source.text, like)))
    if tied := [str(letter) for letter in like.draws if letter in atoms_of(ground.domain.expand(value))]:
        raise NotationError(f"{', '.join(tied)} is drawn, and stands here outside of every mean", source.column(1))
    return value


def tail(ground: Ground, sides: Sequence[Source], signs: Sequence[str]) -> tuple[Statement, Ground]:
    """A bound of the probability of an event."""
    head = _PROBABILITY.match(sides[0].text)
    event = bracketed(sides[0].part(head.end(), len(sides[0].text)))
    if event is None or len(signs) != 1 or signs[0] not in (r"\leq", r"\le"):
        raise NotationError(r"a probability is bounded from above, \mathbb{P}(...) \leq b; one that is at least a number is stated of "
                            "the contrary event", sides[0].column(1))
    ground, draws = drawn_over(ground, head['below'] or "")
    some = next(iter(draws))
    like = TailBound(event=Ge(Dot(some, some) if is_matrix(some) else some, 2, evaluate=False), at_most=S.One, draws=draws,
                     through=S.One, on=ground.domain)
    return _over_draws(ground, read_over(ground, rf"\mathbb{{P}}\left({event.text}\right) \leq {sides[1].text}", like), draws), ground


def _over_draws(ground: Ground, read: Statement, draws: dict) -> Statement:
    """A statement over the draws that it speaks of. Raises NotationError where it speaks of others."""
    read = _written_out(ground, read, draws)
    used = set().union(*(atoms_of(ground.domain.expand(item)) for item in read.drawn_over()))
    if fixed := [str(letter) for letter in ground.draws if letter in used and letter not in draws]:
        raise NotationError(f"{', '.join(fixed)} is drawn, too, and the mean is not over it; write it below, or no letter at all", 1)
    return replace(read, draws={letter: law for letter, law in draws.items() if letter in used} or draws)


def _written_out(ground: Ground, read: Statement, draws: dict) -> Statement:
    """A statement with abbreviations of what is drawn written out: a mean is over what they hold."""
    drawn = {name for name in ground.where if atoms_of(ground.domain.expand(name)) & draws.keys()}
    held = {one.name: value for one in fields(read) if isinstance(value := getattr(read, one.name), Basic) and atoms_of(value) & drawn}
    return replace(read, **{name: ground.domain.expand(value) for name, value in held.items()})


def drawn_over(ground: Ground, below: str) -> tuple[Ground, dict]:
    """The ground with the letters that what stands below a mean declares, and those that the mean is over, each with its law: all that are
    drawn where nothing stands there."""
    over = None
    if match := _BELOW.match(below):
        inside = match["inside"] or match["letter"]
        letters, _, law = inside.partition(r"\sim")
        if law:
            ground = extended(ground, Line("let", inside))
        over = {ground.letter(name) for name in split(letters)}
        if lacking := [name.strip() for name in split(letters) if ground.letter(name) not in ground.draws]:
            raise NotationError(f"{lacking[0]} is not drawn; say from which law, % theoremtest: let {lacking[0]} \\sim "
                                r"\mathcal{N}(0, 1)", 1)
    draws = {letter: law for letter, law in ground.draws.items() if over is None or letter in over}
    if not draws:
        raise NotationError(r"a mean is over what is drawn; say from which law, % theoremtest: let x \sim \mathcal{N}(0, 1)", 1)
    return ground, draws


def _is_e(name: str) -> bool:
    """Whether a declared name is an E, in any font and with any script."""
    return next((token.text for token in tex_tokens(name) if token.text not in (r"\mathbf", r"\mathsf", "{")), "") == "E"


def with_means(source: Source, ground: Ground) -> Source:
    r"""A formula with `\mathbb{E}` for an E in another font that is no letter of the comments, `\mathbf{E}` and `\mathsf{E}`."""
    if any(map(_is_e, (*ground.letters, *ground.functions, *(item.left for item in ground.declared)))):
        return source
    tokens = list(source.tokens)
    for place, token in enumerate(tokens):
        inner = [one.text for one in tokens[place + 1:place + 5] if not one.blank]
        if token.text in (r"\mathbf", r"\mathsf") and (inner[:3] == ["{", "E", "}"] or inner[:1] == ["E"]):
            tokens[place] = replace(token, text=r"\mathbb")
    return Source.made(tokens)


__all__ = ["begins_with_moment", "begins_with_probability", "drawn_over", "means", "moment", "tail", "with_means"]
