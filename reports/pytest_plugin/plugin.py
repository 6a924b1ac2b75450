"""Claims as test items: one for each claim and route, named as mathematics, for instance `kunin2024/27 exact [delta > 0]`.

Collected where the tests of a checkout that holds the claims ask for them (`tests/test_claims.py`), or anywhere when
`--theoremtest-paper` or `--theoremtest-routes` asks; the marked equations of a manuscript and the claims of a file `claims_*.py`
wherever they lie, those of a paper of one's own that is a package where its modules are. Nothing heavy is imported until
then, so that other projects' test runs do not notice. `pytest -k ID` collects that claim and nothing else.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from theoremtest.reports.files import CLAIMS_FILES

ANCHOR = "test_claims.py"
PLACES = "places.toml"
"""What a paper's folder holds; the name is known here, so that nothing is imported to see that a folder is none."""
NAME = "theoremtest"
WORKSPACE = pytest.StashKey()
"""Where a run keeps its workspace; a conftest may put one of its own there."""
ASKED = pytest.StashKey()
_ID = r"[A-Za-z]\w*/[\w.:-]+"


def pytest_addoption(parser, pluginmanager):
    if pluginmanager.get_plugin(NAME) is None:
        pluginmanager.set_blocked(NAME)  # named with -p: the entry point must not register this module a second time
    _leave_as_written(pluginmanager)
    group = parser.getgroup("theoremtest", "claims of papers")
    group.addoption("--theoremtest-paper", action="store", metavar="KEY", help="run the claims of this paper and nothing else")
    group.addoption("--theoremtest-routes", action="store", metavar="LIST",
                    help="run claims by these routes and nothing else: exact, points, integration, flow")
    group.addoption("--no-claim-cache", action="store_true", help="decide every claim anew")
    group.addoption("--strict-proved", action="store_true", help="fail where numbers alone support a claim")
    group.addoption("--theoremtest-sarif", action="store", metavar="FILE",
                    help="write what fails of claims and manuscripts to this file as SARIF")
    group.addoption("--accept-claims", action="store_true",
                    help="take the claims as they stand over into the ledger, unless one is not as expected")


def _leave_as_written(pluginmanager):
    """pytest rewrites the assertions of all that a plugin's distribution holds: here a thousand modules, which have none to explain,
    for seconds of each run that may write no bytecode. Where a later pytest has no such list, it rewrites them."""
    hook = pluginmanager.rewrite_hook
    marked = getattr(hook, "_must_rewrite", set())
    marked -= {name for name in marked if name.partition(".")[0] == "theoremtest"}
    getattr(hook, "_marked_for_rewrite_cache", {}).clear()


def pytest_configure(config):
    config.addinivalue_line("markers", "slow: looks at a claim again by a route beside the exact one")
    if (config.option.theoremtest_sarif or os.environ.get("GITHUB_ACTIONS")) and not hasattr(config, "workerinput"):
        from .located import NAME as LOCATED
        from .located import Located
        config.pluginmanager.register(Located(config), LOCATED)


def workspace(config):
    """The workspace of a test run, made when it is first asked for."""
    if WORKSPACE not in config.stash:
        from theoremtest.derivations.errors import TheoremtestError
        from theoremtest.derivations.garbage import keep_results

        keep_results()  # before SymPy is imported
        from theoremtest.reports.workspace import Workspace
        try:
            config.stash[WORKSPACE] = Workspace.here(_asked_folder(config))
        except TheoremtestError as error:
            raise pytest.UsageError(str(error)) from None
    place = config.stash[WORKSPACE]
    place.fresh = place.fresh or config.option.no_claim_cache
    return place


def _asked_folder(config) -> Path:
    """The folder of what a run was asked to test, so that a repository is found from wherever pytest is started."""
    at = config.invocation_params.dir
    folders = [path if path.is_dir() else path.parent for path in (Path(at, argument.partition("::")[0]) for argument in config.args)]
    return Path(os.path.commonpath(folders)) if folders else at


def asked_ids(config) -> tuple[str, ...]:
    """The claims that `-k` names, where it names known claims and nothing else."""
    if ASKED not in config.stash:
        words = re.split(r"\s+or\s+", config.option.keyword.strip())
        ids = tuple(words) if all(re.fullmatch(_ID, word) for word in words) else ()
        config.stash[ASKED] = ids if ids and workspace(config).knows(ids) else ()
    return config.stash[ASKED]


def pytest_ignore_collect(collection_path: Path, config):
    """With `-k ID` no other test file need be read."""
    if collection_path.suffix == ".py" and asked_ids(config) and not (
            _is_anchor(collection_path, config) or collection_path.match(CLAIMS_FILES) or _is_paper_module(collection_path, config)):
        return True
    return None


def pytest_collect_file(file_path: Path, parent):
    if file_path.name == ANCHOR and _is_anchor(file_path, parent.config):
        return Claims.from_parent(parent, path=file_path, name=f"{file_path.name} claims")
    if file_path.suffix == ".tex" or file_path.match(CLAIMS_FILES) or _is_paper_module(file_path, parent.config):
        from .tex_items import collect
        return collect(file_path, parent)
    return None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session, config, items):
    ids = asked_ids(config)
    options = config.option
    if not ids and options.theoremtest_paper is None and options.theoremtest_routes is None:
        return
    kept = [item for item in items if _is_asked_for(item, ids, options)]
    if not kept:
        found = Claims.from_parent(session, path=config.rootpath / "claims", name="claims").collect()
        kept = [item for item in found if _is_asked_for(item, ids, options)]
    dropped = [item for item in items if item not in set(kept)]
    if dropped:
        config.hook.pytest_deselected(items=dropped)
    items[:] = kept


def _is_asked_for(item, ids: tuple[str, ...], options) -> bool:
    """Whether an item is of a claim that the options ask for; an equation of a manuscript is only where `-k` names its claim."""
    identity, route = getattr(item, "claim_id", None), getattr(item, "route", None)
    paper, routes = options.theoremtest_paper, options.theoremtest_routes
    if identity is None or (ids and identity not in ids) or paper not in (None, identity.partition("/")[0]):
        return False
    if route is None:
        return bool(ids) and paper is None and routes is None
    return routes is None or route in [name.strip() for name in routes.split(",")]


class Claims(pytest.File):
    """Collects the claims of all papers, or of those asked for."""

    def collect(self):
        from theoremtest.derivations.errors import TheoremtestError

        from .claim_items import collected

        try:
            return list(collected(self, workspace(self.config), asked_ids(self.config)))
        except TheoremtestError as error:
            raise pytest.UsageError(str(error)) from None


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session, exitstatus):
    """Acceptance comes after the last test, in the process that has seen them all."""
    config = session.config
    if not config.option.accept_claims or hasattr(config, "workerinput") or config.option.collectonly:
        return
    if exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.NO_TESTS_COLLECTED):
        from .edit_items import accept
        status = accept(workspace(config), config.pluginmanager.get_plugin("terminalreporter"))
        session.exitstatus = max(int(session.exitstatus), int(status))


def pytest_terminal_summary(terminalreporter, config):
    located = config.pluginmanager.get_plugin("theoremtest located")
    for line in located.lines() if located is not None else ():
        terminalreporter.line(line)
    names = {name for reports in terminalreporter.stats.values() for report in reports
             for name, _ in getattr(report, "user_properties", ())}
    if "theoremtest edit" in names:
        from .edit_items import show
        show(terminalreporter)
    if "theoremtest verdict" in names:
        from .closing import show as show_counts
        show_counts(terminalreporter)
    if "theoremtest set aside" in names:
        from .tex_items import show_set_aside
        show_set_aside(terminalreporter)


def _is_paper_module(path: Path, config) -> bool:
    """Whether a file is a module of a paper of one's own that is a package; cheap for every other file."""
    return path.suffix == ".py" and (path.parent / PLACES).is_file() and workspace(config).module_of(path) is not None


def _is_anchor(path: Path, config) -> bool:
    if path.name != ANCHOR:
        return False
    place = workspace(config)
    return place.own and not place.personal and path == place.root / "tests" / ANCHOR
