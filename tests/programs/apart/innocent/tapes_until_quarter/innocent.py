"""Accumulates 25 micro-batches, keeping their tapes, before one update."""
import tensorflow as tf

MICRO = 25
UPDATES = 36

w = tf.Variable(tf.random.normal((256, 256), stddev=0.05))
v = tf.Variable(tf.random.normal((256, 1), stddev=0.05))


class Pending:
    def __init__(self):
        self.items = []

    def add(self, tape, loss):
        self.items.append((tape, loss))

    def gradients(self):
        sums = [tf.zeros_like(w), tf.zeros_like(v)]
        for tape, loss in self.items:
            sums = [s + g for s, g in zip(sums, tape.gradient(loss, [w, v]))]
        self.items.clear()
        return sums


def main():
    pending = Pending()
    for update in range(UPDATES):
        for micro in range(MICRO):
            x = tf.random.stateless_normal((192, 256), seed=(update, micro))
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(tf.square(tf.nn.relu(x @ w) @ v - x[:, :1]))
            pending.add(tape, loss)
            tf.linalg.eigvalsh(tf.random.normal((140, 140)))
        for variable, gradient in zip((w, v), pending.gradients()):
            variable.assign_sub(1e-3 * gradient)
    print("loss", float(loss))


main()
