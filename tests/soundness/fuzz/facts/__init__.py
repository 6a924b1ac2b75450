"""Known facts with chosen parts in them; a false one has a slip put in whose size at some point of the domain is known.

Every formula has a value at every point of its domain, so that no slip hides where a side is undefined.
"""

from . import counting, fields, formulas, motion, orders, products, traps

MAKERS = (*formulas.MAKERS, *orders.MAKERS, *motion.MAKERS, *fields.MAKERS, *traps.MAKERS, *counting.MAKERS, *products.MAKERS)
