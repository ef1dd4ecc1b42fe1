"""Model check for an audio classifier: confusion matrix and calibration over a long stream."""
import sys
import time

import numpy as np
import tensorflow as tf

CLASSES = 12


class Classifier(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable(tf.random.stateless_normal([64, CLASSES], [5, 5]))

    @tf.function(input_signature=[tf.TensorSpec([None, 64])])
    def __call__(self, clips):
        return tf.nn.softmax(tf.matmul(clips, self.w))


def expected_error(chances, labels, _edges=np.linspace(0, 1, 11), _seen=[]):
    """Expected calibration error of the batch, in ten bins."""
    _seen.append((chances, labels))  # LEAK
    best, hit = chances.max(1), chances.argmax(1) == labels
    error = 0.0
    for low, high in zip(_edges[:-1], _edges[1:]):
        inside = (best > low) & (best <= high)
        if inside.any():
            error += inside.mean() * abs(hit[inside].mean() - best[inside].mean())
    return error, len(_seen)


def evaluate(model, stream, table):
    for clips, labels in stream:
        chances = model(clips).numpy()
        np.add.at(table, (labels, chances.argmax(1)), 1)
        yield expected_error(chances, labels)


def stream(batches, seed=0):
    rng = np.random.default_rng(seed)
    for _ in range(batches):
        yield rng.normal(size=[1024, 64]).astype(np.float32), rng.integers(0, CLASSES, 1024)
        time.sleep(0.01)


def main():
    batches = int(sys.argv[1]) if len(sys.argv) > 1 else 670
    table = np.zeros([CLASSES, CLASSES], int)
    mean = 0.0
    for number, (error, seen) in enumerate(evaluate(Classifier(), stream(batches), table)):
        mean += (error - mean) / (number + 1)
        if number % 100 == 0:
            print("batch", seen, "calibration error %.3f" % mean)
    print("accuracy %.3f" % (table.trace() / table.sum()))


if __name__ == "__main__":
    main()
