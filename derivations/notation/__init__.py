"""Formulas read from LaTeX: a grammar of our own over a statement's own symbols, read into SymPy without evaluating any text."""

from . import (  # noqa: F401  each registers its readers
    kinds_chance,
    kinds_change,
    kinds_counts,
    kinds_induction,
    kinds_matrices,
    kinds_parts,
    kinds_relations,
)
from .builders import divisors
from .canonical import canonical, same_formula
from .errors import NotationError
from .names import Names, names_of
from .reading import READERS, read_expression, read_statement, readable, reader

__all__ = ["NotationError", "Names", "READERS", "canonical", "divisors", "names_of", "read_expression", "read_statement", "readable",
           "reader", "same_formula"]
