"""The command `theoremtest watch`: one's own claims decided again whenever a file is saved."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import typer
from rich.markup import escape

from theoremtest.numerics.extras import needing
from theoremtest.reports.formulas import unicode_words
from theoremtest.reports.repository import TEX, is_repository

from .printing import coloured
from .shared import FreshOption, SecondsOption, app, err, one_line_errors, out

GROUPED = 200
"""Milliseconds within which changes count as one save: an editor writes more than once."""


def saves(root: Path) -> Iterator[set]:
    """The changes of each save of Python and TeX files in a folder, and below it where it is a repository; first of all none, once it is
    watched.

    Raises MissingExtra where watchfiles is not installed.
    """
    with needing("watching"):
        from watchfiles import PythonFilter, watch
    told = False
    for changes in watch(root, watch_filter=PythonFilter(extra_extensions=TEX), debounce=GROUPED, raise_interrupt=False,
                         recursive=is_repository(root), ignore_permission_denied=True, rust_timeout=GROUPED, yield_on_timeout=True):
        if changes or not told:
            told = True
            yield changes


@app.command()
def watch(context: typer.Context, fresh: FreshOption = False, seconds: SecondsOption = 20.0):
    """Decide your own claims, and again whenever a file is saved, those whose statement changed: verdict and smallest counterexample.

    The marked equations of a manuscript are held to their claims whenever it, or a claim, is saved.

    Ends with Ctrl-C. The ledger is left as it is.
    """
    from theoremtest.reports.watch import Watch

    with one_line_errors():
        sys.dont_write_bytecode = True  # kept code is told apart by second and size: a sign that is turned at once would not be seen
        watching = Watch(Path.cwd() if context.obj is None else context.obj.root, seconds, fresh)
        look = watching.look()
        _tell(look)
        out.print(f"watching {look.claims} claims in {escape(str(watching.root))}; Ctrl-C ends it", soft_wrap=True)
        for changes in saves(watching.root):
            look = watching.look()  # the first time for what was saved while the claims were decided
            _tell(look)
            if changes and not (look.decided or look.removed or look.errors or look.manuscripts):
                out.print("no statement changed")


def _tell(look) -> None:
    """What a look showed: what is not as expected last, where it is seen."""
    from theoremtest.reports.verify.explain import explain

    for found in sorted(look.decided, key=lambda found: bool(found.problems)):
        if found.problems:
            out.print(explain(found.claim, found.findings, list(found.problems)), markup=False, soft_wrap=True)
        else:
            title = escape(unicode_words(found.claim.title))
            out.print(f"{escape(found.claim.id)}  {coloured(found.verdict.value)}  {title}", soft_wrap=True)
    for identity in look.removed:
        out.print(f"{escape(identity)}  removed", soft_wrap=True)
    for manuscript in look.manuscripts:
        for text in manuscript.failures:
            out.print(text, markup=False, soft_wrap=True)
        count = f"{manuscript.passed} of {manuscript.passed + len(manuscript.failures)} marked equations are as their claims say"
        out.print(f"{escape(manuscript.path.name)}  {count}", soft_wrap=True)
    for text in look.errors:
        err.print(f"[red]error:[/red] {escape(text)}", soft_wrap=True)
