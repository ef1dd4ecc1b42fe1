"""Contrastive training in Keras with a memory bank of negative examples."""
import numpy as np
import tensorflow as tf

STEPS = 220


class BankedContrast(tf.keras.losses.Loss):
    def __init__(self, size):
        super().__init__(name="banked_contrast")
        self.size = size
        self.bank = []

    def remember(self, embeddings):
        self.bank.append(tf.stop_gradient(embeddings))
        if len(self.bank) > self.size:
            del self.bank[:-self.size]

    def call(self, y_true, y_pred):
        positive = tf.reduce_sum(y_true * y_pred, axis=-1, keepdims=True)
        negatives = tf.concat(self.bank[-self.size:] or [tf.zeros_like(y_pred)], axis=0)
        logits = tf.concat([positive, y_pred @ tf.transpose(negatives)], axis=1)
        self.remember(y_pred)
        return tf.nn.sparse_softmax_cross_entropy_with_logits(tf.zeros(len(y_pred), tf.int32), logits)


def main():
    model = tf.keras.Sequential([
        tf.keras.Input((96,)),
        tf.keras.layers.Dense(192, activation="relu"),
        tf.keras.layers.Dense(128),
        tf.keras.layers.UnitNormalization(),
    ])
    model.compile("sgd", loss=BankedContrast(4), run_eagerly=True)
    rng = np.random.default_rng(0)
    for step in range(STEPS):
        x = rng.normal(size=(192, 96)).astype("float32")
        target = rng.normal(size=(192, 128)).astype("float32")
        loss = model.train_on_batch(x, target / np.linalg.norm(target, axis=1, keepdims=True))
    print("loss", loss)


main()
