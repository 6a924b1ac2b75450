"""Files that a document takes in, in TeX's order."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from theoremtest.derivations.notation.tex import Gullet, Mouth, Token

from .files import DEEP, MOST, PACKAGES, Files
from .marks import WORD


class Inputs:
    """The files of one way through a document. whole: the numbers of those whose preamble counts."""

    def __init__(self, files: Files, refused: Callable[[Token, str, str], None], missing: Callable[[Token, str], None]):
        """refused: what hears of a file that lies where none is read, by its command and the reason; missing: of one that is none."""
        self.files, self.refused, self.missing = files, refused, missing
        main = files.add(files.main)
        self.gullet = Gullet(files.texts[main], taken_in=self._take_in)
        self.mouths = [self.gullet.readers[0]]
        self.whole = {main}

    def _take_in(self, gullet: Gullet, command: str, name: str, options: str, token: Token) -> None:
        beside = self.files.paths[token.file]
        mouth = gullet.mouth
        if command == r"\documentclass" and mouth is not None and mouth.file not in self.whole:
            mouth.past(r"\begin{document}")  # a document of its own inside of another: its preamble says nothing here
            return
        if command == r"\documentclass" and name == "subfiles":
            self._preamble(options, token)
            return
        for one in map(str.strip, name.split(",")) if command in PACKAGES else (name,):
            if command in PACKAGES and one == WORD:  # this library's own, which says nothing to a formula
                continue
            try:
                path = self.files.find(command, one, beside)
            except PermissionError as error:
                self.refused(token, command, str(error))
                continue
            if path is None:
                if command not in PACKAGES:
                    self.missing(token, f"{command}{{{one}}}")
                continue
            self._enter(path, package=command in PACKAGES)

    def _enter(self, path: Path, package: bool = False, preamble: bool = False) -> None:
        reading = [reader.file for reader in self.gullet.readers if isinstance(reader, Mouth)]
        if len(reading) > DEEP or len(self.files.paths) > MOST or path.resolve() in {self.files.paths[number] for number in reading}:
            return
        number = self.files.add(path)
        mouth = Mouth(self.files.texts[number].partition(r"\begin{document}")[0] if preamble else self.files.texts[number], number, package)
        if preamble:
            self.whole.add(number)
        self.mouths.append(mouth)
        self.gullet.enter(mouth)

    def _preamble(self, options: str, token: Token) -> None:
        r"""\documentclass[main.tex]{subfiles}: the preamble of the main file."""
        path = self.files.find(r"\subfile", options.strip(), self.files.paths[token.file])
        if path is not None:
            self._enter(path, preamble=True)


__all__ = ["Inputs"]
