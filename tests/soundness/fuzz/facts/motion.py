"""Rates, conserved quantities and solved initial value problems: each built backwards from its quantity or its solution."""

from __future__ import annotations

from random import Random

from sympy import Abs, Heaviside, Max, S, atan, cos, diff, exp, expand, sin, sqrt, tanh

from theoremtest.derivations.language import TIME, AtMostOneZero, Conserved, Domain, Evolves, Flow, GradientFlow, Solves, System, reals

from ...case import Case, F, T
from .parts import LETTERS, TINY, X, Y, number, polynomial, positive, slip, total_formula

a = reals("a")[0]
PLACES = (Domain(over=LETTERS), Domain(*(letter > 0 for letter in LETTERS)))


def conserved(chance: Random) -> Case:
    """A motion along the level lines of a function; false with friction, which makes the function fall."""
    level = polynomial(chance, (X, Y), 3, 3)
    if chance.random() < 0.3:
        level = chance.choice((exp(X) + level, level + Y * tanh(X), sqrt(1 + level**2)))
    speed = chance.choice((S.One, number(chance), 1 + X**2, exp(Y)))
    rates = {X: speed * diff(level, Y), Y: -speed * diff(level, X)}
    wrong = chance.random() < 0.5
    if wrong:
        friction = chance.choice((positive(chance), *TINY))
        rates = {state: rate - friction * diff(level, state) for state, rate in rates.items()}
    rates = {state: expand(rate) for state, rate in rates.items()}
    on = chance.choice(PLACES)
    return (F if wrong else T)(lambda: Conserved(level, along=Flow(rates), on=on), "friction" if wrong else "along level lines")


def rate(chance: Random) -> Case:
    """The chain rule; false with a slip."""
    quantity = total_formula(chance, (X, Y), 1) if chance.random() < 0.5 else polynomial(chance, (X, Y), 3, 3)
    if quantity.atoms(Abs, Max):  # they have a kink, where there is no derivative
        quantity = polynomial(chance, (X, Y), 3, 3)
    rates = {X: total_formula(chance, (X, Y), 1), Y: polynomial(chance, (X, Y), 2)}
    value = sum((diff(quantity, state) * speed for state, speed in rates.items()), S.Zero)
    wrong = chance.random() < 0.5
    if wrong:
        value += slip(chance, (X, Y))
    on = chance.choice(PLACES)
    return (F if wrong else T)(lambda: Evolves(quantity, value, along=Flow(rates), on=on), "the chain rule")


def descent(chance: Random) -> Case:
    """Minus the learning rate times the slope of a polynomial loss; false with the sign turned, or a slip."""
    loss = polynomial(chance, (X, Y), 4, 3)
    slope = -a * diff(loss, X)
    how = chance.choice(("true", "true", "slip", "turned" if diff(loss, X) != 0 else "slip"))
    told = {"true": slope, "slip": slope + slip(chance, (X, Y)), "turned": -slope}[how]
    return (T if how == "true" else F)(lambda: Evolves(X, told, along=GradientFlow(loss, {X: a, Y: S.One}), on=Domain(a > 0, over=[X, Y])),
                                       f"gradient descent: {how}")


def solution(chance: Random) -> Case:
    """A function of time and an equation made for it; false from another start, with a slip in the equation, or with a step."""
    t = TIME
    curve = chance.choice((t**2, exp(-t), sin(t), 1 / (1 + t), sqrt(1 + t), tanh(a * t), a * exp(a * t), t + cos(t), atan(t),
                           1 / (1 + t**2), a * t + 1, exp(t) * a)) * positive(chance) + number(chance)
    pull = chance.choice((lambda value: S.Zero, lambda value: value, lambda value: -(value**2), lambda value: value**3, sin))
    equation = diff(curve, t) + pull(X) - pull(curve)
    start = curve.subs(t, 0)
    how = chance.choice(("true", "true", "start", "slip", "step"))
    told = curve
    if how == "start":
        start += chance.choice((number(chance), *TINY))
    elif how == "slip":
        equation += chance.choice((number(chance), *TINY)) * (1 + t**2)
    elif how == "step":
        told = curve + chance.choice((number(chance), *TINY)) * Heaviside(t - chance.randint(1, 40))
    system = System({X: equation}, {X: start})
    return (T if how == "true" else F)(lambda: Solves(system, {X: told}, on=Domain(t >= 0, over=[a])), f"an equation for the curve: {how}")


def crossings(chance: Random) -> Case:
    """A quantity that only rises vanishes at most once; one that turns round vanishes twice from a suitable start."""
    shift, speed = number(chance), positive(chance)
    if chance.random() < 0.5:
        drift = chance.choice((speed, speed + X**2, speed * (1 + Y**2), exp(X)))
        return T(lambda: AtMostOneZero(X - shift, along=Flow({X: drift, Y: number(chance)}), on=Domain(over=[X, Y])), "it rises")
    return F(lambda: AtMostOneZero(X - shift, along=Flow({X: Y, Y: -speed}), on=Domain(over=[X, Y])), "thrown up, it comes down again")


MAKERS = (conserved, rate, descent, solution, solution, crossings)
