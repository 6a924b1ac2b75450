"""The derivative of a term as the tactic `derive` of `theoremtest.v` leaves it, rule by rule: what follows can be stated beforehand."""

from __future__ import annotations

from .reasons import NoScript
from .terms import Term, app, num, speaks_of


def derivative(term: Term, rates: dict[str, Term]) -> Term:
    """The rate of the term where each variable has the given rate. Raises NoScript for a function without a rule."""
    if not speaks_of(term, set(rates)):
        return num(0)
    head, args = term
    if head == "var":
        return rates[args[0]]
    if head == "pow" and args[1].isdigit() and int(args[1]) > 0:
        lower = str(int(args[1]) - 1)
        return app("mul", app("mul", app("INR", args[1]), derivative(args[0], rates)), app("pow", args[0], lower))
    if head in ("add", "sub"):
        return app(head, *(derivative(item, rates) for item in args))
    if head == "opp":
        return app("opp", derivative(args[0], rates))
    if head == "mul":
        one, other = args
        return app("add", app("mul", derivative(one, rates), other), app("mul", one, derivative(other, rates)))
    if head == "div":
        one, other = args
        above = app("sub", app("mul", derivative(one, rates), other), app("mul", derivative(other, rates), one))
        return app("div", above, app("pow", other, "2"))
    if head == "inv":
        return app("div", app("opp", derivative(args[0], rates)), app("pow", args[0], "2"))
    if head not in OUTER:
        raise NoScript("derivative")
    inner = derivative(args[0], rates)
    return app("mul", app("sign", args[0]), inner) if head == "Rabs" else app("mul", inner, OUTER[head](args[0], term))


OUTER = {
    "sqrt": lambda x, f: app("inv", app("mul", num(2), f)),
    "exp": lambda x, f: f,
    "ln": lambda x, f: app("inv", x),
    "sin": lambda x, f: app("cos", x),
    "cos": lambda x, f: app("opp", app("sin", x)),
    "cosh": lambda x, f: app("sinh", x),
    "sinh": lambda x, f: app("cosh", x),
    "tanh": lambda x, f: app("sub", num(1), app("pow", f, "2")),
    "arcsinh": lambda x, f: app("inv", app("sqrt", app("add", app("pow", x, "2"), num(1)))),
    "atanh": lambda x, f: app("inv", app("sub", num(1), app("pow", x, "2"))),
    "Rabs": None,
}
"""The derivative of each function at its argument."""
