"""What would be uploaded, built and checked: versions that agree, both distributions, the wheel in a fresh environment, and the README's
two commands in the unpacked sources. It uploads nothing. `--quick` leaves the two commands out, which take most of the time.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"


def run(*command: object, at: Path = ROOT, **more: str) -> str:
    """Run a command and return what it printed; ends the release where it fails."""
    print("$", *command, flush=True)
    environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")} | more
    done = subprocess.run([str(part) for part in command], cwd=at, env=environment, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    if done.returncode:
        sys.exit(f"{done.stdout[-3000:]}\nno release: `{' '.join(map(str, command))}` ended with {done.returncode}")
    return done.stdout


def faults(root: Path, changed: str) -> list[str]:
    """What keeps these sources from being a release; `changed` is what git says of the working tree."""
    version = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    said = {"CITATION.cff": re.search(r"^version: (\S+)$", (root / "CITATION.cff").read_text("utf-8"), re.MULTILINE),
            "CHANGELOG.md": re.search(r"^## \[([^\]]+)\] - \d{4}-\d\d-\d\d$", (root / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)}
    found = [f"{name} says {match[1] if match else 'no version'}, pyproject.toml {version}" for name, match in said.items()
             if not match or match[1] != version]
    left = sorted(path.name for path in (root / "changes").glob("*.*.md"))
    found += [f"changes/ holds {', '.join(left)}: run `towncrier build --version {version}`"] if left else []
    return found + ([f"the working tree has changes:\n{changed}"] if changed else [])


def main() -> None:
    """Every check in turn."""
    wrong = faults(ROOT, run("git", "status", "--porcelain"))
    if wrong:
        sys.exit("no release: " + "\n".join(wrong))
    DIST.mkdir(exist_ok=True)
    for old in DIST.glob("theoremtest-*"):
        old.unlink()
    run(sys.executable, "-m", "build", "--outdir", DIST)
    made = sorted(DIST.glob("theoremtest-*"))
    run(sys.executable, "-m", "twine", "check", "--strict", *made)
    run(sys.executable, "-m", "pytest", "-q", "tests/house/test_packaging.py", "tests/house/test_extras.py", PYTHONPATH=str(ROOT))
    wheel = next(file for file in made if file.suffix == ".whl")
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        run(sys.executable, "-m", "venv", place / "venv")
        binaries = place / "venv" / "bin"
        run(binaries / "pip", "install", "--quiet", "--constraint", ROOT / "constraints.txt", wheel)
        run(binaries / "theoremtest", "init", "paper", "--key", "mine2026", at=place)
        run(binaries / "pytest", "-q", at=place / "paper")
        print(run(binaries / "theoremtest", "verify", at=place / "paper"))
        if "--quick" not in sys.argv:
            sources = next(file for file in made if file.suffix == ".gz")
            with tarfile.open(sources) as archive:
                archive.extractall(place, filter="data")
            for command in ("report", "test"):
                run("make", command, at=place / sources.name.removesuffix(".tar.gz"))
    print("checked, and not uploaded:", *(f"  {file.relative_to(ROOT)}" for file in made), sep="\n")
    print("upload with: twine upload dist/theoremtest-*")


if __name__ == "__main__":
    main()
