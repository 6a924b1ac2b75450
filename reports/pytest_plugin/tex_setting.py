r"""What a manuscript says before its formulas: the macros of its preamble, of the files that it takes in (`\input`, a local .sty) and the
names that comments declare; and a file's text, whatever it is encoded in."""

from __future__ import annotations

import codecs
import re
from pathlib import Path

from .tex_source import VERBATIM, declared

DEEP = 8
"""Files inside files that are followed."""
_TAKEN_IN = re.compile(r"\\(input|include|usepackage|RequirePackage|documentclass|subfile)"
                       r"\s*(?:\[[^\]]*\])?\s*(?:\{([^{}]+)\}|([^\s\\{}%]+))")
_COMMENT = re.compile(r"(?<!\\)%[^\n]*")
_ENDINGS = {"input": ("", ".tex"), "include": (".tex",), "subfile": ("", ".tex"), "usepackage": (".sty",), "RequirePackage": (".sty",),
            "documentclass": (".cls",)}


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


def setting_of(text: str, path: Path, line: int):
    """The setting of a mark at a line: every macro that the document knows, and the names declared above that line, the last of a
    name."""
    from theoremtest.derivations.notation import Setting, declaration, macros_of

    above = {}
    for at, said in declared(text):
        if at < line:
            found = declaration(said, at)
            above[found.left] = found
    return Setting(macros_of(_with_files(text, path.parent, DEEP, {path.resolve()})), tuple(above.values()))


def taken_in(path: Path) -> list[Path]:
    r"""A document's file and the .tex files that it takes in by `\\input` and its like, each once, in the order of their first mention."""
    found = [path]
    for file in found:
        text = _COMMENT.sub("", VERBATIM.sub("", tex_text(file)))
        for match in _TAKEN_IN.finditer(text):
            name = (match.group(2) or match.group(3)).strip()
            inside = next((at for ending in _ENDINGS[match.group(1)] if (at := path.parent / f"{name}{ending}").is_file()), None)
            if inside is not None and inside.suffix == ".tex" and inside not in found:
                found.append(inside)
    return found


def _with_files(text: str, folder: Path, deep: int, seen: set[Path]) -> str:
    """The text without comments, the files that it takes in put before it, so that a definition of its own is the last."""
    text = _COMMENT.sub("", VERBATIM.sub("", text))
    taken = []
    for match in _TAKEN_IN.finditer(text):
        for name in (match.group(2) or match.group(3)).split(","):
            file = next((path for ending in _ENDINGS[match.group(1)] if (path := folder / f"{name.strip()}{ending}").is_file()), None)
            if deep and file is not None and file.resolve() not in seen:
                seen.add(file.resolve())
                taken.append(_with_files(tex_text(file), folder, deep - 1, seen))
    return "\n".join([*taken, text])
