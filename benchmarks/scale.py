"""Commands that read a ledger, over ledgers of as many claims as one names, copies of this library's: seconds and memory of each.

``python -m benchmarks.scale [--claims 1651 20000]`` prints the figures. The first look at a ledger makes its outline; later ones read that.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

from theoremtest.reports.verify import ledger_file
from theoremtest.reports.verify.consistency import sealed

COMMANDS = {"list, first": ["list"], "list": ["list"], "list of a paper": ["list", "--paper", "xu2024"], "show": ["show", "kunin2024/26"]}
GOAL_SECONDS, GOAL_BYTES = 0.5, 300e6
PROGRAM = """
import sys
from pathlib import Path
from theoremtest.reports.workspace import Workspace
folder = Path(sys.argv.pop(1))
Workspace.here = classmethod(lambda cls, root=None: cls(root=folder, ledger=folder / "ledger.json", folder=folder / "cache"))
from theoremtest.reports.cli.program import main
main()
"""


def copies(records: list[dict]) -> Iterator[dict]:
    """The records, and then copies of them without end, each with an id of its own."""
    yield from records
    for number in count(1):
        for record in records:
            name = f"{record['id']}{'-' if ':' in record['id'] else ':'}copy-{number}"
            yield sealed({**record, "id": name})


def run(sizes: tuple[int, ...] = (1651, 20_000), repeats: int = 3) -> dict:
    """Figures as a dict that JSON can hold: of each size and command the least wall time of some runs, and the most memory of any."""
    records, rows = ledger_file.read(), []
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "ledger.json"
            ledger_file.save(islice(copies(records), size), path)
            for name, command in COMMANDS.items():
                seconds, memory = zip(*(_run(folder, command) for _ in range(1 if "first" in name else repeats)), strict=True)
                rows.append({"claims": size, "ledger_bytes": path.stat().st_size, "command": name, "seconds": min(seconds),
                             "peak_bytes": max(memory)})
    largest = [row for row in rows if row["claims"] == max(sizes) and "first" not in row["command"]]
    goals = [{"goal": f"seconds of a command at {max(sizes)} claims", "at most": GOAL_SECONDS,
              "measured": max(row["seconds"] for row in largest)},
             {"goal": "bytes of memory of any", "at most": GOAL_BYTES, "measured": max(row["peak_bytes"] for row in rows)}]
    return {"what": "commands that read a ledger, from the start of the program to its end", "commands": rows,
            "goals": [goal | {"met": goal["measured"] <= goal["at most"]} for goal in goals]}


def _run(folder: str, command: list[str]) -> tuple[float, int]:
    """Seconds and bytes of one run, in a process whose children are this command alone."""
    code = ("import json, resource, subprocess, sys, time; began = time.perf_counter(); "
            "subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL); "
            "print(json.dumps([time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024]))")
    program = [sys.executable, "-c", PROGRAM, folder, *command]
    done = subprocess.run([sys.executable, "-c", code, *program], check=True, capture_output=True, text=True)
    seconds, memory = json.loads(done.stdout)
    return seconds, memory


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--claims", type=int, nargs="+", default=[1651, 20_000])
    print(json.dumps(run(tuple(parser.parse_args().claims)), indent=1))
