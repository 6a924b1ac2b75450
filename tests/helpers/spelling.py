"""The way back from a syntax tree to TeX's tokens, written without the lexer's help, and a copy of a formula with every bracket
that its tree implies. Both are checks on the reader: nothing is dropped, invented or moved, and precedence is what it seems."""

from lark import Token, Tree
from sympy import sign

from theoremtest.derivations.notation.tokens import tex_tokens
from theoremtest.derivations.notation.vocabulary import INVERSES

FIXED = {"PLUS": "+", "MINUS": "-", "CDOT": r"\cdot", "SLASH": "/", "OTIMES": r"\otimes", "ODOT": r"\odot", "EQ": "=", "NE": r"\neq",
         "LT": "<", "LE": r"\leq", "GT": ">", "GE": r"\geq", "IFF": r"\iff", "AND": r"\wedge", "OR": r"\vee", "NOT": r"\neg",
         "TO": r"\to", "COMMA": ",", "COLON": ":", "AMP": "&", "NEWROW": r"\\", "INFTY": r"\infty", "LPAR": "(", "RPAR": ")",
         "LSQUARE": "[", "RSQUARE": "]", "LSET": r"\{", "RSET": r"\}", "LABS": "|", "RABS": "|", "LNORM": r"\|", "RNORM": r"\|",
         "FRAC": r"\frac", "SQRT": r"\sqrt", "DOT": r"\dot", "SUM": r"\sum", "CARET": "^", "HASH": r"\#", "NABLA2": r"\nabla ^ 2",
         "TRANSPOSE": r"^ \top", "INVERSE_TRANSPOSE": r"^ - \top", "PSEUDO_INVERSE": "^ +",
         "FROM_ABOVE": "^ +", "BIGO": "+ O", "LBRACE": "", "RBRACE": "",
         "SIMPLE": "", "END_SIMPLE": "", "LIM": r"\lim _", "ARGMIN": r"\arg \min _", "NABLA": r"\nabla _", "RANK": r"\operatorname{rank}",
         "THETA": r"\Theta", "PROPTO": r"\propto"}
_INVERTED = {inverse: function for function, inverse in INVERSES.items()}


def words(text: str) -> list[str]:
    """The tokens of a formula without braces, which say nothing where every argument is known."""
    return [token.text for token in tex_tokens(text) if token.text not in ("{", "}")]


def spelled(tree) -> list[str]:
    """The tokens that a tree stands for, in its order."""
    found: list[str] = []
    _spell(tree, found)
    return [word for word in found if word not in ("{", "}")]


def _spell(node, found) -> None:
    if isinstance(node, Tree):
        if node.data == "elementary" and node.children[0].value.__name__ == "exp" and _first(node.children[-1]).type == "LBRACE":
            found += ["e", "^"]
            for child in node.children[1:]:
                _spell(child, found)
            return
        if node.data == "derivative" and node.children[1].data == "above":
            above, below = words(_word(node.children[0])), []
            _spell(node.children[1].children[1], below)
            size = 4 if above[2:3] == ["^"] else 2
            found += [*above[:size], *below, *above[size:]]
            return
        if node.data == "series":
            found += [r"\sum", "_"]
            low = [child for child in node.children[1].children if not (isinstance(child, Token) and child.type in ("LBRACE", "RBRACE"))]
            for child in low[:-1]:
                _spell(child, found)
            found.append("^")
            _spell(low[-1], found)
            for child in node.children[2:]:  # a minus may stand before what is added up
                _spell(child, found)
            return
        for child in node.children:
            _spell(child, found)
        return
    if node.type == "CDOT" and not node:  # the product that a number between two factors implies
        return
    if node.type == "TEXT":
        found.append(r"\text{" + " ".join(node.split()) + "}")
    else:
        found += FIXED[node.type].split() if node.type in FIXED else words(_word(node))


def _first(tree):
    return tree if isinstance(tree, Token) else _first(tree.children[0])


def _word(token: Token) -> str:
    if token.type in ("NAME", "FUNCTION", "MARK", "IDENT"):
        return token.value.latex
    if token.type == "NUMBER":
        return str(token)
    if token.type == "EXTREME":
        return "\\" + str(token.value)
    if token.type == "ELEMENTARY":
        if token.value in _INVERTED:
            return f"\\{_INVERTED[token.value].__name__} ^ - 1"
        return r"\operatorname{sgn}" if token.value is sign else f"\\{token.value.__name__}"
    if token.type == "DIFF":
        order = sum(times for _, times in token.value)
        return rf"\frac d{_power(order)} " + " ".join(f"d {symbol.name}{_power(times)}" for symbol, times in token.value)
    if token.type in ("BEGIN_CASES", "END_CASES", "BEGIN_ROWS", "END_ROWS"):
        return rf"\{token.type.partition('_')[0].lower()}{{{token.value}}}"
    return FIXED[token.type]


def _power(times: int) -> str:
    return f" ^ {times}" if times > 1 else ""


def bracketed(tree) -> str:
    """The formula of a `sum`, with brackets around every term and every base of a power."""
    if isinstance(tree, Token):
        return _braced_word(tree)
    if tree.data == "sum":
        return " ".join(rf"\left({bracketed(child)}\right)" if child.data not in ("term", "sign") else bracketed(child)
                        for child in tree.children)
    if tree.data == "term":
        return " ".join(rf"\left({bracketed(child)}\right)" if child.data != "sign" else bracketed(child) for child in tree.children)
    if tree.data == "derivative" and tree.children[1].data == "factors":
        return rf"{bracketed(tree.children[0])} \left({bracketed(tree.children[1])}\right)"
    if tree.data == "powered":
        return rf"\left(\left({bracketed(tree.children[0])}\right)\right) {bracketed(tree.children[1])}"
    if tree.data == "elementary" and tree.children[0].value.__name__ == "exp":
        return rf"\exp\left({bracketed(tree.children[-1].children[1])}\right)" + "".join(
            bracketed(child) for child in tree.children[1:-1])
    if tree.data == "elementary":
        script = "".join(bracketed(child) for child in tree.children[1:-1])
        return rf"{_braced_word(tree.children[0])}{script}\left({bracketed(tree.children[-1].children[1])}\right)"
    if tree.data == "series":
        low = tree.children[1].children
        minus = "-" if len(tree.children) > 3 else ""
        return (rf"\sum_{{{_braced_word(low[1])} = {bracketed(low[3])}}}^{{{bracketed(low[6])}}} "
                rf"\left({minus}{bracketed(tree.children[-1])}\right)")
    return " ".join(bracketed(child) for child in tree.children)


def _braced_word(token: Token) -> str:
    braces = {"LBRACE": "{", "RBRACE": "}", "LABS": r"\left|", "RABS": r"\right|", "LNORM": r"\left\|", "RNORM": r"\right\|",
              "TRANSPOSE": r"^{\top}", "INVERSE_TRANSPOSE": r"^{-\top}", "PSEUDO_INVERSE": "^{+}",
              "SIMPLE": r"\left(", "END_SIMPLE": r"\right)"}
    if token.type == "DIFF":
        return rf"\frac{{\mathrm{{d}}^{{{sum(t for _, t in token.value)}}}}}{{" + " ".join(
            rf"\mathrm{{d}} {symbol.name}^{{{times}}}" for symbol, times in token.value) + "}"
    if token.type == "ELEMENTARY" and token.value in _INVERTED:
        return rf"\{_INVERTED[token.value].__name__}^{{-1}}"
    if token.type == "TEXT":
        return rf"\text{{{token}}}"
    return braces.get(token.type) or _word(token)
