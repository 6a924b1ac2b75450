"""The equations of a .tex file that a comment `% rederive: <id>` holds to a claim, each as a formula with its place in the file.

Whatever is no part of the formula (labels, tags, alignment, comments) is blanked out in place, so that a column of the
formula is a place in the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

MARK = re.compile(r"(?m)^[^\S\n]*%+[^\S\n]*rederive:[^\S\n]*(\S+)(?:[^\S\n]+\[([^\]\n]+)\])?[^\S\n]*$")
"""`% rederive: kunin2024/27`, and `% rederive: kunin2024/33 [balanced]` for one part of a conjunction."""
ENVIRONMENTS = ("equation", "align", "gather", "multline", "eqnarray", "displaymath", "math", "alignat", "flalign")
WRAPPERS = ("split", "aligned", "gathered", "alignedat")
_NAMES = "|".join(ENVIRONMENTS)
_OPENING = re.compile(rf"\\begin\{{((?:{_NAMES})\*?)\}}(?:\{{\d+\}})?|\\\[|\$\$")
_BLANKED = re.compile(r"\\(?:label|tag\*?|eqref|ref|hspace\*?|vspace\*?)\{[^{}]*\}|\\(?:nonumber|notag|displaystyle|q?quad)(?![A-Za-z])"
                      rf"|\\(?:begin|end)\{{(?:{'|'.join(WRAPPERS)})\}}(?:\{{\d+\}}|\[[a-z]\])?")
_COMMENT = re.compile(r"(?<!\\)%[^\n]*")
_GRID = re.compile(r"\\(begin|end)\{(?:cases|[a-zA-Z]*matrix)\}|\\\\(?:\[[^\]]*\])?|(?<!\\)&|[{}]")
_CONTINUES = re.compile(r"(?:\s|&|\\q?quad(?![A-Za-z])|\\[,;:! ])*(?:[+\-*/]|\\(?:cdot|times)(?![A-Za-z]))")
_RELATION = re.compile(r"=|<|>|\\(?:le|leq|ge|geq|ne|neq|iff|Leftrightarrow|propto)(?![A-Za-z])")


@dataclass(frozen=True)
class Marked:
    """One formula held to a claim: `start` is where `formula` begins in the text, `line` the comment's line from 1."""

    claim_id: str
    part: str
    line: int
    formula: str
    start: int
    problem: str = ""

    def place(self, text: str, column: int) -> tuple[int, int]:
        """Line and column in the file of a column of the formula."""
        at = self.start + max(column - 1, 0)
        return text.count("\n", 0, at) + 1, at - (text.rfind("\n", 0, at) + 1) + 1


def marked(text: str) -> list[Marked]:
    """Every marked formula of a file, in order; one whose equation cannot be found says so in `problem`."""
    marks = list(MARK.finditer(text))
    plain = _COMMENT.sub(lambda match: " " * len(match.group()), text)  # same places, no comments
    spans = _spans(plain)
    found = []
    for mark in marks:
        line = text.count("\n", 0, mark.start()) + 1
        start, end, problem = _extent(plain, spans, marks, mark.end())
        formula = "" if problem else _cleaned(plain[start:end])
        if not problem and not formula.strip():
            problem = "the equation is empty"
        lead = len(formula) - len(formula.lstrip())
        found.append(Marked(mark.group(1), mark.group(2) or "", line, formula.strip(), start + lead, problem))
    return found


def _spans(plain: str) -> list[tuple[int, int]]:
    """Where the body of each displayed equation begins and ends."""
    spans, place = [], 0
    while (opening := _OPENING.search(plain, place)) is not None:
        closing = {r"\[": r"\]", "$$": "$$"}.get(opening.group(), rf"\end{{{opening.group(1)}}}")
        end = plain.find(closing, opening.end())
        if end < 0:
            spans.append((opening.end(), len(plain)))
            break
        spans.append((opening.end(), end))
        place = end + len(closing)
    return spans


def _extent(plain, spans, marks, after) -> tuple[int, int, str]:
    inside = next(((start, end) for start, end in spans if start <= after <= end), None)
    if inside is not None:  # one row of an aligned display, up to its \\ or to the next mark
        end = min([inside[1], *(mark.start() for mark in marks if after < mark.start() < inside[1])])
        return after, after + _first_row(plain[after:end]), ""
    following = next(((start, end) for start, end in spans if start > after), None)
    if following is None or not _nothing_between(plain, after, following[0]):
        return after, after, "no displayed equation follows this comment"
    start, end = following
    within = [mark for mark in marks if start < mark.start() < end]
    return start, min([end, *(mark.start() for mark in within)]), ""


def _nothing_between(plain, after, body) -> bool:
    opening = max((match for match in _OPENING.finditer(plain, after, body)), key=lambda match: match.end(), default=None)
    return opening is not None and opening.end() == body and not plain[after:opening.start()].strip()


def _cuts(body: str) -> list[tuple[int, int]]:
    """Where rows end: `\\\\` outside braces, cases and matrices."""
    return [match.span() for match in _outside(body) if match.group().startswith(r"\\")]


def _outside(body: str) -> Iterator[re.Match]:
    """The marks of a display's grid that stand outside braces and environments."""
    depth = 0
    for match in _GRID.finditer(body):
        piece = match.group()
        if piece == "{" or match.group(1) == "begin":
            depth += 1
        elif piece == "}" or match.group(1) == "end":
            depth -= 1
        elif depth == 0:
            yield match


def _first_row(body: str) -> int:
    """The length of the first row, with the rows that only carry it on."""
    cuts = _cuts(body)
    for place, (start, end) in enumerate(cuts):
        following = body[end:cuts[place + 1][0]] if place + 1 < len(cuts) else body[end:]
        if not _carries_on(following):
            return start
    return len(body)


def _carries_on(row: str) -> bool:
    return _CONTINUES.match(row) is not None and _RELATION.search(row) is None


def _cleaned(body: str) -> str:
    """The formula, in which whatever is none of it is blank; rows that carry on their predecessor join it."""
    def blank(match):
        return " " * (match.end() - match.start())

    body = _BLANKED.sub(blank, body)
    pieces, cuts = list(body), _cuts(body)
    for match in _outside(body):
        if match.group() == "&":
            pieces[match.start()] = " "
    for place, (start, end) in enumerate(cuts):
        row = body[end:cuts[place + 1][0]] if place + 1 < len(cuts) else body[end:]
        if _carries_on(row) or not row.strip():
            pieces[start:end] = " " * (end - start)
        else:
            pieces[start + 2:end] = " " * (end - start - 2)  # the space of \\[2pt]
    return "".join(pieces)
