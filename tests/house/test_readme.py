"""The README is true: its commands run in their order in a copy of the checkout and write what it shows, its programs run, its files exist.

A block `console` holds commands (`$ ...`, with `# exit code N` where it is not 0), each followed by what it writes: lines in their order,
`...` for any others between them; a line may be cut off at its end; `cd` holds for what follows. A block `python` or `tex` whose first
line is a comment with a file's name is that file in the folder where the commands run; a `python` block without one is a program.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import pytest
import typer

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
COPIED = ("derivations", "numerics", "reports", "rederive", "conftest.py", "pyproject.toml", "constraints.txt", "Makefile",
          "tests/test_claims.py", "tests/helpers")
LEFT_OUT = ("__pycache__", "build", "timings.json")


class Block(NamedTuple):
    language: str
    text: str
    line: int


BLOCKS = [Block(found[1], found[2], README[:found.start()].count("\n") + 1)
          for found in re.finditer(r"^```(\w*)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)]


def file_of(block: Block) -> str | None:
    """The name of the file that a block is, from the comment in its first line."""
    found = re.match(r"[#%] ([\w.]+\.(?:py|tex))\n", block.text)
    return found[1] if found else None


def commands_of(block: Block) -> list[tuple[str, int, list[str]]]:
    """Commands with their exit codes and the lines that they write."""
    found: list[tuple[str, int, list[str]]] = []
    for line in block.text.splitlines():
        if line.startswith("$ "):
            command, _, comment = line[2:].partition("  # " if "  # " in line else "\n")
            code = re.search(r"exit code (\d)", comment)
            found.append((command.strip(), int(code[1]) if code else 0, []))
        else:
            found[-1][2].append(line)
    return found


def missing(shown: list[str], written: str) -> str | None:
    """The first shown line that the output does not have in its place; None where all are there, or nothing is shown."""
    lines = [" ".join(line.split()) for line in written.splitlines() if line.strip()]
    place, skipping = 0, not shown
    for line in shown:
        if line == "...":
            skipping = True
            continue
        wanted = " ".join(line.split())
        candidates = range(place, len(lines)) if skipping else range(place, min(place + 1, len(lines)))
        hit = next((number for number in candidates if lines[number].startswith(wanted)), None)
        if hit is None:
            return line
        place, skipping = hit + 1, False
    return None if skipping or place == len(lines) else "..."


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """A copy of the checkout with nothing decided yet, and the programs of this environment on its path."""
    place = tmp_path_factory.mktemp("readme")
    for name in COPIED:
        source, target = ROOT / name, place / name
        target.parent.mkdir(exist_ok=True, parents=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns(*LEFT_OUT))
        else:
            shutil.copy(source, target)
    programs = place / ".venv" / "bin"
    programs.mkdir(parents=True)
    for program in ("rederive", "pytest"):
        (programs / program).write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m {program} "$@"\n', "utf-8")
        (programs / program).chmod(0o755)
    return place


def run(command: str, place: Path, home: Path) -> tuple[int, str]:
    """A shell command in a folder of the copy `home`; `make` only says what it would do."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COV"))}
    environment |= {"PATH": f"{home / '.venv' / 'bin'}:{os.environ['PATH']}", "PYTHONPATH": str(home), "COLUMNS": "400"}
    if command.startswith("make "):
        command = command.replace("make", "make --dry-run", 1)
    done = subprocess.run(command, shell=True, cwd=place, env=environment, text=True, capture_output=True, timeout=300)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.slow
def test_every_block_does_what_it_shows(checkout):
    """One test, as the blocks build on one another."""
    here = checkout
    for block in BLOCKS:
        name = file_of(block)
        if name:
            (here / name).write_text(block.text, "utf-8")
        elif "rederive.sweep" in block.text and find_spec("zarr") is None:
            continue  # it needs the extra `sweeps`
        elif block.language == "python":
            (checkout / "block.py").write_text(block.text, "utf-8")
            code, written = run(f"{shlex.quote(sys.executable)} block.py", checkout, checkout)
            assert code == 0, f"README, line {block.line}:\n{written}"
        elif block.language == "console":
            for command, expected, shown in commands_of(block):
                if command.startswith("cd "):
                    here = (here / command[3:]).resolve(strict=True)
                    continue
                code, written = run(command, here, checkout)
                assert code == expected, f"README, line {block.line}: {command}\nexit code {code}\n{written[-3000:]}"
                lacking = missing(shown, written)
                assert lacking is None, f"README, line {block.line}: {command}\nlacks {lacking!r}\n{written}"


def test_every_block_is_of_a_kind_that_is_run():
    """Plain text is for what a whole session would show; there is one."""
    assert {block.language for block in BLOCKS} == {"console", "python", "tex", "text"}
    assert [block.text.split()[0] for block in BLOCKS if block.language == "text"] == ["kunin2024/26"]
    assert all(file_of(block) for block in BLOCKS if block.language == "tex")


INLINE = re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```$", "", README, flags=re.MULTILINE | re.DOTALL))


@pytest.mark.parametrize("text", [text for text in INLINE if text.startswith("rederive ")])
def test_commands_named_in_the_text_exist(text):
    from rederive.reports.cli import program

    words = shlex.split(text)[1:]
    command = typer.main.get_command(program.app).commands[words[0]]
    options = {option for parameter in command.params for option in parameter.opts}
    assert {word for word in words if word.startswith("--")} <= options


PATHS = [text for text in INLINE if re.fullmatch(r"[\w.]+(/[\w.]*)+", text) and not re.match(r"[a-z]+\d{4}/", text)]


@pytest.mark.parametrize("text", PATHS)
def test_files_named_in_the_text_exist(text):
    made = ("reports/build",)
    assert text.startswith(made) or (ROOT / text).exists()


FOLDERS = ("derivations", "numerics", "reports", "tests", "benchmarks")
ROOMS = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("README.md"))


@pytest.mark.parametrize("readme", ROOMS, ids=lambda path: path.parent.relative_to(ROOT).as_posix())
def test_a_room_s_readme_is_one_screen_and_names_files_that_exist(readme):
    text = readme.read_text("utf-8")
    assert len(text.splitlines()) <= 60
    named = set(re.findall(r"`([\w./]+\.(?:py|toml|lark|json|md|tex))`", text))
    lacking = [name for name in named if not any((place / name).exists() for place in (readme.parent, ROOT))
               and not [*readme.parents[1].rglob(name)]]
    assert not lacking


@pytest.mark.parametrize("text", [text for text in INLINE if text.startswith("make ")])
def test_targets_named_in_the_text_exist(text):
    assert re.search(rf"^{shlex.split(text)[1]}:", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize("shown, written, lacks", [
    ([], "anything", None), (["a", "...", "c"], "a\nb\nc\n", None), (["...", "b  2", "..."], "a\n  b 2 and more\nc\n", None),
    (["a", "c"], "a\nb\nc\n", "c"), (["b", "..."], "a\nb\n", "b"), (["...", "c", "...", "a"], "a\nb\nc\n", "a"), (["a"], "a\nb\n", "..."),
])
def test_what_is_shown_is_looked_for_in_its_order(shown, written, lacks):
    assert missing(shown, written) == lacks
