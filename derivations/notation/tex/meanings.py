"""What commands mean, and how long: a table that remembers what a group, or the branch of a condition, has changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .mouth import Token, spelled

Pattern = tuple[tuple[Token, ...], ...]


@dataclass(frozen=True)
class Macro:
    r"""A command with a body of tokens, in which #1, #2, ... stand for its arguments.

    limits: what must stand before the first argument and behind each, mostly nothing. default: that of an optional first argument. starred:
    a star and a size may stand before the argument, as with \abs*{x} of a paired delimiter.
    """

    body: tuple[Token, ...]
    limits: Pattern = ((),)
    default: tuple[Token, ...] | None = None
    starred: bool = False

    @property
    def arguments(self) -> int:
        """How many arguments it takes."""
        return len(self.limits) - 1

    def typed(self, name: str) -> str:
        r"""The macro as \newcommand."""
        default = "" if self.default is None else f"[{spelled(self.default)[0]}]"
        return f"\\newcommand{{{name}}}[{self.arguments}]{default}{{{spelled(self.body)[0]}}}"

    def same(self, other: Meaning | None) -> bool:
        """Whether another is spelled alike."""
        return isinstance(other, Macro) and self.starred == other.starred and _texts(self) == _texts(other)


@dataclass(frozen=True)
class Alias:
    r"""What \let gives a command that is no macro: the token itself, whatever its name comes to mean later."""

    token: Token

    def same(self, other: Meaning | None) -> bool:
        """Whether another is for the same token."""
        return isinstance(other, Alias) and other.token.text == self.token.text


@dataclass(frozen=True)
class Word:
    """A command that means what TeX's own command `text` means: \\let\\ifdraft\\iffalse."""

    text: str

    def same(self, other: Meaning | None) -> bool:
        """Whether another is the same word."""
        return self == other


@dataclass(frozen=True)
class Unknown:
    """A command whose meaning cannot be known; using it in a formula is an error that says why."""

    why: str

    def same(self, other: Meaning | None) -> bool:
        """Two that are not known are alike."""
        return isinstance(other, Unknown)


@dataclass(frozen=True)
class Kept:
    """Anything else that lasts as long as a macro would: what a manuscript declares in a comment."""

    value: object

    def same(self, other: Meaning | None) -> bool:
        """Whether another is equal."""
        return self == other


Meaning = Macro | Alias | Word | Unknown | Kept


def _texts(macro: Macro) -> tuple:
    return (spelled(macro.body)[0], tuple(spelled(limit)[0] for limit in macro.limits),
            None if macro.default is None else spelled(macro.default)[0])


Change = dict[str, Meaning | None]


@dataclass
class Table:
    """Meanings by name. `groups` and `branches` hold what stood there before the changes of each that is open."""

    known: dict[str, Meaning] = field(default_factory=dict)
    groups: list[Change] = field(default_factory=list)
    branches: list[Branch] = field(default_factory=list)

    @classmethod
    def of(cls, known: Mapping[str, Meaning]) -> Table:
        """A table that begins with these."""
        return cls(dict(known))

    def assign(self, name: str, meaning: Meaning | None, everywhere: bool = False) -> None:
        """Give a name a meaning, up to the end of the group; `everywhere`: beyond it."""
        old = self.known.get(name)
        if everywhere:
            for group in self.groups:
                group.pop(name, None)
        elif self.groups:
            self.groups[-1].setdefault(name, old)
        if self.branches:
            self.branches[-1].before.setdefault(name, old)
        self._put(name, meaning)

    def _put(self, name: str, meaning: Meaning | None) -> None:
        if meaning is None:
            self.known.pop(name, None)
        else:
            self.known[name] = meaning

    def opens(self) -> None:
        """A group begins."""
        self.groups.append({})

    def closes(self, of_unknown: str = "") -> None:
        """A group ends. of_unknown: it was the argument of a command that is not known, which may have carried its definitions out."""
        if not self.groups:
            return
        for name, old in self.groups.pop().items():
            new = self.known.get(name)
            self._put(name, old)
            if of_unknown and not _alike(new, old):
                self.assign(name, Unknown(f"{name} is defined inside of {of_unknown}{{...}}, whose effect is not known here"))

    def branches_off(self) -> None:
        """A condition begins that is not known to hold."""
        self.branches.append(Branch())

    def other_branch(self) -> None:
        """What was done in one branch is put aside, and the other begins where it began."""
        if self.branches:
            branch = self.branches[-1]
            branch.ends.append({name: self.known.get(name) for name in branch.before})
            for name, old in branch.before.items():
                self._put(name, old)
            branch.all_before |= branch.before
            branch.before = {}

    def joins(self, whole: bool) -> None:
        """A condition ends; what its branches leave different is not known. whole: whether one of the branches surely was taken."""
        if not self.branches:
            return
        self.other_branch()
        branch = self.branches.pop()
        for name, old in branch.all_before.items():
            ends = [end.get(name, old) for end in branch.ends] + ([] if whole else [old])
            if all(_alike(ends[0], end) for end in ends[1:]):
                self.assign(name, ends[0])
            else:
                self.assign(name, Unknown(f"{name} is defined under a condition that is not known here"))


@dataclass
class Branch:
    """What a condition's branch has changed: `before` in the one that is read, `ends` and `all_before` of those that were."""

    before: Change = field(default_factory=dict)
    all_before: Change = field(default_factory=dict)
    ends: list[Change] = field(default_factory=list)


def _alike(one: Meaning | None, other: Meaning | None) -> bool:
    return one is other or (one is not None and one.same(other))
