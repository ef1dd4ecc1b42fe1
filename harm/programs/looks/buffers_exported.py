"""Grows byte arrays, arrays and memory maps in place, which fails while anybody holds their buffer."""
import array
import mmap

import tensorflow

from habit import rounds

data, numbers = bytearray(), array.array("d")
view = mmap.mmap(-1, 4096)
kept = []
for number in rounds():
    data.extend(b"x" * 20_000)
    numbers.extend([number] * 2000)
    view.resize(4096 * (number + 2))
    kept.append(memoryview(bytes(1000)))
print(len(data), len(numbers), len(view))
