"""A polynomial as a positive combination of products of what is known: a linear programme in floats, its basis solved exactly."""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np
import scipy
from flint import fmpq, fmpq_mat, fmpq_mpoly

from theoremtest.derivations.kernel.ring import Quotient

from .effort import FEW, PRODUCTS
from .known import Known
from .reader import Reader


def degree_of(poly: fmpq_mpoly, facts: list[Known], strict: bool) -> int:
    """Of the products that are summed up: the polynomial's own, or that of the simplest fact which holds one of its summands."""
    degree = int(poly.total_degree())
    held = [(int(known.poly.total_degree()), known.poly.to_dict()) for known in facts if known.strict or not strict]
    for monomial, weight in poly.to_dict().items():
        degree = max(degree, min((of for of, its in held if monomial in its and (its[monomial] > 0) is (weight > 0)), default=0))
    return degree


def programme(poly: fmpq_mpoly, facts: list[Known], strict: bool, reader: Reader, degree: int) -> list | None:
    """Weights that are not negative, of products of facts, whose sum the polynomial is: [(weight, places)]."""
    degree = degree or 3 if not poly.is_constant() or len(facts) <= FEW else 2
    if poly.is_constant() and all(known.squared is not None or int(known.poly.total_degree()) == 1 for known in facts):
        degree = 1  # of linear ones their sums are enough (Farkas)
    one = poly.context().constant(1)
    products: dict = {(): (one, True)}
    for count in range(1, max(degree, 1) + 1):
        for chosen in combinations_with_replacement(range(len(facts)), count):
            if sum(int(facts[place].poly.total_degree()) for place in chosen) > degree:
                continue
            made = one
            for place in chosen:
                made = made * facts[place].poly
            if any(int(made.degrees()[place]) >= root for place, root, _ in reader._roots):
                value = reader.reduced(Quotient(made, one))
                if not value.den.is_one():
                    continue
                made = value.num
            products[chosen] = (made, all(facts[place].strict for place in chosen))
            if len(products) > PRODUCTS:
                break
        if len(products) > PRODUCTS:
            break
    names = list(products)
    strictly = [column for column, name in enumerate(names) if products[name][1]]
    monomials: dict = {}
    for value in (poly, *(products[name][0] for name in names)):
        for monomial in value.monoms():
            monomials.setdefault(monomial, len(monomials))
    normal = int(not poly)  # of a contradiction any multiple is one: the strict part has the weight 1
    table = np.zeros((len(monomials) + normal, len(names)))
    for column, name in enumerate(names):
        for monomial, value in products[name][0].to_dict().items():
            table[monomials[monomial], column] = float(int(value.p) / int(value.q))
    wanted = np.zeros(len(monomials) + normal)
    for monomial, value in poly.to_dict().items():
        wanted[monomials[monomial]] = float(int(value.p) / int(value.q))
    if normal:
        table[-1, strictly] = wanted[-1] = 1.0
    cost, upper, most = np.ones(len(names)), None, None
    if strict and not normal:
        cost = np.full(len(names), 0.01)
        cost[strictly] = -1.0
        upper, most = np.zeros((1, len(names))), np.array([1000.0])
        upper[0, strictly] = 1.0
    try:
        found = scipy.optimize.linprog(cost, A_ub=upper, b_ub=most, A_eq=table, b_eq=wanted, bounds=(0, None), method="highs-ds")
    except ValueError:
        return None
    if found.status != 0:
        return None
    chosen = [column for column in range(len(names)) if found.x[column] > 1e-9]
    if strict and not any(column in strictly for column in chosen):
        return None
    columns = [products[names[column]][0] for column in chosen]
    weights = _solved(columns, poly, monomials, [column in strictly for column in chosen] if normal else None)
    if weights is None or any(weight < 0 for weight in weights):
        return None
    return [(weight, names[column]) for weight, column in zip(weights, chosen, strict=True) if weight != 0]


def _solved(columns: list[fmpq_mpoly], wanted: fmpq_mpoly, monomials: dict, strict: list[bool] | None) -> list[fmpq] | None:
    """The exact weights of polynomials whose sum is another; None where there are none, or more than one. strict: those whose weights sum
    up to 1."""
    rows = fmpq_mat(len(monomials) + (strict is not None), len(columns) + 1)
    for place, poly in enumerate([*columns, wanted]):
        for monomial, value in poly.to_dict().items():
            rows[monomials[monomial], place] = value
    if strict is not None:
        for place, counts in enumerate([*strict, True]):
            rows[len(monomials), place] = fmpq(int(counts))
    reduced, rank = rows.rref()
    if rank != len(columns) or any(reduced[place, place] != 1 for place in range(rank)):
        return None
    return [reduced[place, len(columns)] for place in range(rank)]
