# ruff: noqa
# fmt: off
"""TL101: operations are added to a graph in every round."""

# --- leak: constant in a module level loop
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
sess = tf.Session()
for i in range(1000):
    print(sess.run(tf.constant(i) * 2))  # leak

# --- silent: placeholder fed in the loop
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
x = tf.placeholder(tf.int32)
y = x * 2
with tf.Session() as sess:
    for i in range(1000):
        print(sess.run(y, {x: i}))
