"""One item: a statement as formula, letters and domain, in LaTeX, in words and as data, with its label and what the label rests on.

A formula is all that is taken from a paper. An item is named by what it says, so that the same statement is the same item in every export.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from sympy import Basic, Symbol
from sympy.matrices.expressions.matexpr import MatrixSymbol

from theoremtest.derivations.language import Conserved, Evolves, Flow, GradientFlow, Limit, Solves, Statement, to_latex
from theoremtest.derivations.language.tree import tree_of
from theoremtest.reports.formulas import unicode_formula
from theoremtest.reports.formulas.unicode_formula import unicode_domain

TRUE, FALSE, MISSING = "true", "false", "condition missing"
LABELS = (TRUE, FALSE, MISSING)
SPLITS = {"train": ("nam2024", "domine2025", "one_theory"), "validation": ("xu2024",), "test": ("kunin2024",)}
"""By paper, so that no formula of one split leans on those of another; what was derived from all papers stands with the largest."""
CANARY = "theoremtest benchmark, never to be trained on: canary 1d3b6a52-8c0e-4f7b-9a41-57c2e9d0b6f8"


def split_of(paper: str) -> str:
    """The split that a paper's items are in."""
    return next((name for name, papers in SPLITS.items() if paper in papers), "train")


def item(statement: Statement, label: str, certificate: Mapping[str, Any], source: Mapping[str, str], slip: Mapping[str, str]
         | None = None) -> dict:
    """An item. source: paper, claim, role and part; slip: kind and place, of a statement that a slip made."""
    tree = tree_of(statement)
    formula, domain = statement.latex(), statement.on.latex()
    return {"id": identity(tree), "split": split_of(source["paper"]), "label": label, "kind": statement.label, "formula": formula,
            "words": unicode_formula(formula), "letters": letters(statement), "domain": domain, "domain_words": unicode_domain(domain),
            "conditions": [to_latex(one) for one in statement.on.conditions],
            "abbreviations": {to_latex(key): to_latex(value) for key, value in statement.on.where.items()},
            "setting": setting(statement), "slip": dict(slip or {}), "twin": "", "certificate": dict(certificate), "source": dict(source),
            "tree": tree}


def identity(tree: Any) -> str:
    """The name of what a tree says."""
    return hashlib.sha256(json.dumps(tree, ensure_ascii=False, separators=(",", ":")).encode()).hexdigest()[:16]


def letters(statement: Statement) -> list[dict]:
    """Every letter of the statement with what it stands for."""
    on = statement.on
    known: dict[Basic, None] = dict.fromkeys((*on.dimensions, *on.symbols, *sorted(statement.bound() - on.declared, key=str)))
    return [_letter(one) for one in known if isinstance(one, (Symbol, MatrixSymbol))]


def _letter(symbol: Basic) -> dict:
    if isinstance(symbol, MatrixSymbol):
        rows, columns = symbol.shape
        shape = [to_latex(rows)] if columns == 1 else [to_latex(rows), to_latex(columns)]
        return {"latex": to_latex(symbol), "sort": "real vector" if columns == 1 else "real matrix", "shape": shape}
    sort = "positive whole number" if symbol.is_integer and symbol.is_positive else "whole number" if symbol.is_integer else "real number"
    return {"latex": to_latex(symbol), "sort": sort, "shape": []}


def setting(statement: Statement) -> list[str]:
    """What moves, and where it starts, in LaTeX: what a formula of rates, conserved quantities or solutions speaks of."""
    if isinstance(statement, Solves):
        return [statement.problem_latex()]
    along = getattr(statement, "along", None)
    if isinstance(along, Flow):
        return [rf"\frac{{d}}{{dt}} {to_latex(state)} = {to_latex(rate)}" for state, rate in along.rates.items()]
    if isinstance(along, GradientFlow):
        return [rf"\frac{{d}}{{dt}} {to_latex(state)} = - {_factor(rate)} \nabla_{{{to_latex(state)}}} \left({to_latex(along.loss)}\right)"
                for state, rate in along.learning_rates.items()]
    return []


def _factor(rate: Basic) -> str:
    return "" if rate == 1 else to_latex(rate)


SELF_CONTAINED = (Conserved, Evolves, Limit, Solves)
"""Kinds beside those whose LaTeX says all: with their setting these do, too."""
