"""The command `site`: the report as a site, from the ledger as it is, so that nothing is decided."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from theoremtest.derivations.errors import TheoremtestError

from .shared import app, one_line_errors, out, workspace

if TYPE_CHECKING:
    from theoremtest.reports.render.model import Report


@app.command()
def site(context: typer.Context,
         folder: Annotated[Path | None, typer.Option("--out", help="Where to write; reports/build/site in a checkout.")] = None):
    """Write the site with a page for each claim from the ledger as it is. `theoremtest report` decides all claims first."""
    with one_line_errors():
        place = workspace(context)
        if not place.records:
            raise TheoremtestError(f"there is no ledger at {place.ledger}; `theoremtest report` decides the claims and writes it")
        from theoremtest.reports.render.build import report_of
        from theoremtest.reports.render.kept import kept_formulas

        beside = place.report
        made = report_of(place.to_be_published(), library=place.library, beside=beside if place.personal else None)
        with kept_formulas(place.cache):
            said = write_site(made, folder or beside / "site", beside / "coq")
    out.print(said, markup=False, soft_wrap=True)


def write_site(report: Report, folder: Path, certificates: Path | None) -> str:
    """Write the site of a report; returns a line that says so. certificates: a folder of Coq files, which need not be there."""
    from theoremtest.reports.site.build import build

    pages = build(report, folder, certificates=certificates if certificates and certificates.is_dir() else None)
    return f"wrote {folder / 'index.html'}: a site of {pages} pages"
