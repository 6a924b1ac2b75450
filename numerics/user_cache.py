"""Where this user's caches stand: each system's own place."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def user_cache() -> Path:
    """The folder of everything that may be removed at any time; it need not exist."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "theoremtest" / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "theoremtest"
    named = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(named) if os.path.isabs(named) else Path.home() / ".cache") / "theoremtest"  # XDG: a relative path is to be ignored
