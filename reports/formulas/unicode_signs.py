"""Single LaTeX commands as Unicode signs: Greek letters and operators, letters of other fonts, raised and lowered text, accents.

The signs are those of pylatexenc, which also reads TeX's tokens; only what a terminal needs otherwise is listed here.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

RELATIONS = {"=", "≠", "<", ">", "≤", "≥", ":=", "∈", "→", "⇒", "⇔", "⟹", "⟺", "∝", "∼", "≈", "≡", "≪", "≫", "⪰", "⪯", "⊂", "⊆", "↦",
             ":", "∧", "∨"}
"""Signs with a space on both sides; colon, "and" and "or" are set like relations."""
OPERATORS = {"+", "−", "±", "∓", "·", "×", "⊗", "⊕", "⊙", "∘", "∪", "∩"}
"""Signs with a space on both sides where something stands before them; a leading sign has none after it."""
BIG = {"lim", "∑", "∏", "∫", "⋃", "⋂", "argmin", "argmax", "sup", "inf", "∀", "∃"}
"""What is set apart from its body by a space, brackets or not."""
_OWN = {r"\sim": "∼", r"\neg": "¬", r"\iff": "⇔", r"\implies": "⇒", r"\Leftrightarrow": "⇔", r"\Longrightarrow": "⇒", r"\ast": "∗",
        "*": "∗", "-": "−", r"\|": "‖", r"\lVert": "‖", r"\rVert": "‖", r"\Vert": "‖",
        r"\vert": "|", r"\lvert": "|", r"\rvert": "|", r"\mid": "|",
        r"\top": "⊤", r"\backslash": "∖", r"\setminus": "∖", "'": "′", r"\ldots": "…", r"\dots": "…", r"\cdots": "⋯", r"\coloneqq": ":=",
        r"\phi": "φ", r"\colon": ":", r"\lbrace": "{", r"\rbrace": "}", r"\perp": "⟂", r"\succeq": "⪰",
        r"\preceq": "⪯", r"\prime": "′", r"\Re": "ℜ", r"\Im": "ℑ"}
_RAISED = dict(zip("0123456789+−=()nik", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱᵏ", strict=True)) | {"⊤": "ᵀ", "′": "′"}
_LOWERED = dict(zip("0123456789+−=()ijklmnt", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ᵢⱼₖₗₘₙₜ", strict=True)) | {"∗": "∗"}
"""Index letters alone: Unicode lacks most lowered letters, and `η_a` beside `η_w` reads better than one of them lowered."""
_FONTS = {r"\mathbb": ("DOUBLE-STRUCK", "MATHEMATICAL DOUBLE-STRUCK"), r"\mathbf": ("MATHEMATICAL BOLD",),
          r"\boldsymbol": ("MATHEMATICAL BOLD",), r"\bm": ("MATHEMATICAL BOLD",),
          r"\mathcal": ("MATHEMATICAL SCRIPT", "SCRIPT"), r"\mathscr": ("MATHEMATICAL SCRIPT", "SCRIPT"),
          r"\mathfrak": ("MATHEMATICAL FRAKTUR", "BLACK-LETTER"), r"\mathsf": ("MATHEMATICAL SANS-SERIF",)}
_ACCENTS = {r"\dot": "\u0307", r"\ddot": "\u0308", r"\hat": "\u0302", r"\widehat": "\u0302", r"\tilde": "\u0303", r"\widetilde": "\u0303",
            r"\bar": "\u0304", r"\overline": "\u0304", r"\vec": "\u20d7", r"\check": "\u030c", r"\breve": "\u0306", r"\underline": "\u0332"}
_ONE_LETTER = re.compile(rf"(\w)(′*(?:[{''.join(_LOWERED.values())}]+|_[^\W_]+)?(?:\([^\W_]\))?)")
FONTS, ACCENTS = frozenset(_FONTS), frozenset(_ACCENTS)


@cache
def sign(command: str) -> str:
    """The sign of a command or character; a command without one is its own name."""
    if command in _OWN or command in _ACCENTS:
        return _OWN.get(command) or _ACCENTS[command]
    if command.startswith("\\"):
        known = getattr(_macros().get_macro_spec(command[1:]), "simplify_repl", None)
        if isinstance(known, str) and len(known) == 1 and not known.isspace():
            return known
    return command.lstrip("\\") if len(command) > 1 else command


@cache
def _macros():
    """What pylatexenc knows of macros, loaded when the first is met."""
    from pylatexenc.latex2text import get_default_latex_context_db
    return get_default_latex_context_db()


def in_font(font: str, text: str) -> str:
    """Letters in a font of FONTS, for instance `ℝ` for `\\mathbb` and `R`; a character that the font lacks stays."""
    return "".join(_letter(font, character) for character in text)


def _letter(font: str, character: str) -> str:
    case = unicodedata.name(character, "")
    for greek_or_latin in ("LATIN ", "GREEK "):
        case = case.removeprefix(greek_or_latin)
    case = case.replace(" LETTER ", " ")
    for family in _FONTS[font]:
        try:
            return unicodedata.lookup(f"{family} {case}")
        except KeyError:
            continue
    return character


def raised(text: str) -> str | None:
    """Text in superscript characters; None where Unicode lacks one of them."""
    return _exchanged(text, _RAISED)


def lowered(text: str) -> str | None:
    """Text in subscript characters; None where Unicode lacks one of them, or for letters that are no index."""
    return _exchanged(text, _LOWERED)


def _exchanged(text: str, table: dict[str, str]) -> str | None:
    return "".join(table[character] for character in text) if text and all(character in table for character in text) else None


def accented(accent: str, text: str) -> str:
    """A letter with an accent of ACCENTS over it, with its primes, index or argument: `ẋ`, `ξ̇′`, `β̇ᵢ`, `Ṗ(t)`.

    Over more it is a word, `hat(x y)`.
    """
    match = _ONE_LETTER.fullmatch(text)
    if match:
        return unicodedata.normalize("NFC", match.group(1) + _ACCENTS[accent]) + match.group(2)
    return f"{accent[1:]}({text})"
