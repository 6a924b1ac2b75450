"""Lists that would make a page too large: put on pages of their own, group by group; a list that is short stays where it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

LARGEST = 300_000
"""Characters of one page's entries."""


@dataclass(frozen=True)
class Part:
    """A page with some entries of a group; `first` and `last` say which."""

    file: str
    first: str
    last: str
    entries: list[str]


@dataclass
class Group:
    """Entries under one heading, by what they are called and how they read; `pages` holds them where the whole is too large."""

    key: str
    heading: str
    note: str
    named: list[tuple[str, str]]
    pages: list[Part] = field(default_factory=list)

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.named)

    @property
    def entries(self) -> list[str]:
        """How they read."""
        return [text for _, text in self.named]


def divided(name: str, groups: Iterable[Group]) -> list[Group]:
    """The groups that hold something, with pages `NAME-KEY.html`, `NAME-KEY-2.html`, ... where all of them are too much for one page."""
    groups = [group for group in groups if group.named]
    if sum(len(text) for group in groups for _, text in group.named) > LARGEST:
        for group in groups:
            group.pages = list(_parts(f"{name}-{group.key}", group.named))
    return groups


def _parts(name: str, named: list[tuple[str, str]]) -> Iterator[Part]:
    place, number = 0, 1
    while place < len(named):
        end, size = place, 0
        while end < len(named) and (end == place or size + len(named[end][1]) <= LARGEST):
            size += len(named[end][1])
            end += 1
        yield Part(f"{name}{f'-{number}' if number > 1 else ''}.html", named[place][0], named[end - 1][0],
                   [text for _, text in named[place:end]])
        place, number = end, number + 1


def files(name: str, title: str, groups: list[Group], page: Callable[..., str]) -> Iterator[tuple[str, str]]:
    """The pages of the groups that have some; `page` renders a template."""
    for group in groups:
        row = [None, *group.pages, None]
        for before, part, after in zip(row, row[1:], row[2:]):
            yield part.file, page("part_page.html", title=title, whole=f"{name}.html", group=group, page=part, before=before, after=after)
