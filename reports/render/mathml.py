"""LaTeX to MathML by latex2mathml, mended where browsers differ from it, and checked: nothing may get lost on the way.

A formula whose conversion loses, adds or misreads a letter, digit, Greek letter, sign, relation, fraction or root is not
shown as MathML. It is shown as its LaTeX source with the reason beside it, and counted.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from functools import cache
from xml.etree import ElementTree

from theoremtest.numerics.extras import needing
from theoremtest.reports.formulas.formula import fault, rows, tokens, width_of

with needing("the report"):
    from latex2mathml.converter import convert
    from latex2mathml.exceptions import (
        DenominatorNotFoundError,
        DoubleSubscriptsError,
        DoubleSuperscriptsError,
        ExtraLeftOrMissingRightError,
        InvalidAlignmentError,
        InvalidStyleForGenfracError,
        InvalidWidthError,
        LimitsMustFollowMathOperatorError,
        MissingEndError,
        MissingSuperScriptOrSubscriptError,
        NoAvailableTokensError,
        NumeratorNotFoundError,
    )
    from markupsafe import Markup, escape

_UNREADABLE = (DenominatorNotFoundError, DoubleSubscriptsError, DoubleSuperscriptsError, ExtraLeftOrMissingRightError,
               InvalidAlignmentError, InvalidStyleForGenfracError, InvalidWidthError, LimitsMustFollowMathOperatorError,
               MissingEndError, MissingSuperScriptOrSubscriptError, NoAvailableTokensError, NumeratorNotFoundError,
               ElementTree.ParseError, IndexError, KeyError, StopIteration, RuntimeError)
_NAMESPACE = re.compile(r'\sxmlns="[^"]*"')
_REWRITTEN = ((r"\\arg\s*\\min(?![A-Za-z])", r"\\operatorname{argmin}"), (r"\\arg\s*\\max(?![A-Za-z])", r"\\operatorname{argmax}"),
              (r"\\arg(?![A-Za-z])", r"\\operatorname{arg}"), (r"\\coloneqq(?![A-Za-z])", ":="),
              (r"\\mathrm(?![A-Za-z])", r"\\operatorname"), (r"\\[bB]ig{1,2}[lrm]?(?![A-Za-z])", ""),
              (r"\{DiagMatrix\}", "{diag}"))
_MARKED = re.compile(r"\\class\{[a-z]+\}")
"""What sets a changed term apart; it prints nothing."""
_NAMED = ["arccos", "arcsin", "arctan", "arg", "cosh", "coth", "cos", "cot", "csc", "deg", "det", "dim", "exp", "gcd", "hom",
          "inf", "ker", "lg", "lim", "ln", "log", "max", "min", "sec", "sinh", "sin", "sup", "tanh", "tan", "Pr", "liminf",
          "limsup"]
_GREEK = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu", "nu", "xi",
          "omicron", "pi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega"]
_SIGNS = {r"\leq": "≤", r"\le": "≤", r"\geq": "≥", r"\ge": "≥", r"\neq": "≠", r"\ne": "≠", r"\lt": "<", r"\gt": ">",
          r"\iff": "⟺", r"\to": "→", r"\rightarrow": "→", r"\infty": "∞", r"\in": "∈", r"\top": "⊤", r"\nabla": "∇",
          r"\partial": "∂", r"\int": "∫", r"\sum": "∑", r"\prod": "∏", r"\pm": "±", r"\wedge": "∧", r"\vee": "∨", r"\|": "‖",
          r"\forall": "∀", r"\land": "∧", r"\lor": "∨", r"\neg": "¬", r"\propto": "∝", r"\vec": "→", r"\gg": "≫", r"\ll": "≪",
          r"\ell": "ℓ"}
_COUNTED = frozenset("+-=<>∈*/!") | frozenset(_SIGNS.values())
_ACCENTS = frozenset("˙¨~˜^ˆ¯‾―→⃗.")
_UNDER = frozenset({"lim", "min", "max", "sup", "inf", "arg min", "arg max", "argmin", "argmax", "liminf", "limsup"})
_CLOSING = frozenset(")]}|‖!")
_RELATIONAL = frozenset("⟺⇔⇒⟹∈∝≪≫:")
_TERM_SIGNS = ("−", "-", "+", "±")
_BRACKETS = frozenset("()[]{}⟨⟩⌈⌉⌊⌋")
"""What a browser stretches and sets close by itself."""


@dataclass(frozen=True)
class Rendered:
    """A formula ready for the page: `html` is MathML, or the visible LaTeX source where `why` says what went wrong."""

    html: Markup
    why: str | None = None


MADE: dict[tuple[bool, str], Rendered] = {}
"""What was typeset so far, by whether it stands on a line of its own and its LaTeX: pages show most formulas several times."""


def display(latex: str) -> Rendered:
    """A formula on a line of its own; long ones take several lines."""
    return MADE.get((True, latex)) or MADE.setdefault((True, latex), _display(latex))


def inline(latex: str) -> Rendered:
    """A formula inside a line of text."""
    return MADE.get((False, latex)) or MADE.setdefault((False, latex), _in_line(latex))


def _display(latex: str) -> Rendered:
    problem = fault(latex)
    if problem:
        return _as_source(latex, problem)
    lines = []
    widest = 0.0
    for row in rows(latex):
        widest = max(widest, width_of(row.latex))
        tree, problem = _tree(row.latex, block=True)
        if problem:
            return _as_source(latex, problem)
        lines.append((row.continued, tree))
    if len(lines) == 1:
        body = lines[0][1]
    else:
        body = ElementTree.Element("mtable", {"displaystyle": "true", "class": "lines"})
        for continued, tree in lines:
            cell = ElementTree.SubElement(ElementTree.SubElement(body, "mtr"), "mtd")
            if continued:
                ElementTree.SubElement(cell, "mspace", {"width": "2em"})
            cell.append(tree)
    return Rendered(_wrap(body, latex, block=True, size=_size(widest)))


def _in_line(latex: str) -> Rendered:
    problem = fault(latex)
    tree = None
    if problem is None:
        tree, problem = _tree(latex, block=False)
    return _as_source(latex, problem) if problem else Rendered(_wrap(tree, latex, block=False))


def _tree(latex: str, block: bool):
    """The mended MathML of one line and None, or None and the reason why it cannot be shown."""
    text = latex
    for pattern, replacement in _REWRITTEN:
        text = re.sub(pattern, replacement, text)
    try:
        root = ElementTree.fromstring(_NAMESPACE.sub("", convert(text, display="block" if block else "inline")))
    except _UNREADABLE as error:
        return None, f"not convertible to MathML: {type(error).__name__} {error}".strip()
    problem = lost(_MARKED.sub("", text), root)
    if problem:
        return None, problem
    body = root[0] if len(root) == 1 else root
    _mend(body, block)
    return _lean(body), None


def lost(latex: str, tree: ElementTree.Element) -> str | None:
    """What differs between the LaTeX text and the MathML tree, or None when every counted sign arrived."""
    shown = "".join(tree.itertext())
    if "\\" in shown:
        unknown = re.search(r"\\[A-Za-z]*", shown).group(0)
        return f"the converter does not know {unknown}"
    wanted, got = _signs_of(latex), _signs_in(tree)
    missing, extra = wanted - got, got - wanted
    if missing:
        return "the conversion loses " + " ".join(sorted(missing.elements()))
    if extra:
        return "the conversion adds " + " ".join(sorted(extra.elements()))
    return None


def _signs_of(latex: str) -> Counter:
    """Every letter, digit, sign, fraction and root that the LaTeX text asks for."""
    found: Counter = Counter()
    words = [word for word in tokens(latex) if not word.isspace()]
    place = 0
    while place < len(words):
        word = words[place]
        place += 1
        if word in (r"\begin", r"\end"):
            while place < len(words) and words[place] != "}":
                place += 1
            if word == r"\begin" and words[place - 1] == "y" and words[place + 1:place + 2] == ["{"]:
                place = words.index("}", place + 1)
        elif word in (r"\frac", r"\dfrac", r"\tfrac"):
            found["fraction"] += 1
        elif word == r"\sqrt":
            found["root"] += 1
        elif word in _SIGNS:
            found[_SIGNS[word]] += 1
        elif word.startswith("\\"):
            name = word[1:]
            if name in _NAMED:
                found.update(name)
            elif name.removeprefix("var").lower() in _GREEK:
                name = name.removeprefix("var")
                case = "CAPITAL" if name[0].isupper() else "SMALL"
                found[unicodedata.lookup(f"GREEK {case} LETTER {'LAMDA' if name.lower() == 'lambda' else name.upper()}")] += 1
        else:
            found.update(_countable(word))
    return +found


def _signs_in(tree: ElementTree.Element) -> Counter:
    found: Counter = Counter()
    for element in tree.iter():
        if element.tag == "mfrac":
            found["fraction"] += 1
        elif element.tag in ("msqrt", "mroot"):
            found["root"] += 1
        if element.text:
            found.update(_countable(element.text))
        if element.tail:
            found.update(_countable(element.tail))
    return +found


@cache
def _countable(text: str) -> str:
    text = "".join(char if char in _COUNTED else unicodedata.normalize("NFKC", char) for char in text)
    text = text.replace("−", "-").replace("∗", "*").replace("ς", "σ")
    return "".join(char for char in text if char.isalnum() or char in _COUNTED)


def _mend(tree: ElementTree.Element, block: bool) -> None:
    """Give browsers what MathML Core expects: accents, limits below, named functions, upright capitals, aligned cells."""
    for element in tree.iter():
        text = (element.text or "").strip()
        if element.tag == "mo" and len(text) > 1 and text.isalpha():
            element.tag = "mi"
        if element.tag == "mi" and text in ("argmin", "argmax"):
            element.text = text[:3] + "\u2009" + text[3:]
        if text == "∞":
            element.tag = "mi"
            element.attrib.clear()
        if element.tag == "mo" and text == "/":  # a quotient in a line is one piece
            element.set("lspace", "0")
            element.set("rspace", "0")
        if element.tag == "mi" and text in _RELATIONAL:
            element.tag = "mo"
        if text == "⊤":  # no letter, so that it stands upright by itself
            element.tag = "mi"
            element.attrib.clear()
        if element.tag == "mi" and len(text) == 1 and "GREEK CAPITAL" in unicodedata.name(text, ""):
            element.set("mathvariant", "normal")
        if "columnalign" in element.attrib:
            element.set("style", f"text-align:{element.attrib.pop('columnalign')}")
        if element.tag == "mover" and len(element) == 2 and (element[1].text or "") in _ACCENTS:
            element.set("accent", "true")
        if element.tag in ("msub", "msup", "msubsup") and len(element) and _word(element[0]) in _UNDER and block:
            element.tag = {"msub": "munder", "msup": "mover", "msubsup": "munderover"}[element.tag]
        if element.tag == "mspace" and element.attrib.pop("linebreak", None):
            element.set("width", "1em")
    for element in list(tree.iter()):
        if element.tag in ("mrow", "math", "mtd"):
            _join_definitions(element)
            _pair_bars(element)
            _sign_terms(element)
            _set_apart(element)


def _join_definitions(row: ElementTree.Element) -> None:
    """`:` and `=` side by side are one sign."""
    for first, second in zip(list(row), list(row)[1:], strict=False):
        if (first.text, second.text) == (":", "="):
            row.remove(first)
            second.text = ":="


def _pair_bars(row: ElementTree.Element) -> None:
    """Bars that stand around something are brackets, set close to it; a browser takes each for a relation. One that is alone stays one."""
    opened: list[ElementTree.Element] = []
    after_operand = False
    for element in row:
        if element.tag == "mspace":
            continue
        base = element[0] if element.tag in ("msup", "msub", "msubsup") and len(element) else element
        if base.tag == "mo" and base.text in ("|", "‖") and base.get("form") is None:
            if after_operand and opened and opened[-1].text == base.text:
                opened.pop().set("form", "prefix")
                base.set("form", "postfix")
            elif base is element and not after_operand or not opened:
                opened.append(base)
                after_operand = False
                continue
            after_operand = True
        else:
            after_operand = base.tag != "mo" or base.get("form") == "postfix" or (base.text or "") in _CLOSING
    for bar in opened:  # what is left open is no bracket: `P(A | B)`; between angles it parts two factors, and is set close to both
        before = [element.text for element in row[:list(row).index(bar)]] if bar in row else []
        if before.count("⟨") > before.count("⟩"):
            bar.set("form", "prefix")


def _sign_terms(row: ElementTree.Element) -> None:
    """A plus or minus that opens a term is a sign, not an operation, and is set close to it."""
    before = None
    for element in row:
        if element.tag == "mo" and element.text in _TERM_SIGNS and (
                before is None or (before.tag == "mo" and (before.get("form") == "prefix" or (
                    before.get("form") != "postfix" and before.text not in _CLOSING)))):
            element.set("form", "prefix")
        if element.tag != "mspace":
            before = element


def _set_apart(row: ElementTree.Element) -> None:
    """A thin space before a function's name that follows a factor, and after it where its argument has no brackets."""
    place = 0
    while place < len(row):
        if _names_function(row[place]):
            if place and row[place - 1].tag not in ("mo", "mspace"):
                row.insert(place, ElementTree.Element("mspace", {"width": "0.167em"}))
                place += 1
            following = row[place + 1] if place + 1 < len(row) else None
            if following is not None and following.tag not in ("mspace", "mo") and not _opens(following):
                row.insert(place + 1, ElementTree.Element("mspace", {"width": "0.167em"}))
        place += 1


def _opens(element: ElementTree.Element) -> bool:
    """Whether the element begins with an opening bracket."""
    while element.tag == "mrow" and len(element):
        element = element[0]
    return element.tag == "mo" and element.get("form") == "prefix"


def _names_function(element: ElementTree.Element) -> bool:
    if element.tag in ("msub", "msup", "msubsup", "munder", "mover", "munderover") and len(element):
        element = element[0]
    return element.tag == "mi" and len(_word(element)) > 1 and _word(element).isalpha()


def _word(element: ElementTree.Element) -> str:
    return "".join(element.itertext()).strip().replace("\u2009", "")


def _lean(tree: ElementTree.Element) -> ElementTree.Element:
    """The same formula without what a browser takes for granted: of brackets, of names, of rows that hold one thing."""
    for place, child in enumerate(tree):
        tree[place] = _lean(child)
    if tree.tag in ("mrow", "math", "mtd") and len(tree) > 1 and tree[0].text in _TERM_SIGNS and tree[0].get("form") == "prefix":
        tree[0].attrib.pop("form")  # a sign that comes first is a prefix by itself
    text = tree.text or ""
    tree.attrib.pop("fence", None)
    if tree.tag == "mo" and text in _BRACKETS:
        tree.attrib.pop("form", None)
        if tree.get("stretchy") == "true":
            tree.attrib.pop("stretchy")
    elif tree.tag == "mo" and text == "/":  # set close, as a letter is
        tree.tag = "mi"
        tree.attrib.clear()
    elif tree.tag == "mi" and len(text) > 1 and tree.get("mathvariant") == "normal":
        tree.attrib.pop("mathvariant")
    return tree[0] if tree.tag == "mrow" and len(tree) == 1 and not tree.attrib and not text.strip() else tree


def _size(width: float) -> str | None:
    """A line that has no place to break is set smaller, in two steps; beyond that it scrolls."""
    return None if width <= 68 else "long" if width <= 85 else "longer"


def _wrap(body: ElementTree.Element, latex: str, block: bool, size: str | None = None) -> Markup:
    """The element that a page holds. A formula on a line of its own takes its source along, for who copies it or has it read out."""
    root = ElementTree.Element("math", {"display": "block", "alttext": latex} if block else {})
    if size:
        root.set("class", size)
    if body.tag in ("math", "mrow") and not body.attrib:
        root.extend(list(body))
    else:
        root.append(body)
    return Markup(ElementTree.tostring(root, encoding="unicode"))


def _as_source(latex: str, why: str) -> Rendered:
    return Rendered(Markup('<span class="unconverted"><code class="tex">{}</code> <small>(shown as LaTeX source: {})</small></span>')
                    .format(escape(latex), escape(why)), why)
