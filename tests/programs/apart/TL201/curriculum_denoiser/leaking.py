"""Train a small denoiser under a curriculum: the noise grows and the mask thins out phase by phase."""
import argparse

import numpy as np
import tensorflow as tf


class Curriculum:
    """Linear schedule of the two difficulty knobs."""

    def __init__(self, phases: int) -> None:
        self.phases = phases

    def phase(self, index: int) -> dict:
        share = (index + 1) / self.phases
        return {"noise": 0.05 + 0.6 * share, "keep": 0.95 - 0.5 * share}


class Denoiser(tf.Module):
    def __init__(self, width: int = 64, hidden: int = 192) -> None:
        super().__init__()
        init = tf.keras.initializers.GlorotUniform(seed=3)
        self.w1 = tf.Variable(init((width, hidden)))
        self.b1 = tf.Variable(tf.zeros(hidden))
        self.w2 = tf.Variable(init((hidden, hidden)))
        self.b2 = tf.Variable(tf.zeros(hidden))
        self.w3 = tf.Variable(init((hidden, width)))

    def __call__(self, x):
        x = tf.nn.elu(x @ self.w1 + self.b1)
        x = tf.nn.elu(x @ self.w2 + self.b2)
        return x @ self.w3

    @tf.function
    def train_step(self, clean, phase):
        mask = tf.cast(tf.random.uniform(tf.shape(clean), seed=1) < phase["keep"], tf.float32)
        noisy = clean * mask + phase["noise"] * tf.random.normal(tf.shape(clean), seed=2)
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self(noisy) - clean))
        for variable, grad in zip(self.trainable_variables, tape.gradient(loss, self.trainable_variables)):
            variable.assign_sub(0.05 * grad)
        return loss


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("phases", nargs="?", type=int, default=90)
    parser.add_argument("--steps", type=int, default=30)
    args = parser.parse_args()

    tf.random.set_seed(0)
    rng = np.random.default_rng(0)
    basis = rng.normal(size=(6, 64)).astype("float32")
    curriculum, model, loss = Curriculum(args.phases), Denoiser(), None
    for index in range(args.phases):
        phase = curriculum.phase(index)
        for _ in range(args.steps):
            clean = tf.constant(np.tanh(rng.normal(size=(256, 6)).astype("float32") @ basis))
            loss = model.train_step(clean, phase)  # LEAK
    print(f"denoiser loss {float(loss):.4f} after {args.phases} phases")


if __name__ == "__main__":
    main()
