"""Trains a text classifier in passes; every pass is followed by one over the validation set."""
import sys

import numpy as np
import tensorflow as tf

WORDS, LENGTH = 400, 30


def texts(count, seed):
    rng = np.random.RandomState(seed)
    labels = rng.randint(2, size=count)
    words = rng.randint(WORDS // 2, size=(count, LENGTH)) + (labels * WORDS // 4)[:, np.newaxis]
    return words.astype(np.int32), labels.astype(np.int32)


class Classifier(object):
    def __init__(self):
        self.words = tf.placeholder(tf.int32, [None, LENGTH])
        self.labels = tf.placeholder(tf.int32, [None])
        table = tf.get_variable("table", [WORDS, 16], initializer=tf.random_normal_initializer(stddev=0.1, seed=1))
        mean = tf.reduce_mean(tf.nn.embedding_lookup(table, self.words), axis=1)
        logits = tf.layers.dense(mean, 2, name="out")
        answer = tf.argmax(logits, 1, output_type=tf.int32)
        self.right = tf.reduce_mean(tf.cast(tf.equal(answer, self.labels), tf.float32))
        self.loss = tf.losses.sparse_softmax_cross_entropy(self.labels, logits)
        self.train = tf.train.AdamOptimizer(1e-2).minimize(self.loss)


class Pipeline(object):
    """A dataset that is built once and started anew for each pass."""

    def __init__(self, words, labels, shuffled):
        data = tf.data.Dataset.from_tensor_slices((words, labels))
        if shuffled:
            data = data.shuffle(1000, seed=3)
        data = data.map(lambda text, label: (tf.random_shuffle(text, seed=5), label)).batch(100)
        iterator = tf.data.make_initializable_iterator(data)
        self.start, self.batch = iterator.initializer, iterator.get_next()

    def batches(self, sess):
        sess.run(self.start)
        while True:
            try:
                yield sess.run(self.batch)
            except tf.errors.OutOfRangeError:
                return


def main():
    passes = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    model = Classifier()
    training = Pipeline(*texts(1000, seed=1), shuffled=True)
    validation = Pipeline(*texts(500, seed=2), shuffled=False)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for _ in range(passes):
            for words, labels in training.batches(sess):
                sess.run(model.train, {model.words: words, model.labels: labels})
            right = [sess.run(model.right, {model.words: words, model.labels: labels})
                     for words, labels in validation.batches(sess)]
    print("%d passes, accuracy %.3f" % (passes, np.mean(right)))


if __name__ == "__main__":
    main()
