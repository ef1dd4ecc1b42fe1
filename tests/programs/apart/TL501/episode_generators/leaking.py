"""Behaviour cloning on the fly: each finished episode is turned into a dataset and learned from once."""
import sys
from dataclasses import dataclass

import numpy as np
import tensorflow as tf


@dataclass
class Episode:
    frames: np.ndarray
    moves: np.ndarray


class Expert:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.plan = self.rng.normal(size=(256, 4)).astype("float32")

    def play(self, length=240):
        frames = self.rng.normal(size=(length, 256)).astype("float32")
        return Episode(frames, (frames @ self.plan).argmax(1).astype("int32"))


def as_dataset(episode, batch=40):
    def slices():
        for start in range(0, len(episode.moves), batch):
            yield episode.frames[start:start + batch], episode.moves[start:start + batch]

    spec = (tf.TensorSpec([None, 256], tf.float32), tf.TensorSpec([None], tf.int32))
    return tf.data.Dataset.from_generator(slices, output_signature=spec)  # LEAK


class Clone:
    def __init__(self):
        self.weight = tf.Variable(tf.zeros((256, 4)))
        self.accuracy = tf.keras.metrics.SparseCategoricalAccuracy()

    @tf.function(reduce_retracing=True, input_signature=[
        tf.TensorSpec([None, 256], tf.float32), tf.TensorSpec([None], tf.int32)])
    def learn(self, frames, moves):
        with tf.GradientTape() as tape:
            logits = frames @ self.weight
            loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(moves, logits))
        self.weight.assign_sub(0.1 * tape.gradient(loss, self.weight))
        return logits

    def imitate(self, dataset):
        for frames, moves in dataset:
            self.accuracy.update_state(moves, self.learn(frames, moves))


def main():
    episodes = int(sys.argv[1]) if len(sys.argv) > 1 else 120
    expert, clone = Expert(2), Clone()
    for _ in range(episodes):
        clone.imitate(as_dataset(expert.play()))
    print(f"{episodes} episodes, imitation accuracy {float(clone.accuracy.result()):.3f}")


if __name__ == "__main__":
    main()
