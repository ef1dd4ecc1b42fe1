"""A module of TensorFlow Hub, loaded again from a local folder for every round."""

import sys
import tempfile

import tensorflow as tf
import tensorflow_hub as hub


class Encoder(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable(tf.random.normal((64, 64)))

    @tf.function(input_signature=[tf.TensorSpec((None, 64), tf.float32)])
    def __call__(self, x):
        for _ in range(20):
            x = tf.nn.tanh(tf.matmul(x, self.w))
        return x


rounds = int(sys.argv[1])
with tempfile.TemporaryDirectory() as folder:
    tf.saved_model.save(Encoder(), folder)
    total = 0.0
    for _ in range(rounds):
        total += float(tf.reduce_mean(hub.load(folder)(tf.ones((4, 64)))))
print(f"{total / rounds:.1f}")
