"""The process that answers: one line of JSON in, one line out, until the input ends. Whoever started it may kill it at any moment.

What it answers is written to a copy of its output; whatever else prints goes to the error stream, so that no answer is spoilt.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

Answering = Callable[[str, dict, Path], dict]

MEMORY = 6 * 2**30
"""Bytes of address space that a call may take beyond what the process has."""


def main(root: str, answering: Callable[[], Answering]) -> None:
    """Answer the calls of the input over the workspace of a folder. answering: imports what answers, which takes a while."""
    os.environ["SYMPY_CACHE_SIZE"] = os.environ.get("SYMPY_CACHE_SIZE", "10000")
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    calls = os.fdopen(os.dup(sys.stdin.fileno()), encoding="utf-8", errors="replace")
    os.dup2(os.open(os.devnull, os.O_RDONLY), sys.stdin.fileno())
    sys.dont_write_bytecode = True
    answer = answering()
    _bounded()
    for line in calls:
        asked = json.loads(line)
        answers.write(json.dumps(answer(asked["tool"], asked["arguments"], Path(root)), ensure_ascii=True) + "\n")
        answers.flush()


def _bounded() -> None:
    """A call that asks for all of the memory fails by itself, where the system can hold it to that."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        size = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize() + MEMORY
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        resource.setrlimit(resource.RLIMIT_AS, (size if hard == resource.RLIM_INFINITY else min(size, hard), hard))


def _tools() -> Answering:
    from .answers import answer
    return answer


if __name__ == "__main__":
    main(sys.argv[1], _tools)
