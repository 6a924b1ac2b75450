"""The blocks of a Markdown page that a reader pastes, and how they are run and compared with what the page shows.

A block `console` holds commands (`$ ...`, with `# exit code N` where it is not 0), each followed by what it writes: lines in their order,
`...` for any others between them; a line may be cut off at its end. A block `python` or `tex` whose first line is a comment with a file's
name is that file in the folder where the commands run.
"""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple


class Block(NamedTuple):
    """A fenced block: the word behind the fence, what else stands there, the text, and the line where it begins."""

    language: str
    note: str
    text: str
    line: int


def blocks_of(page: str) -> list[Block]:
    """The fenced blocks of a page in their order."""
    return [Block(found[1], found[2].strip(), found[3], page[:found.start()].count("\n") + 1)
            for found in re.finditer(r"^```(\w*)([^\n]*)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)]


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


def install(programs: Path) -> None:
    """Make `theoremtest` and `pytest` of this environment in a folder for a shell's path."""
    programs.mkdir(parents=True)
    for program in ("theoremtest", "pytest"):
        (programs / program).write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m {program} "$@"\n', "utf-8")
        (programs / program).chmod(0o755)


def run(command: str, place: Path, programs: Path, sources: Path) -> tuple[int, str]:
    """Exit code and output of a shell command that finds these programs and imports from `sources`; `make` only says what it would do."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COV"))}
    environment |= {"PATH": f"{programs}:{os.environ['PATH']}", "PYTHONPATH": str(sources), "COLUMNS": "400"}
    if command.startswith("make "):
        command = command.replace("make", "make --dry-run", 1)
    done = subprocess.run(command, shell=True, cwd=place, env=environment, text=True, capture_output=True, timeout=600)
    return done.returncode, done.stdout + done.stderr
