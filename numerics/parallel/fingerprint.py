"""What answers depend on beside the arguments: the text of this library and the versions below it, so that two machines can be compared."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

FLOORS = ("derivations", "numerics", "reports")
READ = (".py", ".lark", ".toml", ".v")
"""Endings of the files that decide what comes out."""
WRITTEN = "reports/build"
"""What a run writes there is no source."""
LIBRARIES = ("sympy", "mpmath", "python-flint", "numpy", "scipy", "numba", "torch")


@cache
def fingerprint(folders: tuple[str, ...] = FLOORS) -> dict[str, str]:
    """Name to version: Python, the libraries, and a digest of this library's own text in some folders."""
    root, digest = Path(__file__).resolve().parents[2], hashlib.sha256()
    for folder in folders:
        for path in sorted(path for path in (root / folder).rglob("*") if path.suffix in READ and root / WRITTEN not in path.parents):
            digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return {"Python": ".".join(platform.python_version_tuple()[:2]), **{name: _version(name) for name in LIBRARIES},
            "theoremtest": digest.hexdigest()[:16]}


def differences(here: Mapping[str, str], there: Mapping[str, str]) -> str:
    """What differs between two fingerprints, in words; empty where nothing does."""
    return ", ".join(f"{name} {there.get(name, 'missing')} and not {here[name]}" for name in here if there.get(name) != here[name])


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "missing"
