"""What the comments of a manuscript lay down, in TeX's scopes: lines and declared names, kept beside its macros and forgotten where a group
or a section ends."""

from __future__ import annotations

from dataclasses import dataclass, field

from theoremtest.derivations.notation import Declaration, NotationError, Source
from theoremtest.derivations.notation.ground import Ground, Line, extended
from theoremtest.derivations.notation.tex import Gullet, Kept, spelled, written


@dataclass
class Scope:
    """The lines and names that hold at a place of a document."""

    gullet: Gullet
    laid: list[Line] = field(default_factory=list)
    """All lines that lay something down, in the document's order."""
    _of_section: list[tuple[str, object]] = field(default_factory=list)
    """What was declared since the section began, each with what it meant before."""
    _in_section: bool = False
    _grounds: dict[tuple[str, ...], Ground] = field(default_factory=dict)

    def lay(self, line: Line) -> None:
        """Take down a line for the claims below. Raises NotationError where it cannot be read."""
        self.laid.append(line)
        name = f"%line {len(self.laid):06}"
        self.ground((*self._kept(Line), name), line)
        self._assign(name, Kept(line))

    def declare(self, item: Declaration) -> None:
        """Let a name stand for a formula in what is typed."""
        self._assign(f"%{_name(item.left)}", Kept(item))

    def forget(self, text: str) -> None:
        """Let a name, or all, stand for nothing from here on. Raises NotationError for a name that stands for nothing."""
        names = [f"%{_name(text)}"] if text.strip() != "all" else list(self._kept(Declaration))
        known = [name for name in names if name in self.gullet.table.known]
        for name in known:
            self._assign(name, None)
        line = Line("forget", text)
        try:
            self.ground((*self._kept(Line), "%line forget"), line)
        except NotationError:
            if not known:
                raise
            return
        self.lay(line)

    def section(self) -> None:
        """What is declared in a section ends with it."""
        for name, before in reversed(self._of_section):
            self.gullet.table.assign(name, before)
        self._of_section, self._in_section = [], True

    def ground(self, names: tuple[str, ...] | None = None, last: Line | None = None) -> Ground:
        """What is laid down by the lines of these names, the last of which may not be kept yet; by all that hold here without any."""
        names = tuple(self._kept(Line)) if names is None else names
        if not names:
            return Ground()
        if names not in self._grounds or last is not None:
            self._grounds[names] = extended(self.ground(names[:-1]), last or self._kept(Line)[names[-1]])
        return self._grounds[names]

    def declared(self) -> tuple[Declaration, ...]:
        """The names that stand for a formula here."""
        return tuple(meaning.value for name, meaning in self.gullet.table.known.items()
                     if name[0] == "%" and isinstance(meaning, Kept) and isinstance(meaning.value, Declaration))

    def written(self, text: str) -> str:
        """A text with the macros that hold here written out."""
        return spelled(written(Source.of(text), self.gullet.table.known))[0]

    def _kept(self, kind: type) -> dict[str, object]:
        """What is kept at this place of one kind, by the name it is kept under."""
        return {name: meaning.value for name, meaning in sorted(self.gullet.table.known.items())
                if name[0] == "%" and isinstance(meaning, Kept) and isinstance(meaning.value, kind)}

    def _assign(self, name: str, meaning: Kept | None) -> None:
        if self._in_section:
            self._of_section.append((name, self.gullet.table.known.get(name)))
        self.gullet.table.assign(name, meaning)


def _name(left: str) -> str:
    """The name that a declaration is known by."""
    return "".join(left.split())


__all__ = ["Scope"]
