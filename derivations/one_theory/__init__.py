"""One theory: the closed forms of Kunin, Xu, Nam and Saxe as cases of the Riccati equation of lambda-balanced networks (Dominé et al.)."""
