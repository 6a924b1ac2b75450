"""A claim's whole record kept by the sources it comes from, so that an unchanged claim need not even be built.

The key holds the text of the module that the claim is written in and of all that it imports, the version of every route asked,
whether it can run here, and the code that makes records; what the claim rests on decides nothing of it. Where that text has changed, as
of every module that imports an edited one, the record is looked for once more by all that the claim says. A record with
anything that another run may settle, or with anything not as expected, is not kept: it is worked out again, and its reasons are shown.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache

from sympy import srepr

from theoremtest.derivations.language import Claim, Evidence, Outcome, Registry
from theoremtest.numerics.routes import dispatch

from . import witnesses
from .cache import Cache, content, digest, engine_version
from .ledger import record_of, used_by
from .runner import Finding, Found, ended_by_itself
from .sources import FACE, text_of, text_of_folder

_EXPERIMENTS = "theoremtest.numerics.experiments"
"""Claims name experiments by text, so that no import shows which; each record is taken to depend on all of them."""
_MAKERS = ("theoremtest.reports.verify.ledger", "theoremtest.reports.verify.runner")


def record_key(claim: Claim, wanted: Sequence[str], what_it_needs: bool = False) -> str | None:
    """The key of a claim's record; None where its source is not this library's, so that nothing is kept of it.

    what_it_needs: of a record that also says which conditions the claim needs.
    """
    return _key(claim.id, claim.module, wanted, what_it_needs)


def _key(claim_id: str, module: str, wanted: Sequence[str], what_it_needs: bool) -> str | None:
    if not module.startswith(f"{FACE}.derivations."):
        return None
    return digest("record", claim_id, module, module_version(module), routes_version(tuple(wanted)), makers_version(),
                  *(("needs",) if what_it_needs else ()))


def kept_text(claim_id: str, module: str, wanted: Sequence[str], cache: Cache, what_it_needs: bool = False) -> str | None:
    """The record that is kept of a claim, as text; None where there is none. Its `used_by` is that of the run that made it."""
    key = _key(claim_id, module, wanted, what_it_needs)
    return None if key is None else cache.get_text(key)


def kept_record(claim: Claim, registry: Registry, wanted: Sequence[str], cache: Cache, what_it_needs: bool = False) -> dict | None:
    """The record that is kept of a claim; None where there is none."""
    return _read(kept_text(claim.id, claim.module, wanted, cache, what_it_needs), claim, registry)


def _read(text: str | None, claim: Claim, registry: Registry) -> dict | None:
    """A kept record, with who uses the claim now; None where there is none or it is damaged."""
    try:
        return None if text is None else {**json.loads(text), "used_by": used_by(claim, registry)}
    except ValueError:
        return None


def kept_by_content(claim: Claim, registry: Registry, wanted: Sequence[str], cache: Cache, what_it_needs: bool = False) -> dict | None:
    """The record of a claim whose module has changed and which says what it said, and is written where it was; None where there is none.

    It is then kept by the claim's module as it is now, too.
    """
    key = record_key(claim, wanted, what_it_needs)
    text = None if key is None else cache.get_text(_content_key(claim, wanted, what_it_needs))
    if key is None or text is None:
        return None
    cache.put_text(key, text)
    return _read(text, claim, registry)


def _content_key(claim: Claim, wanted: Sequence[str], what_it_needs: bool) -> str:
    """The key of a record by all that goes into it: the claim's words and formulas, the routes asked, and the code that makes records."""
    return digest("record by content", said(claim), routes_version(tuple(wanted)), makers_version(), what_it_needs)


def said(claim: Claim) -> tuple:
    """All that a claim says, its place in the code and its paper included, as text that tells any two apart."""
    printed, erratum = claim.printed, claim.erratum
    statements = [printed.statement, *(step.statement for step in printed.derivation), *([erratum.corrected] if erratum else [])]
    return (
        claim.id, repr(claim.paper), claim.where, claim.title, claim.uses, claim.note, claim.origin, claim.module, claim.function,
        claim.reading, claim.leaves_out, printed.latex, repr(printed.defines), repr(sorted(printed.spoken.items())),
        *((repr(mark), tuple(srepr(condition) for condition in mark.conditions)) for mark in (*claim.conditions, *printed.conditions)),
        *((content(statement), tuple(map(str, statement.on.symbols))) for statement in statements),
        *(repr(tuple(part.on.sources.values())) for statement in statements for _, part in statement.parts()),
        *(step.reason for step in printed.derivation),
        *((erratum.kind, erratum.why, erratum.no_value, srepr(erratum.under), erratum.convention) if erratum else ()),
    )


def made_record(claim: Claim, findings: tuple[Finding, ...], registry: Registry, wanted: Sequence[str], cache: Cache,
                what_it_needs: bool = False) -> dict:
    """The record of a claim's findings, kept for the next time where all of it is settled and as expected.

    A condition of which nobody knows whether it is needed is no hindrance: a longer look is for asking about one claim.
    """
    record = record_of(claim, findings, registry)
    key = record_key(claim, wanted, what_it_needs)
    if key is not None and is_settled(findings) and not record["failures"]:
        text = json.dumps(record, ensure_ascii=False)
        cache.put_text(key, text)
        cache.put_text(_content_key(claim, wanted, what_it_needs), text)
    return record


def is_settled(findings: tuple[Found, ...]) -> bool:
    """Whether another run would find the same."""
    asked = (finding for finding in findings if not finding.check.role.startswith("needs"))
    return not any(_unsettled(evidence) for finding in asked for evidence in finding.evidence)


def _unsettled(evidence: Evidence) -> bool:
    """Left open where another run may settle it, or unavailable on a route that can run: what it lacks may be installed later."""
    if evidence.outcome is Outcome.UNAVAILABLE:
        return dispatch.available(evidence.kind)
    return not ended_by_itself(evidence)


@lru_cache
def module_version(module: str) -> str:
    """The digest of a module's text and of all that it imports."""
    return digest(text_of(module))


def routes_version(wanted: tuple[str, ...]) -> str:
    """The digest of the routes asked: their code, the libraries under them, whether they can run here, and how witnesses are come by."""
    return _routes_version(wanted, (witnesses.FIRST,) if witnesses.mode() == witnesses.FIRST else ())


@lru_cache
def _routes_version(wanted: tuple[str, ...], mode: tuple[str, ...]) -> str:
    return digest(tuple((route, engine_version(route), dispatch.available(route)) for route in wanted), *mode)


@lru_cache
def makers_version() -> str:
    return digest(text_of(*_MAKERS), text_of_folder(_EXPERIMENTS))
