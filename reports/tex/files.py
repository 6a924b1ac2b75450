r"""The files of a manuscript: a file's text, whatever it is encoded in, what \input and its like name, and which document takes a file in.
Nothing outside of the repository is read."""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from theoremtest.reports.repository import is_repository, root_of

DEEP = 8
"""Files inside files that are followed."""
MOST = 500
"""Files that one document takes in."""
_ENDINGS = {r"\input": ("", ".tex"), r"\include": (".tex",), r"\subfile": ("", ".tex"), r"\usepackage": (".sty",),
            r"\RequirePackage": (".sty",), r"\documentclass": (".cls",)}
PACKAGES = (r"\usepackage", r"\RequirePackage", r"\documentclass")
"""What takes in packages, of which a TeX system has its own."""
_ROOT = re.compile(r"(?im)^\s*%\s*!\s*tex\s+root\s*=\s*(\S.*?)\s*$")


def tex_text(path: Path) -> str:
    """A TeX file's text: UTF-8 with or without a byte-order mark, UTF-16 with one, else Latin-1; empty where it cannot be read."""
    try:
        data = path.read_bytes()
    except OSError:
        return ""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", errors="replace")
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        return data.decode("latin-1").replace("\r\n", "\n")


def repository_of(path: Path, run: Path | None = None) -> Path:
    """The folder that a manuscript's files lie in: its repository, else the root of the run, else its own folder."""
    folder = path.resolve().parent
    root = root_of(folder)
    if not is_repository(root) and run is not None and folder.is_relative_to(run.resolve()):
        return run.resolve()
    return root


@dataclass
class Files:
    """The files of one document, by number in the order in which they are taken in; what is refused or missing, with its place."""

    main: Path
    root: Path
    paths: list[Path] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    given: str | None = None
    """The main file's text, where it is no file."""
    unsaved: Mapping[Path, str] = field(default_factory=dict)
    """Texts of files as they stand in an editor, by path."""

    def add(self, path: Path) -> int:
        """The number of a file."""
        self.paths.append(path.resolve())
        text = self.given if not self.texts else None
        text = self.unsaved.get(self.paths[-1]) if text is None else text
        self.texts.append(tex_text(path) if text is None else text)
        return len(self.paths) - 1

    def find(self, command: str, name: str, beside: Path) -> Path | None:
        """The file that a command names: beside the main file, as TeX has it, or beside the file that names it; None where there is none.

        Raises PermissionError where it lies outside of the repository.
        """
        for folder in (self.main.parent, beside.parent):
            for ending in _ENDINGS[command]:
                path = folder / f"{name}{ending}"
                if path.is_file():
                    if not path.resolve().is_relative_to(self.root):
                        raise PermissionError(f"{command}{{{name}}} leads out of the repository; it is not read")
                    return path
        return None


def asked_main(path: Path) -> Path | None:
    """The main file that a comment `% !TEX root = main.tex` names."""
    found = _ROOT.search(tex_text(path)[:4_000])
    main = path.parent / found.group(1) if found else None
    return main if main is not None and main.is_file() else None


def documents(path: Path, root: Path) -> list[Path]:
    """The documents that may take a file in: whole ones in its folder and above, up to the root."""
    named = asked_main(path)
    if named is not None and named.resolve() != path.resolve():
        return [named]
    if _is_whole(path):
        return []
    folder, found = path.resolve().parent, []
    for place in (folder, *folder.parents):
        found += [other for other in sorted(place.glob("*.tex")) if other.resolve() != path.resolve() and _is_whole(other)]
        if place == root or root not in place.parents:
            break
    return found


def _is_whole(path: Path) -> bool:
    return re.search(r"(?m)^[^%\n]*\\documentclass", tex_text(path)) is not None
