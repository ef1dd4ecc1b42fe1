"""Writes to a frame's f_locals from a trace function, as debuggers do; a second reader of f_locals would undo it."""
import sys

import tensorflow

from habit import mark

changed = 0


def tracer(frame, event, argument):
    if frame.f_code.co_name != "work":
        return None
    if event == "line" and frame.f_lineno == target:
        frame.f_locals["value"] = 99
    return tracer


def work(kept):
    value = 1
    kept.append([value] * 100)
    mark()
    return value


target = work.__code__.co_firstlineno + 3
kept, values = [], []
import time

for number in range(60):
    sys.settrace(tracer)
    try:
        values.append(work(kept))
    finally:
        sys.settrace(None)
    time.sleep(0.025)
print(sorted(set(values)))
