"""A paper: the key that its claims' ids begin with, what a reader needs to find it, and what it lays down once for many places."""

from __future__ import annotations

from dataclasses import dataclass

from .errors import ClaimError


@dataclass(frozen=True)
class Convention:
    """A condition that a paper states once for many places. The domains that carry it say which formulas it comes to.

    name: a few words, `positive learning rates`; place: where the paper states it, `Section 3`; says: the paper's own words;
    formulas: the condition as LaTeX, see `Meaning`.
    """

    name: str
    place: str
    says: str = ""
    formulas: tuple[str, ...] = ()
    kind = "convention"

    def __post_init__(self) -> None:
        if not (self.name.strip() and self.place.strip()):
            raise ClaimError(f"a convention has a name and the place that states it; got {self.name!r}, {self.place!r}")
        _check_formulas(self.formulas)


@dataclass(frozen=True)
class Meaning:
    """What a letter stands for, where that alone makes a condition true: a norm is not negative, time begins at 0.

    says: `the squared norm of w`; place: where the paper introduces the letter.
    formulas: the condition as LaTeX, once for each of the letters that domains state it in. Where there are any, a condition that a
    domain carries from here must read as one of them, and a chain such as `0 \\leq \\gamma < 1` must stand there whole.
    """

    says: str
    place: str
    formulas: tuple[str, ...] = ()
    kind = "meaning"

    def __post_init__(self) -> None:
        if not (self.says.strip() and self.place.strip()):
            raise ClaimError(f"a meaning says what the letter is and where the paper introduces it; got {self.says!r}, {self.place!r}")
        _check_formulas(self.formulas)


def _check_formulas(formulas: tuple[str, ...]) -> None:
    if not isinstance(formulas, tuple) or not all(isinstance(formula, str) for formula in formulas):
        raise ClaimError(f"`formulas` is a tuple of LaTeX texts; got {formulas!r}")


Source = Convention | Meaning
"""What a domain of many claims may say of its conditions: both hold wherever the letters are used."""


@dataclass(frozen=True)
class Paper:
    """A published document. `key` opens every claim id, for instance `kunin2024/27`.

    identifier: `arXiv:2406.06158` or `doi:10...`; version: which text of it was read, `v2`, empty where that is not known.
    """

    key: str
    authors: str
    title: str
    year: int
    identifier: str = ""
    version: str = ""
    conventions: tuple[Convention, ...] = ()

    def __post_init__(self) -> None:
        names = [convention.name for convention in self.conventions]
        if len(names) != len(set(names)):
            raise ClaimError(f"two conventions of {self.key} have one name: {', '.join(sorted(names))}")

    def __str__(self) -> str:
        return f"{self.authors}, {self.title} ({self.year})"
