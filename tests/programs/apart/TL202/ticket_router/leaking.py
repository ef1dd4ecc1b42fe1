"""Routes support tickets to departments with a small text encoder."""
import hashlib
import random
import sys
import time

import numpy as np
import tensorflow as tf

DEPARTMENTS = ("billing", "delivery", "returns", "other")
WORDS = "card parcel refund late invoice broken label courier swap account".split()


class Tokenizer:
    def __init__(self, size):
        self.size = size

    def __call__(self, text):
        return [int(hashlib.md5(w.encode()).hexdigest(), 16) % (self.size - 1) + 1 for w in text.split()]


class Encoder(tf.Module):
    def __init__(self, vocabulary, width):
        super().__init__()
        start = tf.random.Generator.from_seed(5)
        self.table = tf.Variable(start.normal([vocabulary, width]))
        self.mix = tf.Variable(start.normal([width, width], stddev=0.2))
        self.head = tf.Variable(start.normal([width, len(DEPARTMENTS)]))

    @tf.function
    def route(self, tokens):
        mask = tf.cast(tokens > 0, tf.float32)[..., None]
        vectors = tf.gather(self.table, tokens) * mask
        pooled = tf.reduce_sum(vectors, axis=1) / tf.maximum(tf.reduce_sum(mask, axis=1), 1.0)
        return tf.nn.softmax(tf.tanh(pooled @ self.mix) @ self.head)


class Router:
    def __init__(self, encoder, tokenizer):
        self.encoder = encoder
        self.tokenizer = tokenizer
        self.counts = dict.fromkeys(DEPARTMENTS, 0)

    def pad(self, rows):
        longest = max(map(len, rows))
        block = np.zeros((len(rows), longest), np.int32)
        for index, row in enumerate(rows):
            block[index, :len(row)] = row
        return block

    def handle(self, tickets):
        block = self.pad([self.tokenizer(text) for text in tickets])
        chances = self.encoder.route(block).numpy()  # LEAK
        for best in chances.argmax(axis=1):
            self.counts[DEPARTMENTS[best]] += 1


class Inbox:
    """Tickets get longer and the batches differ in size."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def ticket(self):
        return " ".join(self.random.choice(WORDS) for _ in range(self.random.randint(3, 400)))

    def poll(self):
        return [self.ticket() for _ in range(self.random.randint(1, 12))]


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 420
    inbox = Inbox(seed=2)
    router = Router(Encoder(500, 32), Tokenizer(500))
    for _ in range(rounds):
        router.handle(inbox.poll())
        time.sleep(0.002)
    print(f"routed {sum(router.counts.values())} tickets: {router.counts}")


if __name__ == "__main__":
    main()
