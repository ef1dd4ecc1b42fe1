"""Trains a classifier and writes validation accuracy for TensorBoard after every short epoch."""
import shutil
import sys
import tempfile

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


class Trainer:
    def __init__(self, logdir):
        self.rng = np.random.RandomState(30)
        self.images = tf.placeholder(tf.float32, [None, 36])
        self.labels = tf.placeholder(tf.int64, [None])
        weights = tf.get_variable("weights", [36, 4], initializer=tf.zeros_initializer())
        self.logits = tf.matmul(self.images, weights)
        loss = tf.losses.sparse_softmax_cross_entropy(self.labels, self.logits)
        self.train_op = tf.train.GradientDescentOptimizer(0.2).minimize(loss)
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())
        self.writer = tf.summary.FileWriter(logdir)

    def batch(self, size):
        images = self.rng.normal(size=(size, 36)).astype(np.float32)
        return {self.images: images, self.labels: images[:, :4].argmax(axis=1)}

    def epoch(self):
        for _ in range(4):
            self.sess.run(self.train_op, self.batch(1024))

    def validate(self, epoch):
        hits = tf.equal(tf.argmax(self.logits, axis=1), self.labels)  # LEAK
        accuracy = tf.reduce_mean(tf.cast(hits, tf.float32))  # LEAK
        summary = tf.summary.scalar("validation/accuracy", accuracy)  # LEAK
        value, text = self.sess.run([accuracy, summary], self.batch(4096))
        self.writer.add_summary(text, epoch)
        return value


def main():
    epochs = int(sys.argv[1]) if len(sys.argv) > 1 else 150
    logdir = tempfile.mkdtemp(prefix="runs-")
    try:
        trainer = Trainer(logdir)
        for epoch in range(epochs):
            trainer.epoch()
            accuracy = trainer.validate(epoch)
        trainer.writer.close()
        trainer.sess.close()
    finally:
        shutil.rmtree(logdir)
    print("%d epochs, validation accuracy %.3f" % (epochs, accuracy))


if __name__ == "__main__":
    main()
