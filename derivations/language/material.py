"""What the parts of a statement may be made of: exact numbers, formulas, symbols and tables of them, told by the part's annotation.

Whole numbers and fractions of Python or NumPy become SymPy's, explicit matrices immutable, so that whoever decides a statement meets
formulas only. A text, a truth value, a set, a function without its argument or an array is refused when the statement is made.
"""

from __future__ import annotations

from dataclasses import Field, fields
from numbers import Rational as Fractional
from typing import Any

from sympy import Basic, Dummy, Expr, Lambda, Order, Symbol, SympifyError, Tuple, sympify
from sympy.functions.elementary.piecewise import ExprCondPair
from sympy.logic.boolalg import Boolean
from sympy.matrices import MatrixBase
from sympy.matrices.expressions.matexpr import MatrixExpr, MatrixSymbol

from .errors import StatementError

LONGEST = 200
"""Characters of a value that an error message shows."""
WANTED = {"Expr": (Expr, MatrixExpr, MatrixBase), "MatrixExpr": (MatrixExpr, MatrixBase), "Symbol": (Symbol,),
          "MatrixSymbol": (MatrixSymbol,), "Basic": (Basic,), "dict": (dict,)}
"""What a part with this annotation may be."""
CALLED = {"Expr": "a number or a matrix", "MatrixExpr": "a matrix", "Symbol": "a scalar symbol", "MatrixSymbol": "a matrix symbol",
          "Basic": "a formula or a relation", "dict": "a dict"}
UNLESS_EMPTY = {"written": "unless empty"}
"""Of a field that a record's content and its tree leave out while it is empty, as if the record had no such field."""
HOLDERS = (Tuple, ExprCondPair)
"""What holds the parts of a formula and is none itself: the limits of a sum, the pieces of a function."""


def told(value: Any) -> str:
    """A value for an error message, whatever it is: a long one is cut, one that cannot be written is described."""
    try:
        text = repr(value)
    except Exception:  # a number of too many digits, a tree that is too deep, an object of somebody's own
        return f"a {type(value).__name__}"
    return text if len(text) <= LONGEST else text[:LONGEST] + " ..."


def exact(value: Any) -> Any:
    """A Python or NumPy whole number or fraction as SymPy's, a matrix as an immutable one, a dict with such values; else unchanged."""
    if isinstance(value, Fractional) and not isinstance(value, (bool, Basic)):
        try:
            return sympify(value, strict=True)
        except SympifyError:
            return value
    if isinstance(value, MatrixBase):
        return value.as_immutable()
    if type(value) is dict:
        return {key: exact(item) for key, item in value.items()}
    return value


def as_formula(value: Any) -> Any:
    """A value as SymPy has it. Raises StatementError for a text, a list or anything else that is no formula."""
    try:
        found = sympify(value, strict=True)
    except (SympifyError, ValueError, TypeError):
        found = None
    if not isinstance(found, WANTED["Expr"]):
        raise StatementError(f"{told(value)} is neither a number nor a matrix")
    return found


def name_of(value: Any) -> str:
    """The name that a symbol is to bear. Raises StatementError for what is no text."""
    if not isinstance(value, str):
        raise StatementError(f"a symbol is named by a text; got {told(value)}")
    return value


def written_fields(record: Any) -> list[Field]:
    """The fields that make a record's content."""
    return [item for item in fields(record) if item.metadata.get("written") != "unless empty" or getattr(record, item.name)]


def make_exact(record: Any) -> None:
    """Put the exact form of every part in its place, in a frozen record; parts are what their annotations say, or StatementError."""
    for item in fields(record):
        given = getattr(record, item.name)
        value = exact(given)
        if value is not given:
            object.__setattr__(record, item.name, value)
        names = str(getattr(item.type, "__name__", item.type)).split(" | ")
        if value is None and "None" in names:
            continue
        wanted = [name for name in names if name in WANTED]
        if wanted and not isinstance(value, tuple(kind for name in wanted for kind in WANTED[name])):
            raise StatementError(f"`{item.name}` of {type(record).__name__} takes {' or '.join(CALLED[name] for name in wanted)}; "
                                 f"got {told(value)}")


def head_fault(node: Any) -> str | None:
    """What is no part of a formula: sets, texts, functions without an argument, orders of magnitude."""
    if isinstance(node, (Lambda, Order)) or not isinstance(node, (Expr, MatrixExpr, MatrixBase, Boolean, *HOLDERS)):
        return f"{told(node)} ({type(node).__name__}) is no part of a formula"
    return None



def symbol_fault(symbol: Symbol | MatrixSymbol) -> str | None:
    """Why a symbol can stand for no real number or no real matrix; None where it can."""
    if isinstance(symbol, MatrixSymbol):
        return next((f"{symbol} has {size} rows or columns; a size is a positive whole number, such as dimension('d')"
                     for size in symbol.shape if not _may_be_a_size(size)), None)
    if type(symbol) not in (Symbol, Dummy):
        return f"{symbol} is a {type(symbol).__name__}; a scalar is a symbol, such as real('x')"
    if symbol.is_commutative is False or symbol.is_extended_real is False or symbol.is_finite is False:
        return f"the symbol {symbol} is assumed to be no real number"
    return None


def _may_be_a_size(size: Expr) -> bool:
    return size.is_integer is True and size.is_positive is not False
