"""Pre-trains an encoder on unlabelled windows, then distils a larger teacher into it."""
import sys

import numpy as np
import tensorflow as tf

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 700
WINDOW, BATCH, CODE = 128, 256, 64


class Encoder(tf.Module):
    def __init__(self, hidden, seed):
        super().__init__()
        rng = np.random.default_rng(seed)
        self.first = tf.Variable(rng.normal(scale=0.08, size=(WINDOW, hidden)), dtype=tf.float32)
        self.second = tf.Variable(rng.normal(scale=0.08, size=(hidden, CODE)), dtype=tf.float32)

    def __call__(self, windows):
        return tf.tanh(tf.matmul(tf.nn.relu(tf.matmul(windows, self.first)), self.second))


class PreTrainer:
    """Contrastive pre-training: two noisy views of a window should agree."""

    def __init__(self, encoder):
        self.encoder = encoder

    def step(self, windows):
        with tf.GradientTape() as tape:
            here = self.encoder(windows + 0.1)
            there = self.encoder(windows - 0.1)
            loss = tf.reduce_mean(tf.square(here - there)) + 0.01 * tf.reduce_mean(tf.square(here))
        for variable, gradient in zip(self.encoder.trainable_variables,
                                      tape.gradient(loss, self.encoder.trainable_variables)):
            variable.assign_sub(0.1 * gradient)
        return float(loss)


class Distiller:
    """Lets a student imitate the codes of a teacher."""

    def __init__(self, student, teacher):
        self.student = student
        self.teacher = teacher
        self.targets = []

    def step(self, windows):
        self.targets.append(self.teacher(windows))  # LEAK
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.student(windows) - self.targets[-1]))
        for variable, gradient in zip(self.student.trainable_variables,
                                      tape.gradient(loss, self.student.trainable_variables)):
            variable.assign_sub(0.1 * gradient)
        return float(loss)


def windows(rng):
    phase = rng.uniform(0, 6.28, size=(BATCH, 1))
    return tf.constant(np.sin(phase + np.linspace(0, 12, WINDOW)) + rng.normal(scale=0.1, size=(BATCH, WINDOW)),
                       tf.float32)


def main():
    rng = np.random.default_rng(4)
    student = Encoder(192, seed=1)
    trainer = PreTrainer(student)
    for _ in range(ROUNDS // 2):
        agreement = trainer.step(windows(rng))
    print(f"pre-trained, loss {agreement:.5f}")
    distiller = Distiller(student, teacher=Encoder(384, seed=2))
    for _ in range(ROUNDS):
        loss = distiller.step(windows(rng))
    spread = float(tf.math.reduce_std(distiller.targets[-1]))
    print(f"distilled, loss {loss:.5f}, spread of the targets {spread:.4f}")


if __name__ == "__main__":
    main()
