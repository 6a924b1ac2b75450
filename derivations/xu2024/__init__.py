"""The latent variable model (Xu and Ziyin, 2024): all of it, one module per section; importing registers the claims."""

from importlib import import_module

from derivations.language import REGISTRY

from .notation import XU

SECTIONS = (
    "section3_model",
    "appendix_a1",
    "section3_solution",
    "appendix_a2",
    "section3_kernel",
    "section3_alignment",
    "section3_rescaling",
    "case_free",
    "appendix_a2_cases",
    "section4_limits",
    "appendix_a3",
    "section4_table",
    "section4_alignment",
    "appendix_b",
)

for _section in SECTIONS:
    import_module(f"{__name__}.{_section}")

REGISTRY.close(XU.key)
