"""Polynomials as sums of squares, times cones, and of multiples of equations, in exact numbers.

A semidefinite programme finds Gram matrices in floats, as far inside their cone as it can. Where they lie on its border, the directions in
which they vanish are left out and it is solved again; what is left is rounded, put back onto the equations exactly, and split into
squares. Polynomials are dictionaries from exponents to rational numbers. """

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import product

import numpy as np
import scipy  # whose parts are loaded when they are asked for, which takes longer than most proofs do
from flint import fmpq, fmpq_mat

from .effort import BASIS, GRAM_ENTRIES, MONOMIALS, ROUNDS
from .least import least_places

Poly = dict[tuple[int, ...], fmpq]
ZERO = fmpq(0)
INSIDE, OUTSIDE = 1e-7, -1e-6
"""The least eigenvalue from which on matrices can be rounded; below which there are none. The largest coefficient is 1."""


def times(left: Poly, right: Poly) -> Poly:
    """A product."""
    found: dict = defaultdict(lambda: ZERO)
    for one, value in left.items():
        for other, weight in right.items():
            found[tuple(map(int.__add__, one, other))] += value * weight
    return {monomial: value for monomial, value in found.items() if value != 0}


def monomials(count: int, degree: int) -> Iterator[tuple[int, ...]]:
    """Exponents of so many letters, up to a degree."""
    if count == 0:
        if degree >= 0:
            yield ()
        return
    for first in range(degree + 1):
        for rest in monomials(count - 1, degree - first):
            yield (first, *rest)


@dataclass
class Sum:
    """squares: (place of the cone, weight > 0, what is squared); multiples: what each equation is multiplied by."""

    squares: list[tuple[int, fmpq, Poly]]
    multiples: list[Poly]


@dataclass
class Block:
    """What is squared of one cone, and all products of two of them times the cone. Subclasses multiply otherwise."""

    cone: int
    basis: list
    cells: list[tuple[int, int, dict]] = field(default_factory=list)

    def multiply(self, cone: Poly) -> None:
        """Fill in the products."""
        self.cells = []
        for i, one in enumerate(self.basis):
            front = times(cone, one)
            self.cells += [(i, j, times(front, {m: v * (1 if i == j else 2) for m, v in self.basis[j].items()})) for j in range(i + 1)]


def sum_of_squares(target: Poly, cones: list[Poly], equations: list[Poly]) -> Sum | None:
    """target = sum of cone * square + sum of equation * multiple; None where none is found, or it would be too much work."""
    largest = max(map(abs, target.values()))
    target = {monomial: value / largest for monomial, value in target.items()}
    blocks, multiples = _bases(target, cones, equations)
    blocks = _at_zeros(blocks, target, cones, equations, _small(len(next(iter(target)))))
    found = weighted(target, blocks, multiples, cones)
    if found is None and blocks and _on_the_border(target, blocks, multiples):
        fewer = _at_zeros(blocks, target, cones, equations, least_places(target, cones, equations))
        if sum(len(block.basis) for block in fewer) < sum(len(block.basis) for block in blocks):
            found = weighted(target, fewer, multiples, cones)
    return None if found is None else _as_sum(*found, multiples, len(equations), largest)


def weighted(target: dict, blocks: list[Block], multiples: list, cones: list) -> tuple[list[fmpq], list[Block]] | None:
    """Exact entries of a positive semidefinite matrix for each block, and what the multiples are multiplied by, whose sum is the target;
    and the blocks that they are of."""
    for _ in range(ROUNDS):
        if not blocks or sum(len(block.basis) * (len(block.basis) + 1) // 2 for block in blocks) > GRAM_ENTRIES:
            return None
        for block in blocks:
            block.multiply(cones[block.cone])
        found = _solved(target, blocks, multiples)
        if found is None or found[0] < OUTSIDE:
            return None
        if found[0] > INSIDE:
            exact = _exactly(target, blocks, multiples, found[1])
            if exact is not None:
                return exact, blocks
        blocks = _on_the_face(blocks, found[2])
    return None


# --- which monomials are squared -----------------------------------------------------------------------------------------

def _bases(target: Poly, cones: list[Poly], equations: list[Poly]) -> tuple[list[Block], list[tuple[int, Poly]]]:
    """For each cone the monomials that may be squared, by classes of one sign under the changes of sign that leave everything alone; and
    what each equation may be multiplied by: (equation, its multiple by a monomial)."""
    count = len(next(iter(target)))
    within = _polytope(target) if not equations and all(len(cone) == 1 for cone in cones) else _degrees(target, [*cones, *equations])
    everything = [*target, *(m for poly in (*cones, *equations) for m in poly)]
    flips = [flip for flip in product((0, 1), repeat=count) if any(flip) and not any(_odd(flip, m) for m in everything)]
    high = max(map(sum, target))
    tops = [high] * count if equations else [max(m[place] for m in everything) for place in range(count)]
    small = [m for m in monomials(count, high // 2) if all(2 * exponent <= top for exponent, top in zip(m, tops))]
    blocks = []
    for place, cone in enumerate(cones):
        classes: dict = defaultdict(list)
        for m in small:
            if all(within(tuple(a + 2 * b for a, b in zip(top, m))) for top in cone):
                classes[tuple(_odd(flip, m) for flip in flips)].append(m)
        blocks += [Block(place, [{m: fmpq(1)} for m in sorted(found, key=lambda m: (sum(m), m), reverse=True)])
                   for found in classes.values()]
    if sum(len(block.basis) ** 2 for block in blocks) > 2 * GRAM_ENTRIES:
        return [], []
    multiples: list = []
    for place, equation in enumerate(equations):
        for m in monomials(count, high - max(map(sum, equation))):
            if not any(_odd(flip, m) for flip in flips):
                multiples.append((place, {m: fmpq(1)}, times(equation, {m: fmpq(1)})))
    return _pruned(blocks, target, cones, multiples), multiples


def _odd(flip: tuple, monomial: tuple) -> int:
    return sum(a * b for a, b in zip(flip, monomial)) % 2


def _degrees(target: Poly, beside: list[Poly]):
    """Between the degrees of the target; from 0 on where something has terms of several degrees, which others cancel."""
    low, high = min(map(sum, target)) if all(len(set(map(sum, poly))) == 1 for poly in beside) else 0, max(map(sum, target))
    return lambda m: low <= sum(m) <= high


def _polytope(target: Poly):
    """Membership in the Newton polytope."""
    corners = np.array(list(target))
    low, high, least, most = corners.min(0), corners.max(0), corners.sum(1).min(), corners.sum(1).max()
    known = dict.fromkeys(target, True)

    def within(m: tuple) -> bool:
        if m not in known:
            point = np.array(m)
            known[m] = bool(np.all(point >= low) and np.all(point <= high) and least <= sum(m) <= most) and scipy.optimize.linprog(
                np.zeros(len(corners)), A_eq=np.vstack([corners.T, np.ones(len(corners))]), b_eq=np.append(point, 1), bounds=(0, None),
                method="highs-ds").status == 0
        return known[m]
    return within


def _pruned(blocks: list[Block], target: Poly, cones: list[Poly], multiples: list) -> list[Block]:
    """Without the squares whose top stands alone: where nothing else makes a monomial, their weights are 0."""
    while True:
        mixed = {m for *_, poly in multiples for m in poly} | set(target)
        alone: dict = defaultdict(list)
        for block in blocks:
            for i, j in product(range(len(block.basis)), repeat=2):
                (one,), (other,) = block.basis[i], block.basis[j]
                for m, value in cones[block.cone].items():
                    made = tuple(map(sum, zip(m, one, other)))
                    if i == j and value > 0:
                        alone[made].append((block, one))
                    else:
                        mixed.add(made)
        dropped = {(id(block), one) for made, found in alone.items() if made not in mixed for block, one in found}
        if not dropped:
            return [block for block in blocks if block.basis]
        for block in blocks:
            block.basis = [poly for poly in block.basis if (id(block), next(iter(poly))) not in dropped]


def _small(count: int) -> Iterator[tuple]:
    """Small points."""
    return product((0, 1, -1, 2) if count < 4 else (0, 1, -1), repeat=count)


def _on_the_border(target: Poly, blocks: list[Block], multiples: list) -> bool:
    """Whether there are Gram matrices, but none inside their cone."""
    if sum(len(block.basis) * (len(block.basis) + 1) // 2 for block in blocks) > GRAM_ENTRIES:
        return False
    found = _solved(target, blocks, multiples)
    return found is not None and OUTSIDE <= found[0] <= INSIDE


def _at_zeros(blocks: list[Block], target: Poly, cones: list[Poly], equations: list[Poly], points: Iterable[tuple]) -> list[Block]:
    """Without what is not zero at a zero of the target where its cone is positive: some points are looked at."""
    null: dict[int, list] = defaultdict(list)
    for at in points:
        if any(at) and _at(target, at) == 0 and not any(_at(equation, at) for equation in equations):
            values = [_at(cone, at) for cone in cones]
            if all(value >= 0 for value in values):
                for place, block in enumerate(blocks):
                    if values[block.cone] > 0:
                        null[place].append([_at(poly, at) for poly in block.basis])
    return [kept for place, block in enumerate(blocks) for kept in [_without(block, null[place])] if kept.basis]


def _at(poly: Poly, at: tuple) -> fmpq:
    total = ZERO
    for monomial, value in poly.items():
        for base, exponent in zip(at, monomial):
            value = value * base**exponent
        total += value
    return total


def _without(block: Block, null: list) -> Block:
    """The block of the combinations that are orthogonal to some vectors. The constant 1, where it is one, stays last."""
    if not null:
        return block
    size = len(block.basis)
    reduced, rank = fmpq_mat(len(null), size, [value for row in null for value in row]).rref()
    leads = [next(j for j in range(size) if reduced[i, j] != 0) for i in range(rank)]
    basis = []
    for free in (j for j in range(size) if j not in leads):
        made: dict = defaultdict(lambda: ZERO)
        for j, weight in [(free, fmpq(1)), *((lead, -reduced[i, free]) for i, lead in enumerate(leads))]:
            if weight != 0:
                for m, value in block.basis[j].items():
                    made[m] += weight * value
        basis.append({m: value for m, value in made.items() if value != 0})
    return replace(block, basis=basis, cells=[])


# --- the programme in floats ---------------------------------------------------------------------------------------------

def _solved(target: Poly, blocks: list[Block], multiples: list) -> tuple[float, list, list] | None:
    """The largest t for which every Gram matrix minus t is positive semidefinite; all entries, in order; the matrices."""
    import clarabel  # here, as it takes longer to load than most proofs take

    rows: dict = {}
    for m in [*target, *(m for block in blocks for *_, poly in block.cells for m in poly), *(m for *_, poly in multiples for m in poly)]:
        rows.setdefault(m, len(rows))
    if len(rows) > MONOMIALS or max(len(block.basis) for block in blocks) > BASIS:
        return None
    columns = [poly for block in blocks for *_, poly in block.cells] + [poly for *_, poly in multiples]
    entries = [(rows[m], column, float(value)) for column, poly in enumerate(columns) for m, value in poly.items()]
    count = len(columns)
    at, across, values = zip(*entries)
    equations = scipy.sparse.csc_matrix((values, (at, across)), shape=(len(rows), count + 1))
    wanted = np.zeros(len(rows))
    for m, value in target.items():
        wanted[rows[m]] = float(value)
    equations, wanted = _independent(equations, wanted)
    matrix, cones, line, offset = [], [clarabel.ZeroConeT(len(wanted))], 0, 0
    for block in blocks:
        size = len(block.basis)
        for j in range(size):
            for i in range(j + 1):
                matrix.append((line, offset + j * (j + 1) // 2 + i, -1.0 if i == j else -float(np.sqrt(2))))
                if i == j:
                    matrix.append((line, count, 1.0))
                line += 1
        offset += size * (size + 1) // 2
        cones.append(clarabel.PSDTriangleConeT(size))
    at, across, values = zip(*matrix)
    cap = scipy.sparse.csc_matrix(([1.0], ([0], [count])), shape=(1, count + 1))
    stacked = scipy.sparse.vstack([equations, scipy.sparse.csc_matrix((values, (at, across)), shape=(line, count + 1)), cap]).tocsc()
    settings = clarabel.DefaultSettings()
    settings.verbose, settings.max_iter, settings.max_threads = False, 100, 1
    cost = np.zeros(count + 1)
    cost[count] = -1.0
    solver = clarabel.DefaultSolver(scipy.sparse.csc_matrix((count + 1, count + 1)), cost, stacked,
                                    np.concatenate([wanted, np.zeros(line), [1.0]]), [*cones, clarabel.NonnegativeConeT(1)], settings)
    found = np.array(solver.solve().x)
    if not np.all(np.isfinite(found)):
        return None
    return float(found[count]), list(found[:count]), _matrices(blocks, found)


def _independent(equations: scipy.sparse.csc_matrix, wanted: np.ndarray) -> tuple[scipy.sparse.csc_matrix, np.ndarray]:
    """Equations none of which follows from others: a zero of the target makes one follow, and the solver then stumbles."""
    _, upper, order = scipy.linalg.qr(equations.toarray().T, mode="economic", pivoting=True)
    size = abs(np.diag(upper))
    kept = np.sort(order[: int(np.sum(size > 1e-9 * size[0]))])
    return equations[kept], wanted[kept]


def _matrices(blocks: list[Block], entries) -> list:
    made, place = [], 0
    for block in blocks:
        size = len(block.basis)
        gram = np.zeros((size, size))
        for i, j, _ in block.cells:
            gram[i, j] = gram[j, i] = entries[place]
            place += 1
        made.append(gram)
    return made


def _on_the_face(blocks: list[Block], grams: list) -> list[Block]:
    """Blocks without the directions in which their matrices vanish; none where nothing vanishes in rational directions."""
    for tolerance in (1e-6, 1e-5, 1e-4, 1e-3):
        nulls = [_null(gram, tolerance) for gram in grams]
        if any(nulls) and None not in nulls:
            return [kept for block, null in zip(blocks, nulls) for kept in [_without(block, null)] if kept.basis]
    return []


def _null(gram: np.ndarray, tolerance: float) -> list | None:
    """A rational basis of what a matrix nearly takes to 0; None where it is not rational."""
    values, vectors = np.linalg.eigh(gram)
    rows = vectors[:, values < tolerance * max(1.0, values.max())].T.copy()
    lead = 0
    for column in range(rows.shape[1] if len(rows) else 0):
        if lead == len(rows):
            break
        pivot = lead + int(np.argmax(abs(rows[lead:, column])))
        if abs(rows[pivot, column]) < 1e-4:
            continue
        rows[[lead, pivot]] = rows[[pivot, lead]]
        rows[lead] /= rows[lead, column]
        for other in range(len(rows)):
            if other != lead:
                rows[other] -= rows[other, column] * rows[lead]
        lead += 1
    found = [[_near(value) for value in row] for row in rows[:lead]]
    return None if any(value is None for row in found for value in row) else found


def _near(value: float) -> fmpq | None:
    for below in range(1, 65):
        if abs(value * below - round(value * below)) < 1e-3 * below and (below == 1 or abs(value - round(value * below) / below) < 3e-4):
            return fmpq(round(value * below), below)
    return None


# --- in exact numbers ----------------------------------------------------------------------------------------------------

def _exactly(target: Poly, blocks: list[Block], multiples: list, entries: list) -> list[fmpq] | None:
    """Rational entries near those found with which the equations hold exactly, and the matrices are positive semidefinite."""
    columns = [poly for block in blocks for *_, poly in block.cells] + [poly for *_, poly in multiples]
    rows: dict = defaultdict(dict)
    for column, poly in enumerate(columns):
        for m, value in poly.items():
            rows[m][column] = value
    if any(m not in rows for m in target):
        return None
    names = list(rows)
    for digits in (3, 5, 8):
        flat = [fmpq(round(float(value) * 10**digits), 10**digits) for value in entries]
        rest = [target.get(m, ZERO) - sum((value * flat[c] for c, value in rows[m].items()), ZERO) for m in names]
        pulls = _pulled([rows[m] for m in names], rest)
        if pulls is None:
            return None
        for m, pull in zip(names, pulls):
            if pull != 0:
                for column, value in rows[m].items():
                    flat[column] += value * pull
        if all(_split(gram) is not None for gram in _exact_matrices(blocks, flat)):
            return flat
    return None


def _pulled(rows: list[dict], rest: list[fmpq]) -> list[fmpq] | None:
    """y with A A^T y = rest, for the rows of A."""
    size = len(rows)
    if sum(map(len, rows)) == len({column for row in rows for column in row}):  # no two rows have a column in common
        return [gap / sum((value * value for value in row.values()), ZERO) for row, gap in zip(rows, rest)]
    table = fmpq_mat(size, size + 1)
    users: dict = defaultdict(list)
    for place, row in enumerate(rows):
        for column, value in row.items():
            users[column].append((place, value))
    for found in users.values():
        for i, value in found:
            for j, weight in found:
                table[i, j] += value * weight
    for place, gap in enumerate(rest):
        table[place, size] = gap
    reduced, rank = table.rref()
    made = [ZERO] * size
    for i in range(rank):
        lead = next(j for j in range(size + 1) if reduced[i, j] != 0)
        if lead == size:
            return None
        made[lead] = reduced[i, size]
    return made


def _exact_matrices(blocks: list[Block], flat: list[fmpq]) -> list[list[list[fmpq]]]:
    made, place = [], 0
    for block in blocks:
        size = len(block.basis)
        gram = [[ZERO] * size for _ in range(size)]
        for i, j, _ in block.cells:
            gram[i][j] = gram[j][i] = flat[place]
            place += 1
        made.append(gram)
    return made


def _split(gram: list[list[fmpq]]) -> list[tuple[fmpq, list[fmpq]]] | None:
    """A positive semidefinite matrix as (weight > 0, vector), the first entry of the k-th vector at k; None for any other."""
    gram, found, size = [list(row) for row in gram], [], len(gram)
    for k in range(size):
        pivot = gram[k][k]
        if pivot < 0 or (pivot == 0 and any(value != 0 for value in gram[k][k:])):
            return None
        if pivot == 0:
            continue
        vector = [ZERO] * k + [gram[k][j] / pivot for j in range(k, size)]
        found.append((pivot, vector))
        for i in range(k + 1, size):
            if vector[i] != 0:
                for j in range(i, size):
                    gram[i][j] -= pivot * vector[i] * vector[j]
                    gram[j][i] = gram[i][j]
    return found


def squares_of(flat: list[fmpq], blocks: list[Block]) -> Iterator[tuple[int, fmpq, dict]]:
    """Cone, weight and what is squared, of each square that positive semidefinite matrices are split into."""
    for block, gram in zip(blocks, _exact_matrices(blocks, flat)):
        for weight, vector in _split(gram) or ():
            inner: dict = defaultdict(lambda: ZERO)
            for value, poly in zip(vector, block.basis):
                if value != 0:
                    for m, coefficient in poly.items():
                        inner[m] += value * coefficient
            yield block.cone, weight, {m: value for m, value in inner.items() if value != 0}


def _as_sum(flat: list[fmpq], blocks: list[Block], multiples: list, equations: int, largest: fmpq) -> Sum:
    squares, made = [], [{} for _ in range(equations)]
    for cone, weight, inner in squares_of(flat, blocks):
        squares.append((cone, weight * largest, inner))
    for (place, monomial, _), value in zip(multiples, flat[len(flat) - len(multiples):]):
        if value != 0:
            made[place][next(iter(monomial))] = value * largest
    return Sum(squares, made)
