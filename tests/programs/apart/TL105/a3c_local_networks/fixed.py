"""Asynchronous advantage updates by two worker threads, TF 1.x."""
import sys
import threading

import numpy as np
import tensorflow as tf

OBS, ACT = 10, 4


class Shared(object):
    def __init__(self):
        self.graph = tf.Graph()
        self.lock = threading.Lock()
        with self.graph.as_default():
            tf.set_random_seed(0)
            self.obs = tf.placeholder(tf.float32, [None, OBS])
            self.act = tf.placeholder(tf.int32, [None])
            self.ret = tf.placeholder(tf.float32, [None])
            h = tf.layers.dense(self.obs, 64, activation=tf.nn.tanh)
            self.logits = tf.layers.dense(h, ACT)
            self.value = tf.squeeze(tf.layers.dense(h, 1), 1)
            self.loss = self.losses()
            self.update = tf.train.GradientDescentOptimizer(1e-2).minimize(self.loss)
            self.sess = tf.Session(graph=self.graph)
            self.sess.run(tf.global_variables_initializer())

    def losses(self):
        adv = self.ret - self.value
        nll = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=self.act, logits=self.logits)
        return tf.reduce_mean(nll * tf.stop_gradient(adv)) + 0.5 * tf.reduce_mean(tf.square(adv))


def worker(shared, seed, out):
    rng = np.random.RandomState(seed)
    obs = rng.normal(size=(16, OBS))
    act = rng.randint(ACT, size=16)
    ret = rng.normal(size=16)
    with shared.lock, shared.graph.as_default():
        feed = {shared.obs: obs, shared.act: act, shared.ret: ret}
        shared.sess.run(shared.update, feed)
        out.append(shared.sess.run(shared.loss, feed))


def main():
    updates = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    shared = Shared()
    mean = 0.0
    for u in range(updates):
        out = []
        threads = [threading.Thread(target=worker, args=(shared, 2 * u + k, out)) for k in range(2)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        mean = float(np.mean(out))
    print("updates", updates, "loss %.4f" % mean)


if __name__ == "__main__":
    main()
