"""Training fed by a background thread that augments pictures."""
import queue
import sys
import threading
import time

import numpy as np
import tensorflow as tf

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 250


class Augmenter(threading.Thread):
    def __init__(self, ready):
        super().__init__(daemon=True)
        self.ready = ready
        self.halt = threading.Event()
        self.rng = np.random.default_rng(0)
        self.made = 0

    def run(self):
        while not self.halt.is_set():
            batch = self.rng.random((8, 48, 48, 3), dtype=np.float32)
            if self.made % 2:
                batch = batch[:, :, ::-1].copy()
            self.made += 1
            time.sleep(0.006)
            self.offer(batch)

    def offer(self, batch):
        self.ready.put(batch)  # LEAK


class Trainer:
    def __init__(self):
        self.kernel = tf.Variable(tf.random.normal((5, 5, 3, 16), stddev=0.1))
        self.head = tf.Variable(tf.random.normal((16, 2), stddev=0.1))

    def step(self, batch):
        x = tf.constant(batch)
        labels = tf.cast(tf.reduce_mean(x, axis=[1, 2, 3]) > 0.5, tf.int32)
        with tf.GradientTape() as tape:
            planes = tf.nn.relu(tf.nn.conv2d(x, self.kernel, 1, "SAME"))
            logits = tf.reduce_mean(planes, axis=[1, 2]) @ self.head
            loss = tf.reduce_mean(
                tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits)
            )
        variables = [self.kernel, self.head]
        for variable, grad in zip(variables, tape.gradient(loss, variables)):
            variable.assign_sub(0.05 * grad)
        time.sleep(0.015)
        return float(loss)


def main():
    ready = queue.Queue()
    augmenter, trainer = Augmenter(ready), Trainer()
    augmenter.start()
    for number in range(ROUNDS):
        loss = trainer.step(ready.get())
        if number % 50 == 0:
            print(number, "loss %.4f" % loss)
    augmenter.halt.set()


if __name__ == "__main__":
    main()
