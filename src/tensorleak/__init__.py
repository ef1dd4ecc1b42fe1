"""Tensorleak finds, explains, fixes and prevents memory leaks in TensorFlow programs."""

from tensorleak_probe import mark

__all__ = ["__version__", "mark"]
__version__ = "0.1.0"
