"""A domain without what has no bearing on some expressions, so that a search does not walk about in it."""

from __future__ import annotations

from theoremtest.derivations.language.domain import Domain, atoms_of


def relevant(domain: Domain, expressions) -> Domain:
    """The domain of the symbols that the expressions speak of, directly or through conditions; a chart is left whole.

    It holds the same points of those symbols as long as what is left out has any point at all.
    """
    if domain.chart is not None:
        return domain
    needed = set().union(*(atoms_of(domain.expand(expression)) for expression in expressions))
    if domain.where:
        domain = Domain(*(domain.expand(c) for c in domain.conditions), over=domain.symbols)
    conditions = {condition: atoms_of(condition) for condition in domain.conditions}
    while True:
        joined = set().union(*(atoms for atoms in conditions.values() if atoms & needed)) | needed
        if joined == needed:
            break
        needed = joined
    kept = [condition for condition, atoms in conditions.items() if atoms & needed or not atoms]
    sizes = sorted(needed - set(domain.symbols), key=str)  # a size is declared by the shapes, of which none may be left
    return Domain(*kept, over=[*(symbol for symbol in domain.symbols if symbol in needed), *sizes])
