"""Terms: formulas as immutable trees, exactly as they were written.

A term is read from a statement's tree (`language.tree`), which holds a formula as plain data, or built by a proof. Equal terms are one
object. Nothing here simplifies: the only operation is to put terms in for letters, which refuses to let a bound letter catch one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any
from weakref import WeakValueDictionary


class Refused(Exception):
    """What a proof asks for is no step that the kernel can take; the text says why."""


class Term:
    """A head, what it is marked with (a name, a number), and its arguments."""

    __slots__ = ("head", "mark", "args", "_free", "__weakref__")
    head: str
    mark: Any
    args: tuple[Term, ...]

    def __repr__(self) -> str:
        inner = ", ".join([*([str(self.mark)] if self.mark is not None else []), *map(repr, self.args)])
        return str(self.mark) if self.head in ("Symbol", "number") and not self.args else f"{self.head}({inner})"

    def __reduce__(self) -> tuple:
        return term, (self.head, self.args, self.mark)


_MADE: WeakValueDictionary[tuple, Term] = WeakValueDictionary()


def term(head: str, args: Iterable[Term] = (), mark: Any = None) -> Term:
    """The term with this head, mark and arguments."""
    args = tuple(args)
    key = (head, mark, args)
    made = _MADE.get(key)
    if made is None:
        made = Term()
        made.head, made.mark, made.args, made._free = head, mark, args, None
        _MADE[key] = made
    return made


# --- what is built most --------------------------------------------------------------------------------------------------

def number(value: int | Fraction) -> Term:
    """A rational number."""
    return term("number", (), Fraction(value))


ZERO, ONE, MINUS = number(0), number(1), number(-1)


def add(*parts: Term) -> Term:
    """A sum of scalars."""
    return parts[0] if len(parts) == 1 else term("Add", parts)


def mul(*parts: Term) -> Term:
    """A product of scalars."""
    return parts[0] if len(parts) == 1 else term("Mul", parts)


def sub(left: Term, right: Term) -> Term:
    """left - right, for scalars; what is taken from is left alone where nothing is taken."""
    return left if right is ZERO else add(left, mul(MINUS, right))


def power(base: Term, exponent: Term | int | Fraction) -> Term:
    """A power of scalars."""
    return term("Pow", (base, exponent if isinstance(exponent, Term) else number(exponent)))


def call(head: str, *args: Term) -> Term:
    """A function of the table, applied."""
    return term(head, args)


# --- free letters, substitution ------------------------------------------------------------------------------------------

LETTERS = ("Symbol", "Dummy", "MatrixSymbol")
SUMS = ("Sum", "Integral", "Product", "every")
ENTRIES = ("Diagonal", "EveryEntry", "entries")
MODES = ("Eigenvalue", "Entry")


def bound(node: Term) -> frozenset[Term]:
    """The letters that a term's head binds in its arguments."""
    if node.head in SUMS:
        return frozenset(limit.args[0] for limit in node.args[1:])
    if node.head == "MatrixFunction":
        return frozenset((node.args[1],))
    if node.head == "spectral":
        return frozenset(node.args[:1])
    if node.head in ENTRIES:
        return frozenset(pair.args[0] for pair in node.args[1:])
    if node.head in ("Lambda", "Subs"):
        held = node.args[0] if node.head == "Lambda" else node.args[1]
        return frozenset(held.args if held.head == "Tuple" else (held,))
    if node.head == "OverNeurons":
        return frozenset(node.args[1:2])
    if node.head == "Mean":
        return frozenset(pair.args[0] for pair in node.args[1:])
    return frozenset()


def free(node: Term) -> frozenset[Term]:
    """The letters that a term speaks of; a matrix's size is spoken of with it, a bound letter is not."""
    if node._free is None:
        if node.head in LETTERS:
            found = frozenset((node,)).union(*map(free, node.args))
        elif node.head in SUMS:
            ends = frozenset().union(*(free(end) for limit in node.args[1:] for end in limit.args[1:]))
            found = (free(node.args[0]) - bound(node)) | ends
        elif node.head == "MatrixFunction":
            found = (free(node.args[0]) - bound(node)) | free(node.args[2])
        elif node.head == "spectral":
            found = (free(node.args[2]) - bound(node)) | free(node.args[1])
        elif node.head in ENTRIES:
            found = (free(node.args[0]) - bound(node)).union(*(free(pair.args[1]) for pair in node.args[1:]))
        elif node.head == "Subs":
            found = (free(node.args[0]) - bound(node)) | free(node.args[2])
        else:
            found = frozenset().union(*map(free, node.args)) - bound(node)
        node._free = found
    return node._free


def put(node: Term, values: Mapping[Term, Term]) -> Term:
    """The term with values for some of its letters, all at once. Raises Refused where a bound letter would catch one of a value's."""
    values = {letter: value for letter, value in values.items() if letter in free(node) and letter is not value}
    if not values:
        return node
    if node in values:
        return values[node]
    held = bound(node)
    inside = {letter: value for letter, value in values.items() if letter not in held}
    if held:
        caught = held & frozenset().union(*(free(value) for value in inside.values()))
        if caught:
            raise Refused(f"a letter bound in {node.head} would catch one of what is put into it")
        if any(letter in free(term("Tuple", one.args)) for one in held for letter in values):
            raise Refused(f"another size for what is bound in {node.head}")
        formula = formula_of(node)
        if speaks_of_modes(formula) or any(letter in free(formula) and speaks_of_modes(value) for letter, value in inside.items()):
            raise Refused(f"an eigenvalue, or an entry, inside the formula of {node.head}")
    if node.head == "Derivative":
        moved = frozenset(variable for part in node.args[1:] for variable in free(part))
        if moved & (frozenset(values) | frozenset().union(*(free(value) for value in values.values()))):
            raise Refused("nothing is put for the letter that a derivative is taken in")
    if node.head in SUMS:
        ends = [term(limit.head, (limit.args[0], *(put(end, values) for end in limit.args[1:]))) for limit in node.args[1:]]
        if any(free(end) & held for limit in node.args[1:] for end in limit.args[1:]):
            raise Refused("the ends of a sum speak of its own index")
        return term(node.head, (put(node.args[0], inside), *ends))
    if node.head == "MatrixFunction":
        return term(node.head, (put(node.args[0], inside), node.args[1], put(node.args[2], values)))
    if node.head == "spectral":
        return term(node.head, (node.args[0], put(node.args[1], values), put(node.args[2], inside)))
    if node.head in ENTRIES:
        pairs = [term(pair.head, (pair.args[0], put(pair.args[1], values))) for pair in node.args[1:]]
        return term(node.head, (put(node.args[0], inside), *pairs))
    if node.head == "Subs":
        return term(node.head, (put(node.args[0], inside), node.args[1], put(node.args[2], values)))
    if held:
        return term(node.head, [child if child in held else put(child, inside) for child in node.args], node.mark)
    return term(node.head, [put(child, values) for child in node.args], node.mark)


NEURON = term("Dummy", (), (" neuron", ("integer",), 0))


def at_neuron(formula: Term, unit: Term) -> tuple[Term, Term]:
    """A formula with the k-th of the vectors e_1, e_2, ... in the place of a letter for any of them, and the range of k, from 0 on."""
    size = unit.args[0]
    if NEURON in free(formula) | free(size) or of_space(size):
        raise Refused("a formula that speaks of such an index already, or a function space, which has no such vectors")
    return put(formula, {unit: term("UnitVector", (size, NEURON))}), term("Tuple", (NEURON, ZERO, sub(size, ONE)))


def formula_of(node: Term) -> Term:
    """What a head that binds eigenvalues or entries says of each; nothing, for any other head."""
    if node.head == "MatrixFunction" or node.head in ENTRIES:
        return node.args[0]
    return node.args[2] if node.head == "spectral" else ZERO


def speaks_of_modes(node: Term) -> bool:
    """Whether an eigenvalue, or an entry, that stands for any other occurs in a term."""
    return any(part.head in MODES for part in parts(node))


def parts(node: Term, closed: str = "") -> Iterable[Term]:
    """The term and all terms inside it, each once; nothing of what is inside one head."""
    seen: set[Term] = set()
    stack = [node]
    while stack:
        found = stack.pop()
        if found not in seen:
            seen.add(found)
            yield found
            stack.extend(found.args if found.head != closed else ())


# --- shapes --------------------------------------------------------------------------------------------------------------

def shape(node: Term) -> tuple[Term, Term] | None:
    """Rows and columns of a matrix; None for a scalar. Raises Refused for a head whose shape is not known here."""
    rule = _SHAPES.get(node.head)
    return None if rule is None else rule(node)


def _of(node: Term) -> tuple[Term, Term]:
    found = shape(node)
    if found is None:
        raise Refused(f"{node.head} is no matrix")
    return found


def _product(node: Term) -> tuple[Term, Term] | None:
    matrices = [found for found in map(shape, node.args) if found is not None]
    return (matrices[0][0], matrices[-1][1]) if matrices else None


def _sum(node: Term) -> tuple[Term, Term] | None:
    return shape(node.args[0]) if node.args else None


def _turned(node: Term) -> tuple[Term, Term]:
    rows, columns = _of(node.args[0])
    return columns, rows


def _kron(node: Term) -> tuple[Term, Term]:
    (a, b), (c, d) = map(_of, node.args)
    return mul(a, c), mul(b, d)


def _of_column(node: Term) -> tuple[Term, Term]:
    rows, columns = _of(node.args[0])
    if columns is not ONE:
        raise Refused("a diagonal matrix is of a column")
    return rows, rows


def _of_blocks(node: Term) -> tuple[Term, Term]:
    heights, widths = [_of(row.args[0])[0] for row in node.args], [_of(block)[1] for block in node.args[0].args]
    return add(*heights), add(*widths)


_SHAPES: dict[str, Any] = {
    "MatrixSymbol": lambda node: (node.args[0], node.args[1]),
    "MatMul": _product, "Mul": _product, "MatAdd": _sum, "Add": _sum,
    "Transpose": _turned, "Inverse": lambda node: _of(node.args[0]), "PseudoInverse": _turned,
    "MatPow": lambda node: _of(node.args[0]),
    "Identity": lambda node: (node.args[0], node.args[0]),
    "ZeroMatrix": lambda node: (node.args[0], node.args[1]), "OneMatrix": lambda node: (node.args[0], node.args[1]),
    "DiagMatrix": _of_column,
    "Diagonal": lambda node: (_of(node.args[1].args[1])[0],) * 2,
    "MatrixFunction": lambda node: _of(node.args[2]),
    "Matrix": lambda node: (number(node.mark[0]), number(node.mark[1])),
    "Kron": _kron,
    "Vec": lambda node: (mul(*_of(node.args[0])), ONE),
    "HadamardProduct": _sum, "Blocks": _of_blocks, "Mean": _sum, "OverNeurons": _sum, "UnitVector": lambda node: (node.args[0], ONE),
    "GradientAt": lambda node: _of(node.args[0].args[0]), "OpenValue": lambda node: (node.args[1], node.args[2]),
}
"""Of heads that make matrices."""


def of_space(size: Term) -> bool:
    """Whether a size is that of a function space, or made of one, as twice it is."""
    return size.head == "Space" or any(map(of_space, size.args))


SIZED = {**dict.fromkeys(("MatrixSymbol", "Identity", "ZeroMatrix", "OneMatrix"), slice(None)), "UnitVector": slice(1),
         "OpenValue": slice(1, None)}
"""Heads that are marked with sizes, and which of their arguments are sizes."""


def of_sizes(terms: Iterable[Term], facts: Iterable[Term]) -> None:
    """Raises Refused where a matrix among the terms of a proof is of a size that is not made, by sums and products, of whole numbers and
    of sizes in the facts: a size is a whole number and not negative, which a proof has no right to suppose of a letter."""
    spoken = {size for fact in facts for node in parts(fact) if node.head in SIZED for size in node.args[SIZED[node.head]]}

    def known(size: Term) -> bool:
        return size in spoken or size.head == "Space" or size.head in ("Add", "Mul") and all(map(known, size.args)) or \
            size.head == "number" and size.mark >= 0 and size.mark.denominator == 1
    for node in terms:
        if node.head in SIZED and not all(map(known, node.args[SIZED[node.head]])):
            raise Refused(f"{node!r} is of a size that the statement does not speak of")


# --- from a statement's tree ---------------------------------------------------------------------------------------------

class Record:
    """A statement, a flow or a domain, as the tree has it: its kind and its fields."""

    __slots__ = ("kind", "fields")

    def __init__(self, kind: str, fields: dict[str, Any]) -> None:
        self.kind, self.fields = kind, fields

    def __getitem__(self, name: str) -> Any:
        return self.fields[name]

    def get(self, name: str, otherwise: Any = None) -> Any:
        """A field, or what stands for one that is left out."""
        return self.fields.get(name, otherwise)


def read(rows: list) -> Any:
    """What a tree holds: a term, a record, a dict, a tuple or a plain value. Raises Refused where it is no tree."""
    built: list[Any] = []
    try:
        for row in rows:
            built.append(_row(row, built))
            if isinstance(built[-1], Term) and built[-1].head in MODES:
                raise Refused("a statement speaks of no single eigenvalue, nor entry")
        return built[-1]
    except (IndexError, TypeError, KeyError, ValueError, AttributeError, ArithmeticError) as error:
        raise Refused(f"the tree cannot be read: {error}") from None


def _row(row: list, built: list) -> Any:
    head, rest = row[0], row[1:]
    if not isinstance(head, str):
        raise Refused("a row of a tree begins with a head")
    if head == "plain":
        return rest[0]
    if head == "number":
        return number(Fraction(*rest))
    if head == "constant":
        return term("constant", (), rest[0])
    if head in ("Symbol", "function"):
        return term(head, [_earlier(built, place) for place in rest[2:]], (rest[0], tuple(rest[1])))
    if head == "Dummy":
        return term(head, (), (rest[0], tuple(rest[1]), rest[2]))
    if head in ("MatrixSymbol", "Space", "Eigenvalue", "Entry"):
        return term(head, [_earlier(built, place) for place in rest[1:]], rest[0])
    if head == "Matrix":
        if len(rest) - 2 != rest[0] * rest[1] or min(rest[:2]) < 0:
            raise Refused("a matrix of numbers has as many entries as its rows and columns say")
        return term(head, [_earlier(built, place) for place in rest[2:]], (rest[0], rest[1]))
    if head == "Domain":
        conditions, over, where, *_ = rest
        return Record(head, {"conditions": tuple(built[place] for place in conditions), "over": tuple(built[place] for place in over),
                             "where": tuple((built[key], built[value]) for key, value in where)})
    if head == "dict":
        return {built[key]: built[value] for key, value in rest}
    if head == "tuple":
        return tuple(built[place] for place in rest)
    if rest and all(isinstance(part, list) for part in rest):
        return Record(head, {name: built[place] for name, place in rest})
    args = [_earlier(built, place) for place in rest]
    while head in ("Max", "Min") and len(args) > 2:  # of several, as of two at a time
        args = [term(head, args[:2]), *args[2:]]
    return term(head, args)


def _earlier(built: list, place: Any) -> Term:
    if isinstance(place, bool) or not isinstance(place, int) or not 0 <= place < len(built) or not isinstance(built[place], Term):
        raise Refused(f"a row of a tree points to {place!r}, which is no earlier term")
    return built[place]


def rows_of(terms: Iterable[Term]) -> tuple[list, list[int]]:
    """Terms as the rows of one tree, and the place of each; `read_terms` reads them back."""
    rows: list = []
    places: dict[Term, int] = {}

    def place(node: Term) -> int:
        if node not in places:
            inner = [place(child) for child in node.args]
            if node.head == "number":
                value = node.mark
                row = [node.head, value.numerator] if value.denominator == 1 else [node.head, value.numerator, value.denominator]
            elif node.head in ("Symbol", "function"):
                row = [node.head, node.mark[0], list(node.mark[1]), *inner]
            elif node.head == "Dummy":
                row = [node.head, node.mark[0], list(node.mark[1]), node.mark[2]]
            elif node.head == "Matrix":
                row = [node.head, *node.mark, *inner]
            elif node.mark is not None:
                row = [node.head, node.mark, *inner]
            else:
                row = [node.head, *inner]
            rows.append(row)
            places[node] = len(rows) - 1
        return places[node]

    wanted = [place(node) for node in terms]
    return rows, wanted


def read_terms(rows: list) -> list[Term]:
    """Every row of a proof's own tree as a term. Raises Refused where one is none."""
    built: list[Any] = []
    for row in rows:
        found = _row(row, built)
        if not isinstance(found, Term):
            raise Refused("a proof's tree holds terms alone")
        if speaks_of_modes(formula_of(found)):
            raise Refused(f"an eigenvalue, or an entry, inside the formula of {found.head}")
        built.append(found)
    return built
