"""The checks that read the sources without running them: ruff, mypy, the import contract. `make lint` runs all, arguments name some.

The floors are folders at the top level and install below `theoremtest`. mypy and import-linter follow folders and know nothing of that
mapping; they run in `.types`, where `theoremtest` holds a link to each floor.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
STAGED = ROOT / ".types"
FLOORS = ("derivations", "numerics", "reports")
SETTINGS = str(ROOT / "pyproject.toml")

CHECKS = {
    "ruff": (ROOT, ["-m", "ruff", "check", "--output-format", "concise", "."]),
    "mypy": (STAGED, ["-m", "mypy", "--config-file", SETTINGS, "--no-error-summary",
                      "-m", "theoremtest", "-m", "theoremtest.__main__", "-p", "theoremtest.models",
                      "-p", "theoremtest.derivations.language"]),
    "imports": (STAGED, ["-c", "import sys; from importlinter.cli import lint_imports; "
                               f"sys.exit(lint_imports(config_filename={SETTINGS!r}))"]),
}
"""Check by name: the folder in which it runs, and what Python is given."""


def stage() -> None:
    """Make or mend the links in `.types/theoremtest`."""
    package = STAGED / "theoremtest"
    package.mkdir(parents=True, exist_ok=True)
    wanted = {path.name: path for path in (ROOT / "theoremtest").iterdir() if path.name != "__pycache__"}
    wanted |= {floor: ROOT / floor for floor in FLOORS}
    for link in package.iterdir():
        if link.name not in wanted:
            link.unlink()
    for name, target in wanted.items():
        link, relative = package / name, os.path.relpath(target, package)
        if not (link.is_symlink() and os.readlink(link) == relative):
            link.unlink(missing_ok=True)
            link.symlink_to(relative)


def main(names: list[str]) -> int:
    """Run the named checks, or all; what a check wrote is shown where it fails."""
    if unknown := [name for name in names if name not in CHECKS]:
        print(f"no check is called {', '.join(unknown)}; there are {', '.join(CHECKS)}")
        return 2
    stage()
    failed = 0
    for name in names or CHECKS:
        place, arguments = CHECKS[name]
        start = time.monotonic()
        done = subprocess.run([sys.executable, *arguments], cwd=place, text=True, capture_output=True)
        print(f"{name}: {'ok' if done.returncode == 0 else 'failed'} ({time.monotonic() - start:.1f} s)", flush=True)
        if done.returncode != 0:
            failed = 1
            print(done.stdout + done.stderr)
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
