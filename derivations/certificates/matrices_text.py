"""Trees of matrix expressions as Coq writes them, twice: over mathcomp's matrices for a reader, and as data for the normaliser.

`Printer.shown` writes a tree as it stands in a theorem, `coded` as a term of the prelude's types `mexpr` and `sexpr`. A proof is about the
coded term, and Coq checks that it says what the shown one says.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from .matrices_terms import Letters, NoCertificate, Node, atoms_moving

FUNCTIONS = {"inv": "Finv", "sqrt": "Fsqrt", "exp": "Fexp", "ln": "Fln", "abs": "Fabs", "sign": "Fsign"}


def number_text(value: Fraction) -> str:
    """A rational number as Coq reads it, in brackets."""
    return f"({value.numerator})" if value.denominator == 1 else f"({value.numerator} / {value.denominator})"


class Printer:
    """Writes trees. `time` is the name of the time at which states are taken; `given` are texts for some letters and scalars."""

    def __init__(self, letters: Letters, time: str = "t", given: dict | None = None) -> None:
        self.of, self.time, self.given = letters, time, given or {}

    def _at(self, key: Any) -> str:
        if key in self.given:
            return self.given[key]
        name = self.of.names[key]
        return f"({name} {self.time})" if key in self.of.moving else name

    def shown(self, tree: Node) -> str:
        """The tree as a term over mathcomp's matrices and Coq's reals, in brackets where it needs them."""
        head, args = tree
        match head:
            case "mlet" | "svar":
                if args[0] in self.of.diagonals:
                    rows, _ = self.of.shape(args[0])
                    return f"(dg (fun i : 'I_{self._size(rows)} => {self.shown(self.of.diagonals[args[0]])}))"
                if args[0] in self.of.selectors:
                    last, *sizes = self.of.selectors[args[0]]
                    return f"({'last' if last else 'first'}_of {' '.join(map(self.of.size_text, sizes))})"
                return self._at(args[0])
            case "sentry":
                return f"({self._at(args[0])} i ord0)"
            case "mabbr" | "sabbr":
                return self.shown(args[1]) if atoms_moving(args[1], self.of) else self.of.names[args[0]]
            case "mtr":
                return f"({self.shown(args[0])})^T"
            case "mmul":
                return f"({self.shown(args[0])} *m {self.shown(args[1])})"
            case "madd":
                return f"({self.shown(args[0])} + {self.shown(args[1])})"
            case "mrow" | "mcol":
                return f"({head[1:]}_mx {self.shown(args[0])} {self.shown(args[1])})"
            case "mkron":
                return f"(kron {self.shown(args[0])} {self.shown(args[1])})"
            case "mneurons":
                return f"(\\sum_(k < {self._size(args[1])}) {self.shown(args[0])})"
            case "mvec":
                return f"(vec {self.shown(args[0])})"
            case "mopp":
                return f"(- {self.shown(args[0])})"
            case "mscal":
                return f"({self.shown(args[0])} *: {self.shown(args[1])})"
            case "mid":
                return f"(1%:M : 'M[R]_{self._size(args[0])})"
            case "mzero":
                return f"(0 : 'M[R]_({self._size(args[0])}, {self._size(args[1])}))"
        return self._shown_scalar(head, args)

    def _size(self, place: int) -> str:
        return self.of.size_text(self.of.sizes[place])

    def _shown_scalar(self, head: str, args: tuple) -> str:
        match head:
            case "snum":
                return f"({args[0]})%Re" if args[0] < 0 else f"{args[0]}%Re"
            case "ssize":
                return f"(INR {self._size(args[0])})"
            case "sadd":
                return f"({self.shown(args[0])} + {self.shown(args[1])})%Re"
            case "smul":
                return f"({self.shown(args[0])} * {self.shown(args[1])})%Re"
            case "sopp":
                return f"(- {self.shown(args[0])})%Re"
            case "sfun":
                name = {"inv": "Rinv", "abs": "Rabs"}.get(args[0], args[0])
                return f"({name} {self.shown(args[1])})"
            case "seigen":
                return "x"
            case "sgrowth":
                return f"(growth {self.shown(args[0])} {self.shown(args[1])})"
            case "sdot":
                return f"(dot {self.shown(args[0])} {self.shown(args[1])})"
            case "sent":
                return f"({self.shown(args[0])} ord0 ord0)"
            case "strace":
                return f"(\\tr {self.shown(args[0])})"
        raise NoCertificate(f"no text for {head}")


def coded(tree: Node, letters: Letters) -> str:
    """The tree as a term of `mexpr` or `sexpr`."""
    head, args = tree
    below = [coded(part, letters) for part in args if isinstance(part, Node)]
    match head:
        case "mlet":
            return f"(MLet {letters.place(args[0])})"
        case "svar":
            return f"(SV {letters.scalars.index(args[0])})"
        case "mabbr" | "sabbr":
            return below[0]
        case "mid" | "ssize":
            return f"({'MId' if head == 'mid' else 'SN'} {args[0]})"
        case "mzero":
            return f"(MZero {args[0]} {args[1]})"
        case "snum":
            return f"(SZ ({args[0]}))"
        case "sfun":
            return f"(SF {FUNCTIONS[args[0]]} {below[0]})"
        case "mrow":
            return f"(MAdd (MMul {below[0]} (MTr {below[2]})) (MMul {below[1]} (MTr {below[3]})))"
        case "mcol":
            return f"(MAdd (MMul {below[2]} {below[0]}) (MMul {below[3]} {below[1]}))"
        case "sdot":
            return f"(SEnt (MMul (MTr {below[0]}) {below[1]}))"
    words = {"mtr": "MTr", "mmul": "MMul", "madd": "MAdd", "mopp": "MOpp", "mscal": "MScal", "sadd": "SAdd", "smul": "SMul",
             "sopp": "SOpp", "sent": "SEnt", "strace": "STr"}
    if head not in words:
        raise NoCertificate(f"no code for {head}")
    return f"({words[head]} {' '.join(below)})"
