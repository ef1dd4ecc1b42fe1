"""Tracing counts, signatures and caches of tf.function; retracing for values, shapes and objects.

lanes = ["tf2", "tf215"]
"""
import gc
import time
import weakref

import tensorflow as tf

traced = []


@tf.function
def function(x, flag=True, thing=None):
    traced.append((str(getattr(x, "shape", x)), flag))
    return x if flag else x * 2


for argument in (tf.constant(1), tf.constant([1]), tf.constant([1, 2]), 1, 2, 2, 1):
    function(argument)
function(tf.constant(1), flag=False)
function(tf.constant(1), thing=object())
print(function.experimental_get_tracing_count(), traced)
print(function.pretty_printed_concrete_signatures())
relaxed = tf.function(lambda x: x + 1, reduce_retracing=True)
for size in range(1, 8):
    relaxed(tf.ones([size]))
print(relaxed.experimental_get_tracing_count())
gone = []
start, number = time.monotonic(), 0
while time.monotonic() - start < 1.5 or number < 10:
    own = tf.function(lambda x: x - 1)
    own(tf.constant(number))
    weakref.finalize(own, gone.append, number)
    del own
    number += 1
gc.collect()
print(len(gone) == number, function.experimental_get_tracing_count())
