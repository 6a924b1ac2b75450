"""The words of the notation that belong to no paper: elementary functions, relations, operators, and what each is called in LaTeX."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import sympy as sp

from theoremtest.derivations.language.kronecker import Vec
from theoremtest.derivations.language.spectra import LargestEigenvalue, Rank, SmallestEigenvalue, SpectralNorm

BRACKET_SIZES = frozenset({r"\left", r"\right", r"\big", r"\Big", r"\bigl", r"\bigr", r"\Bigl", r"\Bigr", r"\bigg", r"\Bigg", r"\biggl",
                           r"\biggr"})
"""Commands before a bracket that say how large it is."""


def relu(argument: sp.Expr) -> sp.Expr:
    """The larger one of a number and 0."""
    return sp.Max(argument, 0)


@lru_cache
def log_to(base: int) -> Callable[[sp.Expr], sp.Expr]:
    """The logarithm to a whole number above 1."""
    def log(argument: sp.Expr) -> sp.Expr:
        return sp.log(argument) / sp.log(base)
    return log


FUNCTIONS = {
    "sin": sp.sin, "cos": sp.cos, "tan": sp.tan, "cot": sp.cot, "sec": sp.sec, "csc": sp.csc,
    "sinh": sp.sinh, "cosh": sp.cosh, "tanh": sp.tanh, "coth": sp.coth, "sech": sp.sech, "csch": sp.csch,
    "arcsin": sp.asin, "arccos": sp.acos, "arctan": sp.atan,
    "exp": sp.exp, "log": sp.log, "sgn": sp.sign, "erf": sp.erf, "erfc": sp.erfc, "Gamma": sp.gamma,
}
"""Commands `\\name`."""
OPERATOR_NAMES = {
    **FUNCTIONS, "sign": sp.sign, "asin": sp.asin, "acos": sp.acos, "atan": sp.atan, "asinh": sp.asinh, "acosh": sp.acosh,
    "atanh": sp.atanh, "acoth": sp.acoth, "arsinh": sp.asinh, "arcosh": sp.acosh, "artanh": sp.atanh, "arcoth": sp.acoth,
    "arcsinh": sp.asinh, "arccosh": sp.acosh, "arctanh": sp.atanh, "arccoth": sp.acoth, "tr": sp.Trace, "Tr": sp.Trace,
    "ReLU": relu, "relu": relu, "det": sp.Determinant, "ln": sp.log, "vec": Vec, "step": sp.Heaviside, "DiagMatrix": sp.DiagMatrix,
    "rank": Rank,
}
"""`\\operatorname{name}`."""
ALWAYS_BRACKETED = {relu, sp.sign, sp.erf, sp.erfc, sp.gamma, sp.Heaviside, sp.Trace, sp.Determinant, Vec, sp.DiagMatrix, Rank}
"""Functions whose brackets belong to them, so that a power behind those is one of the value; others also go without."""
INVERSES = {
    sp.sin: sp.asin, sp.cos: sp.acos, sp.tan: sp.atan, sp.cot: sp.acot, sp.sec: sp.asec, sp.csc: sp.acsc,
    sp.sinh: sp.asinh, sp.cosh: sp.acosh, sp.tanh: sp.atanh, sp.coth: sp.acoth, sp.sech: sp.asech, sp.csch: sp.acsch,
}
"""What `f^{-1}` means for a function f; of others it means nothing here."""
_LARGEST, _SMALLEST = (r"\max", r"\mathrm{max}", "max"), (r"\min", r"\mathrm{min}", "min")
EIGENVALUES = {r"\lambda": {**dict.fromkeys(_LARGEST, LargestEigenvalue), **dict.fromkeys(_SMALLEST, SmallestEigenvalue)},
               r"\sigma": dict.fromkeys(_LARGEST, SpectralNorm)}
"""What each letter with this below it means before brackets, where no symbol bears that name."""
NORMS = {"2": "spectral", "F": "Frobenius", r"\mathrm{F}": "Frobenius", r"\mathrm{op}": "spectral", r"\ell_2": "length",
         "1": "sum", r"\ell_1": "sum", "*": "nuclear", **dict.fromkeys((r"\infty", r"\ell_\infty", r"\max", r"\text{max}"), "largest")}
"""What stands below a norm: of a matrix, or for the length of a vector."""
OF_SQUARE_MATRICES = (sp.Trace, sp.Determinant, LargestEigenvalue, SmallestEigenvalue)
OF_MATRICES = (*OF_SQUARE_MATRICES, Vec, sp.DiagMatrix, SpectralNorm, Rank)

COMMANDS = {
    "!": "BANG", "+": "PLUS", "-": "MINUS", r"\cdot": "CDOT", r"\times": "CDOT", "*": "CDOT", "/": "SLASH", r"\otimes": "OTIMES",
    r"\odot": "ODOT", r"\oplus": "OPLUS", r"\circ": "ODOT", "=": "EQ", r"\neq": "NE", "<": "LT", r"\leq": "LE", ">": "GT", r"\geq": "GE",
    r"\propto": "PROPTO", r"\iff": "IFF", r"\wedge": "AND", r"\vee": "OR", r"\neg": "NOT", r"\to": "TO", r"\mapsto": "MAPSTO", ",": "COMMA",
    ";": "COMMA", r"\succ": "SUCC", r"\succeq": "SUCCEQ", r"\prec": "PREC", r"\preceq": "PRECEQ",
    ":": "COLON", r"\colon": "COLON", "&": "AMP", r"\\": "NEWROW", r"\infty": "INFTY", r"\#": "HASH", r"\sim": "SIM",
    r"\Rightarrow": "IMPLIES", r"\implies": "IMPLIES",
}
"""Tokens that mean one thing wherever they stand."""
LAWS = {rf"\operatorname{{{name}}}": "LAW" for name in ("Bin", "Multi", "Poi", "Bits", "Mass", "Law", "Bounded")}
"""Laws of draws that are whole numbers."""
MOMENTS = {r"\mathbb{E}": "mean", r"\operatorname{E}": "mean", r"\operatorname{Var}": "variance", r"\mathrm{Var}": "variance",
           r"\operatorname{Cov}": "covariance", r"\mathrm{Cov}": "covariance"}
MOMENT = r"\\(?:mathbb|mathrm|operatorname)\s*(?P<braced>\{\s*)?(?P<which>E|Var|Cov)(?(braced)\s*\}|(?![A-Za-z]))"
"""A moment's sign as a pattern, its braces closed where it has some."""
BEFORE_BRACKETS = {r"\Theta": "THETA", r"\mathcal{N}": "NORMAL", r"\operatorname{rank}": "RANK", r"\mathrm{rank}": "RANK",
                   r"\mathbb{P}": "PROBABILITY", r"\Pr": "PROBABILITY", **LAWS}
"""What means this only where a bracket follows."""
ROWS = ("matrix", "pmatrix", "bmatrix", "smallmatrix")
FONTS = (r"\mathbf", r"\mathrm", r"\mathcal", r"\mathbb", r"\mathsf", r"\mathfrak", r"\boldsymbol", r"\bm", r"\bar", r"\hat",
         r"\tilde", r"\vec", r"\overline", r"\underline", r"\widehat", r"\widetilde", r"\check", r"\breve", r"\dot", r"\ddot")
"""Fonts and accents: part of the name of what they stand on."""
