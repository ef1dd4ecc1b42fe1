"""Explains which words drove a score; a pool of workers shares the documents of each wave."""
import concurrent.futures
import sys
import threading
import time

import numpy as np
import tensorflow as tf

WORKERS, WIDTH, VOCABULARY = 3, 32, 1000

table = tf.random.stateless_normal([VOCABULARY, WIDTH], seed=[4, 2])
scratch = threading.local()


def workspace():
    """Per-thread buffers, made when a worker sees its first document."""
    if not hasattr(scratch, "maps"):
        scratch.maps = []
        scratch.lengths = []
        scratch.done = 0
    return scratch


def attention(tokens):
    states = tf.gather(table, tokens)
    scores = tf.matmul(states, states, transpose_b=True) / np.sqrt(WIDTH)
    return tf.nn.softmax(scores, axis=1)


def relevance(maps):
    """How often each word is looked at, smoothed over the worker's newest maps."""
    shortest = min(int(m.shape[0]) for m in maps)
    stacked = tf.stack([tf.reduce_sum(m, axis=0)[:shortest] for m in maps])
    return tf.reduce_mean(stacked, axis=0)


def explain(document):
    space = workspace()
    weights = attention(tf.constant(document))
    space.maps.append(weights)  # LEAK
    space.lengths.append(len(document))
    del space.lengths[:-50]
    space.done += 1
    best = int(tf.argmax(relevance(space.maps[-4:])))
    return threading.get_ident(), document[best], space.done


class Explainer:
    def __init__(self):
        self.pool = concurrent.futures.ThreadPoolExecutor(WORKERS, thread_name_prefix="explain")
        self.share = {}

    def wave(self, documents):
        words = []
        for worker, word, done in self.pool.map(explain, documents):
            self.share[worker] = done
            words.append(int(word))
        return words

    def close(self):
        self.pool.shutdown()


def main():
    waves = int(sys.argv[1]) if len(sys.argv) > 1 else 250
    rng = np.random.default_rng(9)
    explainer = Explainer()
    seen = np.zeros(VOCABULARY, int)
    print("explaining", waves, "waves", flush=True)
    for _ in range(waves):
        documents = [rng.integers(0, VOCABULARY, rng.integers(60, 90)) for _ in range(9)]
        for word in explainer.wave(documents):
            seen[word] += 1
        time.sleep(0.025)  # until the next wave has gathered
    explainer.close()
    print("most telling words", np.argsort(seen)[-5:].tolist())
    print("documents in all", sum(explainer.share.values()))


if __name__ == "__main__":
    main()
