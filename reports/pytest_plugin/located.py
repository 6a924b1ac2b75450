"""What fails in a run, by file and line: for `--theoremtest-sarif`, and as annotations where a workflow of GitHub's runs it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path, PurePath

import pytest

from theoremtest.reports.files import CLAIMS_FILES, in_one_line, write
from theoremtest.reports.sarif import Result, annotation, sarif

PLACE = "theoremtest place"
"""The property of a test report that says what it is about, and where that stands."""
NAME = "theoremtest located"
CLAIM, EQUATION, UNREAD, GONE = "claim", "marked equation", "not read", "removed claim"
"""The rules that a result names."""


def locate(item: pytest.Item, rule: str, path: Path, line: int = 0, column: int = 0) -> None:
    """Note what an item is about and where that stands, in place of what was noted before."""
    item.user_properties[:] = [one for one in item.user_properties if one[0] != PLACE]
    item.user_properties.append((PLACE, {"rule": rule, "file": str(path), "line": line, "column": column,
                                         "id": getattr(item, "claim_id", ""), "exact": getattr(item, "route", "exact") == "exact"}))


def place_of(claim, beside: Path) -> tuple[Path, int]:
    """File and line of a claim: of its function, or of the display in a manuscript."""
    code = getattr(claim.build, "__code__", None)
    if code is not None:
        return Path(code.co_filename), code.co_firstlineno
    name, _, line = claim.source.rpartition(":")
    path = beside.parent / name
    return path if path.is_file() else beside, int(line) if line.isdigit() else 0


def _in_a_workflow() -> bool:
    return bool(os.environ.get("GITHUB_ACTIONS"))


class Located:
    """A plugin that takes down what fails; under several workers it is the one that starts them."""

    def __init__(self, config: pytest.Config) -> None:
        self.config, self.fault = config, ""
        self._found: dict[tuple, Result] = {}
        named = os.environ.get("GITHUB_WORKSPACE", "")
        self.root = Path(named).resolve() if named and Path(named).is_dir() else config.rootpath

    @property
    def results(self) -> list[Result]:
        """What fails, once for each claim and place, by place."""
        return sorted(self._found.values(), key=lambda one: (one.file.as_posix(), one.line, one.column))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            for name, place in report.user_properties:
                if name == PLACE:
                    self._add(report, place["rule"], Path(place["file"]), place["line"], place["column"], place["id"], place["exact"])

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        path = self.config.rootpath / report.nodeid.partition("::")[0]
        if report.failed and (path.suffix == ".tex" or path.match(CLAIMS_FILES)):
            where = re.search(rf"\b{re.escape(path.name)}:(\d+)(?::(\d+))?", report.longreprtext)
            self._add(report, UNREAD, path, int(where[1]) if where else 0, int(where[2] or 0) if where else 0)

    def _add(self, report, rule: str, path: Path, line: int, column: int, identity: str = "", exact: bool = True) -> None:
        """Take a failure down; of several routes' on one claim the exact one's."""
        result = Result(rule, report.longreprtext, self._from_the_root(path), line, column)
        key = (rule, result.file, line, column, identity)
        if exact or key not in self._found:
            self._found[key] = result

    def _from_the_root(self, path: Path) -> PurePath:
        try:
            return path.resolve().relative_to(self.root)
        except ValueError:
            return path

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self.config.option.theoremtest_sarif:
            try:
                write(self.config.invocation_params.dir / self.config.option.theoremtest_sarif, sarif(self.results) + "\n")
            except OSError as error:
                self.fault = f"--theoremtest-sarif: {in_one_line(error)}"
                session.exitstatus = max(int(session.exitstatus), int(pytest.ExitCode.TESTS_FAILED))

    def lines(self) -> Iterator[str]:
        """What is printed at the end of the run."""
        if self.fault:
            yield self.fault
        if _in_a_workflow():
            yield from map(annotation, self.results)
