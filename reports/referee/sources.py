"""What is refereed: a .tex file, a folder of them, or an archive of a paper's sources as preprint servers hand it out. Of an archive only
TeX's own files are taken out, into a folder that is gone afterwards; its names cannot lead out of that."""

from __future__ import annotations

import gzip
import tarfile
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from theoremtest.derivations.errors import TheoremtestError

_TAKEN = {".tex", ".sty", ".cls", ".ltx", ".bbl", ".def"}
MOST_BYTES = 40_000_000
"""Bytes that are taken out of one archive."""
MOST_FILES = 2_000
LARGEST = 8_000_000
"""Bytes of one manuscript."""


@contextmanager
def manuscripts(path: Path) -> Iterator[tuple[list[Path], Path]]:
    """The documents to be refereed and the folder that they are named from.

    Raises TheoremtestError where there is no such file, none of TeX in it, or an archive that cannot be read.
    """
    if path.is_dir():
        yield _documents(path), path
    elif not path.is_file():
        raise TheoremtestError(f"{path}: there is no such file or folder")
    elif path.suffix in (".tex", ".ltx"):
        yield [_bounded(path)], path.parent
    elif path.name.endswith((".tar.gz", ".tgz", ".tar", ".gz")):
        with tempfile.TemporaryDirectory(prefix="theoremtest-") as folder:
            _take_out(path, Path(folder))
            yield _documents(Path(folder), path), Path(folder)
    else:
        raise TheoremtestError(f"{path}: a manuscript is a .tex file, a folder, or an archive .tar.gz of its sources")


def _bounded(path: Path) -> Path:
    if path.stat().st_size > LARGEST:
        raise TheoremtestError(f"{path}: {path.stat().st_size} bytes; a manuscript has at most {LARGEST}")
    return path


def _documents(folder: Path, named: Path | None = None) -> list[Path]:
    """The whole documents of a folder; where there is none, its .tex files."""
    files = [_bounded(path) for path in sorted(folder.rglob("*.tex")) if ".git" not in path.parts]
    whole = [path for path in files if rb"\documentclass" in path.read_bytes()]
    if not files:
        raise TheoremtestError(f"{named or folder}: there is no .tex file in it")
    return whole or files


def _take_out(path: Path, folder: Path) -> None:
    try:
        if not tarfile.is_tarfile(path):
            with gzip.open(path) as stream:  # a paper of one file
                content = stream.read(LARGEST + 1)
            if not content:
                raise TheoremtestError(f"{path}: this archive is empty")
            (folder / "paper.tex").write_bytes(content)
            return
        left, count = MOST_BYTES, 0
        with tarfile.open(path) as archive:
            for member in archive:
                count += 1
                if count > MOST_FILES:
                    raise TheoremtestError(f"{path}: more than {MOST_FILES} files")
                name = PurePosixPath(member.name)
                if not member.isfile() or name.suffix not in _TAKEN or name.is_absolute() or ".." in name.parts:
                    continue
                left -= member.size
                stream = archive.extractfile(member)
                if left < 0 or stream is None:
                    raise TheoremtestError(f"{path}: more than {MOST_BYTES} bytes of TeX")
                place = folder.joinpath(*name.parts)
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(stream.read(member.size))
    except (tarfile.TarError, zlib.error, EOFError, OSError, ValueError) as error:
        why = " ".join(str(error).split()) or type(error).__name__
        raise TheoremtestError(f"{path}: this is no archive that can be read: {why}") from None


__all__ = ["manuscripts"]
