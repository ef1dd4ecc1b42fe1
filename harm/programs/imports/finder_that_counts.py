"""A finder at the head of sys.meta_path notes which modules are asked for, from the start of the program."""
import sys

asked = []


class Finder:
    def find_spec(self, name, path=None, target=None):
        asked.append(name)

    find_module = find_spec


sys.meta_path.insert(0, Finder())
import tensorflow

from habit import rounds

start = len(asked)
for _ in rounds(60):
    pass
print("while working", asked[start:])
print("tensorflow" in asked, asked.count("tensorflow"))
