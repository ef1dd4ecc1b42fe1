"""Closures with empty cells, functions without globals they need, deleted locals, frames kept by tracebacks."""
import sys

import tensorflow

from habit import rounds


def outer():
    def inner():
        return never

    if False:
        never = 1
    return inner


def fails(number):
    local = [number] * 100
    del number
    raise ValueError(local[0])


kept, errors = [], []
for number in rounds():
    kept.extend(outer() for _ in range(20))
    try:
        fails(number)
    except ValueError as error:
        errors.append(error)
    frame = sys._getframe()
    kept.append(frame.f_globals)
print(len(kept), len(errors), errors[3].__traceback__.tb_next.tb_frame.f_locals["local"][:2])
