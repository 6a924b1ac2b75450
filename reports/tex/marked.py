"""The marks of a text, and those of a file within the documents that take it in."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from .document import Walk
from .files import Files, documents, repository_of
from .found import Marked

_KEPT: dict[tuple[Path, Path], tuple[Walk, tuple]] = {}


def walk(main: Path, root: Path) -> Walk:
    """The way through a document; kept as long as its files stay as they are."""
    kept = _KEPT.get((main, root))
    if kept is None or kept[1] != _stamps(kept[0]):
        found = Walk(Files(main.resolve(), root)).run()
        _KEPT[main, root] = kept = found, _stamps(found)
    return kept[0]


def _stamps(found: Walk) -> tuple:
    return tuple((path, path.stat().st_mtime_ns, path.stat().st_size) if path.is_file() else (path, 0, 0) for path in found.files.paths)


def marked(text: str) -> list[Marked]:
    """Every mark of a text that is a document by itself."""
    return [mark for _, mark in Walk(Files(Path("document.tex"), Path.cwd(), given=text)).run().marks]


def marks_of(path: Path, run: Path | None = None) -> list[Marked]:
    """Every mark of a file, in order: read within the document that takes it in, where there is one, else by itself."""
    root = repository_of(path, run)
    found: dict[int, list[Marked]] = {}
    taken = False
    for main in documents(path, root):
        whole = walk(main, root)
        if path.resolve() not in whole.files.paths:
            continue
        taken = True
        for number, marked in whole.marks:
            if whole.files.paths[number] == path.resolve():
                found.setdefault(marked.at, []).append(marked)
    if not taken:
        return [marked for number, marked in walk(path, root).marks if number == 0]
    return [_one(several) for _, several in sorted(found.items())]


def _one(several: list[Marked]) -> Marked:
    """A mark as it is read in every document that takes its file in."""
    readings = {(marked.display.text if marked.display else "", marked.declared, marked.problem) for marked in several}
    if len(readings) == 1:
        return several[0]
    return replace(several[0], display=None, error=None, problem="this equation reads differently in the documents that take the file in; "
                   "give the file a comment `% !TEX root = main.tex`")


__all__ = ["marked", "marks_of", "walk"]
