"""The grammar's automaton (LALR, so that no formula has two readings), and what is said where a formula does not fit it."""

from __future__ import annotations

import sys
from functools import lru_cache
from importlib.util import cache_from_source
from pathlib import Path

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput
from lark.lexer import Lexer

from .ambiguous import refuse_two_readings
from .errors import NotationError
from .lexer import lex
from .matrix_functions import with_growths
from .names import Names
from .seen_symmetric import with_symmetric

GRAMMAR = Path(__file__).with_name("grammar.lark")
STARTS = ("expression", "equations", "relation", "condition", "equivalence", "limit", "gradient", "hessian", "not_hessian", "zeros",
          "minimiser", "expectation", "mean_rate", "tail", "in_probability", "order", "rank_bound", "labelled", "table_row")
_ENDS_FACTOR = {"NAME", "NUMBER", "RPAR", "RSQUARE", "RBRACE", "RABS", "RNORM", "RSET", "TRANSPOSE", "INVERSE_TRANSPOSE", "PSEUDO_INVERSE",
                "END_SIMPLE", "END_CASES", "END_ROWS"}


class _Ready(Lexer):
    """Tokens come from `lex`; the automaton is fed by hand."""

    def __init__(self, conf):
        pass

    def lex(self, data):
        yield from data


@lru_cache(maxsize=1)
def _automaton() -> Lark:
    return automaton(kept_tables())


def automaton(kept: Path | None) -> Lark:
    """The automaton; kept: a file with its tables, which is written where it is missing, of another grammar, or damaged."""
    return Lark(GRAMMAR.read_text("utf-8"), parser="lalr", lexer=_Ready, start=list(STARTS), maybe_placeholders=False,
                cache=False if kept is None else str(kept))


def kept_tables() -> Path | None:
    """Where the tables are kept, which take a third of a second to make: among Python's compiled files; None where it keeps none."""
    place = Path(cache_from_source(str(GRAMMAR))).with_suffix(".tables")
    return place if place.parent.is_dir() and not sys.dont_write_bytecode else None


def parse(text: str, start: str, names: Names) -> Tree:
    """The syntax tree of a formula; NotationError names the column where it stops making sense."""
    try:
        tree = _parse(lex(text, names), start)
        refuse_two_readings(tree)
        tree = with_growths(tree, names.growths) if names.growths else tree
        return tree if names.symmetric is None else with_symmetric(tree, names.symmetric)
    except NotationError as error:
        raise error.within(text) from None


def _parse(tokens: list[Token], start: str) -> Tree:
    reading = _automaton().parse_interactive("", start=start)
    before = None
    for token in tokens:
        try:
            reading.feed_token(token)
        except UnexpectedInput:
            raise NotationError(_why(token, before, start), token.column) from None
        before = token
    try:
        return reading.feed_eof()
    except UnexpectedInput:
        raise NotationError("the formula breaks off here" if before is None or before.type not in _ENDS_FACTOR
                            else _UNFINISHED.get(start, "the formula breaks off here"), before.column if before else 1) from None


_UNFINISHED = {"relation": "a relation such as `left = right` is expected", "equations": "an equation is expected",
               "condition": "a relation such as `left < right` is expected", "equivalence": r"`left \iff right` is expected",
               "limit": "the limit lacks its value"}
_RELATIONS = {"EQ", "NE", "LT", "LE", "GT", "GE", "PROPTO"}


def _why(token: Token, before: Token | None, start: str) -> str:
    shown = _shown(token)
    if token.type == "NUMBER" and before is not None and before.type in _ENDS_FACTOR:
        return f"the number {shown} follows a factor; write \\cdot between them"
    if before is not None and before.type == "DIFF":
        return "put what is differentiated in brackets"
    if token.type == "CARET" and before is not None:
        return "an exponent cannot stand here; use brackets"
    if token.type == "SLASH" or (before is not None and before.type == "SLASH"):
        return "a second division reads two ways; use \\frac or brackets"
    if token.type in _RELATIONS and start == "expression":
        return f"{shown} where an expression without a relation is expected"
    if token.type in ("PLUS", "MINUS") and before is not None and before.type in ("PLUS", "MINUS", "CDOT"):
        return f"{shown} directly behind {_shown(before)}; use brackets"
    if token.type == "DIFF":
        return "a derivative cannot stand here"
    if token.type == "TEXT":
        return f"the words {shown!r} have no meaning here"
    return f"{shown} cannot stand here" + (f", behind {_shown(before)}" if before is not None else "")


def _shown(token: Token) -> str:
    if token.type in ("NAME", "MARK", "FUNCTION", "IDENT"):
        return token.value.latex
    if token.type == "ELEMENTARY":
        return f"the function {getattr(token.value, '__name__', token.value)}"
    if token.type == "EXTREME":
        return f"\\{token.value}"
    if token.type in ("SIMPLE", "END_SIMPLE"):
        return "an argument"
    if token.type == "DIFF":
        return "a derivative"
    if token.type in ("TRANSPOSE", "INVERSE_TRANSPOSE", "PSEUDO_INVERSE"):
        return "the transpose"
    return str(token.value)
