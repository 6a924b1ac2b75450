"""Where a theorist's own claims lie: the root of her repository, its files `claims_*.py`, and the papers that its `pyproject.toml` names.

Light: nothing here imports SymPy, and no file of claims is imported to be found.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator
from pathlib import Path

from theoremtest.derivations.errors import TheoremtestError
from theoremtest.derivations.papers import GROUP
from theoremtest.reports.files import claims_files

LEDGER = "theoremtest-ledger.json"
"""The ledger of one's own claims; the folder that holds it is the root, and every command started below works there."""
BADGE = "theoremtest-badge.svg"
TEX = (".tex", ".sty")
REPORT = "theoremtest-report"
"""The folder that a report is written to."""
_PASSED_OVER = ("node_modules", "site-packages", "__pycache__", "build", "dist", REPORT)


def root_of(folder: Path, checkout: Path | None = None) -> Path:
    """The root that a folder belongs to: the nearest at or above it with a ledger, else the top of its git repository, else itself.

    checkout: the sources of this library, which are a root of their own.
    """
    folder = Path(folder).resolve()
    top = None
    for place in (folder, *folder.parents):
        if (place / LEDGER).is_file() or place == checkout:
            return place
        if top is None and (place / ".git").exists() and place != Path.home():
            top = place
    return top or folder


def is_repository(root: Path) -> bool:
    """Whether a ledger or git says that a folder and those below it belong together."""
    return (root / LEDGER).is_file() or (root / ".git").exists()


def claims_below(root: Path) -> list[Path]:
    """The files of claims, by path: in all folders of a repository, else in the root only.

    Hidden folders, environments, and repositories of their own are passed over.
    """
    return sorted(path for folder in _folders(root) for path in claims_files(folder))


def tex_below(root: Path) -> list[Path]:
    """The files .tex and .sty, by path, in the folders that files of claims are looked for in."""
    return sorted(path for folder in _folders(root) for ending in TEX for path in folder.glob(f"*{ending}"))


def _folders(root: Path) -> Iterator[Path]:
    if not is_repository(root):
        yield root
        return
    for place, folders, _ in os.walk(root):
        folders[:] = sorted(name for name in folders if not _is_another(Path(place, name)))
        yield Path(place)


def _is_another(folder: Path) -> bool:
    return (folder.name.startswith(".") or folder.name in _PASSED_OVER
            or any((folder / name).exists() for name in (LEDGER, ".git", "pyvenv.cfg")))


def papers_named(root: Path) -> dict[str, str]:
    """Packages by paper's key that the root's `pyproject.toml` names as an entry point. Raises TheoremtestError where it cannot be read."""
    file = root / "pyproject.toml"
    try:
        project = tomllib.loads(file.read_text("utf-8")).get("project", {})
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise TheoremtestError(f"{file} cannot be read: {error}") from None
    named = project.get("entry-points", {}).get(GROUP, {}) if isinstance(project, dict) else {}
    return dict(named) if isinstance(named, dict) else {}
