"""A Coq whose asker is killed ends with it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ASKER = """
import subprocess, sys, time
from theoremtest.reports.certify.kernel import _ends_with_its_asker
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(120)"], start_new_session=True, preexec_fn=_ends_with_its_asker)
print(child.pid, flush=True)
time.sleep(120)
"""


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux tells a child of its parent's end")
def test_what_an_asker_started_ends_with_it():
    asker = subprocess.Popen([sys.executable, "-c", ASKER], stdout=subprocess.PIPE, text=True)
    assert asker.stdout is not None
    child = int(asker.stdout.readline())
    assert _runs(child)
    os.kill(asker.pid, signal.SIGKILL)
    asker.wait()
    for _ in range(200):
        if not _runs(child):
            return
        time.sleep(0.05)
    os.kill(child, signal.SIGKILL)
    raise AssertionError("it runs on")
