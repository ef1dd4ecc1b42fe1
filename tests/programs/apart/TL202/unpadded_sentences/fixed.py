"""Sequence tagger fed with batches of sentences that share one length."""
import sys

import numpy as np
import tensorflow as tf

VOCAB = 200
TAGS = 5


class Tagger(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.embed = tf.keras.layers.Embedding(VOCAB, 16)
        self.mix = tf.keras.layers.Conv1D(24, 3, padding="same", activation="relu")
        self.head = tf.keras.layers.Dense(TAGS)

    def call(self, tokens):
        return self.head(self.mix(self.embed(tokens)))


def corpus(n, seed):
    """Batches of (tokens, tags); a batch holds sentences of equal length."""
    rng = np.random.default_rng(seed)
    order = rng.permutation(n)
    for k in order:
        length, size = 5 + int(k) % 60, 2 + int(k) // 60
        tokens = rng.integers(1, VOCAB, size=(size, length))
        yield tokens, tokens % TAGS


def main():
    batches = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    tf.keras.utils.set_random_seed(0)
    model = Tagger()
    opt = tf.keras.optimizers.SGD(0.1)
    loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    model(np.zeros((1, 5), "int64"))
    opt.build(model.trainable_variables)

    any_batch = tf.TensorSpec([None, None], tf.int64)

    @tf.function(input_signature=[any_batch, any_batch])
    def train_step(tokens, tags):
        with tf.GradientTape() as tape:
            loss = loss_fn(tags, model(tokens, training=True))
        grads = tape.gradient(loss, model.trainable_variables)
        opt.apply_gradients(zip(grads, model.trainable_variables))
        return loss

    total = 0.0
    for tokens, tags in corpus(batches, 3):
        total += float(train_step(tf.constant(tokens), tf.constant(tags)))
    print(f"batches {batches} mean loss {total / batches:.4f}")


if __name__ == "__main__":
    main()
