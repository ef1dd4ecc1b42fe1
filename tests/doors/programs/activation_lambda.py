"""Dense block that takes its activation as a callable; the caller writes a lambda at the call, so each call traces again."""
LANES = ("tf2",)
RULE = "TL204"
import tensorflow as tf

kernel = tf.Variable(tf.random.stateless_normal([32, 32], seed=[3, 1]) * 0.1)
bias = tf.Variable(tf.zeros([32]))


@tf.function
def dense(activation, x):
    return activation(tf.matmul(x, kernel) + bias)


def forward(x, slope):
    x = dense(lambda v: tf.maximum(v, slope * v), x)  # LEAK
    return tf.reduce_mean(x)


def round_trip(i):
    batch = tf.random.stateless_normal([16, 32], seed=[i, 0])
    return float(forward(batch, 0.2))
