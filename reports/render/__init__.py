"""The report: the ledger's records as a page, a LaTeX document and a Markdown file, and formulas as lines of Unicode.

`build` writes all files; `view` makes the report of the records, `html`, `latex` and `markdown` write it out. Only what needs no
SymPy is named here, so that a command that prints a formula starts at once; the rest is imported from its module.
"""

from .unicode_formula import unicode_conditions, unicode_domain, unicode_formula, unicode_words
from .values import value_text

__all__ = ["unicode_conditions", "unicode_domain", "unicode_formula", "unicode_words", "value_text"]
