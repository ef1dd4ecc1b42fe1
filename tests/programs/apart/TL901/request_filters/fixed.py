"""Text scoring behind a handler; log lines carry the id of the request they belong to."""
import logging
import sys

import numpy as np
import tensorflow as tf

logger = logging.getLogger("scoring")
logger.addHandler(logging.NullHandler())
logger.setLevel(logging.WARNING)
rng = np.random.default_rng(651)
TABLE = tf.constant(rng.normal(size=(128, 256)), tf.float32)
MIXING = tf.constant(rng.normal(scale=0.05, size=(256, 256)), tf.float32)


class RequestId(logging.Filter):
    """Puts the request's id into each record."""

    def __init__(self, request):
        super().__init__()
        self.request = request

    def filter(self, record):
        record.request = self.request["id"]
        return True


@tf.function(input_signature=[tf.TensorSpec([None], tf.int32)])
def score(letters):
    vectors = tf.gather(TABLE, letters)
    for _ in range(3):
        vectors = tf.nn.tanh(tf.matmul(vectors, MIXING))
    return tf.reduce_mean(tf.reduce_max(vectors, axis=0))


def handle(request):
    naming = RequestId(request)
    logger.addFilter(naming)
    letters = np.frombuffer(request["text"].encode(), np.uint8)[:400].astype("int32")
    try:
        value = float(score(tf.constant(letters)))
        if value > 0.95:
            logger.info("high score %.3f", value)
        return value
    finally:
        logger.removeFilter(naming)


def requests(count):
    words = ["".join(chr(97 + letter) for letter in rng.integers(26, size=7)) for _ in range(500)]
    for number in range(count):
        text = " ".join(words[index] for index in rng.integers(500, size=4500))
        yield {"id": f"req-{number:06d}", "text": text, "lines": text[:800].split()}


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1900
    mean = sum(handle(request) for request in requests(count)) / count
    print(f"mean score {mean:.4f}")


if __name__ == "__main__":
    main()
