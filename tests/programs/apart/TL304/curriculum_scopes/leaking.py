"""Curriculum training: every lesson overrides some settings of the course, among them its class weights."""
import collections
import sys

import numpy as np
import tensorflow as tf

COURSE = {"rate": 0.05, "noise": 0.1, "weights": np.ones(6000, "float32")}


class Course:
    def __init__(self):
        self.scope = collections.ChainMap(COURSE)

    def lesson(self, number, rng):
        """Enters the next lesson and gives its settings."""
        weights = rng.gamma(2.0, size=6000).astype("float32")
        lesson = {"weights": weights / weights.mean(), "noise": 0.1 / (1 + number % 7)}
        self.scope = self.scope.new_child(lesson)  # LEAK
        return self.scope


class Pupil:
    def __init__(self):
        rng = np.random.default_rng(161)
        self.table = tf.Variable(rng.normal(scale=0.1, size=(6000, 48)), dtype=tf.float32)
        self.readout = tf.constant(rng.normal(scale=0.2, size=(48, 48)), tf.float32)

    @tf.function
    def learn(self, words, weights, rate, noise):
        with tf.GradientTape() as tape:
            codes = tf.gather(self.table, words)
            guess = tf.nn.tanh(tf.matmul(codes, self.readout))
            losses = tf.reduce_mean(tf.square(guess - tf.roll(codes, 1, 0)), axis=1)
            loss = tf.reduce_mean(losses * tf.gather(weights, words)) + noise * tf.reduce_mean(tf.square(codes))
        self.table.assign_sub(rate * tf.convert_to_tensor(tape.gradient(loss, self.table)))
        return loss


def main():
    lessons = int(sys.argv[1]) if len(sys.argv) > 1 else 3000
    rng = np.random.default_rng(162)
    course, pupil = Course(), Pupil()
    loss = tf.constant(0.0)
    for number in range(lessons):
        scope = course.lesson(number, rng)
        words = tf.constant(rng.integers(6000, size=800), tf.int32)
        loss = pupil.learn(words, *(tf.constant(scope[name]) for name in ("weights", "rate", "noise")))
    print(f"loss after {lessons} lessons: {float(loss):.5f}, rate {COURSE['rate']}")


if __name__ == "__main__":
    main()
