"""A proved statement, or a refutation, as a Coq file: printed from the statement, with a proof that nobody has to trust before Coq does."""

from .theorems import asserts_values
from .writing import NoScript, Part, Unprintable, definitions, part_of, prelude

__all__ = ["NoScript", "Part", "Unprintable", "asserts_values", "definitions", "part_of", "prelude"]
