"""Inference service with home-made tracing spans."""
import contextlib
import contextvars
import sys
import time

import numpy as np
import tensorflow as tf

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 2400

current_span = contextvars.ContextVar("current_span", default=None)


class Span:
    def __init__(self, name, parent, tags):
        self.name, self.parent, self.tags = name, parent, tags
        self.began = time.perf_counter()
        self.took = None
        self.events = []

    def event(self, text, **detail):
        self.events.append({"at": time.perf_counter(), "text": text, "detail": detail})


@contextlib.contextmanager
def span(name, **tags):
    opened = Span(name, current_span.get(), tags)
    token = current_span.set(opened)
    try:
        yield opened
    finally:
        opened.took = time.perf_counter() - opened.began
        current_span.reset(token)


class Pipeline:
    def __init__(self, layers):
        self.weights = [tf.random.normal((200, 200), stddev=0.07) for _ in range(layers)]

    def tokenize(self, text):
        with span("tokenize", length=len(text)) as here:
            counts = np.zeros((1, 200), dtype="float32")
            for word in text.split():
                counts[0, hash(word) % 200] += 1
                here.event("token %s" % word, bucket=hash(word) % 200)
            return tf.constant(counts)

    def run(self, text):
        with span("request", text=text):
            x = self.tokenize(text)
            for number, weight in enumerate(self.weights):
                with span("layer %d" % number) as here:
                    x = tf.tanh(x @ weight)
                    here.event("norm", value=float(tf.norm(x)))
            return int(tf.argmax(x[0]))


def main():
    rng = np.random.default_rng(5)
    pipeline = Pipeline(12)
    for number in range(ROUNDS):
        words = ["w%05x" % int(w) for w in rng.integers(0, 2**20, size=60)]
        label = pipeline.run(" ".join(words))
        if number % 400 == 0:
            print(number, "label", label)


if __name__ == "__main__":
    main()
