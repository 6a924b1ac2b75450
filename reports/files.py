"""Files written in one step, and the order in which ids are listed. Light: nothing here imports SymPy."""

from __future__ import annotations

import os
import re
import tempfile
from pathlib import Path


def write(path: Path | str, text: str) -> bool:
    """Write a file in one step, and only if that changes it; True when it was written."""
    path = Path(path)
    try:
        if path.read_text("utf-8") == text:
            return False
    except (OSError, UnicodeDecodeError):
        pass
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".writing-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return True


def id_order(identity: str) -> tuple:
    """Sorts ids by paper, then as a reader expects: numbers by size, the rest by text."""
    return tuple((0, int(piece), "") if piece.isdigit() else (1, 0, piece) for piece in re.split(r"(\d+)", identity) if piece)
