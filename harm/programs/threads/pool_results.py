"""A thread pool whose results, order and exceptions are printed."""
import concurrent.futures
import queue

import tensorflow

from habit import mark, rounds

done = queue.Queue()


def task(number):
    mark()
    done.put(number)
    if number % 7 == 0:
        raise LookupError(number)
    return number * number


with concurrent.futures.ThreadPoolExecutor(1) as pool:
    futures = [pool.submit(task, n) for n in range(40)]
    for _ in rounds(20):
        pass
print([repr(f.exception()) if f.exception() else f.result() for f in futures])
print([done.get_nowait() for _ in range(40)] == list(range(40)))
