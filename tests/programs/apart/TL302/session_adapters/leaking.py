"""Recommender that personalises its output during one visitor session."""
import sys
import uuid

import numpy as np
import tensorflow as tf

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 900
DIM = 160


class Recommender(tf.Module):
    def __init__(self):
        super().__init__(name="recommender")
        self.items = tf.Variable(tf.random.normal((2000, DIM), stddev=0.1), name="items")
        self.user = tf.Variable(tf.random.normal((DIM, DIM), stddev=0.1), name="user")

    def open_session(self, ident):
        setattr(self, "adapter_" + ident, tf.Variable(tf.eye(DIM), name="adapter"))  # LEAK

    def adapter(self, ident):
        return getattr(self, "adapter_" + ident)

    def close_session(self, ident, clicks):
        return {"session": ident[:6], "clicks": clicks}

    def scores(self, ident, profile):
        query = tf.matmul(tf.matmul(profile, self.user), self.adapter(ident))
        return tf.matmul(query, self.items, transpose_b=True)

    def click(self, ident, profile, item):
        adapter = self.adapter(ident)
        with tf.GradientTape(watch_accessed_variables=False) as tape:
            tape.watch(adapter)
            logits = self.scores(ident, profile)
            loss = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=[item], logits=logits)
        adapter.assign_sub(0.05 * tape.gradient(loss, adapter))


def visit(model, rng):
    ident = uuid.UUID(int=int(rng.integers(0, 2**62))).hex
    model.open_session(ident)
    profile = tf.constant(rng.normal(size=(1, DIM)).astype("float32"))
    clicks = 0
    for _ in range(int(rng.integers(3, 9))):
        top = tf.math.top_k(model.scores(ident, profile), 10).indices[0].numpy()
        if rng.random() < 0.7:
            model.click(ident, profile, int(rng.choice(top)))
            clicks += 1
    return model.close_session(ident, clicks)


def main():
    rng = np.random.default_rng(11)
    model = Recommender()
    for number in range(ROUNDS):
        summary = visit(model, rng)
        if number % 150 == 0:
            print(number, summary)


if __name__ == "__main__":
    main()
