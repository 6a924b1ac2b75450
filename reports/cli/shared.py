"""What the commands share: the program, its consoles, common options, the workspace, and how a mistake is reported."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from theoremtest.derivations.errors import TheoremtestError, UnknownClaim
from theoremtest.numerics.parallel.workers import Workers
from theoremtest.numerics.routes.names import ROUTES
from theoremtest.reports.files import in_one_line
from theoremtest.reports.verify.ledger_file import DamagedLedger
from theoremtest.reports.workspace import Workspace

app = typer.Typer(no_args_is_help=True, pretty_exceptions_enable=False,
                  help="A test suite for theorems: every claim proved, supported or refuted, by independent routes.")
out, err = Console(highlight=False, emoji=False), Console(stderr=True, highlight=False, emoji=False)
COLOURS = {"proved": "green", "proved in part": "cyan", "supported": "yellow", "undecided": "magenta", "refuted": "red"}


def _ids(incomplete: str) -> list[str]:
    """Ids for the shell's completion."""
    with contextlib.suppress(TheoremtestError):
        place = Workspace.here()
        own = [claim.id for claim in place.own_claims] if place.personal else []
        return [identity for identity in [*own, *(record["id"] for record in place.library_records)] if identity.startswith(incomplete)]
    return []


def _papers(incomplete: str) -> list[str]:
    with contextlib.suppress(TheoremtestError):
        return [key for key in Workspace.here().keys if key.startswith(incomplete)]
    return []


Ids = Annotated[list[str] | None, typer.Argument(help="Claims: kunin2024/27, or 27, or 'Eq. (27)'; all when none is given.",
                                                 autocompletion=_ids)]
Id = Annotated[str, typer.Argument(help="A claim: kunin2024/27, or 27, or 'Eq. (27)'.", autocompletion=_ids)]
PaperOption = Annotated[str | None, typer.Option("--paper", help="Only this paper's claims, for instance kunin2024.",
                                                 autocompletion=_papers)]
RoutesOption = Annotated[str | None, typer.Option("--routes", help=f"Comma-separated: {', '.join(ROUTES)}.")]
JobsOption = Annotated[int, typer.Option("--jobs", min=1, help="Worker processes.")]
SchedulerOption = Annotated[str | None, typer.Option("--scheduler", metavar="ADDRESS", help="A Dask scheduler instead of --jobs.")]
FreshOption = Annotated[bool, typer.Option("--no-claim-cache", help="Decide everything anew.")]
AnewOption = Annotated[bool, typer.Option("--fresh", "--no-claim-cache", help="Decide anew instead of reading the ledger.")]
SecondsOption = Annotated[float, typer.Option("--seconds", min=0.1, help="Time limit of each check.")]
LatexOption = Annotated[bool, typer.Option("--latex", help="Formulas as LaTeX instead of Unicode.")]
CORES = os.cpu_count() or 1


@contextlib.contextmanager
def one_line_errors() -> Iterator[None]:
    """A mistake of the user's or in a claim, and a file that cannot be written, is one line and exit code 2."""
    try:
        yield
    except TheoremtestError as error:
        err.print(f"[red]error:[/red] {escape(str(error))}", soft_wrap=True)
        raise typer.Exit(2) from None
    except OSError as error:  # a file that cannot be written, a folder that is none
        err.print(f"[red]error:[/red] {escape(in_one_line(error))}", soft_wrap=True)
        raise typer.Exit(2) from None


def workspace(context: typer.Context, fresh: bool = False) -> Workspace:
    """The workspace that the program was started in."""
    if context.obj is None:
        context.obj = Workspace.here()
    found: Workspace = context.obj
    found.fresh = found.fresh or fresh
    return found


def full_id(place: Workspace, wanted: str, paper: str | None = None) -> str:
    """The id that a person means; what the library's ledger does not know is left for the papers themselves to answer."""
    try:
        return place.id_of(wanted, paper)
    except (UnknownClaim, DamagedLedger):
        if place.personal:
            raise
        return wanted


def claims_asked(place: Workspace, ids: list[str] | None, paper: str | None):
    """The claims asked for and a register that holds at least these and what they rest on.

    Raises TheoremtestError where none is named and there are none of one's own, so that nobody starts on the library's by mistake.
    """
    if not ids:
        if paper is None:
            place.must_have_claims()
        registry, found = place.claims_of(paper)
        return registry, list(found)
    claims = []
    for wanted in dict.fromkeys(full_id(place, text, paper) for text in ids):
        claim, registry = place.find(wanted)
        claims.append(claim)
    return registry, claims


def routes_asked(text: str | None) -> tuple[str, ...]:
    """The routes of an option; all where none is named. Raises TheoremtestError for an unknown one."""
    if text is None:
        return ROUTES
    from theoremtest.numerics.routes.dispatch import chosen_routes
    return chosen_routes(text)


def begin_flow(routes: Sequence[str], jobs: Workers) -> None:
    """Have Torch imported beside what comes, where few claims will be decided and one of the routes wants it."""
    from theoremtest.numerics.routes.dispatch import available
    from theoremtest.reports.verify.ahead import start

    if "flow" in routes and jobs != 1 and not isinstance(jobs, str) and available("flow"):
        start()


def _last(place: Workspace) -> Sequence[Mapping]:
    """What the last run found, where that can be read."""
    from theoremtest.reports.verify.consistency import fault
    try:
        return [record for record in place.library_records if not fault(record)]
    except TheoremtestError:
        return ()


def examined(place: Workspace, registry, claims, routes: tuple[str, ...], jobs: Workers, seconds: float,
             what_it_needs: bool = False) -> list[tuple]:
    """(claim, record, findings) of each claim, in the given order; findings are None where the record was kept as a whole.

    what_it_needs: decide of theorems and their like which of their conditions they need, too.
    """
    from theoremtest.reports.verify.progress import follow
    from theoremtest.reports.verify.recorded import recorded_all
    from theoremtest.reports.verify.records import kept_by_content, kept_record
    from theoremtest.reports.verify.runner import LOOKED_UP

    results = {claim.id: (claim, record, None) for claim in claims
               if (record := kept_record(claim, registry, routes, place.cache, what_it_needs)) is not None}
    waiting = [claim for claim in claims if claim.id not in results]
    if len(waiting) <= LOOKED_UP:  # after an edit; of more claims it would take longer than it is worth
        results |= {claim.id: (claim, record, None) for claim in waiting
                    if (record := kept_by_content(claim, registry, routes, place.cache, what_it_needs)) is not None}
        waiting = [claim for claim in waiting if claim.id not in results]
    try:
        last = _last(place) if len(waiting) > LOOKED_UP else ()  # to read a ledger takes longer than to decide a claim
        running = recorded_all(waiting, registry, routes, place.cache, jobs, seconds, place.library, what_it_needs, last)
        for claim, record, findings in follow(running, len(waiting), "verifying claims", err):
            results[claim.id] = claim, record, findings
    except KeyboardInterrupt:
        err.print(f"interrupted after {len(results)} of {len(claims)} claims"
                  + ("" if place.fresh else "; what was settled is kept, run again to go on"))
        raise typer.Exit(130) from None
    return [results[claim.id] for claim in claims]
