"""How a script about matrices begins with lemmas about numbers: what they are written for, and where they end."""

BEFORE = "(* With these lemmas: *)\n"
"""What stands in a script between its lemmas and the theorem's proof."""
PLACE = "name_of_the_theorem"
"""What stands there for the theorem's name."""
OPENING = ["Section numbers.", "Import theoremtest.", "Local Open Scope R_scope.", "#[local] Unset SsrRewrite.",
           "Local Notation eq_refl := (@Coq.Init.Logic.eq_refl _ _).", "Local Notation eq_sym := (@Coq.Init.Logic.eq_sym _ _ _)."]
"""The lines before the lemmas: their scripts are those of theorems of numbers, which mathcomp's words would change."""
CLOSING = "End numbers."
