"""Claims as test items: one for each claim and route, named as mathematics, for instance `kunin2024/27 exact [delta > 0]`.

Collected where the tests of a checkout that holds the claims ask for them (`tests/test_claims.py`), or anywhere when
`--paper` or `--routes` asks; the marked equations of a manuscript and the claims of a file `claims_*.py` wherever they lie.
Nothing heavy is imported until then, so that other projects' test runs do not notice.
"""

from __future__ import annotations

from pathlib import Path

import pytest

ANCHOR = "test_claims.py"
NAME = "rederive"


def pytest_addoption(parser, pluginmanager):
    if pluginmanager.get_plugin(NAME) is None:
        pluginmanager.set_blocked(NAME)  # named with -p: the entry point must not register this module a second time
    group = parser.getgroup("rederive", "claims of papers")
    group.addoption("--paper", action="store", metavar="KEY", help="run the claims of this paper and nothing else")
    group.addoption("--routes", action="store", metavar="LIST",
                    help="run claims by these routes and nothing else: exact, points, integration, flow")
    group.addoption("--no-claim-cache", action="store_true", help="decide every claim anew")
    group.addoption("--accept-claims", action="store_true",
                    help="take the claims as they stand over into the ledger, unless one is not as expected")


def pytest_collect_file(file_path: Path, parent):
    if file_path.name == ANCHOR and (file_path.parent.parent / "derivations" / "language").is_dir():
        return Claims.from_parent(parent, path=file_path, name=f"{file_path.name} claims")
    if file_path.suffix == ".tex" or file_path.match("claims_*.py"):
        from .tex_items import collect
        return collect(file_path, parent)
    return None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session, config, items):
    if config.option.paper is None and config.option.routes is None:
        return
    if not any(isinstance(item, ClaimItem) for item in items):
        items.extend(Claims.from_parent(session, path=config.rootpath / "claims", name="claims").collect())
    others = [item for item in items if not isinstance(item, ClaimItem)]
    if others:
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if isinstance(item, ClaimItem)]


class Claims(pytest.File):
    """Collects the claims of all papers, or of the one asked for."""

    def collect(self):
        from rederive.derivations.language import RederiveError
        from rederive.derivations.papers import load
        from rederive.numerics.routes.dispatch import ROUTES, chosen_routes

        try:
            registry = load()
            routes = ROUTES if self.config.option.routes is None else chosen_routes(self.config.option.routes)
        except RederiveError as error:
            raise pytest.UsageError(str(error)) from None
        paper = self.config.option.paper
        known = sorted({claim.paper.key for claim in registry})
        if paper is not None and paper not in known:
            raise pytest.UsageError(f"unknown paper {paper!r}; known: {', '.join(known)}")
        return list(self.items(registry, routes, paper))

    def items(self, registry, routes, paper=None):
        """Test items of a register's claims, in its order: one for each route that has something to say of a claim."""
        yield from claim_items(self, [claim for claim in registry if paper is None or claim.paper.key == paper], registry, routes)
        if "exact" in routes:
            from .edit_items import edit_items
            yield from edit_items(self, registry, paper)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session, exitstatus):
    """Acceptance comes after the last test, in the process that has seen them all."""
    config = session.config
    if not config.option.accept_claims or hasattr(config, "workerinput") or config.option.collectonly:
        return
    if exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.NO_TESTS_COLLECTED):
        from .edit_items import accept
        status = accept(config, config.pluginmanager.get_plugin("terminalreporter"))
        session.exitstatus = max(int(session.exitstatus), int(status))


def pytest_terminal_summary(terminalreporter):
    if any(name == "rederive edit" for reports in terminalreporter.stats.values() for report in reports
           for name, _ in getattr(report, "user_properties", ())):
        from .edit_items import tell
        tell(terminalreporter)


def claim_items(parent, claims, registry, routes):
    """One test item for each claim and each route that has something to say of it."""
    from rederive.reports.verify.runner import checks_of, routes_for

    for claim in claims:
        for route in routes:
            if any(route in routes_for(check, (route,)) for check in checks_of(claim)):
                yield ClaimItem.from_parent(parent, name=item_name(claim, route), claim=claim, route=route, registry=registry)


def item_name(claim, route: str) -> str:
    """`kunin2024/27 exact [delta > 0]`."""
    domain = str(claim.domain)
    return f"{claim.id} {route}" + (f" {domain}" if domain != "[]" else "")


class ClaimFailed(Exception):
    """A claim is not as expected; the text says how."""


class ClaimItem(pytest.Item):
    """One claim by one route: its printed statement, its correction and its derivation."""

    def __init__(self, *, claim, route, registry, **rest):
        super().__init__(**rest)
        self.claim, self.route, self.registry = claim, route, registry

    def runtest(self):
        from rederive.reports.verify.expect import judge

        problems, findings, skipped = judge(self.claim, self.route, self.registry, _cache(self.config))
        if problems:
            from rederive.reports.verify.explain import explain
            raise ClaimFailed(explain(self.claim, findings, problems, (self.route,)))
        if skipped:
            pytest.skip(skipped)

    def repr_failure(self, excinfo, style=None):
        if isinstance(excinfo.value, ClaimFailed):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self):
        return self.path, None, self.name


def _cache(config):
    """One cache for a whole session."""
    kept = getattr(config, "_rederive_cache", None)
    if kept is None:
        from rederive.reports.verify.cache import Cache, NoCache, default_folder
        kept = NoCache() if config.option.no_claim_cache else Cache(default_folder())
        config._rederive_cache = kept
    return kept
