"""Ledger records of an invented paper, one for each thing that a rendering must be able to tell."""

import copy

from hypothesis import strategies as st

PROOF = {"kind": "exact", "engine": "tower", "outcome": "proved", "scope": "every dimension", "figure": ""}
NUMBERS = {"kind": "points", "engine": "mpmath", "outcome": "agrees", "scope": "50 digits", "figure": "48 digits at 20 points"}
MISSING = {"kind": "flow", "engine": "torch", "outcome": "unavailable", "scope": "", "figure": "", "tried": ["torch is not installed"]}
POINT = {"point": {r"\delta": "1/2", r"\|w\|^2": "-3", "w": "Matrix([[1], [0]])"}, "left": "1.25", "right": "0.75", "note": "the sum"}
REFUTATION = {"kind": "exact", "engine": "balls", "outcome": "refuted", "scope": "one point", "figure": "64 bits", "counterexample": POINT}
NOTHING = {"kind": "exact", "engine": "tower", "outcome": "undecided", "scope": "", "figure": "",
           "tried": ["normal form", "out of time after 20 s"]}


def record(label, latex, verdict="proved", **more):
    """One record with the ledger's fields; `more` overrides any of them."""
    evidence = {"proved": [PROOF, NUMBERS], "supported": [NUMBERS], "refuted": [REFUTATION], "undecided": [NOTHING]}[verdict]
    told = {
        "id": f"sample2020/{label}", "paper": "sample2020", "where": f"Eq. ({label})", "title": f"Statement {label}", "note": "",
        "origin": "printed", "kind": "Equal", "latex": latex, "domain": r"\delta > 0,\; w \in \mathbb{R}^{d}", "uses": [],
        "verdict": verdict, "scope": "every dimension", "parts": [], "evidence": evidence, "certified": True, "derivation": [],
        "erratum": None, "failures": [],
    }
    return copy.deepcopy(told | more)


def erratum(kind="wrong", verdict="proved", **more):
    """The erratum of a refuted record."""
    return copy.deepcopy({
        "kind": kind, "why": "The factor delta is missing; see sample2020/1.", "counterexample": POINT,
        "corrected_kind": "Equal", "corrected_latex": r"\dot{\mu} = \delta \mu", "corrected_domain": r"\delta \neq 0",
        "corrected_verdict": verdict, "corrected_scope": "", "corrected_parts": [], "corrected_evidence": [PROOF]} | more)


def ledger():
    """A small ledger with every verdict, every kind of erratum, parts, a derivation, a problem and awkward text."""
    step = {"kind": "Equal", "latex": r"\|w\|^{2} = w^{\top} w", "domain": "", "reason": "the norm's definition", "verdict": "proved",
            "evidence": [PROOF]}
    halves = [{"name": "left half", "kind": "Equal", "latex": "x = y", "domain": "x > 0", "verdict": "proved"},
              {"name": "right half", "kind": "Equal", "latex": "y = z", "domain": "x > 0", "verdict": "supported"}]
    return [
        record("1", r"\dot{w} = - \eta_w X^{\top} \rho", kind="Evolves", derivation=[step, step]),
        record("2", r"\frac{d}{dt}\left(\left\|w\right\|^{2}\right) = 2 w^{\top} \dot{w}", uses=["sample2020/1"]),
        record("3", r"\dot{\mu} = \mu", "refuted", uses=["sample2020/2"], erratum=erratum(), title="mu grows by 5% & more, #1 of {all}"),
        record("4", r"c_\delta = \begin{cases} 0 & \text{if } \delta \leq 0 \\ \frac{1}{3} & \text{otherwise} \end{cases}",
               "refuted", uses=["sample2020/3"], erratum=erratum("incomplete", "supported")),
        record("5", "x = y \\\\ y = z", "supported", kind="All", parts=halves, uses=["sample2020/3"]),
        record("6", r"\phi(t) = \tanh\left(t\right)", "undecided", kind="Solves", problem=r"\dot{\phi} = 1 - \phi^{2}, \quad \phi(0) = 0",
               failures=["the printed statement is undecided"]),
        record("lemma-A.1", r"\operatorname{sgn}(\mu) = \operatorname{sgn}(a)", where="Lemma A.1", uses=["sample2020/6", "sample2020/5"]),
        record("app-A.1:aside", r"\beta \in \mathbb{R}^{d}", where="Appendix A.1", origin="derived",
               note="In words: |beta|^2 <= 1 where `w < 1`; $\\delta$ as in sample2020/2.",
               title="<script>alert(1)</script> stays text"),
        record("app-A.1:lost", "x = y", "refuted", where="Appendix A.1", erratum=erratum("garbled")),
    ]


FORMULAS = [
    r"\dot{w} = \eta_w \left(a \beta_* - a^{2} w\right)",
    r"\operatorname{sgn}\left(\mu\right) = \operatorname{sgn}\left(a\right)",
    r"\left\|\beta_0\right\|^{2} = {\|w\|^2}^{2}",
    r"\left(\beta_*\right)^{\top} w \in \mathbb{R}",
    r"\begin{cases} 0 & \text{if } \delta \leq 0 \\ \frac{\sqrt{2} |\delta|^{3/2}}{3} & \text{if } \delta > 0 \end{cases}",
    r"\beta(\infty) = \arg\min_{X \beta = y} \; \Psi_\delta(\beta) - \psi^{\top} \beta",
    r"\lim_{\delta \to \infty} \left(\frac{M}{\delta}\right) = \mathbf{I}_{d} + O\left(\frac{1}{\delta^{2}}\right)",
    r"\#\left\{ t \geq 0 : a(t) = 0 \right\} \leq 1",
    r"\nu = \frac{2 R \nu_0 \cosh{\left(R t \right)} + \sinh{\left(R t \right)}}{2 R \cosh{\left(R t \right)}}",
    r"\left[\begin{matrix}1 & 2\\3 & 4\end{matrix}\right] \neq \nabla^2 \Phi \text{ for every } \Phi",
    r"a = 0 \wedge w^{\top} y = 0 \iff \neg \left(a < b \vee x \geq 1\right)",
    r"\mu(t) := \underbrace{\tilde{f}_\delta + \hat{x}}_{M} \cdot 10^{-3}",
    r"\sqrt[3]{x} \cdot \left.\frac{a}{b}\right|_{x=0} = \int_{0}^{t} e^{- \frac{s}{2}} \, ds",
    r"\tanh^{-1}\left(\phi_0\right) = \max\left(0, x\right)",
]

ATOMS = st.sampled_from(["x", r"\delta", r"\beta_*", "12", r"w^{\top} y", r"\|w\|^2"])
TERMS = st.recursive(ATOMS, lambda inner: st.one_of(
    st.tuples(inner, inner).map(lambda pair: rf"\frac{{{pair[0]}}}{{{pair[1]}}}"),
    st.tuples(inner, inner).map(lambda pair: rf"\left({pair[0]} + {pair[1]}\right)"),
    inner.map(lambda body: rf"\sqrt{{{body}}}")), max_leaves=6)
LONG = st.lists(TERMS, min_size=2, max_size=14).flatmap(
    lambda terms: st.lists(st.sampled_from([" + ", " - ", " = ", " \\cdot "]), min_size=len(terms) - 1, max_size=len(terms) - 1).map(
        lambda signs: "".join(term + sign for term, sign in zip(terms, [*signs, ""], strict=True))))
"""Strategy: LaTeX sums of up to fourteen terms with fractions, brackets and roots, joined by signs and relations."""
