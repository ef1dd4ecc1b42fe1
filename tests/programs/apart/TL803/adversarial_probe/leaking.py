"""Searches a small adversarial perturbation for each incoming image."""
import time

import keras
import numpy as np
import tensorflow as tf


class Victim:
    def __init__(self, pixels, classes=5):
        g = tf.random.Generator.from_seed(81)
        self.w = g.normal((pixels, classes), stddev=0.1)

    def margin(self, image, label):
        logits = image @ self.w
        mask = tf.one_hot([label], logits.shape[1])
        return tf.reduce_sum(logits * mask) - tf.reduce_max(logits - 1e3 * mask)


class Attack:
    STEPS = 2

    def __init__(self, victim, pixels, rate=0.05):
        self.victim = victim
        self.rate = rate

    def prepare(self, image):
        delta = keras.Variable(np.zeros_like(image))  # LEAK
        optimizer = keras.optimizers.Adam(self.rate)  # LEAK
        optimizer.build([delta])  # LEAK
        return delta, optimizer

    def __call__(self, image, label):
        delta, optimizer = self.prepare(image)
        for _ in range(self.STEPS):
            with tf.GradientTape() as tape:
                loss = self.victim.margin(image + delta.value, label) + 0.1 * tf.norm(delta.value + 1e-6)
            grad = tape.gradient(loss, delta.value)
            optimizer.apply([grad])
        return float(self.victim.margin(image + delta.value, label))


def images(n, pixels):
    rng = np.random.default_rng(82)
    for i in range(n):
        yield rng.normal(size=(1, pixels)).astype("float32"), int(i % 5)


def main(pixels=3000):
    attack = Attack(Victim(pixels), pixels)
    fooled = 0
    for n, (image, label) in enumerate(images(700, pixels), 1):
        fooled += attack(image, label) < 0
        if n % 140 == 0:
            print(f"{n} images, fooled {fooled}")
        time.sleep(0.008)


if __name__ == "__main__":
    main()
