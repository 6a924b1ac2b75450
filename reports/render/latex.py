"""The report as one LaTeX document of standard packages: the same content as the page, with the graph drawn in TikZ."""

from __future__ import annotations

import re
import unicodedata
from functools import partial

from theoremtest.numerics.extras import needing
from theoremtest.reports.formulas.formula import fault, gathered, stacked, width_of
from theoremtest.reports.formulas.values import value_latex

from . import graph
from .model import Report
from .prose import runs, sentence
from .words import CONDITIONS, ERRATUM_KINDS, GARBLED, GRADES, GROUNDS, ORIGINS, VERDICTS, slug

with needing("the report"):
    from jinja2 import Environment, PackageLoader, StrictUndefined

GRAPH_SCALE = 0.62
CONDITION_WIDTH = 60.0
PAGE_MARGIN = 40.0
"""The graph has a page of its own size, in points of the drawing times the scale, so that its labels can be read."""

_SPECIAL = {"\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "%": r"\%", "#": r"\#", "_": r"\_",
            "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}",
            "|": r"\textbar{}", '"': r"\textquotedbl{}", "`": r"\textasciigrave{}"}
_UP = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻"
_LOWERED, _RAISED = str.maketrans(_UP, "0123456789-"), re.compile(f"[{_UP}]+")
_MATH = {"≤": r"\leq", "≥": r"\geq", "≠": r"\neq", "≈": r"\approx", "→": r"\to", "±": r"\pm", "×": r"\times", "·": r"\cdot",
         "−": "-", "∞": r"\infty", "√": r"\surd", "∈": r"\in", "∇": r"\nabla", "∂": r"\partial", "∫": r"\int", "∑": r"\sum",
         "‖": r"\|", "⊤": r"\top",
         "½": r"\tfrac{1}{2}", "≫": r"\gg", "≪": r"\ll", "∝": r"\propto",
         "⇒": r"\Rightarrow", "⇔": r"\Leftrightarrow", "ℝ": r"\mathbb{R}", "ϕ": r"\phi", "ε": r"\varepsilon", "ϵ": r"\epsilon"}
_TEXT = {"–": "--", "—": "---", "‘": "`", "’": "'", "“": "``", "”": "''", "…": r"\ldots{}", "\u00a0": "~", "\u2009": r"\,"}


class Tex(str):
    """Text that is LaTeX already; anything else is escaped when the template prints it."""


def environment() -> Environment:
    """What templates of LaTeX documents are rendered with."""
    made = Environment(
        loader=PackageLoader("theoremtest.reports.render"), undefined=StrictUndefined, autoescape=False, finalize=_finalise,
        trim_blocks=True, lstrip_blocks=True, block_start_string="((*", block_end_string="*))", variable_start_string="<<",
        variable_end_string=">>", comment_start_string="((=", comment_end_string="=))", keep_trailing_newline=True)
    made.filters.update(display=display, inline=inline, conditions=_conditions, prose=_prose, value=_value, mark=_mark,
                        words=lambda text: _prose(runs(text)), sentence=sentence, graph=_graph, graph_page=_graph_page,
                        breakable=_breakable, label=_label, columns=_columns)
    return made


def render(report: Report) -> str:
    """The whole document as LaTeX source."""
    made = environment()
    made.filters["behind"] = partial(behind, report)
    return made.get_template("report.tex").render(report=report, verdicts=VERDICTS, grounds=GROUNDS, erratum_kinds=ERRATUM_KINDS,
                                                  grades=GRADES, garbled=GARBLED, origins=ORIGINS, sources=CONDITIONS)


def _finalise(value):
    return value if isinstance(value, Tex) else escape(value)


def escape(text: object) -> Tex:
    """Text as LaTeX: special characters escaped, Greek and common signs as mathematics, anything else named visibly."""
    return Tex(_RAISED.sub(lambda run: rf"\ensuremath{{^{{{run[0].translate(_LOWERED)}}}}}", "".join(
        char if char in _UP else _character(char) for char in str(text))))


def _character(char: str) -> str:
    if char in _SPECIAL:
        return _SPECIAL[char]
    if char in _TEXT:
        return _TEXT[char]
    if char == "\n" or ord(char) < 128:
        return char if char == "\n" or char.isprintable() else " "
    mathematics = _math_character(char)
    if mathematics:
        return rf"\ensuremath{{{mathematics}}}"
    if unicodedata.name(char, "").startswith("LATIN") and ord(char) < 0x180:
        return char
    return rf"\texttt{{[U+{ord(char):04X}]}}"


def _math_character(char: str) -> str | None:
    if char in _MATH:
        return _MATH[char]
    if char in _UP:
        return f"^{{{char.translate(_LOWERED)}}}"
    match = re.fullmatch(r"GREEK (SMALL|CAPITAL) LETTER ([A-Z]+)", unicodedata.name(char, ""))
    if not match:
        return None
    name = {"LAMDA": "lambda", "EPSILON": "varepsilon", "OMICRON": None}.get(match.group(2), match.group(2).lower())
    if name is None:
        return "o"
    if match.group(1) == "SMALL":
        return "\\" + name
    upright = ("gamma", "delta", "theta", "lambda", "xi", "pi", "sigma", "upsilon", "phi", "psi", "omega")
    return "\\" + name.capitalize() if name in upright else rf"\mathrm{{{unicodedata.normalize('NFKD', char)}}}"


def display(latex: str) -> Tex:
    """A formula on a line of its own, scaled down only where no line break makes it fit."""
    problem = fault(latex)
    if problem:
        return _source(latex, problem)
    return Tex(r"\fitted{" + _coloured(_ascii(stacked(latex, width=74))) + "}")


def _coloured(latex: str) -> str:
    """What a comparison marked, in the colour of its side."""
    return latex.replace(r"\class{gone}{", r"{\color{refuted} ").replace(r"\class{come}{", r"{\color{proved} ")


def inline(latex: str) -> Tex:
    """A formula in a line of text; one that cannot be typeset stays visible as source."""
    problem = fault(latex)
    return _source(latex, problem) if problem else Tex(rf"${_ascii(latex)}$")


def _ascii(latex: str) -> str:
    latex = latex.replace("{DiagMatrix}", "{diag}")  # as papers write it
    return "".join(char if ord(char) < 128 else (_math_character(char) or rf"\text{{{_character(char)}}}") + " " for char in latex)


def _source(latex: str, problem: str) -> Tex:
    return Tex(rf"\texttt{{{_breakable(latex)}}} (shown as source: {escape(problem)})")


def _conditions(listed) -> Tex:
    """Conditions in a row; a wide one has a line of its own."""
    text = ""
    listed = gathered(listed, CONDITION_WIDTH)
    for place, item in enumerate(listed):
        wide = width_of(item) > CONDITION_WIDTH
        follows = place + 1 < len(listed) and width_of(listed[place + 1]) <= CONDITION_WIDTH
        text += display(item) if wide else inline(item) + (", " if follows else " ")
    return Tex(text.rstrip())


def _prose(runs) -> Tex:
    shown = {"math": inline, "code": lambda text: rf"\texttt{{{_breakable(text)}}}", "text": escape,
             "ref": lambda text: rf"\hyperref[{_label(text)}]{{{escape(text)}}}"}
    return Tex("".join(shown[run.kind](run.text) for run in runs))


def behind(report: Report, claims) -> Tex:
    """The claims behind an entry, linked where the report holds them, with their verdicts where they are not proved."""
    shown = []
    for identity in claims:
        name, held = _breakable(identity.partition("/")[2]), report.by_id.get(identity)
        verdict = "" if held is None or held.verdict == "proved" else f" {_mark(held.verdict)}"
        shown.append(name if held is None else rf"\hyperref[{_label(identity)}]{{{name}}}{verdict}")
    return Tex(", ".join(shown))


def _value(text: str) -> Tex:
    latex = value_latex(text)
    return inline(latex) if latex else _breakable(text)


def _breakable(text: str) -> Tex:
    """Escaped text that may break after slashes, underscores, hyphens, commas and long runs of digits."""
    pieces = re.split(r"(?<=[/_.,:;=-])|(?<=\d{8})(?=\d)", str(text))
    return Tex(r"\hspace{0pt}".join(escape(piece) for piece in pieces))


def _mark(verdict: str) -> Tex:
    return Tex(rf"\verdict{{{slug(verdict)}}}{{{verdict}}}")


def _label(identity: str) -> Tex:
    return Tex(re.sub(r"[^A-Za-z0-9/:.-]", "-", identity))


def _columns(count: int) -> Tex:
    return Tex("l" * count)


def _graph_page(paper) -> Tex:
    """Width and height of the graph's page as LaTeX lengths."""
    drawing = graph.layout(paper)
    width, height = (side * GRAPH_SCALE + 2 * PAGE_MARGIN for side in (drawing.width, drawing.height))
    return Tex(rf"\pdfpagewidth={width:.1f}bp\pdfpageheight={height:.1f}bp")


def _graph(paper) -> Tex:
    """The page's drawing in TikZ."""
    drawing, scale = graph.layout(paper), GRAPH_SCALE
    at = {node.id: node for node in drawing.nodes}
    point = lambda x, y: f"({x:.1f},{-y:.1f})"  # noqa: E731
    lines = [rf"\begin{{tikzpicture}}[x={scale:.4f}bp,y={scale:.4f}bp]"]
    for band in drawing.bands:
        low, high = point(graph.MARGIN, band.y), point(drawing.width - graph.MARGIN, band.y + band.height)
        lines.append(rf"\fill[band] {low} rectangle {high};")
        lines.append(rf"\node[bandname] at {point(graph.MARGIN + 8, band.y + 4)} {{{escape(band.title)}}};")
    for used, user in drawing.edges:
        p0, p1, p2, p3 = (point(x, y) for x, y in graph.edge_path(at[used], at[user]))
        lines.append(rf"\draw[edge] {p0} .. controls {p1} and {p2} .. {p3};")
    for node in drawing.nodes:
        size = f"minimum width={graph.NODE_WIDTH * scale:.2f}bp,minimum height={graph.NODE_HEIGHT * scale:.2f}bp"
        label = rf"\hyperref[{_label(node.id)}]{{{escape(graph.shortened(node.label))}}}"
        lines.append(rf"\node[claim,v-{slug(node.verdict)},g-{node.ground},{size}] at {point(node.x, node.y)} {{{label}}};")
    lines.append(r"\end{tikzpicture}")
    return Tex("\n".join(lines))
