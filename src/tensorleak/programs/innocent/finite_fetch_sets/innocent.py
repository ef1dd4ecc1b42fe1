"""Report builder that asks a session for a different selection of metrics on each page."""
import itertools
import sys

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

values = tf.placeholder(tf.float32, [None])
METRICS = {
    "mean": tf.reduce_mean(values),
    "peak": tf.reduce_max(values),
    "low": tf.reduce_min(values),
    "energy": tf.reduce_sum(tf.square(values)),
    "spread": tf.math.reduce_std(values),
}
SELECTIONS = [names for size in (1, 2, 3) for names in itertools.combinations(sorted(METRICS), size)]


def main():
    pages = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    rng = np.random.RandomState(9)
    printed = 0
    with tf.Session() as sess:
        for page in range(pages):
            names = SELECTIONS[page % len(SELECTIONS)]
            series = rng.normal(size=200000).astype(np.float32)
            printed += len(sess.run([METRICS[name] for name in names], {values: series}))
    print("%d pages with %d figures" % (pages, printed))


if __name__ == "__main__":
    main()
