"""Attacks on a device from outside, for `benchmarks/attacks.py`: one module for each kind."""
