"""Certificates of nonnegativity: a goal written as a sum, with nonnegative rational weights, of products known to be
nonnegative. The linear programme is solved in exact rational arithmetic, so a found certificate is a proof."""

from __future__ import annotations

from flint import fmpq

ROWS, COLUMNS = 160, 420


def certificate(goal: dict, columns: list[tuple[dict, bool]], deadline) -> str | None:
    """`strict`, `weak` or None: whether the goal is a nonnegative combination of the columns.

    goal: exponents to rational; columns: (the same, whether the product is strictly positive). `strict` means that a
    strictly positive product enters with positive weight, so the goal is positive.
    """
    weights = weights_of(goal, columns, deadline)
    if weights is None:
        return None
    return "strict" if any(strict and weights.get(index, 0) > 0 for index, (_, strict) in enumerate(columns)) else "weak"


def weights_of(goal: dict, columns: list[tuple[dict, bool]], deadline) -> dict | None:
    """The nonnegative weights with which the columns add up to the goal, by their places; None where there are none."""
    rows = {monomial: index for index, monomial in enumerate(
        dict.fromkeys(monomial for terms in (goal, *(column for column, _ in columns)) for monomial in terms))}
    if len(rows) > ROWS or len(columns) > COLUMNS:
        return None
    weights = _maximise(goal, columns, rows, deadline)
    if weights is not None and not _checks(goal, columns, weights):
        raise AssertionError("a nonnegativity certificate failed its own check")
    return weights


def _checks(goal, columns, weights) -> bool:
    """The certificate multiplied out again: equal to the goal, weights nonnegative."""
    total: dict = {}
    for index, weight in weights.items():
        if weight < 0:
            return False
        for monomial, value in columns[index][0].items():
            total[monomial] = total.get(monomial, 0) + weight * value
    return all(total.get(monomial, 0) == goal.get(monomial, 0) for monomial in {*total, *goal})


def _maximise(goal, columns, rows, deadline) -> dict | None:
    """Weights of a basic feasible point, with the weight on strict columns raised from zero where that is possible."""
    n, m = len(columns), len(rows)
    table = [{} for _ in range(m)]
    right = [fmpq(0)] * m
    for monomial, value in goal.items():
        right[rows[monomial]] = fmpq(value)
    for j, (column, _) in enumerate(columns):
        for monomial, value in column.items():
            table[rows[monomial]][j] = fmpq(value)
    for i in range(m):
        if right[i] < 0:
            table[i] = {j: -value for j, value in table[i].items()}
            right[i] = -right[i]
    basis = [n + i for i in range(m)]
    for i in range(m):
        table[i][n + i] = fmpq(1)
    cost = {}
    for i in range(m):
        for j, value in table[i].items():
            if j < n:
                cost[j] = cost.get(j, fmpq(0)) - value
    if not _simplex(table, right, basis, cost, n, deadline):
        return None
    if any(basis[i] >= n and right[i] != 0 for i in range(m)):
        return None
    for i in range(m):
        if basis[i] >= n:
            entering = next((j for j in table[i] if j < n and table[i][j] != 0), None)
            if entering is not None:
                _pivot(table, right, basis, {}, i, entering)
    for i in range(m):
        table[i] = {j: value for j, value in table[i].items() if j < n}
    objective = {j: fmpq(-1) for j, (_, strict) in enumerate(columns) if strict}
    cost = dict(objective)
    for i in range(m):
        weight = objective.get(basis[i])
        if weight:
            for j, value in table[i].items():
                cost[j] = cost.get(j, fmpq(0)) - weight * value
    started = sum((right[i] for i in range(m) if basis[i] in objective), fmpq(0))
    if not started:
        _simplex(table, right, basis, cost, n, deadline, enough=lambda: any(
            right[i] > 0 and basis[i] in objective for i in range(m)))
    return {basis[i]: right[i] for i in range(m) if basis[i] < n and right[i] != 0}


def _simplex(table, right, basis, cost, n, deadline, enough=None) -> bool:
    """Bland's rule until no column improves; False where the programme is unbounded."""
    while True:
        deadline.check()
        if enough is not None and enough():
            return True
        entering = min((j for j, value in cost.items() if value < 0 and j < n), default=None)
        if entering is None:
            return True
        best = None
        for i, row in enumerate(table):
            value = row.get(entering, 0)
            if value > 0:
                ratio = (right[i] / value, basis[i])
                if best is None or ratio < best[0]:
                    best = (ratio, i)
        if best is None:
            return False
        _pivot(table, right, basis, cost, best[1], entering)


def _pivot(table, right, basis, cost, i, j) -> None:
    scale = table[i][j]
    row = table[i] = {k: value / scale for k, value in table[i].items() if value}
    right[i] /= scale
    for other in range(len(table)):
        factor = table[other].get(j, 0) if other != i else 0
        if factor:
            target = table[other]
            for k, value in row.items():
                new = target.get(k, 0) - factor * value
                if new:
                    target[k] = new
                else:
                    target.pop(k, None)
            right[other] -= factor * right[i]
    factor = cost.get(j, 0)
    if factor:
        for k, value in row.items():
            new = cost.get(k, 0) - factor * value
            if new:
                cost[k] = new
            else:
                cost.pop(k, None)
    basis[i] = j
