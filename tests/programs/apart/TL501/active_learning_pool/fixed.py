"""Active learning: ask an oracle for the rows the model is least sure about, retrain."""
import sys

import numpy as np
import tensorflow as tf

FEATURES, POOL, ASK = 128, 400, 8
WINDOW = 96


class Oracle:
    """The annotators."""

    def __init__(self, rng):
        self.truth = rng.normal(size=FEATURES).astype(np.float32)

    def label(self, rows):
        return (rows @ self.truth > 0).astype(np.float32)


class Labelled:
    """The newest WINDOW labelled rows."""

    def __init__(self):
        self.rows = np.zeros([0, FEATURES], np.float32)
        self.labels = np.zeros([0], np.float32)

    def add(self, rows, labels):
        self.rows = np.concatenate([self.rows, rows])[-WINDOW:]
        self.labels = np.concatenate([self.labels, labels])[-WINDOW:]

    def __iter__(self):
        return iter(zip(self.rows, self.labels))


SIGNATURE = (
    tf.TensorSpec([FEATURES], tf.float32),
    tf.TensorSpec([], tf.float32),
)

weights = tf.Variable(tf.zeros([FEATURES]))


def as_dataset(labelled):
    dataset = tf.data.Dataset.from_generator(lambda: iter(labelled), output_signature=SIGNATURE)
    return dataset.shuffle(WINDOW, seed=1).batch(16)


@tf.function(reduce_retracing=True)
def train_step(x, y):
    with tf.GradientTape() as tape:
        logits = tf.linalg.matvec(x, weights)
        loss = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(labels=y, logits=logits))
    weights.assign_sub(0.5 * tape.gradient(loss, weights))
    return loss


def least_sure(pool):
    margin = np.abs(tf.linalg.matvec(tf.constant(pool), weights).numpy())
    return np.argsort(margin)[:ASK]


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 120
    rng = np.random.default_rng(19)
    oracle, labelled = Oracle(rng), Labelled()
    losses = []
    first = rng.normal(size=(ASK, FEATURES)).astype(np.float32)
    labelled.add(first, oracle.label(first))
    dataset = as_dataset(labelled)
    print("asking", ASK, "labels a round", flush=True)
    for _ in range(rounds):
        pool = rng.normal(size=(POOL, FEATURES)).astype(np.float32)
        chosen = pool[least_sure(pool)]
        labelled.add(chosen, oracle.label(chosen))
        for x, y in dataset:
            loss = train_step(x, y)
        losses.append(float(loss))
    test = rng.normal(size=(2000, FEATURES)).astype(np.float32)
    guess = (test @ weights.numpy() > 0).astype(np.float32)
    print(f"accuracy {np.mean(guess == oracle.label(test)):.3f}, last loss {losses[-1]:.4f}")


if __name__ == "__main__":
    main()
