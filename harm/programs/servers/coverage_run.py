r"""Under coverage.py with branches: the report is the same.

lanes = ["harm2"]
needs = ["coverage"]
standin = true
command = ["sh", "-c", "\"$0\" -m coverage run --branch program.py && \"$0\" -m coverage report -m --include program.py", "{python}"]

[[ignored]]
name = ".coverage"
why = "a database with times"
"""
import tensorflow
from habit import rounds


def used(number):
    if number > 5:
        return 1
    return 0


def unused():
    return 2


print(sum(used(n) for n in rounds(30)))
