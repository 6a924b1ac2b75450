"""Which signs can an expression have on a whole domain, and which inequalities follow."""
