"""Get rich quick (Kunin et al., 2024): Sections 1 and 3 to 5 and the appendices, one module per section; importing registers the claims."""

from importlib import import_module
from importlib.util import find_spec

from derivations.language import REGISTRY

from .notation import KUNIN

SECTIONS = (
    "section1",
    "section3",
    "section3_regimes",
    "appendix_a1",
    "a2_coordinates",
    "a2_balanced",
    "a2_upstream",
    "a2_downstream",
    "a2_closed_form",
    "a2_numeric_form",
    "a2_basins",
    "a2_recovery",
    "section3_function_space",
    "a3_function_space",
    "a4_mirror_flow",
    "a4_hessian",
    "a4_potential",
    "a4_one_dimensional",
    "section4",
    "b1_dynamics",
    "b1_neurons",
    "b1_funnel",
    "b1_single_neuron",
    "b1_square",
    "b1_task_aligned",
    "b1_hyperbolic_entropy",
    "b2_deep",
    "b2_rich_limit",
    "section5",
    "section5_regimes",
    "section5_partition",
    "c1_partition",
    "c1_colouring",
    "c2_two_layer",
    "d1_teacher_student",
    "d2_constants",
    "d3_experiments",
)

for _section in SECTIONS:
    if find_spec(f"{__name__}.{_section}") is not None:  # sections not yet written are skipped, never half-imported
        import_module(f"{__name__}.{_section}")

REGISTRY.close(KUNIN.key)
