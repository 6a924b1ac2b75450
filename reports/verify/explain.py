"""The message about a claim that is not as expected: statement, domain, verdict, counterexample, and how to see it again."""

from __future__ import annotations

from theoremtest.derivations.language import Claim, Outcome
from theoremtest.reports.formulas.unicode_formula import unicode_domain, unicode_formula, unicode_words

from .expected import verdict_of
from .runner import Finding


def explain(claim: Claim, findings: tuple[Finding, ...], problems: list[str], routes=None, way: str = "") -> str:
    """Several lines of plain text, each fact on its own line.

    routes: those that were asked for, all when None. way: what goes before a command so that it finds the claim, `cd paper && `.
    """
    lines = [f"{claim.id}  {claim.where}: {claim.title}"]
    lines += [f"  {problem}" for problem in problems]
    shown = _smallest(claim, findings)
    if shown is not None:
        lines += [line[4:] for line in counterexample_lines(shown)]
    for finding in findings:
        if not _worth_telling(claim, finding):
            continue
        statement = finding.check.statement
        lines += [f"  {finding.check.name} statement ({statement.kind})", f"    statement       {unicode_formula(statement.latex())}",
                  f"    domain          {unicode_domain(statement.on.latex())}", f"    verdict         {verdict_of(finding).value}"]
        for item in finding.evidence:
            lines.append(f"    {item.kind:<15} {_outcome(item)}")
            lines += [f"      tried         {unicode_words(reason)}" for reason in item.tried]
            if item.counterexample is not None and item.counterexample != shown:
                lines += counterexample_lines(item.counterexample)
    chosen = f" --routes {','.join(routes)}" if routes else ""
    lines.append(f"  reproduce         {way}theoremtest verify '{claim.id}'{chosen}")
    return "\n".join(lines)


def _smallest(claim: Claim, findings: tuple[Finding, ...]):
    """The counterexample that is shown first: the exact engine's where it has one; None where nothing is refuted unexpectedly."""
    found = [item for finding in findings if not (finding.check.role == "printed" and claim.erratum) for item in finding.evidence
             if item.counterexample is not None]
    return min(found, key=lambda item: item.kind != "exact").counterexample if found else None


def counterexample_lines(example) -> list[str]:
    """The point and both sides there, indented."""
    lines = ["      counterexample " + (", ".join(f"{unicode_formula(name)} = {value}" for name, value in example.point) or "everywhere")]
    if example.left or example.right:
        lines += [f"        left side    {example.left}", f"        right side   {example.right}"]
    if example.note:
        lines.append(f"        note         {example.note}")
    return lines


def _outcome(item) -> str:
    details = ", ".join(text for text in (item.engine, item.figure, item.scope) if text)
    return f"{item.outcome.value} ({unicode_words(details)})" if details else item.outcome.value


def _worth_telling(claim: Claim, finding: Finding) -> bool:
    """Findings that a reader must see; a printed statement with an erratum is expected to be refuted."""
    expected = Outcome.REFUTED if finding.check.role == "printed" and claim.erratum else Outcome.PROVED
    return any(item.outcome in (Outcome.REFUTED, Outcome.UNDECIDED) for item in finding.evidence) or \
        all(item.outcome is not expected for item in finding.evidence)
