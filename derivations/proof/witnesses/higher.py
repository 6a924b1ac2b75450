"""What lemmas say of Lambert's W, Bessel functions, factorials and binomials in an equation: their values at neighbouring whole numbers are
written in those at one of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from theoremtest.derivations.kernel.facts import nonneg, nonzero, pos
from theoremtest.derivations.kernel.terms import MINUS, ONE, ZERO, Refused, Term, add, call, mul, number, sub

from .effort import NEIGHBOURS

if TYPE_CHECKING:
    from .identities import Equation


def said_of_higher(equation: Equation, formulas: list[Term]) -> None:
    """Write the rules, and what they speak of, for the functions in some formulas."""
    _lambert(equation, formulas)
    _binomials(equation, formulas)
    _gammas(equation, formulas)
    _factorials(equation, formulas)
    _bessel(equation, formulas)


def _lemma(equation: Equation, name: str, *values: Term) -> int:
    return equation.draft.line("lemma", name, [equation.draft.number(value) for value in values])


def _lambert(equation: Equation, formulas: list[Term]) -> None:
    """W e^W is what W is of."""
    for node in equation.nodes(formulas, "LambertW"):
        (inner,) = node.args
        with suppress(Refused):
            if equation.signs.show(nonneg(add(ONE, mul(call("exp", ONE), inner)))) is None:
                continue
            line, grown = _lemma(equation, "lambert_times_exp", inner), call("exp", node)
            if equation.signs.show(pos(inner)) is not None:
                _lemma(equation, "lambert_pos", inner)
                equation.take(_lemma(equation, "lambert_log", inner))
                formulas += [call("log", node), call("log", inner)]
            elif equation.signs.show(pos(add(ONE, mul(call("exp", ONE), inner)))) is not None:
                _lemma(equation, "lambert_above", inner)
            nonzero_line = equation.signs.show(nonzero(node))
            if nonzero_line is None:
                equation.rules.append(["product", line])
            else:
                equation.rules.append(["modulo", line, equation.draft.number(grown), 1, nonzero_line])
            formulas.append(grown)


def _binomials(equation: Equation, formulas: list[Term]) -> None:
    """As factorials inside of their row, 0 beyond it; a few things out of any number, one by one; else by the row above."""
    for node in equation.nodes(formulas, "binomial"):
        above, below = node.args
        with suppress(Refused):
            if equation.signs.show(nonneg(above)) is None or equation.signs.show(nonneg(below)) is None:
                continue
            if equation.signs.show(nonneg(sub(above, below))) is not None:
                for part in (below, sub(above, below)):
                    _lemma(equation, "factorial_pos", part)
                line = _lemma(equation, "binomial_as_factorials", above, below)
                equation.take(line)
                formulas.append(equation.draft.shown[line].args[1])
            elif equation.signs.show(pos(sub(below, above))) is not None:
                equation.take(_lemma(equation, "binomial_beyond", above, below))
            elif below.head == "number" and below.mark <= NEIGHBOURS:
                equation.take(_lemma(equation, "binomial_first", above))
                for place in range(int(below.mark)):
                    line = _lemma(equation, "binomial_next", above, number(place))
                    next_one = call("binomial", above, add(number(place), ONE))
                    equation.rules.append(["modulo", line, equation.draft.number(next_one), 1])
            else:
                _by_the_row_above(equation, formulas, above, below)


def _by_the_row_above(equation: Equation, formulas: list[Term], above: Term, below: Term) -> None:
    """By Pascal's rule, where the row above is spoken of."""
    before, beside = sub(above, ONE), sub(below, ONE)
    rows = [sub(other.args[0], before) for other in equation.nodes(formulas, "binomial")]
    if equation.read(lambda reader: any(not reader.reduced(reader.scalar(gap)) for gap in rows)) \
            and all(equation.signs.show(nonneg(part)) is not None for part in (before, beside)):
        equation.take(_lemma(equation, "binomial_pascal", before, beside))


def _gammas(equation: Equation, formulas: list[Term]) -> None:
    """The gamma function at whole numbers."""
    for node in equation.nodes(formulas, "gamma"):
        before = sub(node.args[0], ONE)
        with suppress(Refused):
            if equation.signs.show(nonneg(before)) is not None:
                equation.take(_lemma(equation, "gamma_as_factorial", before))
                formulas.append(call("factorial", before))


def _near(equation: Equation, nodes: list[Term], place: int) -> list[list[tuple[int, Term]]]:
    """Functions whose arguments at one place differ by whole numbers, by how much from the first, and in order."""
    groups: list[list[tuple[int, Term]]] = []
    for node in nodes:
        for group in groups:
            first = group[0][1]
            if node.args[:place] + node.args[place + 1:] != first.args[:place] + first.args[place + 1:]:
                continue
            gap = sub(node.args[place], first.args[place])
            found = equation.read(lambda reader, gap=gap: reader.reduced(reader.scalar(gap)).constant())
            if found is not None and found.q == 1:
                group.append((int(found), node))
                break
        else:
            groups.append([(0, node)])
    return [sorted(group, key=lambda pair: pair[0]) for group in groups]


def _factorials(equation: Equation, formulas: list[Term]) -> None:
    """(n + 1)! = (n + 1) n!, from the smallest one up; from 0! where that is a number."""
    for group in _near(equation, equation.nodes(formulas, "factorial"), 0):
        low, least = group[0]
        first = equation.read(lambda reader, least=least: reader.reduced(reader.scalar(least.args[0])).constant())
        if first is not None and 0 < first <= NEIGHBOURS and first.q == 1:
            low, least = low - int(first), call("factorial", ZERO)
        if group[-1][0] - low > NEIGHBOURS:
            continue
        with suppress(Refused):
            base = least.args[0]
            if equation.signs.show(nonneg(base)) is not None:
                _lemma(equation, "factorial_pos", base)
                for step in range(group[-1][0] - low):
                    at = add(base, number(step)) if step else base
                    for place in (at, add(at, ONE)):
                        equation.signs.show(nonneg(place))
                    equation.take(_lemma(equation, "factorial_step", at))


def _bessel(equation: Equation, formulas: list[Term]) -> None:
    """Three neighbouring orders are tied; orders below 0 are those above."""
    for head in ("besselj", "besseli"):
        below = set()
        for node in equation.nodes(formulas, head):
            order, at = node.args
            if equation.signs.show(pos(mul(MINUS, order))) is not None:
                with suppress(Refused):
                    equation.take(_lemma(equation, f"{head}_turned", mul(MINUS, order), at))
                    formulas.append(call(head, mul(MINUS, order), at))
                    below.add(node)
        for group in _near(equation, [node for node in equation.nodes(formulas, head) if node not in below], 0):
            low, least = group[0]
            order, at = least.args
            away = equation.signs.show(nonzero(at))
            for step in range(1, min(group[-1][0] - low, NEIGHBOURS)):
                middle = add(order, number(step))
                with suppress(Refused):
                    line = _lemma(equation, f"{head}_neighbours", middle, at)
                    highest = call(head, add(middle, ONE), at)
                    equation.rules.append(["nothing", line] if away is None else
                                          ["modulo", line, equation.draft.number(highest), 1, away])


Lemmas = Iterator[tuple[str, tuple[Term, ...], tuple[Term, ...]]]


def signs_of_higher(node: Term, strict: bool) -> Lemmas:
    """Lemmas on the sign of such a function: name, terms, side conditions."""
    head, args = node.head, node.args
    if head in ("LambertW", "gamma"):
        yield f"{'lambert' if head == 'LambertW' else head}_pos", args, (pos(args[0]),)
        if head == "LambertW" and not strict:
            yield "lambert_nonneg", args, (nonneg(args[0]),)
    elif head == "besseli":
        yield "besseli_pos", args, (nonneg(args[0]), pos(args[1]))
    elif head == "factorial":
        yield "factorial_pos", args, (nonneg(args[0]),)
    elif head == "binomial":
        yield "binomial_pos", args, (*map(nonneg, args), nonneg(sub(*args)))
        if not strict:
            yield "binomial_nonneg", args, tuple(map(nonneg, args))


def bounds_of_higher(node: Term) -> Lemmas:
    """Lemmas that compare such a function with something simpler."""
    head, args = node.head, node.args
    if head == "LambertW":
        about_e = add(ONE, mul(call("exp", ONE), args[0]))
        yield "lambert_below", args, (pos(args[0]),)
        yield "lambert_up_to", args, (nonneg(about_e),)
        yield "lambert_above", args, (pos(about_e),)
    elif head == "besseli":
        yield "besseli_falls", args, (nonneg(args[0]), pos(args[1]))
        if args[0] is ZERO:
            yield "besseli_from_one", args[1:], ()
    elif head == "besselj":
        yield "besselj_up_to_one", args, ()
    elif head == "factorial":
        yield "factorial_from_one", args, (nonneg(args[0]),)
        yield "factorial_from_count", args, (nonneg(args[0]),)


HIGHER = ("LambertW", "besseli", "besselj", "factorial", "binomial", "gamma")
