"""What statements, claims, verdicts, evidence and trajectories show in a notebook: the report's own formulas and pieces of its pages.

`html` and `latex` are what IPython is given by way of `derivations.display`; formulas are written by the statements and laid out by
`formulas`, in HTML as checked MathML, which needs no script and no network.
"""

from __future__ import annotations

from functools import singledispatch

from theoremtest.derivations.language import Claim, Counterexample, Evidence, Outcome, Statement, Verdict
from theoremtest.derivations.language.statement import All, Solves
from theoremtest.numerics.models.described import Described
from theoremtest.reports.formulas.formula import stacked
from theoremtest.reports.formulas.values import value_latex
from theoremtest.reports.render import html as pages
from theoremtest.reports.render.model import Example, Formula
from theoremtest.reports.render.prose import runs
from theoremtest.reports.render.view import formula, view
from theoremtest.reports.verify.ledger import is_of
from theoremtest.reports.workspace import Workspace

WIDTH = 62.0
"""The longest line of a formula, in italic letters, where it can be broken."""


@singledispatch
def html(value: object) -> str | None:
    """The value as a piece of a page, or None where it has no such form."""
    return None


@singledispatch
def latex(value: object) -> str | None:
    """The value as a formula between dollar signs, or None where it has no such form."""
    return None


@html.register
def _(value: Statement) -> str:
    return _page("shown_statement.html", label=value.label, formula=_formula(value, value.latex()))


@latex.register
def _(value: Statement) -> str:
    return _display(stacked(value.latex(), WIDTH))


@html.register
def _(value: Claim) -> str:
    """The claim, with what the ledger of where one is says of it, as long as it reads as it is recorded there."""
    record = Workspace.here().record(value.id)
    if record is not None and is_of(record, value):
        known = view([record]).by_id[value.id]
        return _page("shown_claim.html", claim=value, known=known, title=known.title, formula=known.formula, erratum=known.erratum)
    return _page("shown_claim.html", claim=value, known=None, title=runs(value.title), formula=_formula(value.statement, value.latex),
                 erratum=None)


@latex.register
def _(value: Claim) -> str:
    return _display(stacked(value.latex, WIDTH))


@html.register
def _(value: Verdict) -> str:
    return _page("shown_verdict.html", verdict=value.value)


@latex.register
def _(value: Verdict) -> str:
    return _display(rf"\text{{{value.value}}}")


@html.register
def _(value: Counterexample) -> str:
    return _page("shown_counterexample.html", example=_example(value, False))


@latex.register
def _(value: Counterexample) -> str:
    return _display(_point(value))


@html.register
def _(value: Evidence) -> str:
    found = value.counterexample
    return _page("shown_evidence.html", evidence=value, outcome=value.outcome.value,
                 settled=value.outcome in (Outcome.PROVED, Outcome.REFUTED, Outcome.UNDECIDED),
                 example=None if found is None else _example(found, value.kind == "exact"))


@latex.register
def _(value: Evidence) -> str:
    point = "" if value.counterexample is None else rf"\quad {_point(value.counterexample)}"
    return _display(rf"\text{{{value.outcome.value}}}{point}")


@html.register
def _(value: Described) -> str:
    return _page("shown_trajectories.html", told=repr(value), rows=value.described())


def _page(template: str, **known: object) -> str:
    """A template's text. No template here names a claim by a link, as its page is elsewhere."""
    return pages.environment({}).get_template(template).render(**known)


def _display(formula: str) -> str:
    return rf"$\displaystyle {formula}$"


def _formula(statement: Statement, text: str) -> Formula:
    """A statement as a page shows it before anything is known of it."""
    parts = [{**_texts(part), "name": name, "verdict": ""} for name, part in statement.parts()] if isinstance(statement, All) else []
    whole = _texts(statement)
    return formula(text, whole["problem"], whole["domain"], parts)


def _texts(statement: Statement) -> dict[str, str]:
    return {"latex": statement.latex(), "domain": statement.on.latex(),
            "problem": statement.problem_latex() if isinstance(statement, Solves) else ""}


def _example(found: Counterexample, certified: bool) -> Example:
    return Example(found.point, found.left, found.right, tuple(runs(found.note)), certified=certified)


def _value(text: str) -> str:
    return value_latex(text) or rf"\text{{{text}}}"


def _point(found: Counterexample) -> str:
    at = r",\; ".join(f"{name} = {_value(number)}" for name, number in found.point) or r"\text{everywhere}"
    sides = r" \text{ against } ".join(_value(side) for side in (found.left, found.right) if side)
    return f"{at}: {sides}" if sides else at
