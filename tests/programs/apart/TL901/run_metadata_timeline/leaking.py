"""Trains a small LSTM language model and profiles the ops of each step (TF 1)."""
import collections
import sys

import numpy as np
import tensorflow as tf

tf.logging.set_verbosity(tf.logging.ERROR)


class StepProfiler(object):
    """Collects execution statistics by op name."""

    def __init__(self):
        self.options = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE)
        self.kept = []
        self.counts = collections.Counter()
        self.steps = 0

    def run(self, session, fetches, feed):
        metadata = tf.RunMetadata()
        values = session.run(fetches, feed, options=self.options, run_metadata=metadata)
        self.kept.append(metadata)  # LEAK
        self.steps += 1
        return values

    def _count(self, metadata):
        for device in metadata.step_stats.dev_stats:
            for node in device.node_stats:
                if node.node_name.startswith("lstm") and "MatMul" in node.node_name:
                    self.counts[node.node_name.split(":")[0]] += 1

    def report(self):
        for metadata in self.kept:
            self._count(metadata)
        return sorted(self.counts.items())


class LanguageModel(object):
    def __init__(self, vocab=60, steps=14, width=160, batch=96):
        self.tokens = tf.placeholder(tf.int32, [batch, steps + 1])
        init = tf.random_uniform_initializer(-0.08, 0.08, seed=4)
        with tf.variable_scope("model", initializer=init):
            embed = tf.get_variable("embed", [vocab, width])
            kernel = tf.get_variable("kernel", [2 * width, 4 * width])
            out = tf.get_variable("out", [width, vocab])
        x = tf.nn.embedding_lookup(embed, self.tokens[:, :-1])
        c = h = tf.zeros([batch, width])
        losses = []
        for t in range(steps):
            with tf.name_scope("lstm%02d" % t):
                gates = tf.matmul(tf.concat([x[:, t], h], 1), kernel)
                i, f, o, g = tf.split(gates, 4, axis=1)
                c = tf.sigmoid(f + 1.0) * c + tf.sigmoid(i) * tf.tanh(g)
                h = tf.sigmoid(o) * tf.tanh(c)
                logits = tf.matmul(h, out)
                losses.append(tf.nn.sparse_softmax_cross_entropy_with_logits(
                    labels=self.tokens[:, t + 1], logits=logits))
        self.loss = tf.reduce_mean(tf.stack(losses))
        self.train = tf.train.AdamOptimizer(1e-3).minimize(self.loss)


def corpus(batch=96, steps=14, vocab=60, seed=6):
    rng = np.random.RandomState(seed)
    while True:
        start = rng.randint(0, vocab, (batch, 1))
        stride = rng.randint(1, 4, (batch, 1))
        yield (start + stride * np.arange(steps + 1)) % vocab


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 240
    model = LanguageModel()
    profiler = StepProfiler()
    losses = []
    with tf.Session(config=tf.ConfigProto(intra_op_parallelism_threads=1)) as session:
        session.run(tf.global_variables_initializer())
        for _, tokens in zip(range(steps), corpus()):
            _, loss = profiler.run(session, [model.train, model.loss], {model.tokens: tokens})
            losses.append(loss)
    rows = profiler.report()
    print("steps %d matmul kinds %d" % (steps, len({name.split("/")[0] for name, _ in rows})))
    print("improved:", bool(np.mean(losses[-5:]) < losses[0]))


if __name__ == "__main__":
    main()
