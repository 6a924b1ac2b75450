"""Formulas read from LaTeX: a grammar of our own over a statement's own symbols, read into SymPy without evaluating any text."""

from . import (  # noqa: F401  each registers its readers
    kinds_bounds,
    kinds_chance,
    kinds_change,
    kinds_counts,
    kinds_induction,
    kinds_matrices,
    kinds_parts,
    kinds_relations,
)
from .builders import divisors, parts_built
from .canonical import canonical, same_formula
from .definitions import Defined
from .errors import NotationError
from .names import Names, names_of
from .reading import READERS, read_expression, read_statement, readable, reader
from .setting import Declaration, Setting, declaration
from .source import Source
from .tex import Macro, macros_of
from .typed import Typed, read_typed
from .verbatim import same_text

__all__ = ["Declaration", "Defined", "Macro", "Names", "NotationError", "READERS", "Setting", "Source", "Typed", "canonical", "declaration",
           "divisors", "macros_of", "names_of", "parts_built", "read_expression", "read_statement", "read_typed", "readable", "reader",
           "same_formula", "same_text"]
