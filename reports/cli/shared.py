"""What the commands share: the program, its two consoles, common options, the claims asked for and their examination."""

from __future__ import annotations

import contextlib
import os
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from rederive.derivations.language import RederiveError, UnknownClaim

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False,
                  help="A test suite for theorems: every claim proved, supported or refuted, by independent routes.")
out, err = Console(highlight=False), Console(stderr=True, highlight=False)
COLOURS = {"proved": "green", "supported": "yellow", "undecided": "magenta", "refuted": "red"}

Ids = Annotated[list[str] | None, typer.Argument(help="Claim ids such as kunin2024/27; all claims when none is given.")]
PaperOption = Annotated[str | None, typer.Option("--paper", help="Only this paper's claims, for instance kunin2024.")]
RoutesOption = Annotated[str | None, typer.Option("--routes", help="Comma-separated: exact, points, integration, flow.")]
JobsOption = Annotated[int, typer.Option("--jobs", min=1, help="Worker processes.")]
FreshOption = Annotated[bool, typer.Option("--no-claim-cache", help="Decide everything anew.")]
SecondsOption = Annotated[float, typer.Option("--seconds", min=0.1, help="Time limit of each check.")]
CORES = os.cpu_count() or 1


@contextlib.contextmanager
def told():
    """A mistake of the user's, or in a claim, is one line and exit code 2."""
    try:
        yield
    except RederiveError as error:
        err.print(f"[red]error:[/red] {escape(str(error))}", soft_wrap=True)
        raise typer.Exit(2) from None


def claims_asked(ids, paper, whole=True):
    """The register and the claims asked for. Unless it must be whole, the register holds only these and what they rest on."""
    from rederive.derivations.papers import PAPERS, load, load_claim

    if whole or not ids:
        registry = load()
    else:
        for claim_id in ids:
            _, registry = load_claim(claim_id)
    if paper is not None and paper not in {claim.paper.key for claim in registry}:
        raise RederiveError(f"unknown paper {paper!r}; known: {', '.join(PAPERS)}")
    for claim_id in ids or ():
        if claim_id not in registry:
            raise UnknownClaim(claim_id, (claim.id for claim in registry))
    claims = [registry[claim_id] for claim_id in dict.fromkeys(ids)] if ids else list(registry)
    return registry, [claim for claim in claims if paper is None or claim.paper.key == paper]


def examined(registry, claims, routes, jobs, fresh, seconds):
    """Claims with their findings, in the register's order."""
    from rederive.reports.verify.cache import Cache, NoCache, default_folder
    from rederive.reports.verify.progress import follow
    from rederive.reports.verify.runner import examine_all

    cache = NoCache() if fresh else Cache(default_folder())
    results = {}
    try:
        running = examine_all(claims, registry, routes, cache, jobs, seconds)
        for claim, findings in follow(running, len(claims), "verifying claims", err):
            results[claim.id] = claim, findings
    except KeyboardInterrupt:
        err.print(f"interrupted after {len(results)} of {len(claims)} claims"
                  + ("" if fresh else "; what was settled is kept, run again to go on"))
        raise typer.Exit(130) from None
    return [results[claim.id] for claim in claims]
