"""Prints the module search path, whole, and where the interpreter looks for hooks."""
import sys

print("\n".join(sys.path))
print(sorted(type(hook).__name__ for hook in sys.path_hooks))
import tensorflow

from habit import rounds

for _ in rounds(20):
    pass
print(len(sys.path))
