"""A finalizer that raises: Python says so on stderr."""
import tensorflow

from habit import rounds


class Bad:
    def __del__(self):
        raise ValueError("in __del__")


for number in rounds(30):
    if number == 20:
        Bad()
kept = Bad()
