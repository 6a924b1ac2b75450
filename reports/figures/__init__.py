"""The papers' figures, drawn anew from the project's own solvers: one module per figure, each with `draw(full=False) -> Drawing`.

`python -m reports.figures [NAME ...] [--full]` writes `NAME.svg`, `NAME.png` and the caption `NAME.txt` beside the module;
the report shows them.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from theoremtest.derivations.language import TheoremtestError
from theoremtest.numerics.extras import needed

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Drawing:
    """A Matplotlib figure with its caption, which names the greatest deviation between theory and simulation."""

    figure: object
    caption: str


def names() -> tuple[str, ...]:
    """The figures that can be drawn, by module name such as `kunin2024_fig_2`."""
    return tuple(sorted(found.name for found in iter_modules([str(HERE)]) if not found.name.startswith("_")))


def draw(name: str, full: bool = False, folder: Path = HERE) -> Path:
    """Draw one figure into `folder` as SVG and PNG with its caption; returns the SVG's path.

    full: the paper's own size where the module has a smaller one. Raises TheoremtestError for an unknown name.
    """
    return write_files(name, drawn(name, full), folder)


def drawn(name: str, full: bool = False) -> dict[str, bytes]:
    """The files of a figure by their endings, as `draw` writes them."""
    matplotlib = needed("matplotlib", "a figure")
    if name not in names():
        raise TheoremtestError(f"unknown figure {name!r}; there are {', '.join(names())}")
    matplotlib.use("Agg")
    with matplotlib.rc_context({"svg.hashsalt": name, "svg.fonttype": "path", "savefig.bbox": "tight"}):
        made = import_module(f"{__name__}.{name}").draw(full)
        files = {}
        for kind, dpi in (("svg", 150), ("png", 150)):
            buffer = io.BytesIO()
            metadata = {"Date": None} if kind == "svg" else {"Software": None}
            made.figure.savefig(buffer, format=kind, dpi=dpi, metadata=metadata)
            files[kind] = buffer.getvalue()
    return {**files, "txt": (made.caption.strip() + "\n").encode()}


def write_files(name: str, files: dict[str, bytes], folder: Path = HERE) -> Path:
    """Write a figure's files, each in one step; returns the SVG's path."""
    from theoremtest.reports.files import write_bytes

    for kind, content in files.items():
        write_bytes(Path(folder) / f"{name}.{kind}", content)
    return Path(folder) / f"{name}.svg"
