"""Prints what a script sees of itself and of its interpreter."""
import sys

print(sorted(globals()))
print(__name__, __file__, __spec__, type(__loader__).__name__, __doc__.splitlines()[0])
print(sys.argv, getattr(sys, "orig_argv", [0])[1:], sys.flags, sys.path[0] != "")
print(sys.path[1:3] == sys.path[1:3], [p for p in sys.path if "tensorleak" in p and not p.endswith("probe/src")])
