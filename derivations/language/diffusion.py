"""Diffusions dX = b dt + s dW, in Itô's sense: how means along them change, and laws that they leave as they are.

Everything is said by the generator, L f = (the slope of f along b) + 1/2 (the mean of the second slope of f along s Z, over standard normal
numbers Z in place of dW): d/dt E f(X) = E (L f)(X) by Itô's formula, and a density p stands still where L* p = 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from sympy import (
    Add,
    Derivative,
    Dummy,
    Expr,
    Integral,
    MatAdd,
    MatMul,
    Mul,
    Poly,
    Pow,
    S,
    Symbol,
    Trace,
    Transpose,
    cos,
    diff,
    linsolve,
    oo,
    sin,
    tanh,
)
from sympy.matrices.expressions.matexpr import MatrixSymbol

from .base import Statement
from .domain import Domain, atoms_of
from .errors import StatementError
from .flow import Flow, _check_states
from .latex import to_latex
from .material import as_formula, make_exact, told
from .motion import check_time
from .statement import All, Equal, every
from .symbols import Dot
from .wellformed import same_shape, shape_of

BOUNDED = (sin, cos, tanh)
"""Functions with bounded values."""


@dataclass(frozen=True, eq=False)
class Diffusion:
    """dX = `drift` dt + `noise`, in Itô's sense.

    drift: state, a scalar or matrix symbol, to its rate. noise: state to a formula of its shape that is linear in the letters of `wiener`;
    a state that is left out has none. wiener: letters for dW, scalars or matrices, whose entries are the steps of independent Wiener
    processes: `Diffusion({x: -x}, {x: sigma*W}, (W,))` is dx = -x dt + sigma dW.
    """

    drift: dict
    noise: dict
    wiener: tuple
    name: str = "the diffusion"

    def __post_init__(self) -> None:
        make_exact(self)
        _check_states(self.drift)
        for letter in self.wiener if isinstance(self.wiener, tuple) else (self.wiener,):
            if not isinstance(self.wiener, tuple) or not isinstance(letter, (Symbol, MatrixSymbol)) or letter in self.drift:
                raise StatementError(f"the letters for dW are a tuple of symbols, (W,) of one, and no states; got {told(self.wiener)}")
        for state, formula in (*self.drift.items(), *self.noise.items()):
            if state not in self.drift:
                raise StatementError(f"noise of {state}, which has no drift; give it the drift 0")
            if not same_shape(shape_of(state), shape_of(formula)):
                raise StatementError(f"{state} has the shape {shape_of(state) or 'scalar'}; got {told(formula)} as its drift or noise")
        for state, formula in self.drift.items():
            if atoms_of(formula) & set(self.wiener):
                raise StatementError(f"the drift {told(formula)} of {state} speaks of dW; that belongs into the noise")
        for state, formula in self.noise.items():
            if formula != 0 and not _linear(formula, set(self.wiener)):
                raise StatementError(f"the noise {told(formula)} of {state} is not linear in what stands for dW, "
                                     f"{', '.join(map(str, self.wiener))}")

    @property
    def states(self) -> tuple:
        """The scalars and matrices that move."""
        return tuple(self.drift)

    def expressions(self) -> tuple:
        """All expressions whose symbols must be declared, those for dW apart."""
        return (*self.drift, *self.drift.values(), *self.noise.values())

    def latex(self) -> str:
        """The equations, with d W for the letters of noise."""
        steps = {letter: Symbol(f"d {to_latex(letter)}") if isinstance(letter, Symbol) else MatrixSymbol(f"d {letter.name}", *letter.shape)
                 for letter in self.wiener}
        return r",\quad ".join(rf"d {to_latex(state)} = \left({to_latex(rate)}\right) dt" + (
            f" + {to_latex(self.noise[state].xreplace(steps))}" if self.noise.get(state, 0) != 0 else "")
            for state, rate in self.drift.items())

    def _scalars(self) -> tuple[dict, dict]:
        """Drift, and what is multiplied by dt in dx dy for each pair of states; StatementError where there are matrices."""
        if any(map(shape_of, (*self.states, *self.wiener))):
            raise StatementError("matrices have no coordinates here; write the entries out, or speak of a mean by MeanEvolves")
        slopes = {state: [diff(self.noise.get(state, S.Zero), letter) for letter in self.wiener] for state in self.states}
        return self.drift, {(one, other): sum((a * b for a, b in zip(slopes[one], slopes[other], strict=True)), S.Zero)
                            for one in self.states for other in self.states}

    def generator(self, formula: Any) -> Expr:
        """L f of a formula in scalar states, its derivatives not yet carried out, as the paper writes it."""
        formula = as_formula(formula)
        drift, spread = self._scalars()
        first = [rate * Derivative(formula, state) for state, rate in drift.items() if rate != 0]
        return Add(*first, *(S.Half * part * Derivative(formula, *pair) for pair, part in spread.items() if part != 0))

    def forward(self, density: Any) -> Expr:
        """L* p of a density p in scalar states, the right side of the Fokker-Planck equation, its derivatives not yet carried out."""
        density = as_formula(density)
        drift, spread = self._scalars()
        first = [-Derivative(rate * density, state) for state, rate in drift.items() if rate != 0]
        return Add(*first, *(S.Half * Derivative(part * density, *pair) for pair, part in spread.items() if part != 0))

    def moments(self, of: Mapping[Symbol, Any]) -> Flow:
        """The means of polynomials in scalar states, {m: x, q: x**2}, as states m, q of a flow.

        Raises StatementError where they do not close: where the mean of one changes by a mean that is no linear formula of these.
        """
        drift, spread = self._scalars()
        wanted = {name: as_formula(formula) for name, formula in of.items()}
        for formula in wanted.values():
            _check_growth(self, formula, self.states)
        rates = {}
        for name, formula in wanted.items():
            change = sum((rate * diff(formula, state) for state, rate in drift.items()), S.Zero) + sum(
                (part * diff(formula, *pair) / 2 for pair, part in spread.items()), S.Zero)
            rates[name] = _linear_formula(change, wanted, self.states, name)
        return Flow(rates, name=f"means along {self.name}")


def _linear_formula(change: Expr, wanted: Mapping[Symbol, Expr], states: tuple, name: Symbol) -> Expr:
    """A formula in the states as a number and multiples of some others, by name."""
    weights = [Dummy(f"c{place}") for place in range(len(wanted) + 1)]
    gap = Poly(change - weights[0] - sum(w * formula for w, formula in zip(weights[1:], wanted.values(), strict=True)), *states)
    found = next(iter(linsolve(gap.coeffs(), *weights)), None)
    if found is None:
        raise StatementError(f"the means do not close: that of {wanted[name]} changes by the mean of {change.expand()}, which is no linear "
                             f"formula of {', '.join(map(str, wanted.values()))}")
    found = [value.xreplace(dict.fromkeys(weights, S.Zero)) for value in found]
    return Add(found[0], *(weight * letter for weight, letter in zip(found[1:], wanted, strict=True)))


def _linear(formula: Any, letters: set) -> bool:
    """Whether a formula is a sum of products each with one of the letters in one factor, to the first power."""
    if formula in letters:
        return True
    if isinstance(formula, (Add, MatAdd)):
        return all(_linear(part, letters) for part in formula.args)
    if isinstance(formula, (Mul, MatMul, Dot, Transpose, Trace)):
        speaking = [part for part in formula.args if atoms_of(part) & letters]
        return len(speaking) == 1 and _linear(speaking[0], letters)
    return False


def _degree(formula: Any, letters: set, polynomial: bool = False) -> Any:
    """A power of the letters' size beside 1 that bounds a formula; StatementError where none is seen, or where it is no polynomial."""
    if formula in letters:
        return S.One
    if not atoms_of(formula) & letters or isinstance(formula, BOUNDED) and not polynomial:
        return S.Zero
    if isinstance(formula, (Add, MatAdd)):
        return max(_degree(part, letters, polynomial) for part in formula.args)
    if isinstance(formula, (Mul, MatMul, Dot)):
        return sum((_degree(part, letters, polynomial) for part in formula.args), S.Zero)
    if isinstance(formula, (Transpose, Trace)):
        return _degree(formula.args[0], letters, polynomial)
    if isinstance(formula, Pow) and (formula.exp.is_Integer if polynomial else formula.exp.is_Rational) and formula.exp.is_nonnegative:
        return formula.exp * _degree(formula.base, letters, polynomial)
    raise StatementError(f"{told(formula)} is no polynomial in the states" if polynomial else
                         f"how {told(formula)} grows with the states is not seen")


def _check_growth(along: Diffusion, quantity: Any, states: Iterable, expand: Any = lambda formula: formula) -> None:
    """Raise StatementError where means need not change as Itô's formula says: where the equation lets X run away."""
    for formula in (*along.drift.values(), *along.noise.values()):
        if _degree(expand(formula), set(states)) > 1:
            raise StatementError(f"{told(formula)} grows faster than the states: means along {along.name} need not be finite, nor change "
                                 "as Itô's formula says; state what the generator does, Equal(diffusion.generator(f), ...)")
    _degree(expand(quantity), set(states), polynomial=True)


@dataclass(frozen=True, eq=False)
class MeanEvolves(Statement):
    """Along a diffusion, the mean of `quantity` changes at the mean of `rate`, from any start in the domain.

    quantity: a polynomial in the states, a number. rate: what the generator makes of it, L f, a formula in the states.
    Drift and noise grow no faster than the states: the process then exists at all times with all its moments, and what Itô's formula leaves
    has the mean 0. It holds exactly where L f is the rate at every point. As a process may leave what a condition says of its states, no
    proof uses one; a point that refutes is inside.
    """

    label: ClassVar[str] = "rate of a mean"

    quantity: Expr
    rate: Expr
    along: Diffusion

    def __post_init__(self) -> None:
        if not isinstance(self.along, Diffusion):
            raise StatementError(f"{self.kind} is along a Diffusion; got {told(self.along)}")
        super().__post_init__()
        self.check_formulas(self.quantity, self.rate)
        for name, formula in (("quantity", self.quantity), ("rate", self.rate)):
            if shape_of(formula):
                raise StatementError(f"the {name} of {self.kind} is a number; {formula} has shape {shape_of(formula)}: take an entry")
        noisy = set(self.along.wiener)
        spoken = set().union(*(atoms_of(self.on.expand(part)) for part in (self.quantity, self.rate, *self.on.conditions)), self.on.where)
        if noisy & spoken:
            raise StatementError(f"{', '.join(sorted(map(str, noisy & spoken)))} stands for dW, of which nothing but the noise speaks")
        _check_growth(self.along, self.quantity, self.along.states, self.on.expand)

    def _check_meanings(self) -> None:
        super()._check_meanings()
        check_time(self, {state: rate for state, rate in self.along.drift.items() if not self.along.noise.get(state)})

    def expressions(self) -> tuple:
        return (self.quantity, self.rate, *self.along.expressions())

    def bound(self) -> set:
        return {*self.along.states, *self.along.wiener}

    def latex(self) -> str:
        moving = atoms_of(self.on.expand(self.rate)) & set(self.along.states)
        rate = rf"\mathbb{{E}}\left[{to_latex(self.rate)}\right]" if moving else to_latex(self.rate)
        return rf"\frac{{d}}{{dt}} \mathbb{{E}}\left[{to_latex(self.quantity)}\right] = {rate}"


def stationary(along: Diffusion, density: Any, on: Domain, ranges: Mapping[Symbol, tuple] | None = None) -> All:
    """That a density stays as it is: L* p = 0, and its integral over all states is 1.

    density: in scalar states. ranges: of a state that does not run over all numbers, its ends.
    That drift and noise grow no faster than the states, and that nothing comes in or goes out at an end, is the author's to see to.
    """
    density, ends = as_formula(density), ranges or {}
    limits = [(state, *ends.get(state, (-oo, oo))) for state in along.states]
    still = [condition for condition in on.conditions if not atoms_of(on.expand(condition)) & set(along.states)]
    rest = Domain(*still, over=[letter for letter in on.symbols if letter not in along.states], where=on.where)
    return every(stands=Equal(along.forward(density), S.Zero, on=on), mass=Equal(Integral(density, *limits), S.One, on=rest))
