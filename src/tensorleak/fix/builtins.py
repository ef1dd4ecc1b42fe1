"""Functions of the language that do nothing but compute."""

# They give the same whenever they are called with the same.
PURE_FUNCTIONS = frozenset("abs bool dict float int len list max min range repr round set sorted str sum tuple".split())
# They give no tensor; what `zip` and `enumerate` give can be gone through but once.
PLAIN_FUNCTIONS = PURE_FUNCTIONS | {"enumerate", "zip"}
