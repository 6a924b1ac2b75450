"""How far a run over many claims has come: a bar in a terminal, elsewhere a line now and then, so that a log shows that it goes on."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

LINE_EVERY = 60.0
"""Seconds between two lines where there is no terminal."""


def follow(items: Iterable, total: int, label: str, console: Console | None = None) -> Iterator:
    """Yield what `items` yields, moving a bar on standard error; where that is no terminal, a line each minute says how many are done."""
    console = console or Console(stderr=True)
    if not console.is_terminal:
        yield from _told(items, total, label, console)
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(),
               TextColumn("left:"), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(label, total=total)
        for item in items:
            yield item
            bar.advance(task)


def _told(items: Iterable, total: int, label: str, console: Console) -> Iterator:
    last = time.monotonic()
    for done, item in enumerate(items, 1):
        yield item
        if time.monotonic() - last >= LINE_EVERY and done < total:
            console.print(f"{label}: {done} of {total}", soft_wrap=True)
            last = time.monotonic()
