"""The marked equations of manuscripts, held to their claims by the same test items as in a test run, and what became of each as data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

PLUGIN = "theoremtest.reports.pytest_plugin.plugin"


@dataclass(frozen=True)
class Held:
    """What became of a manuscript's equations. failures: what is wrong, each as a run shows it."""

    path: Path
    passed: int
    failures: tuple[str, ...] = ()


def held(paths: Sequence[Path], root: Path, fresh: bool = False) -> list[Held]:
    """Hold the marked equations of each file to their claims. root: where the claims and their ledger are found."""
    found = []
    for path in paths:
        seen = _run(path, root, fresh)
        if seen.passed or seen.failures:
            found.append(Held(path, seen.passed, tuple(seen.failures)))
    return found


@dataclass
class _Seen:
    """A plugin that takes down the reports of a run that prints nothing."""

    passed: int = 0
    failures: list[str] = field(default_factory=list)

    def pytest_collection_modifyitems(self, items) -> None:
        """The claims that a manuscript makes itself are decided with all others, not here."""
        from theoremtest.reports.pytest_plugin.tex_items import TexItem
        items[:] = [item for item in items if isinstance(item, TexItem)]

    def pytest_runtest_logreport(self, report) -> None:
        if report.failed:
            self.failures.append(report.longreprtext)
        elif report.when == "call" and report.passed:
            self.passed += 1

    def pytest_collectreport(self, report) -> None:
        if report.failed:
            self.failures.append(report.longreprtext)


def _run(path: Path, root: Path, fresh: bool) -> _Seen:
    import pytest

    seen = _Seen()
    options = ["-p", PLUGIN, "-p", "no:terminal", "-p", "no:cacheprovider", "-o", "addopts=", "--rootdir", str(root)]
    pytest.main([*options, *(["--no-claim-cache"] if fresh else []), str(path)], plugins=[seen])
    return seen
