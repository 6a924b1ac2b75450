"""The formulas of a claim as functions of arrays: NumPy, Numba, Torch or mpmath, stable on the whole domain.

Each formula is rewritten by `kernels.stable` and the exact engine is asked whether the rewritten one equals the printed one; only then is
it what is computed. Matrices are written out entry by entry, at sizes that are given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import sympy as sp
from sympy import Basic, Expr, MatrixSymbol, Symbol
from sympy.core.relational import Relational

from theoremtest.derivations.language import Claim, Domain, Equal, Evidence, Outcome, Statement, atoms_of
from theoremtest.derivations.language.material import told
from theoremtest.derivations.proof.attest import offering
from theoremtest.derivations.proof.deadline import Deadline
from theoremtest.derivations.proof.decide import decide
from theoremtest.numerics.integrate.components import symbols_for, written_out
from theoremtest.numerics.kernels import compiled
from theoremtest.numerics.kernels.compiled import BACKENDS, Kernel, KernelError
from theoremtest.numerics.kernels.expression_rounding import bounded
from theoremtest.numerics.kernels.rounding import UNIT
from theoremtest.numerics.kernels.stable import stable
from theoremtest.numerics.routes.points import sampled_domain
from theoremtest.numerics.values.evaluate import Unsupported
from theoremtest.numerics.values.matrices import is_matrix

SECONDS, SIGNS = 10.0, 5.0
"""For the proof that a stable form equals the printed one, and for the signs that are asked for on the way to it."""


class Unsized(KernelError):
    """A formula of matrices, whose sizes nobody gave."""


@dataclass(frozen=True)
class Form:
    """One scalar formula: as printed, as it is computed, and what the engine says of their being equal (None where they are one), by its
    rules first; `evidence.assumes` names the one that it rests on."""

    printed: Expr
    computed: Expr
    evidence: Evidence | None = None


@dataclass(frozen=True)
class Formula:
    """One formula of a claim, a scalar or a matrix of forms, compiled; call it with the letters by name, in order, or as one point."""

    name: str
    letters: tuple[Basic, ...]
    shape: tuple[int, ...]
    """Of the value at one point: () of a scalar, (n,) of a column, (n, m)."""
    forms: tuple[Form, ...]
    """Entry by entry, row by row."""
    compiled: Kernel
    entries: tuple[Symbol, ...]
    """What the compiled function takes: scalars, and matrices written out."""
    sizes: Mapping[Basic, tuple[int, int]]
    """Of the matrices among the letters."""

    @property
    def arguments(self) -> tuple[str, ...]:
        """The names of the letters, in their order."""
        return tuple(map(_name, self.letters))

    def __call__(self, *values: Any, **named: Any) -> Any:
        """The value, of the shape that the arguments' leading axes broadcast to, and then that of the formula."""
        found = self.compiled(*self._laid_out(values, named))
        return found[0] if not self.shape else _stacked(found, self.shape, self.compiled.backend)

    def bound(self, *values: Any, **named: Any) -> Any:
        """By how much the value in float64 may stray from the exact one, at most, on any processor and backend (see `kernels.rounding`)."""
        at = dict(zip(self.entries, (_plain(value) for value in self._laid_out(values, named)), strict=True))
        shape = np.broadcast_shapes(*(np.shape(value) for value in at.values()))
        slacks = [np.broadcast_to(bounded(form.computed, at).slack * UNIT, shape)[()] for form in self.forms]
        return slacks[0] if not self.shape else _stacked(slacks, self.shape, "numpy")

    def _laid_out(self, values: tuple, named: Mapping[str, Any]) -> list:
        given = _given(self.name, self.letters, values, named)
        laid: list = []
        for letter in self.letters:
            value = _number(given[letter], self.compiled.backend)
            laid += _parts(self.name, letter, value, self.sizes[letter]) if letter in self.sizes else [value]
        return laid or [0]  # a constant is compiled as a function of a number that it does not hold


class Formulas(Mapping):
    """The formulas of a claim by their names: what a solution gives for each state, `left` and `right`, `quantity` and `rate`, ...

    Called with the letters by name, or with one point (a dict by symbol, as a strategy draws them), it gives the value where there is one
    formula, and a dict of them where there are several. `left_out` says which formulas no kernel can compute, and why.
    """

    def __init__(self, formulas: Mapping[str, Formula], left_out: Mapping[str, str]) -> None:
        self._formulas, self.left_out = dict(formulas), dict(left_out)
        self.letters = tuple(dict.fromkeys(letter for formula in self._formulas.values() for letter in formula.letters))

    @property
    def arguments(self) -> tuple[str, ...]:
        """The names of all letters."""
        return tuple(map(_name, self.letters))

    def __getitem__(self, name: str) -> Formula:
        if name not in self._formulas:
            raise KeyError(f"no formula {name!r}; there are {', '.join(self._formulas)}" + "".join(
                f"; {key} was left out: {why}" for key, why in self.left_out.items() if key == name))
        return self._formulas[name]

    def __iter__(self):
        return iter(self._formulas)

    def __len__(self) -> int:
        return len(self._formulas)

    def __call__(self, *values: Any, **named: Any) -> Any:
        """The value of the formula, or all of them by name."""
        return self._of_each(lambda formula: formula, values, named)

    def bound(self, *values: Any, **named: Any) -> Any:
        """The bound of each value's error; see `Formula.bound`."""
        return self._of_each(lambda formula: formula.bound, values, named)

    def _of_each(self, ask: Callable, values: tuple, named: Mapping[str, Any]) -> Any:
        given = _given("claim", self.letters, values, named)
        found = {name: ask(formula)({letter: given[letter] for letter in formula.letters}) for name, formula in self._formulas.items()}
        return next(iter(found.values())) if len(found) == 1 else found


def kernel(claim: Any, backend: str = "numpy", *, part: str = "", sizes: Mapping | None = None, seconds: float = SECONDS) -> Formulas:
    """The formulas of a claim or a statement, compiled; those of the printed statement, where the claim has an erratum too.

    backend  "numpy", "numba", "torch" (differentiable; in float32 where the tensors are) or "mpmath" (int, Fraction, mpf; as many digits as
             `mpmath.mp` has). Arguments broadcast; a vector has its axis last, a matrix its two.
    part     which part of a conjunction.
    sizes    a whole number for each size of a matrix that a formula speaks of.
    seconds  for the proof that each formula, all entries together, is computed in a form equal to the printed one; where it is not
             proved, the printed form is computed as it stands, and `Formula.forms` says so.

    Raises KernelError for an unknown backend, part or size, and where no formula of the claim can be compiled; MissingExtra without Torch.
    """
    if backend not in BACKENDS:
        raise KernelError(f"backend {backend!r} is unknown; allowed: {', '.join(BACKENDS)}")
    if backend == "torch":
        from theoremtest.numerics.torch_backend import require_torch

        require_torch()
    statement = _statement(claim, part)
    domain, found, left_out = sampled_domain(statement), {}, {}
    for name, expression in formulas(statement).items():
        try:
            found[name] = _compiled(name, domain.expand(expression), domain, backend, dict(sizes or {}), seconds)
        except Unsized:
            raise
        except (KernelError, Unsupported) as error:
            left_out[name] = str(error)
    if not found:
        raise KernelError(f"{statement.kind} has no formula that can be compiled: "
                          + ("; ".join(f"{name}: {why}" for name, why in left_out.items()) or "it states none"))
    return Formulas(found, left_out)


def formulas(statement: Statement) -> dict[str, Any]:
    """The formulas of a statement that is no conjunction, by the names of its fields; of a solution by those of its states."""
    found: dict[str, Any] = {}
    for item in fields(statement):
        value = getattr(statement, item.name)
        if isinstance(value, dict) and item.name == "solution":
            found |= {_name(state): solution for state, solution in value.items()}
        elif isinstance(value, Relational):
            found |= _sides("" if item.name == "relation" else f"{item.name} ", value)
        elif isinstance(value, sp.logic.boolalg.BooleanFunction):
            for number, relation in enumerate(sorted(value.atoms(Relational), key=sp.default_sort_key), 1):
                found |= _sides(f"{item.name} {number} ", relation)
        elif isinstance(value, (Expr, sp.MatrixExpr, sp.MatrixBase)) and value not in statement.binders() and not value.has(sp.oo, -sp.oo):
            found[item.name] = value
    return found


def _sides(before: str, relation: Relational) -> dict[str, Any]:
    return {f"{before}left": relation.lhs, f"{before}right": relation.rhs}


def _statement(claim: Any, part: str) -> Statement:
    claim = getattr(claim, "claim", claim)
    statement = claim.statement if isinstance(claim, Claim) else claim
    if not isinstance(statement, Statement):
        raise KernelError(f"a kernel is compiled of a claim or a statement; got {told(claim)}")
    parts = dict(statement.parts())
    if part not in parts:
        raise KernelError(f"the claim has the parts {', '.join(map(repr, parts))}; say which one by part=" if not part else
                          f"there is no part {part!r}; there are {', '.join(map(repr, parts))}")
    return parts[part]


def _compiled(name: str, expression: Any, domain: Domain, backend: str, sizes: dict, seconds: float) -> Formula:
    letters = tuple(sorted(atoms_of(expression) | expression.free_symbols & set(domain.dimensions), key=lambda one: (_name(one), str(one))))
    matrices = [letter for letter in letters if isinstance(letter, MatrixSymbol)]
    numbers = {size: sp.Integer(_whole(name, size, sizes)) for matrix in (*matrices, *([expression] if is_matrix(expression) else ()))
               for side in matrix.shape for size in sp.sympify(side, strict=True).free_symbols}
    letters = tuple(letter for letter in letters if letter not in numbers)
    known = {**numbers, **{matrix: symbols_for(matrix, numbers) for matrix in matrices}}
    if known:
        expression = written_out(expression, known)
    shape = tuple(map(int, expression.shape)) if is_matrix(expression) else ()
    parts = list(expression.flat()) if shape else [expression]
    entries = tuple(entry for letter in letters for entry in (known[letter].flat() if letter in known else [letter]))
    plain = Domain(*(condition for condition in domain.conditions if atoms_of(domain.expand(condition)) <= set(entries)),
                   over=entries, where=domain.where if not matrices else None) if matrices else domain
    limit = Deadline(SIGNS)
    forms = tuple(_form(entry, plain, seconds / len(parts), limit) for entry in parts)
    entries = entries or (sp.Dummy("nothing"),)
    made = compiled.kernel([form.computed for form in forms], entries, backend=backend, name="formula", float32=True)
    return Formula(name, letters, shape[:1] if shape[1:] == (1,) else shape, forms, made, entries,
                   {matrix: tuple(map(int, known[matrix].shape)) for matrix in matrices})


def _form(printed: Expr, domain: Domain, seconds: float, limit: Deadline) -> Form:
    computed = stable(printed, domain, limit)
    if computed == printed:
        return Form(printed, printed)
    missing = [symbol for symbol in atoms_of(printed) if symbol not in domain.declared]
    same = Equal(printed, computed, on=domain.but(over=missing))
    with offering((), search=False):  # a normal form shows in a second what a witness, case by case of each modulus, is long looked for
        evidence = decide(same, seconds=seconds)
    if evidence.outcome not in (Outcome.PROVED, Outcome.REFUTED):
        evidence = decide(same, seconds=seconds)
    return Form(printed, computed if evidence.outcome is Outcome.PROVED else printed, evidence)


def _whole(name: str, size: Symbol, sizes: dict) -> int:
    found = sizes.get(size, sizes.get(str(size)))
    if not isinstance(found, (int, np.integer, sp.Integer)) or isinstance(found, bool) or found < 1:
        raise Unsized(f"{name} speaks of matrices of size {size}: give it as sizes={{{size}: 3}}; got {told(found)}")
    return int(found)


def _name(letter: Any) -> str:
    """What a letter is called; SymPy's printer takes a hundred times as long."""
    return letter if isinstance(letter, str) else letter.name


def _given(name: str, letters: tuple, values: tuple, named: Mapping[str, Any]) -> dict:
    """The value of each letter, from a point or from arguments. Raises TypeError where one is missing, or given twice."""
    if len(values) == 1 and isinstance(values[0], Mapping) and not named:
        point = {_name(key): value for key, value in values[0].items()}
    else:
        if len(values) > len(letters):
            raise TypeError(f"{name} takes {', '.join(map(_name, letters)) or 'no letters'}; got {len(values)} values")
        point = {_name(letter): value for letter, value in zip(letters, values, strict=False)}
        if twice := point.keys() & named.keys():
            raise TypeError(f"{name} got {', '.join(sorted(twice))} twice")
        if strange := named.keys() - set(map(_name, letters)):
            raise TypeError(f"{name} takes {', '.join(map(_name, letters)) or 'no letters'}; got {', '.join(sorted(strange))}")
        point |= named
    if missing := [_name(letter) for letter in letters if _name(letter) not in point]:
        raise TypeError(f"{name} needs a value of {', '.join(missing)}; it takes {', '.join(map(_name, letters))}")
    return {letter: point[_name(letter)] for letter in letters}


def _number(value: Any, backend: str) -> Any:
    """A value as the backend takes it: SymPy's numbers and matrices as floats, or as they are for mpmath."""
    many = backend == "mpmath"
    if isinstance(value, sp.MatrixBase):
        return np.array([[_number(entry, backend) for entry in row] for row in value.tolist()], dtype=object if many else float)
    own = isinstance(value, Basic) or hasattr(value, "denominator") and not isinstance(value, (int, float, np.generic))
    if own and not (many and (value.is_Rational if isinstance(value, Basic) else True)):
        return float(value)
    return value


def _parts(name: str, letter: MatrixSymbol, value: Any, size: tuple[int, int]) -> list:
    """The entries of a vector's or a matrix's array, row by row."""
    array = value if hasattr(value, "shape") else np.asarray(value)
    rows, columns = size
    if columns == 1 and tuple(array.shape[-1:]) == (rows,) and not (rows == 1 and tuple(array.shape[-2:]) == (1, 1)):
        return [array[..., i] for i in range(rows)]
    if tuple(array.shape[-2:]) != size:
        expected = f"(..., {rows})" if columns == 1 else f"(..., {rows}, {columns})"
        raise TypeError(f"{name}: {letter} has shape {tuple(array.shape)}; {expected} is expected")
    return [array[..., i, j] for i in range(rows) for j in range(columns)]


def _plain(value: Any) -> Any:
    """A number or an array as float64, out of Torch or mpmath."""
    return np.asarray(value.detach().cpu() if hasattr(value, "detach") else value, dtype=np.float64)


def _stacked(found: Any, shape: tuple[int, ...], backend: str) -> Any:
    if backend == "torch":
        import torch

        return torch.stack(list(found), -1).reshape(*found[0].shape, *shape)
    found = [np.asarray(value) for value in found]
    return np.stack(found, -1).reshape(*found[0].shape, *shape)
