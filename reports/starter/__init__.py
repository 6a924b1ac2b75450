"""What a repository starts with: a file of claims, a manuscript with a marked equation, continuous integration, a hook, a README.

The texts lie beside this file; words between two at signs stand for the paper's key and the like. Nothing is overwritten.
"""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass
from datetime import date
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from theoremtest.derivations.errors import TheoremtestError
from theoremtest.derivations.papers import installed_papers
from theoremtest.reports import repository
from theoremtest.reports.badge import ALT, write_badge
from theoremtest.reports.files import claims_files, write
from theoremtest.reports.tex.files import tex_text
from theoremtest.reports.tex.front import front
from theoremtest.reports.verify import ledger_file
from theoremtest.reports.verify.consistency import repeatable
from theoremtest.reports.workspace import checkout

NAME = "theoremtest"
HERE = Path(__file__).resolve().parent
CLAIMS, PAPER = "claims_mine.py", "paper.tex"
WORKFLOW, HOOKS, README, IGNORED = ".github/workflows/theoremtest.yml", ".pre-commit-config.yaml", "README.md", ".gitignore"
BADGE_LINE = f"![{ALT}]({repository.BADGE})"
_KEY = re.compile(r"[a-z]+\d{4}[a-z]?")


@dataclass(frozen=True)
class Step:
    """One file of the start. note: why it was not written, empty where it was."""

    file: Path
    note: str = ""


def start(folder: Path, key: str | None = None, install: str | None = None) -> list[Step]:
    """Write what a folder lacks; one step for each file, in order.

    key: of the paper, `mine2026` by this year if None. install: what the workflow and the hook have pip install, this version or a newer
    one from the package index if None. Raises TheoremtestError for a key that is malformed or another paper's, and for what would install
    nothing or something else; OSError where the folder cannot be written.
    """
    key = key or f"mine{date.today().year}"
    install = _requirement(install)
    if not _KEY.fullmatch(key):
        raise TheoremtestError(f"a paper's key is small letters and a year, such as smith2026 or smith2026b; got {key!r}")
    if key in installed_papers():
        raise TheoremtestError(f"the key {key!r} is that of another paper: {installed_papers()[key]}")
    top, theirs = _top(folder), claims_files(folder) if folder.is_dir() else []
    words = {"KEY": key, "YEAR": re.search(r"\d{4}", key).group(), "INSTALL": install, "BADGE": BADGE_LINE,
             **_first_page(folder), "CLAIMS": theirs[0].name if theirs else CLAIMS, "REPORT": repository.REPORT,
             "WHERE": os.path.relpath(folder.resolve(), top.resolve())}
    return [Step(theirs[0], "is there") if theirs else _written(folder / CLAIMS, "claims", words),
            _manuscript(folder, bool(theirs), words),
            _workflow(top, words), _hooks(top / HOOKS, words),
            _written(folder / README, "readme", words, f"is there; a line for the badge: {BADGE_LINE}"),
            _written(folder / IGNORED, "ignored", words, f"is there; the report is written to {repository.REPORT}"),
            _ledger(folder / repository.LEDGER), _badge(folder)]


def _top(folder: Path) -> Path:
    """Where GitHub and pre-commit look: the top of the git repository that holds the folder, else the folder; never this library's own."""
    place = folder.resolve()
    top = next((above for above in (place, *place.parents) if (above / ".git").exists() and above != Path.home()), place)
    return folder if top in (place, checkout()) else top


def _manuscript(folder: Path, has_claims: bool, words: dict[str, str]) -> Step:
    """The manuscript; none where there is one, or where the claims are not the ones that it is about."""
    there = sorted(folder.glob("*.tex"))
    if there:
        identity = "ID" if has_claims else f"{words['KEY']}/1"
        return Step(there[0], f"is there; a comment `% theoremtest: {identity}` above an equation holds it to a claim")
    if has_claims:
        return Step(folder / PAPER, f"is not written, as {words['CLAIMS']} has claims of its own")
    return _written(folder / PAPER, "paper", words)


def _first_page(folder: Path) -> dict[str, str]:
    """Title and authors for the claims, of the manuscript that is there, as literals of Python."""
    found = [front(tex_text(path)) for path in sorted(folder.glob("*.tex"))]
    title, authors = next((one for one in found if one[0]), ("A note on two layers", ""))
    return {"TITLE": json.dumps(title, ensure_ascii=False), "AUTHORS": json.dumps(authors or "A. Theorist", ensure_ascii=False)}


def _workflow(top: Path, words: dict[str, str]) -> Step:
    """Continuous integration of this folder, beside that of another paper in the repository."""
    file = top / WORKFLOW
    if file.is_file() and f"working-directory: {words['WHERE']}\n" not in file.read_text("utf-8", "replace"):
        file = file.with_stem(f"{file.stem}-{re.sub(r'[^A-Za-z0-9]+', '-', words['WHERE']).strip('-').lower() or words['KEY']}")
    return _written(file, "workflow", words)


def _hooks(file: Path, words: dict[str, str]) -> Step:
    """The hook; what a file of hooks that is there lacks is said, as there is one such file in a repository."""
    if file.is_file() and f"pytest {words['WHERE']}\n" not in file.read_text("utf-8", "replace"):
        return Step(file, f"is there; add to its local hooks: id: theoremtest-{words['KEY']}, entry: pytest {words['WHERE']}, "
                          f"language: python, additional_dependencies: ['{words['INSTALL']}'], pass_filenames: false")
    return _written(file, "hooks", words)


def _ledger(file: Path) -> Step:
    """An empty ledger, which makes its folder a root."""
    if file.exists():
        return Step(file, "is there")
    ledger_file.save([], file)
    return Step(file)


def _badge(folder: Path) -> Step:
    """The badge, drawn from the ledger that is there."""
    file = folder / repository.BADGE
    if file.exists():
        return Step(file, "is there")
    write_badge(file, repeatable(ledger_file.read(folder / repository.LEDGER, whole=True)))
    return Step(file)


def _written(file: Path, text: str, words: dict[str, str], note: str = "is there") -> Step:
    if file.exists() or file.is_symlink():
        return Step(file, note)
    filled = re.sub(r"@([A-Z]+)@", lambda found: words[found.group(1)], (HERE / f"{text}.txt").read_text("utf-8"))
    write(file, filled)
    return Step(file)


def _requirement(asked: str | None) -> str:
    """What pip is given, on a line between single quotes."""
    if asked is None:
        return f"{NAME}>={_version()}"
    if not asked.strip() or asked.lstrip().startswith("-") or re.search(r"['\n\r]", asked):
        raise TheoremtestError("what is installed is one requirement as pip takes it, without single quotes, such as "
                               f"'{NAME} @ git+https://...'; got {asked!r}")
    named = re.match(r"\s*([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\]\s*)?(?:@\s|[<>=!~;]|$)", asked)
    if named and re.sub(r"[-_.]+", "-", named[1]).lower() != NAME and not _is_a_file(named[1]):
        raise TheoremtestError(f"{asked!r} installs {named[1]} where {NAME} has to be installed, as by '{NAME} @ git+https://...'")
    return asked.strip()


def _is_a_file(name: str) -> bool:
    return name.endswith((".whl", ".tar.gz", ".zip")) or Path(name).exists()


def _version() -> str:
    try:
        return version(NAME)
    except PackageNotFoundError:
        return "0"
