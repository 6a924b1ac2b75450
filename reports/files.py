"""Files written in one step, and the order in which ids are listed. Light: nothing here imports SymPy."""

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

    Raises OSError where the place cannot be written; what was there before is then still there.
    """
    path = Path(path)
    try:
        if path.read_bytes() == content:
            return False
    except OSError:
        pass
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
    return True


def id_order(identity: str) -> tuple:
    """Sorts ids by paper, then as a reader expects: numbers by size, the rest by text."""
    return tuple((0, int(piece), "") if piece.isdigit() else (1, 0, piece) for piece in re.split(r"(\d+)", identity) if piece)
