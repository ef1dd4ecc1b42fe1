"""Motion compensation over the newest 40 frames."""
import numpy as np
import tensorflow as tf

FRAMES = 1100


class Ring:
    def __init__(self, size):
        self.slots = np.empty(size, dtype=object)
        self.next = 0

    def put(self, value):
        self.slots[self.next % len(self.slots)] = value
        self.next += 1

    def mean(self):
        held = [slot for slot in self.slots if slot is not None]
        return tf.add_n(held) / float(len(held))


def main():
    ring = Ring(40)
    mix = tf.random.normal((160, 160), stddev=0.08)
    total = 0.0
    for number in range(FRAMES):
        frame = tf.random.stateless_normal((160, 160), seed=(number, 1))
        for _ in range(4):
            frame = tf.tanh(frame @ mix)
        ring.put(frame)
        total += float(tf.reduce_mean(tf.abs(frame - ring.mean())))
        tf.linalg.eigvalsh(tf.random.normal((150, 150)))
    print("mean difference", total / FRAMES)


main()
