"""The page of the one theory: what is what in the four papers, and what contradicts what, each entry with the claims that back it.

Formulas are those of `notation`, on which the claims are built; words are the claims' own. A cell without an entry is claimed nowhere.
"""

from sympy import ImmutableMatrix, Integer, Lt, Rational, sqrt

from theoremtest.derivations.domine2025.notation import W1, tau
from theoremtest.derivations.kunin2024 import notation as kunin
from theoremtest.derivations.language import Dot
from theoremtest.derivations.language.dictionary import Clash, Dictionary, Entry, Row, Side, Table
from theoremtest.derivations.nam2024 import layerwise_notation as diagonal
from theoremtest.derivations.nam2024 import toy_notation as toy
from theoremtest.derivations.xu2024 import notation as latent

from .notation import latent_scale, moment, neuron_scale, of_diagonal, of_latent, of_neuron, of_toy, toy_scale
from .s2_conserved import C
from .s2_conserved import e as unit
from .s8_time_scales import end_rates, neuron_half

FLOWS = "Kunin et al., Section 3", "Xu and Ziyin", "Nam, Chapter 3", r"Nam, Chapter 6 (modes: $\mathbf{E}[x^2] = 1$)"
NEURON, LATENT, MODE, SCALAR = "single-neuron", "latent-variable", "diagonal-network", "scalar-network"
KINDS = NEURON, LATENT, MODE, SCALAR
p_squares, q_squares = (Dot(mode, mode) for mode in (latent.p_vector, latent.q_vector))
squares = Dot(toy.a, toy.a) + Dot(toy.b, toy.b)
of_neuron_i = {Dot(latent.e, latent.p_vector): latent.p, Dot(latent.e, latent.q_vector): latent.q}
SIGN, LAZY, RICH, DELAYED, REVERSED = (f"one_theory/sec-4:{name}" for name in ("sign", "lazy", "rich", "delayed", "reversed"))
HALF = "one_theory/sec-8:half"


def backed(section: int, *formulas, kinds=KINDS) -> tuple[Entry | None, ...]:
    """A formula per paper, each backed by that section's claim on its model; a pair is a formula with its short letters."""
    made = []
    for kind, formula in zip(kinds, formulas, strict=True):
        said, short = formula if isinstance(formula, tuple) else (formula, {})
        made.append(None if said is None else Entry((f"one_theory/sec-{section}:{kind}",), said, short=short))
    return tuple(made)


letters = Table("Letters, learning rates and starts", FLOWS, (
    Row(r"$W_1$", backed(1, of_neuron[W1], of_latent.first, of_diagonal["a"], of_toy.first)),
    Row(r"$W_2$ (as a column)", backed(1, sqrt(tau * kunin.eta_w) * kunin.a, of_latent.second, of_diagonal["b"], of_toy.second)),
    Row(r"target $\tilde{s}$ of a mode", backed(3, neuron_scale * kunin.s, 2 * tau * latent.drive, of_diagonal["target"],
                                                 toy_scale * toy.S)),
    Row(r"start $s(0)$ of a mode", backed(3, neuron_scale * kunin.mu0, latent_scale * (latent.P - latent.Q),
                                          tau * diagonal.v * diagonal.P0, toy_scale * toy.S0)),
    Row(r"learning rate, in place of $1/\tau$", backed(3, sqrt(kunin.eta_a * kunin.eta_w), sqrt(latent.eta_u * latent.eta_w), diagonal.v,
                                                       None))))

conserved = Table("What is conserved, with its sign", FLOWS, (
    Row(r"$\lambda$, of each neuron", backed(
        2, tau * kunin.conserved.subs(kunin.W, Dot(kunin.w, kunin.w)),
        (-8 * tau * latent.gamma**2 * latent.rho_of_x**2 * Dot(latent.e, latent.p_vector) * Dot(latent.e, latent.q_vector), of_neuron_i),
        -tau * diagonal.v * C, tau * moment / toy.Z**2 * (Dot(unit, toy.b)**2 - Dot(unit, toy.a)**2),
        kinds=(NEURON, LATENT, MODE, "scalar-network-balance"))),
    Row(r"$\lambda^2/4$, of many neurons", backed(
        2, None, ((2 * latent_scale.subs(latent.rho, latent.rho_of_x))**2 * (p_squares / latent.d) * (q_squares / latent.d),
                   {p_squares: latent.d * latent.P, q_squares: latent.d * latent.Q}), None,
        ((toy_scale * moment)**2 * ((squares / (2 * toy.Z))**2 - toy.theta**2),
         {squares: 2 * toy.Z * toy.Sigma, Dot(toy.a, toy.b): toy.Z * toy.S0}),
        kinds=(NEURON, "latent-variable-level", MODE, "scalar-network-level")))))

sorts = Table("Regimes in each other's words", ("Dominé et al.", "Kunin et al.", "Xu and Ziyin", "Nam"), (
    Row(r"$\lambda > 0$", (
        Entry((SIGN,), words="a larger second layer"), Entry((SIGN,), kunin.delta > 0, "upstream"),
        Entry((SIGN,), Lt(Dot(latent.e, latent.p_vector) * Dot(latent.e, latent.q_vector), 0), short=of_neuron_i),
        Entry((SIGN,), Lt(C, 0)))),
    Row(r"$\lambda \to \pm\infty$", (
        Entry((LAZY,), words="lazy limit"), None, Entry((LAZY,), words="kernel regime"), Entry((LAZY,), words="lazy regime"))),
    Row(r"$\lambda \to -\infty$, a funnel", (
        Entry((DELAYED,), words="lazy phase with a delayed rich one"), Entry((DELAYED,), words="phi turns downstream"), None, None)),
    Row(r"$\lambda = 0$", (
        Entry((RICH,), words="rich limit"), Entry(("one_theory/sec-3:sigmoid-single-neuron",), words="delta = 0 and w along beta_*"),
        Entry(("one_theory/sec-3:sigmoid-latent-variable",), words="at Q = 0"),
        Entry((RICH,), words="rich for Nam from small starts alone"))),
    Row(r"$\lambda = 0$, reversed", (
        Entry((REVERSED,), words="reversed mode"), Entry((REVERSED,), words="phi_0 = -1"), Entry((REVERSED,), words="P = 0"),
        Entry((REVERSED,), words="anti-aligned modes")))))

scales = Table("Time scales", FLOWS, (
    Row("rate at the end", backed(8, *(end_rates[kind] for kind in KINDS))),
    Row("time to half from equal layers", (Entry((HALF,), neuron_half), None, Entry((HALF,), diagonal.emergent_time(diagonal.v)), None)),
    Row(r"$-\lambda$ times the rate of the delayed phase, $\lambda \to -\infty$", (
        Entry((DELAYED,), kunin.eta_a * kunin.eta_w * kunin.s**2), None, None, None))))

ones = {latent.d: 1, latent.d0: 1, latent.u: ImmutableMatrix([[1]]), latent.W: ImmutableMatrix([[0]]), latent.x: ImmutableMatrix([[1]])}
clashes = (
    Clash("one_theory/sec-5:two-speeds", (Side("Nam's Theorem 1 as printed", "printed slope", 1), Side("Nam's Eq. (3.9)", "slope", 1)),
          {toy.S0: 1, toy.S: 2}),
    Clash("one_theory/sec-5:two-signs", (Side("Xu's alpha(t) as printed", "printed", 1), Side("Nam's gamma(t)", "nam", 1)),
          {latent.gamma: 1, latent.d: 1, latent.rho: 1, latent.P: 1, latent.alpha_plus: 2, latent.alpha_minus: -Rational(1, 2)}),
    Clash("one_theory/sec-5:two-balances", (Side("the printed sentence says 4 p q", "printed", 1, -1), Side("and it is", "printed", 0)),
          ones),
    Clash("one_theory/sec-5:two-ends", (Side("Kunin's Eq. (25) as printed", "printed", 1), Side("Dominé's zero-balanced mode", "mode", 1)),
          {kunin.s: 2}),
    Clash("one_theory/sec-5:two-terms", (Side("said to know no learning rate", "term", 1), Side("with both doubled", "doubled", 1)), {
        latent.gamma: 1, latent.rho: 1, latent.eta_u: 1, latent.eta_w: 1, kunin.a: 1, kunin.omega: Integer(0)}))

DICTIONARY = Dictionary("One theory on one page", (letters, conserved, sorts, scales), clashes)
