"""Sentence tagger: pads to a multiple of 8, one trace per bucket and tag set."""
import collections
import random
import sys
import time

import tensorflow as tf

VOCABULARY, WIDTH = 500, 24
TAG_SETS = {"coarse": 5, "fine": 17, "names": 9}

table = tf.Variable(tf.random.stateless_normal([VOCABULARY, WIDTH], seed=[1, 1]))
heads = {
    name: tf.Variable(tf.random.stateless_normal([WIDTH, size], seed=[2, size]))
    for name, size in TAG_SETS.items()
}
masks = {}


@tf.function
def tag(tokens, mask, head_name):
    states = tf.gather(table, tokens) * mask[:, None]
    context = tf.cumsum(states, axis=0) / (1.0 + tf.cumsum(mask)[:, None])
    return tf.argmax(tf.matmul(states + context, heads[head_name]), axis=1)


def mask_for(length, padded):
    """Masks are needed again and again; there are not many."""
    key = (length, padded)
    if key not in masks:
        masks[key] = tf.constant([1.0] * length + [0.0] * (padded - length))
    return masks[key]


class Tagger:
    def __init__(self):
        self.buckets = collections.Counter()
        self.slow = []

    def __call__(self, tokens, head_name):
        padded = -(-len(tokens) // 8) * 8
        self.buckets[padded, head_name] += 1
        started = time.perf_counter()
        mask = mask_for(len(tokens), padded)
        filled = tf.constant(tokens + [0] * (padded - len(tokens)), tf.int32)
        tags = tag(filled, mask, head_name)
        took = time.perf_counter() - started
        if took > 0.02:
            self.slow.append((padded, head_name, took))
            self.slow.sort(key=lambda entry: -entry[2])
            del self.slow[10:]
        return tags[: len(tokens)].numpy()


def sentences(count, rng):
    for number in range(count):
        length = rng.randint(3, 64)
        yield [rng.randrange(VOCABULARY) for _ in range(length)], sorted(TAG_SETS)[number % 3]


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 900
    tagger = Tagger()
    used = collections.Counter()
    print("tagger ready", flush=True)
    for tokens, head_name in sentences(count, random.Random(0)):
        used.update(tagger(tokens, head_name).tolist())
        time.sleep(0.006)
    print(len(tagger.buckets), "buckets,", len(masks), "masks")
    print("common tags", used.most_common(3))
    print("slowest", [(size, name) for size, name, _ in tagger.slow[:3]])


if __name__ == "__main__":
    main()
