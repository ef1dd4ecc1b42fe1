"""Conversational search: the trail of a dialogue is passed along in a context variable."""
import contextvars
import sys
import time

import numpy as np
import tensorflow as tf

trail = contextvars.ContextVar("trail", default=())
turn = contextvars.ContextVar("turn", default=0)

documents = tf.random.stateless_normal([400, 512], [1, 2])
projection = tf.random.stateless_normal([512, 8192], [3, 4]) / 90.0


class Turn:
    """Enters a turn of the dialogue."""

    def __init__(self, query):
        self.query = query

    def __enter__(self):
        self.token = turn.set(turn.get() + 1)
        trail.set(trail.get() + (tf.linalg.matvec(projection, self.query, transpose_a=True),))  # LEAK
        return self

    def __exit__(self, *details):
        if turn.get() % 3 == 0:
            turn.reset(self.token)
            turn.set(turn.get() + 1)
        return False


def search(query):
    scores = tf.linalg.matvec(documents, query)
    previous = trail.get()[-3:]
    context = tf.add_n(list(previous)) / np.float32(len(previous))
    bias = tf.reduce_max(context)
    best = tf.argsort(scores + bias, direction="DESCENDING")[:5]
    return best.numpy().tolist()


def dialogue(turns, seed=0):
    rng = np.random.default_rng(seed)
    answers = {}
    for number in range(turns):
        query = tf.constant(rng.normal(size=512), tf.float32)
        with Turn(query):
            best = search(query)
            answers[best[0]] = answers.get(best[0], 0) + 1
        time.sleep(0.012)
        if number % 100 == 0:
            print("turn", turn.get(), "best", best)
    return answers


def main():
    turns = int(sys.argv[1]) if len(sys.argv) > 1 else 450
    answers = contextvars.copy_context().run(dialogue, turns)
    print("different answers", len(answers))


if __name__ == "__main__":
    main()
