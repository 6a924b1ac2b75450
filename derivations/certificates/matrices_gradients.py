"""The gradient of a scalar in a vector or a matrix, as a theorem of Coq: its inner product with every direction is the derivative along it.

Where a formula has to be defined, the theorem supposes it at the point itself; what is defined only near it is for the proof to show.
"""

from __future__ import annotations

from theoremtest.derivations.language import Gradient

from .matrices import MatrixPart, theorem
from .matrices_flows import along_direction
from .matrices_script import Script
from .matrices_setting import defined, setting_of, spoken
from .matrices_terms import NoCertificate, plain
from .matrices_text import Printer


def gradient_stated(statement: Gradient) -> MatrixPart:
    """The derivative of the potential along every direction is what the stated gradient says. Raises NoCertificate."""
    made = setting_of(statement.on, spoken(statement))
    state = statement.variable
    made.letters.letter(state, state.shape)
    loss, value = plain(made.reader.scalar(statement.potential)), made.reader.matrix(statement.value)
    if any(key == state for key in statement.on.where):
        raise NoCertificate("name")
    defined(made, loss, value)
    rows, columns = (made.letters.size_text(made.letters.sizes[i]) for i in made.letters.shape(state))
    name = made.letters.names[state]
    moved = Printer(made.letters, given={state: "x"}).shown(loss)
    conclusion = f"is_gradient (fun x : 'M[R]_({rows}, {columns}) => {moved}) {name} {made.printer.shown(value)}"
    opening = [line for line in Script(made, [loss, value]).opening() if line.startswith(("have [N", "have b"))]
    proof = [*opening, "rewrite /is_gradient => V.", *along_direction(made, state, loss, value)]
    return theorem(made, [loss, value], conclusion, lambda: proof)
