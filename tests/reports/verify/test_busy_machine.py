"""How busy a machine is changes no answer: limits count work, and no clock is looked at."""

import json
import subprocess
import sys

import pytest

from theoremtest.derivations.papers import Library
from theoremtest.reports.verify.ledger import record_of
from theoremtest.reports.verify.runner import examine

EVERY = 120
"""One in so many claims is decided twice."""
BUSY = 4
"""Processes that keep the processors busy meanwhile."""


def decided(registry) -> str:
    claims = list(registry)[::EVERY]
    return json.dumps([record_of(claim, examine(claim, ("exact",)), registry) for claim in claims], ensure_ascii=False)


@pytest.mark.slow
def test_a_ledger_made_beside_busy_processes_is_the_same_byte_for_byte():
    registry = Library().registry()
    alone = decided(registry)
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(BUSY)]
    try:
        assert decided(registry) == alone
    finally:
        for process in busy:
            process.kill()
            process.wait()
