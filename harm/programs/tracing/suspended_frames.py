"""Generators and coroutines that add to growing containers and are left suspended: their frames carry no tracer, and end as they should."""
import asyncio
import sys

import tensorflow

from habit import rounds

kept, ended = [], []


def numbers(start):
    try:
        while True:
            kept.append(start)
            start += 1
            yield start
    finally:
        ended.append(start)


async def asynchronous(number):
    kept.append(number)
    await asyncio.sleep(0)
    kept.append(-number)
    return number


open_ones = []
for number in rounds(60):
    one = numbers(number)
    next(one)
    open_ones.append(one)
    next(open_ones[number // 2])
    loop = asyncio.new_event_loop()
    loop.run_until_complete(asynchronous(number))
    loop.close()
print([one.gi_frame.f_trace for one in open_ones] == [None] * len(open_ones), sys._getframe().f_trace)
for one in open_ones:
    one.close()
print(len(kept), ended)
