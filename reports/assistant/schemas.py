"""The tools by name: what each is for, the schema of what it is asked, and the one schema of what it answers."""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]
MOST_TEXT, MOST_LINES, MOST_PAPER = 4_000, 60, 400_000
"""Characters of a formula, declarations, and characters of a manuscript at most."""
LONGEST, USUAL = 60.0, 10.0
"""Seconds that a call may be given, and that it has where none are named."""


def _text(description: str, most: int = MOST_TEXT, least: int = 1) -> Schema:
    return {"type": "string", "minLength": least, "maxLength": most, "description": description}


STATEMENT = _text(r"One relation: LaTeX such as `\sqrt{1+x} \leq 1 + \frac{x}{2}`, or Python's way, `sqrt(1+x) <= 1 + x/2`, with syntax "
                  "`python`.")
DECLARATIONS: Schema = {
    "type": "array", "maxItems": MOST_LINES, "items": _text("One line.", 500), "default": [],
    "description": r"Every letter of the statement, a line each: `let x, y`, `let a > 0`, `let n \in \mathbb{N}`, "
                   r"`let W \in \mathbb{R}^{h \times d}`, `assume a < b`, `k = \sqrt{a}`, `along \dot x = -k x`, `start x(0) = 1`, "
                   r"`let x \sim \mathcal{N}(0, s)`. With syntax `python` also `let W in R^(h, d)`, `let n in N`, `k = sqrt(a)`."}
SYNTAX: Schema = {"type": "string", "enum": ["latex", "python"], "default": "latex",
                  "description": "How statement and declarations are typed."}
SECONDS: Schema = {"type": "number", "minimum": 0.1, "maximum": LONGEST, "default": USUAL, "description": "Seconds of work at most."}
CLAIM = _text("A claim's id, such as kunin2024/26; `search` finds it.", 200)
PAPER = _text("Only this paper's claims: its key, such as kunin2024.", 60)
WHERE: Schema = {"type": "array", "maxItems": MOST_LINES, "items": _text("One name.", 500), "default": [],
                 "description": "Names that the formula has and the claim has not, each as `name = formula`; or a macro, as \\newcommand."}
AT: Schema = {"type": "object", "maxProperties": 60, "additionalProperties": _text("A value: 2, -1/3, or a matrix [1, 0; 0, 1].", 500),
              "description": "A point to try: an exact value for each letter, by its LaTeX. Others are filled in where any will do."}


def _asked(required: list[str], **properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


TOOLS: dict[str, tuple[str, Schema]] = {
    "check": ("Decide a statement exactly: proved, refuted with an exact point, or undecided. Say every letter in `declarations`.",
              _asked(["statement"], statement=STATEMENT, declarations=DECLARATIONS, syntax=SYNTAX, seconds=SECONDS)),
    "try": ("Would a published claim hold if it read like this formula, and would it still say the same?",
            _asked(["claim", "formula"], claim=CLAIM, formula=_text("The relation or its right side, as LaTeX over the claim's letters."),
                   part=_text("The part of a conjunction that the formula is.", 200), where=WHERE, seconds=SECONDS)),
    "refute": ("Look for an exact point at which a statement fails, or try the point that is given. Finding none proves nothing.",
               _asked(["statement"], statement=STATEMENT, declarations=DECLARATIONS, syntax=SYNTAX, at=AT, seconds=SECONDS)),
    "needs": ("Which conditions does a claim, or a statement of one's own, need? For each the point that fails without it.",
              _asked([], claim=CLAIM, statement=STATEMENT, declarations=DECLARATIONS, syntax=SYNTAX, seconds=SECONDS)),
    "errata": ("Published statements that are refuted: why, at which point, and what holds instead.",
               _asked([], claim=CLAIM, paper=PAPER, limit={"type": "integer", "minimum": 1, "maximum": 20, "default": 5},
                      offset={"type": "integer", "minimum": 0, "maximum": 100_000, "default": 0}, seconds=SECONDS)),
    "referee": ("Judge the displays of a manuscript, marked by comments `% theoremtest:` or not: each as it was read, or why it was not.",
                _asked([], path=_text("A .tex file in the workspace.", 500),
                       text=_text("A manuscript's LaTeX.", MOST_PAPER), seconds=SECONDS,
                       displays={"type": "integer", "minimum": 1, "maximum": 200, "default": 40})),
    "search": ("Find published claims by words, place or symbols.",
               _asked(["query"], query=_text("Words, a place such as `Eq. (26)`, or a LaTeX command.", 400), paper=PAPER,
                      limit={"type": "integer", "minimum": 1, "maximum": 20, "default": 5}, seconds=SECONDS)),
}
_WORDS: Schema = {"type": "string"}
_LIST: Schema = {"type": "array", "items": _WORDS}
POINT: Schema = {
    "type": ["object", "null"], "description": "Where the statement fails: exact values by letter, and both sides there.",
    "properties": {"point": {"type": "object", "additionalProperties": _WORDS}, "left": _WORDS, "right": _WORDS, "note": _WORDS,
                   "words": _WORDS},
    "required": ["point", "left", "right", "note", "words"], "additionalProperties": False}
READ: Schema = {
    "type": ["object", "null"], "description": "The statement as it was read; null where nothing was.",
    "properties": {"latex": _WORDS, "words": _WORDS, "domain_latex": _WORDS, "kind": _WORDS, "spelled": _WORDS},
    "required": ["latex", "words", "domain_latex", "kind"], "additionalProperties": False}
VERDICTS = ("proved", "proved in part", "supported", "refuted", "undecided", "not read", "not checked", "needed", "not needed", "holds",
            "fails", "listed")
ITEM: Schema = {
    "type": "object",
    "properties": {
        "verdict": {"enum": list(VERDICTS)}, "read": READ, "by": _WORDS, "scope": _WORDS, "point": POINT,
        "unread": {**_LIST, "description": "What could not be read, or was dropped while it was."}, "notes": _LIST,
        "id": _WORDS, "title": _WORDS, "where": _WORDS, "recorded": {**_WORDS, "description": "What the ledger says; not decided anew."},
        "corrected": READ, "condition": _WORDS, "line": {"type": "integer"}, "file": _WORDS, "seconds": {"type": "number"},
        "equivalent_to": _WORDS},
    "required": ["verdict", "read", "by", "scope", "point", "unread", "notes"], "additionalProperties": False}
ANSWER: Schema = {
    **ITEM, "$schema": "https://json-schema.org/draft/2020-12/schema",
    "properties": {**ITEM["properties"], "tool": {"enum": list(TOOLS)}, "items": {"type": "array", "items": ITEM},
                   "left_out": {"type": "integer", "description": "How many more there are than are listed."},
                   "error": {**_WORDS, "description": "What is wrong with the call; empty where nothing is."}},
    "required": [*ITEM["required"], "tool", "items", "left_out", "error", "seconds"]}
