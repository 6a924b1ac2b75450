"""The papers that this library holds: one call imports all their claims into the register."""

from __future__ import annotations

from importlib import import_module

from derivations.language import REGISTRY, Registry

PAPERS = ("kunin2024", "xu2024")
"""Package names under `derivations`; a paper's package registers its claims when it is imported."""


def load() -> Registry:
    """The register with every paper's claims in it; a claim that is malformed is an error here."""
    for name in PAPERS:
        import_module(f"derivations.{name}")
    REGISTRY.close()
    return REGISTRY
