"""What a person is told when a claim is not as expected: statement, domain, verdict, counterexample, and how to see it again."""

from __future__ import annotations

from rederive.derivations.language import Claim, Outcome

from .ledger import verdict_of
from .runner import Finding


def explain(claim: Claim, findings: tuple[Finding, ...], problems: list[str], routes=None) -> str:
    """Several lines of plain text, each fact on its own line; routes: those that were asked for, all when None."""
    lines = [f"{claim.id}  {claim.where}: {claim.title}"]
    lines += [f"  {problem}" for problem in problems]
    for finding in findings:
        if not _worth_telling(claim, finding):
            continue
        statement = finding.check.statement
        lines += [f"  {finding.check.name} statement ({statement.kind})", f"    statement       {statement.latex()}",
                  f"    domain          {statement.on}", f"    verdict         {verdict_of(finding).value}"]
        for item in finding.evidence:
            lines.append(f"    {item.kind:<15} {_outcome(item)}")
            lines += [f"      tried         {reason}" for reason in item.tried]
            if item.counterexample is not None:
                lines += counterexample_lines(item.counterexample)
    chosen = f" --routes {','.join(routes)}" if routes else ""
    lines.append(f"  reproduce         rederive verify '{claim.id}'{chosen}")
    return "\n".join(lines)


def counterexample_lines(example) -> list[str]:
    """The point and both sides there, indented."""
    lines = ["      counterexample " + (", ".join(f"{name} = {value}" for name, value in example.point) or "everywhere")]
    if example.left or example.right:
        lines += [f"        left side    {example.left}", f"        right side   {example.right}"]
    if example.note:
        lines.append(f"        note         {example.note}")
    return lines


def _outcome(item) -> str:
    details = ", ".join(text for text in (item.engine, item.figure, item.scope) if text)
    return f"{item.outcome.value} ({details})" if details else item.outcome.value


def _worth_telling(claim: Claim, finding: Finding) -> bool:
    """Findings that a reader must see; a printed statement with an erratum is expected to be refuted."""
    expected = Outcome.REFUTED if finding.check.role == "printed" and claim.erratum else Outcome.PROVED
    return any(item.outcome in (Outcome.REFUTED, Outcome.UNDECIDED) for item in finding.evidence) or \
        all(item.outcome is not expected for item in finding.evidence)
