"""Statements over draws: means, variances, covariances, convergence in probability."""

from __future__ import annotations

from dataclasses import replace

from lark import Token, Tree

from theoremtest.derivations.language.expectation import ConvergesInProbability, Covariance, Expectation
from theoremtest.derivations.language.laws import Binomial, FairBits, Mass, Multinomial, Poisson

from .build import build, column_of
from .errors import NotationError
from .names import Names
from .parser import parse
from .reading import is_relation, like_shape, reader, right_side, scalar

LAWS = {"Bin": Binomial, "Multi": Multinomial, "Poi": Poisson, "Bits": FairBits, "Mass": Mass}


def _draws(drawn: list[Tree]) -> dict:
    """Symbol to variance or law."""
    draws = {}
    for draw in drawn:
        parameters = [child for child in draw.children if isinstance(child, Tree)]
        symbol = draw.children[0].value.value
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
    tree = parse(text, "expectation", names)
    moment = next(child for child in tree.children if isinstance(child, Token) and child.type == "MOMENT")
    trees = [child for child in tree.children if isinstance(child, Tree)]
    drawn = [child for child in trees if child.data in ("draw", "counted")]
    *inside, value = [child for child in trees if child.data not in ("draw", "counted")]
    if (str(moment.value) == "covariance") != covariance or len(inside) != 1 + covariance:
        raise NotationError("a covariance is of two quantities, a mean or a variance of one", moment.column)
    return str(moment.value), inside, value, _draws(drawn)


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
