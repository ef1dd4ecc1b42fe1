"""Self-training with pseudo labels that the two newest teachers agree on."""
import sys

import keras
import numpy as np
import tensorflow as tf

DIMENSIONS = 60


class SelfTraining:
    def __init__(self, seed):
        keras.utils.set_random_seed(seed)
        self.student = keras.Sequential([
            keras.layers.Input((DIMENSIONS,)),
            keras.layers.Dense(256, activation="relu"),
            keras.layers.Dense(256, activation="relu"),
            keras.layers.Dense(2),
        ])
        self.teachers = []
        self.promote()

    def promote(self):
        """The student of today is a teacher of tomorrow."""
        teacher = keras.models.clone_model(self.student)
        teacher.set_weights(self.student.get_weights())
        self.teachers = [*self.teachers[-1:], teacher]

    def labels(self, features):
        votes = [tf.argmax(teacher(features, training=False), axis=1) for teacher in self.teachers[-2:]]
        return votes[-1], tf.cast(tf.equal(votes[0], votes[-1]), tf.float32)

    def learn(self, features):
        labels, agreed = self.labels(features)
        weights = [weight.value for weight in self.student.trainable_variables]
        with tf.GradientTape() as tape:
            logits = self.student(features, training=True)
            losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits)
            loss = tf.reduce_mean(agreed * losses)
        for weight, gradient in zip(weights, tape.gradient(loss, weights)):
            weight.assign_sub(0.05 * gradient)
        return float(tf.reduce_mean(agreed))


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    rng = np.random.default_rng(28)
    training = SelfTraining(seed=1)
    for _ in range(rounds):
        agreement = np.mean([training.learn(tf.constant(rng.normal(size=(256, DIMENSIONS)), tf.float32))
                             for _ in range(8)])
        training.promote()
    print(f"{rounds} rounds, agreement {agreement:.3f}")


if __name__ == "__main__":
    main()
