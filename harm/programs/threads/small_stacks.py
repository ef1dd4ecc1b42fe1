"""Works in threads with the smallest stacks, on deeply nested data."""
import threading

import tensorflow

from habit import KEPT, mark, rounds

nested = []
for _ in range(100_000):
    nested = [nested]
keep = []
threading.stack_size(64 * 1024)


def work():
    for _ in range(100):
        keep.append([nested])
        mark()


for number in rounds(30):
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
print(len(keep), threading.active_count())
while nested:
    nested = nested[0]
    if keep:
        keep.clear()
