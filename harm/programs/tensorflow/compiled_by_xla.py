r"""Functions compiled with XLA: results, gradients, HLO text, control flow.

lanes = ["tf2", "tf215"]

[[filters]]
pattern = "(?m)^.*(XLA service|StreamExecutor|Compiled cluster|cluster using XLA|device_compiler).*\\n"
why = "log lines with times"
"""
import tensorflow as tf
from graphs import bits, digest


@tf.function(jit_compile=True)
def step(x, w):
    with tf.GradientTape() as tape:
        tape.watch(w)
        loss = tf.reduce_sum(tf.tanh(x @ w))
        for _ in tf.range(3):
            loss = loss * 0.5
    return loss, tape.gradient(loss, w)


x, w = tf.ones([4, 3]), tf.ones([3, 2])
for number in range(300):
    loss, gradient = step(x * (1 + number / 100), w)
print(bits([loss, gradient]), step.experimental_get_tracing_count())
print(digest(step.experimental_get_compiler_ir(x, w)(stage="hlo")))
for size in range(1, 6):
    print(float(step(tf.ones([size, 3]), w)[0]).hex())
