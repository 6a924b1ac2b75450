"""Everything that builds SymPy from a syntax tree, in one place: importing this registers the builders of every kind of node."""

from . import atoms, matrix_functions, powers, products  # noqa: F401  each registers its builders
from .builders import build
from .conditions import build_condition, relation, sides
from .products import product
from .shapes import column_of, is_matrix, matched, shape_text

__all__ = ["build", "build_condition", "column_of", "is_matrix", "matched", "product", "relation", "shape_text", "sides"]
