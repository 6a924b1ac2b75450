"""Writes the report: one markdown ledger, one LaTeX document (and its PDF where pdflatex is at hand), one HTML page, and the derivations of
each paper."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from theoremtest.derivations.papers import Library
from theoremtest.reports.files import write, write_bytes

from . import derivations, extras, html, latex, markdown
from .model import Report
from .sections import outline
from .view import view

NAME = "theoremtest"
SECONDS = 300


def build(records: Iterable[Mapping], out: Path, *, say: Callable[[str], None] = print, edits: Iterable[Mapping] = (),
          library: Library | None = None, beside: Path | None = None) -> list[Path]:
    """Render the ledger's records in all three forms into `out`; returns the files that now stand there.

    See `report_of` for what it is made of, and `written` for how it is written.
    """
    return written(report_of(records, edits=edits, library=library, beside=beside), out, say=say)


def report_of(records: Iterable[Mapping], *, edits: Iterable[Mapping] = (), library: Library | None = None,
              beside: Path | None = None) -> Report:
    """The report of ledger records, which every form of it is rendered from.

    edits: what became of the statements since the baseline, for a section of its own. library: where the papers' titles, sections and
    order are found, this library's papers if None. beside: the folder with figures and tables that are shown with the ledger, those of
    this library if None.
    """
    records = list(records)
    library = Library() if library is None else library
    outlines = {key: outline(key, library) for key in dict.fromkeys(record["paper"] for record in records)}
    own, beside = beside is not None, Path(__file__).resolve().parents[1] if beside is None else beside
    return replace(view(records, extras.find(beside), outlines), edits=tuple(edits), own=own)


def written(report: Report, out: Path, *, say: Callable[[str], None] = print) -> list[Path]:
    """Write a report in all three forms into `out`; returns the files that now stand there.

    A file is written only if it differs, in one step. say: takes messages about what could not be done (no pdflatex, formulas that stay
    LaTeX source).
    """
    out = Path(out)
    page = html.render(report)
    for source, why in page.unconverted:
        say(f"formula shown as LaTeX source, {why}: {source}")
    made = {out / f"{NAME}.md": markdown.render(report), out / f"{NAME}.html": page.text}
    for path, text in made.items():
        write(path, text)
    for name, text in derivations.files(report):
        write(out / derivations.FOLDER / name, text)
    return [*made, *typeset(latex.render(report), out, NAME, say), out / derivations.FOLDER / "index.md"]


def typeset(document: str, out: Path, name: str, say: Callable[[str], None] = print) -> list[Path]:
    """A LaTeX document and, where it compiles, its PDF. A PDF that no longer matches its source is taken away."""
    source, pdf, told = out / f"{name}.tex", out / f"{name}.pdf", out / f"{name}.log"
    content = document.encode("utf-8")
    fresh = pdf.exists() and source.exists() and source.read_bytes() == content
    write_bytes(source, content)
    if fresh:
        return [source, pdf]
    pdf.unlink(missing_ok=True)
    told.unlink(missing_ok=True)
    if shutil.which("pdflatex") is None:
        say(f"{source.name} is written, not compiled: pdflatex is not installed (Debian: texlive-latex-extra and lmodern)")
        return [source]
    compiled, log = compile_latex(content)
    if compiled is None:
        write(told, log)
        say(f"pdflatex did not compile {source.name}: {first_error(log)}; all of it is in {told.name}")
        return [source]
    write_bytes(pdf, compiled)
    return [source, pdf]


def compile_latex(content: bytes, seconds: float = SECONDS) -> tuple[bytes | None, str]:
    """Compile a document twice in a folder of its own; returns the PDF, or None, and pdflatex's log.

    The time stamps inside the PDF are fixed, so the same source gives the same file.
    """
    environment = os.environ | {"SOURCE_DATE_EPOCH": "0", "FORCE_SOURCE_DATE": "1", "max_print_line": "1000"}
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "report.tex"]
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "report.tex").write_bytes(content)
        for _ in range(2):
            try:
                ran = subprocess.run(command, cwd=place, env=environment, stdin=subprocess.DEVNULL, capture_output=True,
                                     timeout=seconds, check=False)
            except subprocess.TimeoutExpired:
                return None, f"! pdflatex did not finish within {seconds:g} s"
            log = ran.stdout.decode("utf-8", errors="replace")
            if ran.returncode != 0:
                return None, log
        return (place / "report.pdf").read_bytes(), log


def first_error(log: str) -> str:
    """The first line of a pdflatex log that names an error, with the line of source that it names."""
    lines = log.splitlines()
    for place, line in enumerate(lines):
        if line.startswith("!"):
            source = next((later for later in lines[place:] if later.startswith("l.")), "")
            return f"{line[1:].strip()} {source}".strip()
    return "no error line in its log"
