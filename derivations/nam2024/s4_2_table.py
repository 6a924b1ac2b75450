"""Table 4.2: the rows of the multitask sparse parity dataset, their targets and skill functions."""

from sympy import Eq, Integer, KroneckerDelta, Symbol

from theoremtest.derivations.language import Domain, Equal, Meaning, Parity, claim, every

from .notation import NAM
from .scaling_notation import S, i, k

first, second, third = (Symbol(f"M_{number}", integer=True) for number in (1, 2, 3))
M = (first, second, third)
bits = Symbol("x", integer=True)
"""A string of bits, read as a binary number."""
parity = (-1)**(first + second + third)
g = KroneckerDelta(i, k) * parity
"""g_k(i, x) by Eq. (4.2)."""
last = Integer(7)
"""n_s: the control strings of the table have seven bits."""
ROW = Meaning("the columns of a row", "Table 4.2")


def row(skill, relevant, column) -> Domain:
    """A row of the table, and the column g_k that is looked at."""
    entries = (Eq(bit, value) for bit, value in zip(M, relevant, strict=True))
    return Domain(Eq(i, skill), Eq(k, column), *entries, source=ROW) & Domain(over=[S, i, k])


@claim(NAM, "Table 4.2", "targets", reading="the column y from the column M(i, x), row by row: S times the parity")
def targets_of_the_rows():
    """The targets are S, -S, -S and -S."""
    def target(on, value):
        return Equal(S * parity, value, on=on)
    return every(first=target(row(1, (1, 1, 0), 1), S), second=target(row(1, (0, 1, 0), 1), -S),
                 third=target(row(2, (0, 0, 1), 2), -S), last=target(row(last, (1, 1, 1), last), -S))


@claim(NAM, "Table 4.2", "bits", origin="derived",
       reading="bit j of a string is read as minus one to it; the colours are lost in the stored text. Bits 2, 4 and 7 of both rows of "
               "skill 1 give the column M(i, x), as one skill has one set of relevant bits; the strings have 12 bits, m is 3")
def one_set_of_bits_serves_both_rows_of_a_skill():
    """There are bits, the same for both rows of the first skill, that the column M(i, x) shows."""
    def shown(string, *relevant):
        on = Domain(Eq(bits, int(string, 2)), *(Eq(bit, value) for bit, value in zip(M, relevant, strict=True)), source=ROW)
        return {position: Equal(Parity(2**(len(string) - position), bits), (-1)**bit, on=on)
                for position, bit in zip((2, 4, 7), M, strict=True)}
    rows = {"first": shown("110110000100", 1, 1, 0), "second": shown("100101010001", 0, 1, 0)}
    return every(**{f"{name}_{position}": cell for name, cells in rows.items() for position, cell in cells.items()})


@claim(NAM, "Table 4.2", "control",
       reading="`the control bits are one-hot vectors encoding specific parity tasks, indexed in the first column`: read as a binary "
               "number of n_s = 7 digits a string with a one at digit I is 2^{n_s - I}")
def control_bits_are_one_hot():
    """The control string of skill I has a one at digit I and zeros elsewhere."""
    def coded(string, skill):
        return Equal(bits, 2**(last - i), on=Domain(Eq(bits, int(string, 2)), Eq(i, skill), source=ROW))
    return every(first=coded("1000000", 1), second=coded("0100000", 2), last=coded("0000001", last))


@claim(NAM, "Table 4.2", reading="the columns g_1, g_2 and g_{n_s} of the four rows, by Eq. (4.2) from the columns I and "
                                 "M(i, x); n_s = 7, the length of the control strings",
       leaves_out="which of the skill bits are the relevant ones: the colours are lost in the stored text")
def skill_functions_of_the_rows():
    """g_1 is 1 and -1 on the first skill, g_2 is -1 on the second, g_{n_s} is -1 on the last, and all others are zero."""
    def values(skill, relevant, *columns):
        return [Equal(g, Integer(value), on=row(skill, relevant, column))
                for column, value in zip((1, 2, last), columns, strict=True)]
    rows = {"first": values(1, (1, 1, 0), 1, 0, 0), "second": values(1, (0, 1, 0), -1, 0, 0), "third": values(2, (0, 0, 1), 0, -1, 0),
            "last": values(last, (1, 1, 1), 0, 0, -1)}
    return every(**{f"{name}_{number}": cell for name, cells in rows.items() for number, cell in enumerate(cells, 1)})
