r"""Laws of draws as people name them, `\mathrm{Bernoulli}(p)`, `\text{Rademacher}`, `x \overset{iid}{\sim} \mathcal{N}(\mu, \sigma^2 I_n)`,
in the words of this reader. A normal law with a mean, or with covariances, is one of standard draws: x = \mu + \Sigma^{1/2} z."""

from __future__ import annotations

import re
from collections.abc import Callable

from .errors import NotationError

_IID = r"\{\s*(?:\\(?:text|mathrm|textrm|mathsf|rm)\s*\{?)?\s*i\.?\s*i\.?\s*d\.?\s*\}?\s*\}"
INDEPENDENT = re.compile(rf"\\(?:overset|stackrel)\s*{_IID}\s*\{{\s*\\sim\s*\}}|\\sim_\s*{_IID}")
r"""`\sim` with the words that the draws are independent, as all draws are."""
_NAMED = re.compile(r"\s*(?:\\(?:operatorname|mathrm|text|textrm|mathsf|mathtt|mathbf)\s*\{\s*(?P<font>[A-Za-z]+)\s*\}"
                    r"|(?P<bare>[A-Za-z]{2,}))\s*(?P<rest>.*)", re.DOTALL)
_NORMAL = re.compile(r"\s*(?:\\mathcal\s*\{?\s*N\s*\}?|\\(?:operatorname|mathrm|text)\s*\{\s*(?:N|Normal|Gaussian)\s*\}|N)\s*(?P<rest>.*)",
                     re.DOTALL)
_UNIFORM = re.compile(r"\s*\\mathcal\s*\{?\s*U\s*\}?\s*(?P<rest>.*)", re.DOTALL)
_SIGNS = re.compile(r"\{\s*(?:\\pm\s*1|-\s*1\s*,\s*\+?\s*1|\+?\s*1\s*,\s*-\s*1)\s*\}")
_IDENTITY = re.compile(r"(?P<number>.*?)\s*(?:I|\\(?:mathbf|mathrm|mathbb)\s*\{?\s*I\s*\}?|\\operatorname\{(?:I|Id)\})"
                       r"\s*(?:_\s*(?:\{(?P<size>[^{}]+)\}|(?P<one>[A-Za-z0-9])))?\s*", re.DOTALL)
_OWN = {"Bin", "Multi", "Poi", "Bits", "Mass", "Law", "Bounded"}
_WORDS: dict[str, Callable[[str], str]] = {
    **dict.fromkeys(("Bernoulli", "Bern", "Ber"), lambda inside: rf"\operatorname{{Bin}}(1, {inside})"),
    **dict.fromkeys(("Binomial", "Binom"), lambda inside: rf"\operatorname{{Bin}}({inside})"),
    **dict.fromkeys(("Poisson", "Pois"), lambda inside: rf"\operatorname{{Poi}}({inside})"),
    "Multinomial": lambda inside: rf"\operatorname{{Multi}}({inside})"}
KNOWN = r"\mathcal{N}(m, s), \mathrm{Bernoulli}(p), \mathrm{Binomial}(n, p), \mathrm{Poisson}(m), \mathrm{Rademacher}; of any other law " \
        r"say its mean and variance, \operatorname{Law}(m, s), or its mean and the ends of its values, \operatorname{Bounded}(m, a, b)"


def respelled(name: str, law: str) -> str:
    """The law of a draw in this reader's words, whatever is no name as it stands. Raises NotationError for a law that is not known."""
    uniform, named = _UNIFORM.fullmatch(law), _NAMED.fullmatch(law)
    word = "Uniform" if uniform else (named["font"] or named["bare"]) if named else ""
    rest = (uniform or named)["rest"] if word else ""
    if word in ("Rademacher", "Rad") and not rest.strip() or word in ("Uniform", "Unif") and _SIGNS.fullmatch(_without_brackets(rest)):
        return rf"\operatorname{{Mass}}(\frac{{{name}^2}}{{2}}, -1, 1)"
    if word in _WORDS:
        return _WORDS[word](_without_brackets(rest))
    if word and word not in _OWN and _NORMAL.fullmatch(law) is None:
        raise NotationError(f"the law {word} is not known; known are {KNOWN}")
    return law


def of_whole_numbers(law: str) -> bool:
    """Whether a law in this reader's words is one of whole numbers."""
    named = _NAMED.fullmatch(law)
    return named is not None and (named["font"] or named["bare"]) in _OWN - {"Law", "Bounded"}


def normal(law: str) -> str | None:
    """What stands in the brackets of a normal law; None for any other."""
    found = _NORMAL.fullmatch(law)
    return None if found is None else _without_brackets(found["rest"])


def multiple_of_identity(spread: str) -> tuple[str, str] | None:
    r"""The number before an identity, and the letter of its size where one stands there: `\\sigma^2 I_n` is `\\sigma^2` and `n`."""
    found = _IDENTITY.fullmatch(spread)
    summed = found is None or re.search(r"[-+]", re.sub(r"\([^()]*\)|\{[^{}]*\}", "", found["number"]).strip()) is not None
    return None if summed else (found["number"].strip().removesuffix(r"\cdot").strip() or "1", found["size"] or found["one"] or "")


def _without_brackets(text: str) -> str:
    """What stands in the brackets that a text is, in any of their sizes."""
    text = re.sub(r"\\(?:left|right|[bB]igg?[lr]?)\s*(?=[()\[\]\\])", "", text).strip().rstrip(".")
    braces = text.startswith(r"\{") and text.endswith(r"\}")
    inside = text[2:-2] if braces else text[1:-1] if text[:1] in ("(", "[") and text[-1:] in (")", "]") else text
    return "{" + inside + "}" if braces else inside.strip().replace(r"\{", "{").replace(r"\}", "}") if inside.strip().startswith(r"\{") \
        else inside
