"""The simulations behind the papers' figures: plain functions that return arrays, theory beside simulation."""
