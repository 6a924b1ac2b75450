"""Polya's `examples/sample_problems.py`: inequalities under hypotheses; without a conclusion, the hypotheses cannot hold together.

Examples with axioms speak of open functions and are left out; hypotheses that the file calls consistent make a false statement.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import sympy as sp

from .problem import Problem, Unread, Unsaid, contradictory, holds, letter, read
from .python_text import Names, Text

TITLE = "Polya's examples"
MARK = "examples/sample_problems.py"
FUNCTIONS = {"exp": sp.exp, "log": sp.log, "abs": sp.Abs, "ceil": sp.ceiling, "floor": sp.floor, "minm": sp.Min, "maxm": sp.Max,
             "sin": sp.sin,
             "cos": sp.cos, "tan": sp.tan, "sqrt": sp.sqrt, "root": lambda n, u: sp.root(u, n), "fractions.Fraction": sp.Rational}


def problems(path: Path) -> Iterator[Problem | Unread]:
    """The examples, numbered."""
    number, known = 0, dict(FUNCTIONS)
    for line in ast.parse(path.read_text("utf-8")).body:
        if isinstance(line, ast.Assign) and isinstance(line.value, ast.Call) and ast.unparse(line.value.func) in ("Vars", "Var"):
            known.update({name: letter(name) for name in Names({}).value(line.value.args[0]).text.replace(",", " ").split()})
        call = line.value.args[0] if isinstance(line, ast.Expr) and isinstance(line.value, ast.Call) and line.value.args else None
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "Example":
            number += 1
            yield read(f"example {number}", lambda call=call: _statement(call, known))


def _statement(call: ast.Call, known: dict):
    parts = {one.arg: one.value for one in call.keywords}
    axioms = parts.get("axioms")
    if isinstance(axioms, ast.List) and axioms.elts:
        raise Unsaid("speaks of an open function")
    names = Names(known)
    facts = list(names.value(parts["hyps"])) if "hyps" in parts else []
    comment = names.value(parts["comment"]) if "comment" in parts else Text("")
    if "conc" in parts:
        made = holds(names.value(parts["conc"]), facts)
    else:
        made = contradictory(facts)
    return made, "are consistent" not in comment.text
