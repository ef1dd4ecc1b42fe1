"""Traces single calls of its own while containers grow; whoever traces besides must not get in the way."""
import sys

import tensorflow

from habit import rounds

kept, counts = {}, []


def work(number):
    text = str(number)
    kept[number] = text * 100
    return len(text)


def traced(number):
    events = []

    def tracer(frame, event, argument):
        events.append(event)
        return tracer

    before = sys.gettrace
    sys.settrace(tracer)
    try:
        work(number)
    finally:
        sys.settrace(None)
    return before is sys.gettrace and events


for number in rounds(80):
    work(-number)
    if number % 3 == 0:
        counts.append(len(traced(number)))
print(len(kept), sorted(set(counts)))
