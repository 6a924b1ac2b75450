r"""A document read as TeX reads it, up to its marks: every display, with what TeX would set there, and every equation that a comment
`% theoremtest: <id>` holds to a claim, with the names that are declared at its place.

Macros, conditions and files count in their order and scope. A mark that is never reached, or that no equation follows, says so.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from theoremtest.derivations.language.flow import Flow
from theoremtest.derivations.notation import NotationError, Source, declaration
from theoremtest.derivations.notation.displays import bare, pieces
from theoremtest.derivations.notation.ground import Ground, Line, extended
from theoremtest.derivations.notation.layout import ENVIRONMENTS, WRAPPERS
from theoremtest.derivations.notation.rows import Laid as Rows
from theoremtest.derivations.notation.tex import Kind, Mouth, Token, spelled

from .files import Files
from .found import DEFINITION, Marked, Shown, labels_of, place
from .inputs import Inputs
from .marks import Declared, Defining, Doubtful, Forget, Laid, Mark, Named, Own, Said, said
from .scope import Scope

_CLOSES = {r"\[": r"\]", r"\(": r"\)", "$$": "$$"}
_AROUND = {"subequations", "center", "minipage", "tcolorbox", "mdframed", "quote"}
"""What may begin between a mark and its equation."""
_SILENT = {r"\label", r"\centering", r"\noindent", r"\par", r"\smallskip", r"\medskip", r"\bigskip"}
_SECTIONS = (r"\chapter", r"\section")
_THEOREMS = {"theorem", "thm", "lemma", "lem", "proposition", "prop", "corollary", "cor", "definition", "defn", "remark", "claim",
             "example", "proof", "assumption"}
NO_EQUATION = "no displayed equation follows this comment"


@dataclass
class _Pending:
    """A mark that waits for its equation."""

    mark: Mark
    token: Token
    own: Own | None = None
    defines: bool = False


@dataclass
class Walk:
    """One way through a document; `marks` and `shown` are what was found, each mark with the number of its file."""

    files: Files
    marks: list[tuple[int, Marked]] = field(default_factory=list)
    shown: list[Shown] = field(default_factory=list)
    seen: set[tuple[int, int]] = field(default_factory=set)
    pending: list[_Pending] = field(default_factory=list)
    theorem: str = ""
    """The theorem that began behind a waiting mark; any words may stand in it before its equation."""
    notes: list[str] = field(default_factory=list)
    trouble: str = ""
    behind: tuple[int, int] | None = None
    """Where the document ends."""
    paper: Named | None = None
    """Whose claims the document's own are."""
    flow_at: int = -1
    """How many displays stood above the last flow that was laid down."""

    def __post_init__(self) -> None:
        self.inputs = Inputs(self.files, lambda token, command, why: self._add(token, self._made(Mark(command), token, problem=why)),
                             self._missing)
        self.gullet = self.inputs.gullet
        self.gullet.strict = False
        self.scope = Scope(self.gullet)
        self.theorems = set(_THEOREMS)

    @property
    def laid(self) -> list[Line]:
        """All lines of comments that lay something down, in the document's order."""
        return self.scope.laid

    def _missing(self, token: Token, what: str) -> None:
        self.notes.append(f"set aside, as there is no such file: {what} of line {self._line(token)}")

    # the way -----------------------------------------------------------------------------------------------------------

    def run(self) -> Walk:
        """Go through the whole document."""
        again: Token | None = None
        while True:
            try:
                token, again = again or self.gullet.next(), None
            except NotationError as error:
                self.trouble = self.trouble or error.message
                self._none_follows()
                continue
            if token is None:
                break
            if token.kind is Kind.END and token.name == "document":
                if self._file() == 0:
                    self.behind = (token.file, token.at)
                    break
                self.gullet.leave_file()
            elif token.kind is Kind.COMMENT:
                self._comment(token)
            elif token.text in ("$", r"\(") and not (token.text == r"\(" and self.pending):
                again = self._inline(token)
            elif token.text in _CLOSES or self._is_display(token):
                again = self._display(token)
            else:
                self._between(token)
        self._none_follows()
        self._never_reached()
        self.marks.sort(key=lambda item: (item[0], item[1].at))
        return self

    def _file(self) -> int:
        """The file that is read now."""
        mouth = self.gullet.mouth
        return mouth.file if mouth is not None else 0

    def _is_display(self, token: Token) -> bool:
        return token.kind is Kind.BEGIN and token.name.removesuffix("*") in ENVIRONMENTS

    def _inline(self, opening: Token) -> Token | None:
        """Pass over a formula in a line of text; what follows where it never closes."""
        self._no_more_silence()
        ends = ("$", "$$") if opening.text == "$" else (r"\)",)
        while True:
            try:
                token = self.gullet.next()
            except NotationError:
                continue
            if token is None or token.kind in (Kind.PARAGRAPH, Kind.END) or self._is_display(token):
                return token
            if token.kind is Kind.COMMENT:
                self._comment(token)
            elif token.text in ends:  # $a$$b$ is one formula behind another
                return replace(token, text="$") if token.text == "$$" else None

    def _between(self, token: Token) -> None:
        if token.text in _SECTIONS and token.kind is Kind.COMMAND:
            self._section()
        if token.text == r"\newtheorem" and token.kind is Kind.COMMAND:
            self.gullet.optional_star()
            self.theorems.add(spelled(self.gullet.argument(token))[0].strip().lower())
        name = token.name.removesuffix("*").lower()
        if token.kind is Kind.BEGIN and self.pending and name in self.theorems and not self.theorem:
            self.theorem = token.name
        elif token.kind is Kind.END and token.name == self.theorem:
            self._none_follows()
        if not self.pending or self.theorem or token.blank or token.kind is Kind.PARAGRAPH:
            return
        if token.text in _SILENT or (token.kind is Kind.BEGIN and name in _AROUND):
            if token.text == r"\label" or token.kind is Kind.BEGIN:
                self._past_arguments(token)
        else:
            self._none_follows()

    def _past_arguments(self, owner: Token) -> None:
        """Read past the groups and square brackets behind a command."""
        while True:
            self.gullet.optional()
            token = self.gullet.raw()
            if token is None or token.kind is not Kind.OPEN:
                if token is not None:
                    self.gullet.push([token])
                return
            self.gullet.group(token)

    def _no_more_silence(self) -> None:
        if not self.theorem:
            self._none_follows()

    def _none_follows(self) -> None:
        for item in self.pending:
            self._add(item.token, self._made(item.mark, item.token, item.own, problem=NO_EQUATION))
        self.pending, self.theorem = [], ""

    # comments ----------------------------------------------------------------------------------------------------------

    def _said(self, token: Token) -> Said | None:
        text = self.files.texts[token.file]
        start = text.rfind("\n", 0, token.at - 1) + 1
        self.seen.add((token.file, token.at))
        return said(token.text, text[start:token.at - 1])

    def _comment(self, token: Token) -> Mark | Own | None:
        """Carry out what a comment says; the mark that it is."""
        found = self._said(token)
        if isinstance(found, Mark):
            self.pending.append(_Pending(found, token))
            return found
        if isinstance(found, Own):
            self.pending.append(_Pending(Mark(found.name or "claim"), token, found))
            return found
        if isinstance(found, Defining):
            self.pending.append(_Pending(Mark(DEFINITION), token, defines=True))
            return Mark(DEFINITION)
        if isinstance(found, Laid):
            self._lay(token, Line(found.verb, self.scope.written(found.text)))
        elif isinstance(found, Named):
            if self.paper is not None:
                self._add(token, self._made(Mark("paper"), token, problem=f"the paper is {self.paper.key} already", fatal=True))
            self.paper = self.paper or found
        if isinstance(found, Doubtful):
            fatal = found.claim_id in ("declaration", "claim", "paper")
            self._add(token, self._made(Mark(found.claim_id), token, problem=found.why, fatal=fatal))
        elif isinstance(found, Declared):
            try:
                item = declaration(self.scope.written(found.text), self._line(token))
                self.scope.declare(item)
                self._lay(token, Line("=", f"{item.left} = {item.right}"))
            except NotationError as error:
                self._add(token, self._made(Mark("declaration"), token, problem=error.message))
        elif isinstance(found, Forget):
            try:
                self.scope.forget(self.scope.written(found.name))
            except NotationError as error:
                self._add(token, self._made(Mark("forget"), token, problem=error.message))
        return None

    def _section(self) -> None:
        self.scope.section()

    def _takes_a_place(self, line: Line) -> bool:
        """Whether a flow says anew how the letters of the one above move."""
        before = self.scope.ground()
        if before.along is None:
            return False
        after = extended(before, line).along
        return not (isinstance(before.along, Flow) and isinstance(after, Flow) and before.along.rates.items() <= after.rates.items())

    def _lay(self, token: Token, line: Line) -> None:
        """Take down a line for the claims below; one that cannot be read is a problem of its own, and a flow that no display has asked for
        before the next one takes its place."""
        try:
            if line.verb == "along" and self.flow_at == len(self.shown) and self._takes_a_place(line):
                raise NotationError("a second flow for the same letters, and no display since the first: rates of one flow stand in one "
                                    r"line, `along \dot x = -y, \dot y = x`")
            self.scope.lay(line)
            self.flow_at = len(self.shown) if line.verb == "along" else self.flow_at
        except NotationError as error:
            self._add(token, self._made(Mark("declaration"), token, problem=error.message, fatal=True))

    def _line(self, token: Token) -> int:
        return place(self.files.texts[token.file], token.at)[0]

    def _made(self, mark: Mark, token: Token, own: Own | None = None, **rest) -> Marked:
        rest.setdefault("fatal", own is not None and bool(rest.get("problem")))
        return Marked(mark.claim_id, mark.part, self._line(token), at=token.at, own=own, **rest)

    def _add(self, token: Token, marked: Marked) -> None:
        if marked.display is not None and self.notes:
            marked = replace(marked, notes=tuple(self.notes))
            self.notes = []
        self.marks.append((token.file, marked))

    # displays ----------------------------------------------------------------------------------------------------------

    def _display(self, opening: Token) -> Token | None:
        """Read a display up to its end and hand its equations to their marks; the token that goes on where it never closes."""
        above, self.pending, self.theorem = self.pending, [], ""
        tokens, inside, error, problem, again = [opening], [], None, "", None
        opened = [opening]
        self.gullet.strict = True
        while opened:
            try:
                token = self.gullet.next()
            except NotationError as found:
                error = error or found
                continue
            if token is None or token.kind is Kind.PARAGRAPH or self._opens_another(token, opened):
                what = "end of the document" if token is None else "blank line" if token.kind is Kind.PARAGRAPH else token.text
                problem, again = f"{opening.text} of line {self._line(opening)} is not closed before the next {what}", token
                break
            if token.kind is Kind.COMMENT:
                mark = self._comment(token)
                if mark is None:
                    continue
                inside.append((self.pending.pop(), self.scope.declared()))
            elif token.kind is Kind.BEGIN:
                opened.append(token)
            elif token.kind is Kind.END and opened[-1].kind is Kind.BEGIN and opened[-1].name == token.name:
                opened.pop()
            elif token.kind is Kind.END:
                problem = f"{opened[-1].text} of line {self._line(opened[-1])} is not closed before {token.text}"
                break
            elif len(opened) == 1 and token.text == _CLOSES.get(opening.text):
                opened.pop()
            tokens.append(token)
        self.gullet.strict = False
        if problem or error:
            for item in [*above, *(item for item, _ in inside)]:
                self._add(item.token, self._made(item.mark, item.token, item.own, problem=problem, error=None if problem else error))
        else:
            self._rows(opening, tokens, above, inside)
        return again

    def _opens_another(self, token: Token, opened: Sequence[Token]) -> bool:
        """Whether a display begins inside of another, which TeX does not allow."""
        if token.text in (r"\[", r"\(") or (token.text == "$$" and opened[0].text != "$$"):
            return token.text != r"\(" or opened[0].text == r"\("
        name = token.name.removesuffix("*")
        if token.kind is not Kind.BEGIN or name not in ENVIRONMENTS or name in WRAPPERS:
            return False
        return not (name == "dmath" and opened[-1].name.removesuffix("*") == "dgroup")

    def _rows(self, opening: Token, tokens: list[Token], above: list[_Pending], inside: list[tuple[_Pending, tuple]]) -> None:
        tokens = [token if token.file == opening.file else replace(token, at=opening.at, file=opening.file) for token in tokens]
        if opening.kind is not Kind.BEGIN:
            tokens = tokens[1:-1]
        try:
            laid = Rows(tokens)
        except NotationError as error:
            for item, declared in [*((item, self.scope.declared()) for item in above), *inside]:
                self._add(item.token, self._made(item.mark, item.token, item.own, declared=declared, error=error))
            return
        held: dict[int, str] = {}
        where = {one.at: number for number, one in enumerate(laid.tokens) if one.kind is Kind.COMMENT}
        at_row = [(self._row(laid, where[item.token.at]), item, declared) for item, declared in inside]
        first = min((row for row, _, _ in at_row if row >= 0), default=len(laid.rows))
        declared = self.scope.declared()
        for item in above:
            self._hold(laid, 0, first, item, declared, held)
        marked_rows = sorted({row for row, _, _ in at_row if row >= 0})
        for row, item, names in at_row:
            if row < 0:
                problem = "a mark stands at the beginning of its row, or above the display; before it stands part of a formula"
                self._add(item.token, self._made(item.mark, item.token, item.own, problem=problem))
                continue
            end = min([laid.ending(row), *marked_rows[bisect_right(marked_rows, row):][:1]])
            self._hold(laid, laid.beginning(row), end, item, names, held)
        if opening.text != r"\(":
            self._show(laid, opening, held)

    def _row(self, laid: Rows, where: int) -> int:
        """The row that a mark stands at the beginning of; -1 where it stands elsewhere."""
        row = bisect_left(laid.rows, where, key=lambda one: one.end)
        return -1 if any(laid.ink(place) for place in range(laid.rows[row].start, where)) else row

    def _hold(self, laid: Rows, first: int, last: int, item: _Pending, declared: tuple, held: dict[int, str]) -> None:
        inked = any(laid.ink(place) for row in laid.rows[first:last] for place in range(row.start, row.end))
        if not inked:
            self._add(item.token, self._made(item.mark, item.token, item.own, problem="the equation is empty"))
            return
        try:
            display = Source.made(laid.chosen(first, last))
        except NotationError as error:
            self._add(item.token, self._made(item.mark, item.token, item.own, error=error))
            return
        if item.defines:
            for row in range(first, last):
                held.setdefault(row, DEFINITION)
            self._define(item.token, display)
            return
        if item.own is not None:
            self._own(laid, first, last, item, display, held)
            return
        for row in range(first, last):
            held.setdefault(row, item.mark.claim_id)
        self._add(item.token, self._made(item.mark, item.token, item.own, display=display, declared=declared))

    def _define(self, token: Token, display: Source) -> None:
        """Declare what the equations of a display say that their left sides are."""
        try:
            for piece in pieces(bare(display)):
                text = piece.source.text.strip().rstrip(".,;").strip()
                item = declaration(text, self._line(token))
                if piece.kind not in ("equation", "definition"):
                    raise NotationError("a definition reads <name> = <formula>, and nothing else stands in its display")
                self.scope.declare(item)
                self._lay(token, Line("=", f"{item.left} = {item.right}"))
        except NotationError as error:
            self._add(token, self._made(Mark(DEFINITION), token, problem=error.message, fatal=True))

    def _own(self, laid: Rows, first: int, last: int, item: _Pending, display: Source, held: dict[int, str]) -> None:
        """A claim of the manuscript's own, by its label or by the name that its comment gives."""
        own = item.own or Own()
        labels = [own.name] if own.name else labels_of(laid.tokens[laid.rows[first].start:laid.rows[last - 1].end])
        problem = ""
        if self.paper is None:
            problem = 'say whose claims these are in a comment above, % theoremtest: paper mine2026 "Title"'
        elif len(labels) != 1:
            problem = (r"a claim has one label; give the display a \label{eq:...}, or name it in the comment, % theoremtest: claim eq:..."
                       if not labels else f"{' and '.join(labels)} stand here; put a comment above the row of each, or name the claim")
        elif re.fullmatch(r"[A-Za-z0-9][\w:.-]*", labels[0]) is None:
            problem = f"the label {labels[0]!r} is no id, which holds letters, digits and any of - _ . :; name the claim in the comment"
        identity = f"{self.paper.key}/{labels[0]}" if self.paper is not None and len(labels) == 1 else item.mark.claim_id
        if not problem and identity in {marked.claim_id for _, marked in self.marks if marked.own}:
            problem = f"{identity} is the name of another claim above"
        for row in range(first, last):
            held.setdefault(row, identity)
        try:
            ground = self.scope.ground()
        except NotationError as error:
            problem, ground = problem or error.message, Ground()
        self._add(item.token, self._made(Mark(identity), item.token, own, display=display, ground=ground, problem=problem))

    def _show(self, laid: Rows, opening: Token, held: dict[int, str]) -> None:
        """Every equation of a display, a row that carries one on with it."""
        row, ground = 0, Ground()
        with suppress(NotationError):  # a line that cannot be read is a problem of its own
            ground = self.scope.ground()
        while row < len(laid.rows):
            end = row + 1
            while end < len(laid.rows) and laid.rows[end].carries_on and held.get(end) == held.get(row):
                end += 1
            inked = [place for one in laid.rows[row:end] for place in range(one.start, one.end) if laid.ink(place)]
            if inked:
                formula = spelled(laid.tokens[inked[0]:inked[-1] + 1])[0]
                self.shown.append(Shown(opening.file, laid.tokens[inked[0]].at, formula, held.get(row, ""), ground))
            row = end

    # what is left ------------------------------------------------------------------------------------------------------

    def _never_reached(self) -> None:
        """Marks that TeX does not come to, other than those that a condition leaves out or that are quoted."""
        known = self.seen | {(token.file, token.at) for token in self.gullet.passed}
        for mouth in self.inputs.mouths:
            if self.files.paths.index(self.files.paths[mouth.file]) != mouth.file:
                continue  # taken in twice
            for token in Mouth(self.files.texts[mouth.file], mouth.file):
                if token.kind is not Kind.COMMENT or (token.file, token.at) in known or mouth.skips(token.at):
                    continue
                found = self._said(token)
                if not isinstance(found, (Mark, Own, Doubtful)):
                    continue
                why = self.trouble or "it stands in a definition, or in the argument of a command"
                if self.behind and self.behind[0] == token.file and self.behind[1] < token.at:
                    why = r"it stands behind \end{document}"
                mark = found if isinstance(found, Mark) else Mark(found.name or "claim" if isinstance(found, Own) else found.claim_id)
                problem = f"TeX does not come to this mark, so that it tests nothing: {why}"
                self._add(token, self._made(mark, token, found if isinstance(found, Own) else None, problem=problem))


__all__ = ["Walk"]
