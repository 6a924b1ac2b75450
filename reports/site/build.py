"""Writes the site: each file in one step and only if it changed; pages of claims that are no more are taken away."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from theoremtest.derivations.errors import TheoremtestError
from theoremtest.reports.files import write, write_bytes
from theoremtest.reports.render import html, mathml
from theoremtest.reports.render.model import Report

from . import coq
from .addresses import ASSETS
from .pages import Pages
from .shares import each

WRITTEN = f"{ASSETS}/files.txt"
"""Lists what was written, so that the next site in the same folder takes away what it does not write again."""
MANY = 200
"""Claims from which on a second process is worth its start."""


def build(report: Report, out: Path, *, certificates: Path | None = None, say: Callable[[str], None] = print) -> int:
    """Write the site of a report into a folder; returns how many pages it has.

    certificates: a folder of Coq files, as the report has one. say: takes messages about formulas that stay LaTeX source.
    Raises TheoremtestError where the folder holds something else, or where two claims would share a page.
    """
    out = Path(out)
    before = _written(out)
    write(out / WRITTEN, "".join(f"{name}\n" for name in sorted(before)))  # so that a run that is cut short leaves a folder of ours
    made = Pages(report, coq.read(certificates, report.by_id.keys()))
    names = []
    shares = [partial(_written_out, share, out, made) for share in made.shares()]
    for share, typeset, shown in each(shares, apart=len(report.claims) > MANY):
        names += share
        mathml.MADE.update(typeset)
        made.shown.update(shown)
    for source, why in html.unconverted(made.shown):
        say(f"formula shown as LaTeX source, {why}: {source}")
    for name in before - set(names):
        (out / name).unlink(missing_ok=True)
    write(out / WRITTEN, "".join(f"{name}\n" for name in names))
    return sum(name.endswith(".html") for name in names)


def _written_out(share: Callable[[], Iterator[tuple[str, str | bytes]]], out: Path, made: Pages) -> tuple[list[str], dict, dict]:
    """Write the files of a share; returns their names, and what was typeset for them and is not kept yet."""
    known, names = set(mathml.MADE), []
    for name, content in share():
        names.append(name)
        (write if isinstance(content, str) else write_bytes)(out / name, content)
    return names, {key: found for key, found in mathml.MADE.items() if key not in known}, made.shown


def _written(out: Path) -> set[str]:
    """What an earlier site left in the folder. Raises TheoremtestError where it holds files and no site."""
    try:
        names = (out / WRITTEN).read_text("utf-8").splitlines()
    except (FileNotFoundError, NotADirectoryError):
        if out.exists() and (not out.is_dir() or any(out.iterdir())):
            raise TheoremtestError(f"{out} holds something else than a site; name a folder that is empty or yet to be made") from None
        return set()
    return {name for name in names if ".." not in Path(name).parts and not Path(name).is_absolute()}
