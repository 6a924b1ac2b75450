"""The latent variable model (Xu and Ziyin, 2024): all of it, one module per section; importing registers the claims."""

from rederive.derivations.papers import import_sections

SECTIONS = (
    "s3_1_model",
    "a1_setting_eq17",
    "s3_1_solution_eq4_9",
    "a2_solution_eq18_30",
    "s3_1_kernel_eq10",
    "s3_2_alignment_eq11_13",
    "s3_3_rescaling",
    "s3_1_case_free",
    "s3_1_numeric_form",
    "a2_cases_eq31_35",
    "s4_limits_eq14_16",
    "a3_limits_eq36_38",
    "s4_table",
    "s4_alignment",
    "b_details",
)

import_sections(__name__, SECTIONS)
