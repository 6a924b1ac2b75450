"""Statements over draws: means, variances, covariances, convergence in probability."""

from __future__ import annotations

import re
from dataclasses import replace

from lark import Token, Tree
from sympy import Add, S

from theoremtest.derivations.language.diffusion import MeanEvolves
from theoremtest.derivations.language.domain import atoms_of
from theoremtest.derivations.language.expectation import ConvergesInProbability, Covariance, Expectation
from theoremtest.derivations.language.laws import Binomial, Bounded, FairBits, Mass, Moments, Multinomial, Poisson
from theoremtest.derivations.language.tails import TailBound

from .build import build, build_condition, column_of
from .errors import NotationError
from .names import Names
from .parser import parse
from .reading import is_relation, like_shape, reader, right_side, scalar
from .vocabulary import MOMENT

_BY_TIME = re.compile(r"\s*\\[dt]?frac\s*\{\s*(?:d|\\mathrm\s*\{\s*d\s*\})\s*\}\s*\{\s*(?:d|\\mathrm\s*\{\s*d\s*\})\s*t\s*\}")
_BELOW = re.compile(r"(?P<mean>\s*" + MOMENT + r")\s*_\s*"
                    r"\{(?P<below>(?:[^{}]|\{[^{}]*\})*\\sim(?:[^{}]|\{[^{}]*\})*)\}")
LAWS = {"Bin": Binomial, "Multi": Multinomial, "Poi": Poisson, "Bits": FairBits, "Mass": Mass, "Law": Moments, "Bounded": Bounded}


def _draws(drawn: list[Tree]) -> dict:
    """Symbol to variance or law."""
    draws = {}
    for draw in drawn:
        parameters = [child for child in draw.children if isinstance(child, Tree)]
        symbol = draw.children[0].value.value
        if symbol in draws:
            raise NotationError(f"{symbol} is drawn twice", column_of(draw))
        if draw.data == "counted":
            named = next(child for child in draw.children if isinstance(child, Token) and child.type == "LAW")
            law = LAWS[str(named.value).removeprefix(r"\operatorname{").removesuffix("}")]
            try:
                draws[symbol] = law(*map(scalar, parameters))
            except TypeError:
                raise NotationError(f"{len(parameters)} parameters of this law", column_of(draw)) from None
            continue
        mean, variance = parameters
        if build(mean) != 0:
            raise NotationError("the draws have mean 0", column_of(mean))
        draws[symbol] = scalar(variance)
    return draws


def draws_of(text: str, names: Names) -> dict:
    """The draws that stand behind a mean, symbol to variance or law."""
    return _moment(text, names, covariance=False)[3]


def _moment(text, names, covariance: bool):
    """The moment, what stands in its brackets, the value and the draws."""
    tree = _parsed(text, names)
    moment = next(child for child in tree.children if isinstance(child, Token) and child.type == "MOMENT")
    trees = [child for child in tree.children if isinstance(child, Tree)]
    drawn = [child for child in trees if child.data in ("draw", "counted")]
    *inside, value = [child for child in trees if child.data not in ("draw", "counted")]
    if (str(moment.value) == "covariance") != covariance or len(inside) != 1 + covariance:
        raise NotationError("a covariance is of two quantities, a mean or a variance of one", moment.column)
    return str(moment.value), inside, value, _draws(drawn)


def _parsed(text: str, names: Names) -> Tree:
    r"""The tree of an equation of moments; a law below the mean, `\mathbb{E}_{x \sim \mathcal{N}(0, 1)}`, is put behind the equation."""
    below = _BELOW.match(text)
    if below is None:
        return parse(text, "expectation", names)
    start, end = below.span("below")
    kept = text[:below.end("mean")] + " " * (below.end() - below.end("mean")) + text[below.end():] + ", "
    try:
        return parse(kept + text[start:end], "expectation", names)
    except NotationError as error:
        raise error.moved(start + error.column - len(kept)) if error.column > len(kept) else error from None


@reader(Expectation)
def _expectation(text, like, names):
    """`\\mathbb{E}[q] = v, X \\sim \\mathcal{N}(0, s), ...`; the draws may be left out, and so may the left side."""
    if not is_relation(text):
        return replace(like, value=right_side(text, names, like.value))
    moment, (quantity,), value, draws = _moment(text, names, covariance=False)
    averaged = build(quantity)
    return replace(like, quantity=averaged, value=like_shape(build(value), averaged, value), moment=moment, draws=draws or like.draws)


@reader(Covariance)
def _covariance(text, like, names):
    """`\\operatorname{Cov}[q, r] = v, X \\sim \\mathcal{N}(0, s), ...`, with the same freedom."""
    if not is_relation(text):
        return replace(like, value=right_side(text, names, like.value))
    _, (first, second), value, draws = _moment(text, names, covariance=True)
    return replace(like, first=scalar(first), second=scalar(second), value=scalar(value), draws=draws or like.draws)


@reader(ConvergesInProbability)
def _in_probability(text, like, names):
    """`\\operatorname{plim}_{n \\to \\infty} [q] = v, X \\sim \\mathcal{N}(0, s), ...`."""
    if not is_relation(text):
        return replace(like, value=right_side(text, names, like.value))
    tree = parse(text, "in_probability", names)
    name = next(child for child in tree.children if isinstance(child, Token) and child.type == "NAME")
    target, quantity, value, *drawn = [child for child in tree.children if isinstance(child, Tree)]
    if [getattr(child, "type", "") for child in target.children] not in (["INFTY"], ["PLUS", "INFTY"]):
        raise NotationError("this convergence is along a whole number that grows", column_of(target))
    return replace(like, quantity=scalar(quantity), variable=name.value.value, value=scalar(value), draws=_draws(drawn) or like.draws)


@reader(TailBound)
def _tail(text, like, names):
    """`\\mathbb{P}(event) \\leq b, X \\sim ...`; the draws may be left out, and so may the left side. An event that is read anew is bounded
    through the usual function, or through the claim's own where it is the claim's own event."""
    if not is_relation(text):
        return replace(like, at_most=right_side(text, names, like.at_most))
    event, bound, *drawn = [child for child in parse(text, "tail", names).children if isinstance(child, Tree)]
    read = build_condition(event.children[0])
    through = like.through if read == like.event else None
    return replace(like, event=read, at_most=scalar(bound), draws=_draws(drawn) or like.draws, through=through)


@reader(MeanEvolves)
def _mean_evolves(text, like, names):
    """`\\frac{d}{dt} \\mathbb{E}[q] = ...`, on the right numbers and multiples of means that stand still, or one mean of all."""
    if not is_relation(text):
        return replace(like, rate=scalar(parse(text, "expression", names).children[0]))
    start = _BY_TIME.match(text)
    if start is None:
        raise NotationError(r"the left side is \frac{d}{dt} \mathbb{E}[q]", 1)
    tree = parse(" " * start.end() + text[start.end():], "mean_rate", names)
    moment, quantity, *terms = [child for child in tree.children if getattr(child, "type", "") not in ("LSQUARE", "RSQUARE", "EQ")]
    if str(moment.value) != "mean":
        raise NotationError("it is the mean that changes, a variance or covariance by what the means do", moment.column)
    found, minus = [], False
    for part in terms:
        if part.data == "sign":
            minus = part.children[0].type == "MINUS"
            continue
        found.append((-1 if minus else 1) * _mean_term(part, like))
        minus = False
    return replace(like, quantity=scalar(quantity), rate=Add(*found))


def _mean_term(tree: Tree, like: MeanEvolves):
    """A multiple of a mean, or what stands still, as a formula in the states."""
    trees = [child for child in tree.children if isinstance(child, Tree)]
    sign = S.NegativeOne if trees[0].data == "sign" and trees[0].children[0].type == "MINUS" else S.One
    trees = trees[1:] if trees[0].data == "sign" else trees
    averaged = scalar(trees.pop()) if tree.data == "averaged" else S.One
    factor = scalar(trees[0]) if trees else S.One
    if atoms_of(like.on.expand(factor)) & set(like.along.states):
        raise NotationError(r"what moves stands inside of a mean, \mathbb{E}[\ldots]", column_of(tree))
    return sign * factor * averaged
