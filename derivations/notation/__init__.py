"""Formulas as LaTeX: a grammar of our own over a statement's own symbols, read into SymPy without evaluating any text."""

from .canonical import canonical, same_formula
from .errors import NotationError
from .kinds import READERS, parts_of, read_expression, read_statement, readable, reader
from .names import Names, names_of

__all__ = ["NotationError", "Names", "READERS", "canonical", "names_of", "parts_of", "read_expression", "read_statement",
           "readable", "reader", "same_formula"]
