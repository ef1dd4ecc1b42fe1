"""Streaming recogniser: a small beam that is extended with every frame and commits words as it goes."""
import argparse

import numpy as np
import tensorflow.compat.v1 as tf

tf.enable_eager_execution()


class Hypothesis(object):
    __slots__ = ("label", "score", "frame_scores", "came_from", "age")

    def __init__(self, label, score, frame_scores, came_from):
        self.label = label
        self.score = score
        self.frame_scores = frame_scores
        self.came_from = came_from
        self.age = 0 if came_from is None else came_from.age + 1


class Acoustic(object):
    def __init__(self, width, labels, seed):
        rng = np.random.RandomState(seed)
        self.kernel = tf.constant(rng.normal(size=(width, labels)), tf.float32)

    def __call__(self, frame):
        return tf.nn.log_softmax(tf.matmul(frame, self.kernel))


class StreamingDecoder(object):
    def __init__(self, acoustic, beam, lag):
        self.acoustic = acoustic
        self.beam = beam
        self.lag = lag
        self.hypotheses = [Hypothesis(0, 0.0, None, None)]
        self.committed = 0

    def extensions(self, scores):
        top = tf.math.top_k(scores[-1], k=self.beam)
        values, labels = top.values.numpy(), top.indices.numpy()
        for old in self.hypotheses:
            for value, label in zip(values, labels):
                yield old, int(label), old.score + float(value)

    def accept(self, frame):
        scores = self.acoustic(frame)
        ranked = sorted(self.extensions(scores), key=lambda item: -item[2])[: self.beam]
        best = ranked[0][2]
        self.hypotheses = [Hypothesis(label, score - best, scores, old) for old, label, score in ranked]  # LEAK
        return self.commit()

    def commit(self):
        """The label that every hypothesis agrees on, `lag` frames ago."""
        node = self.hypotheses[0]
        for _ in range(self.lag):
            if node.came_from is None:
                return None
            node = node.came_from
        self.committed += 1
        return node.label


def microphone(frames, rng):
    for _ in range(frames):
        yield tf.constant(rng.normal(size=(64, 800)), tf.float32)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--frames", type=int, default=2600)
    parser.add_argument("--beam", type=int, default=4)
    args = parser.parse_args()
    decoder = StreamingDecoder(Acoustic(800, 100, 6), args.beam, lag=12)
    counts = np.zeros(100, np.int64)
    for frame in microphone(args.frames, np.random.RandomState(60)):
        label = decoder.accept(frame)
        if label is not None:
            counts[label] += 1
    print("%d committed, most frequent label %d" % (decoder.committed, counts.argmax()))


if __name__ == "__main__":
    main()
