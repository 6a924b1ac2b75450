"""The command `theoremtest cluster`: its address works, an interrupt ends it, and a port that is taken is one line."""

import signal
import socket
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from helpers.worker_calls import tripled
from theoremtest.numerics.parallel.workers import WorkersError, in_workers
from theoremtest.reports.cli.program import app

pytest.importorskip("distributed", reason="needs the extra `cluster`")


@pytest.mark.slow
def test_its_address_takes_work_until_it_is_interrupted():
    command = [sys.executable, "-m", "theoremtest", "cluster", "--workers", "1", "--port", "0"]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        address = running.stdout.readline().split()[0]
        assert dict(in_workers(divmod, {"one": (7, 2), "two": (9, 4)}, address)) == {"one": (3, 1), "two": (2, 1)}
        with pytest.raises(WorkersError, match="cannot import helpers.worker_calls, which holds what it is to do"):
            list(in_workers(tripled, {"one": (1,)}, address))
    finally:
        running.send_signal(signal.SIGTERM)
        told = running.communicate(timeout=600)[1]
    assert "ended" in told and running.returncode == 0


def test_a_port_that_is_taken_is_one_line():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        found = CliRunner().invoke(app, ["cluster", "--workers", "1", "--port", port])
    assert found.exit_code == 2 and found.stderr == f"error: port {port} cannot be used: Address already in use\n"
