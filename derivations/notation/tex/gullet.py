r"""Macros written out, conditions decided, groups kept apart, files taken in: what is left of a text is what TeX would set.

A command that nobody defined is handed on as it is. What cannot be known (a condition on a counter, a definition inside an argument of an
unknown command) makes the names that depend on it unknown, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from ..errors import NotationError
from .commands import COMMANDS
from .conditionals import CONDITIONS
from .definitions import DEFINITIONS
from .meanings import Alias, Kept, Macro, Meaning, Table, Unknown, Word
from .mouth import Kind, Mouth, Token

if TYPE_CHECKING:
    from ..source import Source

DEEP = 200
"""Braces inside one another in one argument."""
WORK = 20
"""How many tokens may be handled for each character of the text, beside a fixed number: macros that never end are stopped."""
AT_LEAST = 400_000
CALLS = 4_000
"""Macros inside one another's bodies; one that names itself never ends."""
_ENDS = {"&", r"\\", r"\]", r"\)", "$", "$$", r"\end", r"\fi", r"\else"}
"""What is no argument without braces."""
VERBATIM = {"verbatim", "verbatim*", "Verbatim", "lstlisting", "minted", "comment", "filecontents", "filecontents*", "alltt"}

_DOES = {**COMMANDS, **DEFINITIONS, **CONDITIONS}

TakenIn = Callable[["Gullet", str, str, str, Token], None]
"""What is done with a file that a text takes in: the gullet, the command, the name, its options, the token where it is named."""


class _Given:
    """Tokens that are read again; `deep`: how many bodies of macros they stand in."""

    def __init__(self, tokens: list[Token], deep: int):
        self.tokens, self.place, self.deep = tokens, 0, deep

    def next(self) -> Token | None:
        if self.place >= len(self.tokens):
            return None
        self.place += 1
        return self.tokens[self.place - 1]


class Gullet:
    """Hands out a text's tokens, macros written out. `taken_in` handles files that it names; without it they are passed over."""

    def __init__(self, text: str | Iterable[Token], known: Mapping[str, Meaning] | None = None, taken_in: TakenIn | None = None):
        self.table = Table.of(known or {})
        given: list[Token] | None = None if isinstance(text, str) else list(text)
        self.readers: list[Mouth | _Given] = [Mouth(text) if isinstance(text, str) else _Given(given or [], 0)]
        self.taken_in = taken_in
        self.work = AT_LEAST + WORK * len(text if isinstance(text, str) else given or [])
        self.open: list[Token] = []
        """Groups and environments that are open, each by the token that opened it."""
        self.owners: list[str] = []
        """Of each, the command whose argument it seems to be; empty for a group of its own."""
        self.everywhere = False
        self.conditions: list[bool] = []
        """Of each condition that is open, whether it is known."""
        self.whole: set[int] = set()
        """The conditions, by their depth, of which another branch was read."""
        self.verbatim = set(VERBATIM)
        self.passed: list[Token] = []
        """Comments that a condition left out."""
        self.later: list[Token] = []
        """What is put off to the beginning of the document."""
        self.strict = True
        """Whether a command whose meaning is not known is an error; in running text it is none."""
        self._last = ""

    # what is read ------------------------------------------------------------------------------------------------------

    def __iter__(self) -> Iterator[Token]:
        while (token := self.next()) is not None:
            yield token

    def next(self) -> Token | None:
        """The next token that is no macro; None at the end. Raises NotationError where TeX would stop."""
        while (token := self.raw()) is not None:
            made = self._one(token)
            if made is not None:
                return made
        return None

    def raw(self) -> Token | None:
        """The next token as it stands."""
        while self.readers:
            token = self.readers[-1].next()
            if token is not None:
                self.work -= 1
                if self.work < 0:
                    raise NotationError(f"{token.text} is a macro without an end", token.at)
                return token
            if len(self.readers) == 1:
                return None
            self.readers.pop()
        return None

    def push(self, tokens: list[Token], deeper: int = 0) -> None:
        """Read these next. deeper: by how many bodies of macros they stand deeper than what is read now."""
        if tokens:
            deep = self.deep + deeper
            self._drop_spent()
            self.readers.append(_Given(tokens, deep))

    def enter(self, mouth: Mouth) -> None:
        """Read a file next."""
        self.work += WORK * len(mouth.text)
        self.readers.append(mouth)

    @property
    def mouth(self) -> Mouth | None:
        """The file that is read now."""
        return next((reader for reader in reversed(self.readers) if isinstance(reader, Mouth)), None)

    @property
    def deep(self) -> int:
        """In how many bodies of macros the next token stands."""
        reader = self.readers[-1] if self.readers else None
        return reader.deep if isinstance(reader, _Given) else 0

    def _drop_spent(self) -> None:
        while len(self.readers) > 1 and isinstance(last := self.readers[-1], _Given) and last.place >= len(last.tokens):
            self.readers.pop()

    def leave_file(self) -> None:
        r"""\endinput: nothing more of this file."""
        while len(self.readers) > 1 and isinstance(self.readers[-1], _Given):
            self.readers.pop()
        if isinstance(last := self.readers[-1], Mouth):
            last.place = len(last.text)

    # one token ---------------------------------------------------------------------------------------------------------

    def _one(self, token: Token) -> Token | None:
        if token.kind is Kind.COMMAND and not token.frozen:
            meaning = self.table.known.get(token.text)
            word = meaning.text if isinstance(meaning, Word) else token.text
            if isinstance(meaning, Macro):
                return self._call(token, meaning)
            if isinstance(meaning, Alias):
                return self._seen(Token(meaning.token.kind, meaning.token.text, token.at, token.file, True))
            if isinstance(meaning, Unknown) and self.strict:
                raise NotationError(meaning.why, token.at)
            if meaning is None or isinstance(meaning, Word):
                if self.does(word):
                    _DOES.get(word, CONDITIONS[r"\if"])(self, token)
                    return None
                if word in (r"\begin", r"\end"):
                    return self._environment(token, word)
        elif token.kind is Kind.END:  # of an environment of the manuscript's own
            self._ends(token)
            return None
        return self._seen(token)

    def refuse(self, token: Token) -> None:
        """Raise NotationError where a formula is read, which has no place for this."""
        if self.strict:
            raise NotationError(f"{token.text} has no place in a formula", token.at)

    def does(self, word: str) -> bool:
        """Whether a command does something here, and is not set."""
        return word in _DOES or word.startswith(r"\if@")

    def _seen(self, token: Token) -> Token:
        if token.kind is Kind.OPEN or token.text in (r"\begingroup", r"\bgroup"):
            self.open.append(token)
            self.owners.append(self._last if token.kind is Kind.OPEN else "")
            self.table.opens()
        elif token.kind is Kind.CLOSE or token.text in (r"\endgroup", r"\egroup"):
            self._last = ""
            if self.open and self.open[-1].kind is not Kind.BEGIN:
                self.open.pop()
                self._last = self.owners.pop()
                self.table.closes(self._last)
            return token
        if not token.blank and token.text != "*":
            self._last = token.text if token.kind is Kind.COMMAND and token.is_word else ""
        return token

    def _call(self, token: Token, macro: Macro) -> None:
        deep = self.deep + 1
        if deep > CALLS:
            raise NotationError(f"{token.text} is a macro without an end", token.at)
        put_off: list[Token] = []
        given = self.arguments(token, macro, put_off)
        made: list[Token] = []
        body = iter(macro.body)
        for piece in body:
            if piece.kind is Kind.CHARACTER and piece.text == "#":
                number = next(body, None)
                if number is not None and number.text == "#":  # of a macro that this one defines
                    made.append(Token(number.kind, "#", token.at, token.file))
                    continue
                if number is None or not number.text.isdigit() or not 0 < int(number.text) <= len(given):
                    shown = number.text if number else ""
                    raise NotationError(f"{token.text} speaks of an argument #{shown} that it does not take", token.at)
                made += given[int(number.text) - 1]
            elif piece.kind is not Kind.COMMENT:
                made.append(Token(piece.kind, piece.text, token.at, token.file, piece.frozen, piece.name))
        self.work -= len(made)
        self.push(put_off)
        self.push(made, deep - self.deep)

    def _environment(self, token: Token, word: str) -> Token | None:
        inner = self.argument(token)
        if any(piece.kind not in (Kind.CHARACTER, Kind.SPACE) for piece in inner):
            raise NotationError(f"{word} takes the name of an environment in braces", token.at)
        name = "".join(piece.text for piece in inner).strip()
        meaning = self.table.known.get(f"{word} {name}")
        if isinstance(meaning, Macro):  # an environment of the manuscript's own
            if word == r"\begin":
                self.table.opens()
                self.open.append(Token(Kind.BEGIN, token.text, token.at, token.file, False, f"own {name}"))
                self.owners.append("")
                self._call(token, meaning)
            else:
                self.push([Token(Kind.END, "", token.at, token.file, False, f"own {name}")])
                self._call(token, meaning)
            return None
        if word == r"\begin" and name in self.verbatim:
            self.refuse(token)
            mouth = self.readers[-1]
            if isinstance(mouth, Mouth) and not mouth.past(rf"\end{{{name}}}"):  # as it stands
                raise NotationError(rf"\begin{{{name}}} is never closed", token.at)
            return None
        made = Token(Kind.BEGIN if word == r"\begin" else Kind.END, f"{word}{{{name}}}", token.at, token.file, False, name)
        if name == "document":
            if word == r"\begin":
                self.push(self.later)
            return made
        return self.begins(made) if word == r"\begin" else self._ends(made)

    def begins(self, token: Token) -> Token:
        """An environment begins, and a group with it."""
        self.table.opens()
        self.open.append(token)
        self.owners.append("")
        self._last = token.text
        return token

    def _ends(self, token: Token) -> Token:
        if any(one.kind is Kind.BEGIN and one.name == token.name for one in self.open):
            while self.open:
                one = self.open.pop()
                self.owners.pop()
                self.table.closes()
                if one.kind is Kind.BEGIN and one.name == token.name:
                    break
        self._last = ""
        return token

    # arguments ---------------------------------------------------------------------------------------------------------

    def arguments(self, owner: Token, macro: Macro, put_off: list[Token]) -> list[list[Token]]:
        """What a macro takes, in order; comments on the way are put off."""
        given: list[list[Token]] = []
        if macro.starred:
            self.optional_star()
            self.optional(put_off)
        if macro.default is not None:
            found = self.optional(put_off)
            given.append(list(macro.default) if found is None else found)
        self._limit(owner, macro.limits[0])
        for limit in macro.limits[1 + (macro.default is not None):]:
            given.append(self._delimited(owner, limit) if limit else self.argument(owner, put_off, macro.arguments))
        return given

    def argument(self, owner: Token, put_off: list[Token] | None = None, count: int = 1) -> list[Token]:
        """A group without its braces, or one token. Raises NotationError where there is none."""
        token = self.past_blank(put_off)
        if token is None or token.kind is Kind.CLOSE or (token.kind is not Kind.OPEN and token.text in _ENDS):
            if token is not None:
                self.push([token])
            raise NotationError(f"{owner.text} takes {count} argument{'s' * (count > 1)}", owner.at)
        return self.group(token) if token.kind is Kind.OPEN else [token]

    def group(self, opening: Token) -> list[Token]:
        """What stands between an opening brace that was read and the brace that closes it."""
        found, depth = [], 1
        while (token := self.raw()) is not None:
            depth += (token.kind is Kind.OPEN) - (token.kind is Kind.CLOSE)
            if depth == 0:
                return found
            if depth > DEEP:
                raise NotationError(f"braces nested more than {DEEP} deep", token.at)
            found.append(token)
        raise NotationError("this brace is never closed", opening.at)

    def optional(self, put_off: list[Token] | None = None) -> list[Token] | None:
        """What stands in square brackets next; None where nothing does."""
        token = self.past_blank(put_off)
        if token is None:
            return None
        if token.text != "[":
            self.push([token])
            return None
        return self._up_to(token, (Token(Kind.CHARACTER, "]", 0),))

    def optional_star(self) -> bool:
        """Whether a star stands next; it is read."""
        token = self.past_blank()
        if token is not None and token.text == "*":
            return True
        if token is not None:
            self.push([token])
        return False

    def past_blank(self, put_off: list[Token] | None = None) -> Token | None:
        """The next token that is no space and no comment."""
        while (token := self.raw()) is not None and (token.blank or token.kind is Kind.PARAGRAPH):
            if put_off is not None and token.kind is Kind.COMMENT:
                put_off.append(token)
        return token

    def _limit(self, owner: Token, limit: tuple[Token, ...]) -> None:
        for wanted in limit:
            token = self.raw()
            if wanted.kind is not Kind.SPACE and token is not None and token.blank:
                token = self.past_blank()
            if token is None or token.text != wanted.text:
                raise NotationError(f"{owner.text} is not used as it is defined; {wanted.text} is due", owner.at)

    def _delimited(self, owner: Token, limit: tuple[Token, ...]) -> list[Token]:
        found = self._up_to(owner, limit)
        depth = 0
        for place, token in enumerate(found):  # braces around the whole are no part of it
            depth += (token.kind is Kind.OPEN) - (token.kind is Kind.CLOSE)
            if depth == 0 and place < len(found) - 1:
                return found
        return found[1:-1] if len(found) > 1 and found[0].kind is Kind.OPEN else found

    def _up_to(self, owner: Token, limit: tuple[Token, ...]) -> list[Token]:
        found: list[Token] = []
        depth, wanted = 0, [token.text for token in limit]
        while (token := self.raw()) is not None:
            found.append(token)
            depth += (token.kind is Kind.OPEN) - (token.kind is Kind.CLOSE)
            if depth < 0 or depth > DEEP:
                break
            if depth == 0 and [one.text for one in found[-len(wanted):]] == wanted:
                return found[:-len(wanted)]
        raise NotationError(f"{owner.text} is never followed by {''.join(wanted)}", owner.at)


# what others ask for ---------------------------------------------------------------------------------------------------


def macros_of(text: str) -> dict[str, Meaning]:
    """The macros that a text of TeX, such as a preamble, has defined where it ends."""
    gullet = Gullet(text)
    gullet.strict = False
    with suppress(NotationError):
        for _ in gullet:
            pass
    return {name: meaning for name, meaning in gullet.table.known.items() if not isinstance(meaning, Kept)}


def written(source: Source, macros: Mapping[str, Meaning]) -> list[Token]:
    """The tokens of a text, every macro replaced by what it stands for. Raises NotationError where an argument is missing, no end is
    seen, or the meaning of a command is not known."""
    return list(Gullet(source.tokens, macros))
