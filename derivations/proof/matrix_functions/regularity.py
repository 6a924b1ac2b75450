"""Has a matrix expression a value and a derivative in time all over a domain? Asked of the formula as it is written, part by part.

A function of a matrix has both where its formula has them at every eigenvalue that the domain allows; an inverse where what it inverts
is definite, or a function without a zero. What is not shown is named.
"""

from __future__ import annotations

from sympy import (
    DiagMatrix,
    Dummy,
    Expr,
    Ge,
    Gt,
    Identity,
    Inverse,
    MatAdd,
    MatMul,
    MatPow,
    MatrixSymbol,
    Trace,
    Transpose,
    ZeroMatrix,
)

from theoremtest.derivations.language.diagonal import Diagonal
from theoremtest.derivations.language.domain import Domain
from theoremtest.derivations.language.functions import GrowthIntegral
from theoremtest.derivations.language.latex import to_latex
from theoremtest.derivations.language.matrix_function import MatrixFunction
from theoremtest.derivations.proof.continuity import Smoothness
from theoremtest.derivations.proof.matrices.letters import is_matrix
from theoremtest.derivations.proof.signs.definedness import defined
from theoremtest.derivations.proof.signs.hypotheses import Facts
from theoremtest.derivations.proof.signs.signs import NOT_NEGATIVE, Sign, sign

from .calculus import moves
from .definiteness import is_definite, shows, spectral_domain
from .vocabulary import FunctionSetting


def obstacle(expression, t, setting: FunctionSetting) -> str | None:
    """The first part that is not shown to have a value and a derivative in time all over the domain; None where there is none."""
    setting.words.deadline.check()
    if isinstance(expression, (MatrixSymbol, Identity, ZeroMatrix, DiagMatrix)):
        return None if t not in expression.free_symbols else f"{expression} moves"
    if isinstance(expression, Diagonal):
        _, formula = setting.words.entry(expression)
        return _moving(expression, (formula,), t, setting) or _formula_obstacle(formula, t, spectral_domain(formula, setting), setting)
    if isinstance(expression, MatrixFunction):
        return obstacle(expression.argument, t, setting) or _function_obstacle(expression, t, setting)
    if isinstance(expression, MatPow) and expression.exp.is_Integer and expression.exp > 0:
        return obstacle(expression.base, t, setting)
    if isinstance(expression, (Inverse, MatPow)) and expression.exp.is_Integer:
        return obstacle(expression.base, t, setting) or _inverse_obstacle(expression.base, setting)
    if isinstance(expression, (MatAdd, MatMul, Transpose, Trace)):
        return next((fault for part in expression.args if (fault := obstacle(part, t, setting))), None)
    if is_matrix(expression):
        return f"{type(expression).__name__} is not known to be smooth"
    return _scalar_obstacle(expression, t, setting)


def _function_obstacle(node: MatrixFunction, t, setting: FunctionSetting) -> str | None:
    if node.formula.atoms(MatrixSymbol):
        return f"the function {node.formula} speaks of matrices"
    _, values = setting.words.spectral(node)
    return _moving(node.argument, values, t, setting) or next(
        (fault for value in values if (fault := _formula_obstacle(value, t, spectral_domain(value, setting), setting))), None)


def _moving(argument, values, t, setting: FunctionSetting) -> str | None:
    """What is said of functions, given by their values in eigenvalues, of a matrix that may move."""
    if any(moves(setting.words, base, t, {}) for value in values for base in setting.words.bases.values()
           if base.eigenvalue in value.free_symbols):
        return f"a function of {argument}, whose axes may move"
    return None


def _inverse_obstacle(argument, setting: FunctionSetting) -> str | None:
    terms = setting.words.normal(setting.words.matrix(argument))
    level = setting.words.level(terms)
    if level is not None and any(shows(turn * level, True, setting) for turn in (1, -1)):
        return None
    return None if is_definite(terms, setting) else f"${to_latex(argument)}$ is not shown to be invertible"


def _scalar_obstacle(expression: Expr, t, setting: FunctionSetting) -> str | None:
    """As for a matrix; inner products and traces inside are looked at as words are."""
    for node in expression.atoms(Trace):
        fault = obstacle(node.arg, t, setting)
        if fault:
            return fault
    plain = expression.xreplace({node: Dummy("m", real=True) for node in expression.atoms(Trace)})
    if plain.atoms(MatrixSymbol):
        return f"{expression} is not known to be smooth"
    if plain != expression and not plain.is_polynomial(*(plain.free_symbols - expression.free_symbols)):
        return f"{expression} is not known to be smooth"
    return _formula_obstacle(plain, t, setting.domain.but(over=sorted(plain.free_symbols - set(setting.domain.symbols), key=str)), setting)


def _formula_obstacle(formula: Expr, t, domain: Domain, setting: FunctionSetting) -> str | None:
    """The first part of a scalar formula that is not shown to be defined and smooth; growth integrals are smooth in what they hold."""
    deadline, moving, table, known = setting.words.deadline, {t}, {}, []
    for node in sorted(formula.atoms(GrowthIntegral), key=str):
        if node.has(GrowthIntegral) and any(part.has(GrowthIntegral) for part in node.args):
            return f"{node} is nested"
        rate, time = node.args
        fault = _formula_obstacle(rate, t, domain, setting) or _formula_obstacle(time, t, domain, setting)
        if fault:
            return fault
        q = table[node] = Dummy("q", real=True)
        moving.add(q)
        direction = sign(time, domain, deadline)
        known += [] if direction not in NOT_NEGATIVE else [Gt(q, 0)] if direction is Sign.POSITIVE else [Ge(q, 0)]
    formula, domain = formula.xreplace(table), domain.but(*known, over=list(table.values()))
    fault = Smoothness(moving, domain, deadline).obstacle(formula)
    if fault is None and not defined(formula, Facts.of(domain), deadline):
        fault = f"{formula} is not shown to have a value"
    return fault
