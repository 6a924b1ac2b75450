"""Workers that answer calls, a few at a time. A call that is cancelled, or that overruns, is ended with the process that works at it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .schemas import USUAL

AT_ONCE = 2
STARTING = 120.0
"""Seconds that a worker is given to start, and to say what it found."""
PATIENCE = 8.0
"""Work is counted in processor time; on a busy machine a call is waited for this many times as long."""
LONGEST_LINE = 2**26


class Pool:
    """Answers of workers over one workspace; `close` ends them all. worker: the module that they run."""

    def __init__(self, root: Path, at_once: int = AT_ONCE, worker: str = "theoremtest.reports.assistant.worker") -> None:
        self._root, self._free, self._worker = root, asyncio.Semaphore(at_once), worker
        self._idle: list[asyncio.subprocess.Process] = []
        self._all: set[asyncio.subprocess.Process] = set()

    async def answer(self, tool: str, arguments: Mapping[str, Any]) -> dict:
        """What a tool answers. Cancelled, it ends the worker; one that dies or overruns is an answer that says so."""
        seconds = arguments.get("seconds", USUAL)
        limit = STARTING + PATIENCE * (min(float(seconds), 60.0) if isinstance(seconds, (int, float)) else USUAL)
        async with self._free:
            worker = self._idle.pop() if self._idle else await self._started()
            done = False
            try:
                line = json.dumps({"tool": tool, "arguments": arguments}).encode() + b"\n"
                told = await asyncio.wait_for(self._asked(worker, line), limit)
                done = bool(told)
                return json.loads(told) if told else _broken(tool, "the process that worked at this ended by itself")
            except TimeoutError:
                return _broken(tool, f"no end within {limit:.0f} s on the clock; its process was stopped")
            except (ValueError, OSError):
                done = False
                return _broken(tool, "the process that worked at this broke off")
            finally:
                if done:
                    self._idle.append(worker)
                else:
                    self._end(worker)

    async def _asked(self, worker: asyncio.subprocess.Process, line: bytes) -> bytes:
        assert worker.stdin is not None and worker.stdout is not None
        worker.stdin.write(line)
        await worker.stdin.drain()
        return await worker.stdout.readline()

    async def _started(self) -> asyncio.subprocess.Process:
        worker = await asyncio.create_subprocess_exec(
            sys.executable, "-m", self._worker, str(self._root), stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE, limit=LONGEST_LINE, start_new_session=True)
        self._all.add(worker)
        return worker

    def _end(self, worker: asyncio.subprocess.Process) -> None:
        """Kill a worker with all that it started."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(worker.pid, signal.SIGKILL)
            else:
                worker.kill()
        self._all.discard(worker)

    async def warm(self) -> None:
        """Start a worker ahead of the call that it will answer, where none is idle."""
        async with self._free:
            if not self._idle:
                self._idle.append(await self._started())

    def end(self) -> None:
        """End all workers at once, whatever they work at; the next call starts another."""
        self._idle.clear()
        for worker in list(self._all):
            self._end(worker)

    async def close(self) -> None:
        """End all workers."""
        workers = list(self._all)
        self.end()
        for worker in workers:
            with contextlib.suppress(ProcessLookupError):
                await worker.wait()


def _broken(tool: str, why: str) -> dict:
    return {"verdict": "not read", "read": None, "by": "", "scope": "", "point": None, "unread": [], "notes": [], "items": [],
            "left_out": 0, "error": why, "tool": tool, "seconds": 0.0}
