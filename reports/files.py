"""Files written in one step, files of claims of a user's own, and the order in which ids are listed. Light: nothing here imports SymPy."""

from __future__ import annotations

import os
import re
import tempfile
from pathlib import Path


def write(path: Path | str, text: str) -> bool:
    """Write UTF-8 text; see `write_bytes`."""
    return write_bytes(path, text.encode("utf-8"))


def write_bytes(path: Path | str, content: bytes) -> bool:
    """Write a file in one step, and only if that changes it; True when it was written. Missing folders are made.

    Raises OSError, which names the place, where it cannot be written; what was there before is then still there.
    """
    path = Path(path)
    try:
        if path.read_bytes() == content:
            return False
    except OSError:
        pass
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, beside = tempfile.mkstemp(dir=path.parent, prefix=".writing-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            os.chmod(beside, 0o644)
            os.replace(beside, path)
        except BaseException:
            Path(beside).unlink(missing_ok=True)
            raise
    except OSError as error:
        if error.errno is not None and error.filename is None:  # a disk that is full does not say what was to be written
            error.filename = str(path)
        raise
    return True


def in_one_line(error: OSError) -> str:
    """What the system could not do, and with which file."""
    return ": ".join(str(part) for part in (error.filename, error.strerror or error) if part)


CLAIMS_FILES = "claims_*.py"
_PAPER = re.compile(rb"^\s*%+\s*theoremtest:\s*paper\s", re.MULTILINE)
_SPEAKS = re.compile(r"^\s*(?:from|import)\s+theoremtest\b", re.MULTILINE)


def text_of(path: Path) -> str:
    """A file's text; empty where it cannot be read or is no text."""
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return ""


def speaks_of_theoremtest(path: Path) -> bool:
    """Whether a Python file imports this library; another project's file of that name is left alone."""
    return _SPEAKS.search(text_of(path)) is not None


def holds_claims(path: Path) -> bool:
    """Whether a .tex file says in a comment whose claims it holds; its encoding does not matter."""
    try:
        return _PAPER.search(path.read_bytes().replace(b"\0", b"")) is not None
    except OSError:
        return False


def claims_files(folder: Path) -> list[Path]:
    """The files `claims_*.py` of a folder that speak of this library, by name, and behind them the manuscripts that hold claims."""
    found = [path for path in sorted(folder.glob(CLAIMS_FILES)) if speaks_of_theoremtest(path)]
    return [*found, *(path for path in sorted(folder.glob("*.tex")) if holds_claims(path))]


def id_order(identity: str) -> tuple:
    """Sorts ids by paper, then as a reader expects: numbers by size, the rest by text."""
    return tuple((0, int(piece), "") if piece.isdigit() else (1, 0, piece) for piece in re.split(r"(\d+)", identity) if piece)
