"""The latent variable model (Xu and Ziyin, 2024): all of it, one module per section; importing registers the claims."""

from derivations.papers import import_sections

SECTIONS = (
    "section3_model",
    "appendix_a1",
    "section3_solution",
    "appendix_a2",
    "section3_kernel",
    "section3_alignment",
    "section3_rescaling",
    "case_free",
    "numeric_form",
    "appendix_a2_cases",
    "section4_limits",
    "appendix_a3",
    "section4_table",
    "section4_alignment",
    "appendix_b",
)

import_sections(__name__, SECTIONS)
