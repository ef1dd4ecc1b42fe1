"""Snapshot ensemble: cyclical learning rate, one snapshot per cycle, the latest ones vote."""
import argparse
import math

import keras
import numpy as np
import tensorflow as tf


def build(seed):
    init = keras.initializers.GlorotUniform(seed)
    return keras.Sequential([
        keras.layers.Input((96,)),
        keras.layers.Dense(224, "relu", kernel_initializer=init),
        keras.layers.Dense(224, "relu", kernel_initializer=init),
        keras.layers.Dense(10),
    ])


class SnapshotEnsemble:
    def __init__(self, seeds, voters=4):
        self.voters = voters
        self.members = [build(seed) for seed in seeds]

    def snapshot(self, model):
        copy = keras.models.clone_model(model)
        copy.set_weights(model.get_weights())
        self.members.append(copy)
        del self.members[:-self.voters]

    def vote(self, x):
        return tf.add_n([tf.nn.softmax(member(x)) for member in self.members[-self.voters:]]) / self.voters


class CyclicTrainer:
    def __init__(self, model, top=0.08):
        self.model, self.top = model, top
        self.optimizer = keras.optimizers.SGD(top)
        self.optimizer.build(model.trainable_variables)

    @tf.function
    def step(self, x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(y, self.model(x, training=True)))
        grads = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(grads, self.model.trainable_variables))
        return loss

    def cycle(self, data, steps):
        for step in range(steps):
            self.optimizer.learning_rate.assign(self.top / 2 * (1 + math.cos(math.pi * step / steps)))
            loss = self.step(*next(data))
        return float(loss)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cycles", nargs="?", type=int, default=150)
    args = parser.parse_args()
    keras.utils.set_random_seed(1)
    rng = np.random.default_rng(1)
    x = rng.normal(size=(3000, 96)).astype("float32")
    y = (np.abs(x[:, :10]).argmax(1)).astype("int32")
    data = iter(tf.data.Dataset.from_tensor_slices((x, y)).shuffle(3000, seed=2).repeat().batch(128))
    trainer, ensemble, right = CyclicTrainer(build(0)), SnapshotEnsemble(seeds=(11, 12, 13, 14)), 0.0
    for _ in range(args.cycles):
        trainer.cycle(data, steps=12)
        ensemble.snapshot(trainer.model)
        right = float(np.mean(ensemble.vote(x[:512]).numpy().argmax(1) == y[:512]))
    print(f"{args.cycles} cycles, accuracy of the last votes {right:.3f}")


if __name__ == "__main__":
    main()
