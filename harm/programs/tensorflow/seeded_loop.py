"""A training loop by hand with tapes, functions, datasets and random operations: results bit for bit.

lanes = ["tf2", "tf215"]
"""
import tensorflow as tf
from graphs import bits

tf.random.set_seed(11)
w, b = tf.Variable(tf.random.normal([8, 1])), tf.Variable(tf.zeros([1]))
optimizer = tf.keras.optimizers.Adam(0.01)


@tf.function
def step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((tf.nn.dropout(x, 0.2) @ w + b - y) ** 2)
    optimizer.apply_gradients(zip(tape.gradient(loss, [w, b]), [w, b]))
    return loss


x = tf.random.normal([512, 8])
data = tf.data.Dataset.from_tensor_slices((x, tf.reduce_sum(x, 1, keepdims=True))).shuffle(100, seed=3).batch(8).repeat(6)
losses = [float(step(*batch)) for batch in data]
print([one.hex() for one in losses[-3:]], bits([w, b]))
print(bits([tf.random.uniform([5]), tf.random.stateless_normal([5], [1, 2]), tf.random.Generator.from_seed(4).normal([3])]))
with tf.GradientTape(persistent=True) as outer:
    outer.watch(x)
    with tf.GradientTape() as inner:
        inner.watch(x)
        y = tf.reduce_sum(x**3)
    first = inner.gradient(y, x)
print(bits([first, outer.gradient(first, x)]))
with tf.autodiff.ForwardAccumulator(w, tf.ones_like(w)) as forward:
    z = tf.reduce_sum(w * w)
print(float(forward.jvp(z)).hex())
print("end")
