"""How far a run has come: a line now and then where there is no terminal, and a word of it when somebody ends the run."""

import io
import subprocess
import sys

from rich.console import Console

from theoremtest.reports.verify import progress


def told(monkeypatch, every):
    monkeypatch.setattr(progress, "LINE_EVERY", every)
    written = io.StringIO()
    assert list(progress.follow(iter("abc"), 3, "verifying claims", Console(file=written))) == ["a", "b", "c"]
    return written.getvalue()


def test_without_a_terminal_lines_say_how_far_it_came(monkeypatch):
    assert told(monkeypatch, 0.0).splitlines() == ["verifying claims: 1 of 3", "verifying claims: 2 of 3"]
    assert told(monkeypatch, 60.0) == ""  # short runs say nothing


def test_a_run_that_is_ended_from_outside_is_interrupted():
    """As by Ctrl-C, so that a command says how far it came and that what was decided is kept."""
    program = ("import os, signal, time\nfrom theoremtest.reports.cli import program\n"
               "def endless():\n"
               "    try:\n        os.kill(os.getpid(), signal.SIGTERM)\n        time.sleep(60)\n"
               "    except KeyboardInterrupt:\n        print('interrupted after 2 of 3 claims')\n        raise\n"
               "program.app = endless\nprogram.main()\n")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 130 and done.stdout == "interrupted after 2 of 3 claims\n" and done.stderr == ""
