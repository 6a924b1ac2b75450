"""Formulas as text: LaTeX taken apart, one line of Unicode for a terminal, exact values. Nothing here imports SymPy."""

from .unicode_formula import unicode_conditions, unicode_domain, unicode_formula, unicode_words
from .values import value_text

__all__ = ["unicode_conditions", "unicode_domain", "unicode_formula", "unicode_words", "value_text"]
