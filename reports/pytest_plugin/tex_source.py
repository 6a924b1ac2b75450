"""The equations of a .tex file that a comment `% theoremtest: <id>` holds to a claim, each as a formula with its place in the file.

A comment that looks like such a mark and is none (no colon, words behind the id, text before it) is found too, with what is wrong.

Whatever is no part of the formula (labels, tags, alignment, comments) is blanked out in place, so that a column of the
formula is a place in the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

MARK = re.compile(r"(?m)^[^\S\n]*%+[^\S\n]*theoremtest:[^\S\n]*(\S+)(?:[^\S\n]+\[([^\]\n]+)\])?[^\S\n]*$")
"""`% theoremtest: kunin2024/27`, and `% theoremtest: kunin2024/33 [balanced]` for one part of a conjunction."""
ALMOST = re.compile(r"(?m)^(?P<before>[^\n]*?)(?<!\\)%+(?P<comment>[^\n]*?\btheoremtest\b(?P<after>[^\n]*))$", re.IGNORECASE)
"""A comment that names this library; a mark if it also looks like one."""
DECLARED = re.compile(r"(?m)^[^\S\n]*%+[^\S\n]*theoremtest:[^\S\n]*([^\n]*?[^\n=:\s][^\n]*?=[^\n]*\S)[^\S\n]*$")
"""`% theoremtest: \\bs = \\beta_*`, a name for the formulas below."""
_ID = re.compile(r"(?<![\w/.:])[a-z][a-z0-9_]*\d{4}[a-z]?/[^\s\[\]]+")
VERBATIM = re.compile(r"\\begin\{(verbatim\*?|Verbatim|lstlisting|minted|comment|filecontents\*?|alltt)\}.*?\\end\{\1\}"
                      r"|\\iffalse\b.*?\\fi\b", re.DOTALL)
ENVIRONMENTS = ("equation", "align", "gather", "multline", "eqnarray", "displaymath", "math", "alignat", "flalign", "dmath", "IEEEeqnarray")
WRAPPERS = ("split", "aligned", "gathered", "alignedat", "IEEEeqnarraybox", "dgroup", "subequations")
_NAMES = "|".join(ENVIRONMENTS)
_OPENING = re.compile(rf"\\begin\{{((?:{_NAMES})\*?)\}}(?:\{{[^{{}}\n]*\}}|\[[^\]\n]*\])?|\\\[|\$\$|(?<!\\)\\\(")
_THEOREM = re.compile(r"\\begin\{(?:theorem|thm|lemma|lem|proposition|prop|corollary|cor|definition|"
                      r"defn|remark|claim|example|proof|assumption)\*?\}",
                      re.IGNORECASE)
_BEGINNING = re.compile(r"\\begin\{(?:subequations|dgroup|center|minipage|tcolorbox|mdframed)\*?\}(?:\[[^\]]*\]|\{[^{}]*\})*"
                        r"|\\label\{[^{}]*\}")
_BLANKED = re.compile(r"\\(?:label|tag\*?|eqref|ref|hspace\*?|vspace\*?)\{[^{}]*\}|\\(?:nonumber|notag|displaystyle|q?quad)(?![A-Za-z])"
                      rf"|\\(?:begin|end)\{{(?:{'|'.join(WRAPPERS)})\*?\}}(?:\{{[^{{}}]*\}}|\[[a-z]\])?")
_COMMENT = re.compile(r"(?<!\\)%[^\n]*")
_GRID = re.compile(r"\\(begin|end)\{(?:[a-z]*cases\*?|[a-zA-Z]*matrix|array)\}|\\\\(?:\[[^\]]*\])?|(?<!\\)&|[{}]")
_CONTINUES = re.compile(r"(?:\s|&|\\q?quad(?![A-Za-z])|\\[,;:! ])*(?:[+\-*/]|\\(?:cdot|times)(?![A-Za-z]))")
_RELATES = re.compile(r"(?:\s|&|\{\}|\\q?quad(?![A-Za-z])|\\[,;:! ])*(?::?=|<|>|\\(?:leq?|geq?|coloneqq)(?![A-Za-z]))")
"""A row that begins with its relation sign carries on a chain."""
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
    """Every marked formula of a file, in order; one whose equation cannot be found, and what only looks like a mark, says so in
    `problem`. What stands in a verbatim environment is no part of the document."""
    text = VERBATIM.sub(_blank, text)
    marks = [mark for mark in MARK.finditer(text) if "=" not in mark.group(1)]
    plain = _COMMENT.sub(_blank, text)  # same places, no comments
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
    return sorted([*found, *_almost(text)], key=lambda item: item.line)


def declared(text: str) -> list[tuple[int, str]]:
    """The names that a file declares, as `name = formula`, each with its line."""
    text = VERBATIM.sub(_blank, text)
    text = MARK.sub(lambda mark: mark.group() if "=" in mark.group(1) else _blank(mark), text)
    return [(text.count("\n", 0, found.start()) + 1, found.group(1)) for found in DECLARED.finditer(text)]


def displayed(text: str) -> list[tuple[int, str]]:
    """Every displayed equation of a file, a row that begins one of its own apart: where it begins, and its LaTeX without comments."""
    plain = _COMMENT.sub(_blank, VERBATIM.sub(_blank, text))
    found = []
    for start, end in _spans(plain):
        if plain[start - 2:start] == r"\(":
            continue  # a formula in a line of text, which is found only where a mark asks for it
        while start < end:
            length = _first_row(plain[start:end])
            if plain[start:start + length].strip(" \t\n&"):
                found.append((start, plain[start:start + length]))
            cut = _GRID.match(plain, start + length)
            start = cut.end() if cut else start + length + 1
    return found


def _blank(match: re.Match) -> str:
    return "".join(character if character == "\n" else " " for character in match.group())


def _almost(text: str) -> list[Marked]:
    """Comments that look like marks and are read as none."""
    lines = {text.count("\n", 0, mark.start(1)) for pattern in (MARK, DECLARED) for mark in pattern.finditer(text)}
    found = []
    for match in ALMOST.finditer(text):
        row = text.count("\n", 0, match.start("comment"))
        known = _ID.search(match.group("after"))
        if row in lines or (known is None and not match.group("comment").strip().lower().startswith("theoremtest:")):
            continue
        shown = known.group() if known else "<id>"
        if match.group("before").strip():
            why = "a mark stands on a line of its own, above its equation"
        elif not re.match(r"\s*theoremtest:", match.group("comment")):
            why = f"a mark reads `% theoremtest: {shown}`, in small letters, with its colon"
        elif known is None:
            why = "a mark names a claim, <paper>/<place>, or declares a name, name = formula"
        else:
            why = f"a mark holds the claim's id and nothing else, but for a part in square brackets; write `% theoremtest: {shown}`"
        found.append(Marked(known.group() if known else "mark", "", row + 1, "", match.start("comment"),
                            f"this comment looks like a mark and tests nothing: {why}"))
    return found


def _spans(plain: str) -> list[tuple[int, int]]:
    """Where the body of each displayed equation begins and ends."""
    spans, place = [], 0
    while (opening := _OPENING.search(plain, place)) is not None:
        closing = {r"\[": r"\]", "$$": "$$", r"\(": r"\)"}.get(opening.group(), rf"\end{{{opening.group(1)}}}")
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
    if opening is None or opening.end() != body:
        return False
    between = _BEGINNING.sub(" ", plain[after:opening.start()]).strip()
    return not between or _THEOREM.match(between) is not None


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
    return _RELATES.match(row) is not None or (_CONTINUES.match(row) is not None and _RELATION.search(row) is None)


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
