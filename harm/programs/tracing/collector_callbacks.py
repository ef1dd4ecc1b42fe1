"""Counts collections by generation with callbacks, at thresholds of its own."""
import gc

import tensorflow

from habit import rounds

gc.collect()
gc.disable()
seen = []
gc.callbacks.append(lambda phase, info: seen.append((phase, info["generation"])))
gc.set_threshold(500, 3, 3)
for number in rounds(50):
    if number % 10 == 0:
        gc.collect(number % 3)
print(seen, gc.get_threshold(), len(gc.callbacks))
