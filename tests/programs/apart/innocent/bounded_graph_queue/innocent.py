"""Trains from a queue of the graph that two reader threads keep filled."""
import threading

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()
tf.logging.set_verbosity(tf.logging.ERROR)

CAPACITY, WIDTH, STEPS = 400, 6000, 900


class Reader(threading.Thread):
    def __init__(self, seed, session, feed, enqueue, coordinator):
        super(Reader, self).__init__()
        self.rng = np.random.RandomState(seed)
        self.session, self.feed, self.enqueue = session, feed, enqueue
        self.coordinator = coordinator
        self.read = 0

    def run(self):
        with self.coordinator.stop_on_exception():
            while not self.coordinator.should_stop():
                row = self.rng.normal(size=WIDTH).astype(np.float32)
                self.session.run(self.enqueue, {self.feed: row})
                self.read += 1
                self.coordinator.wait_for_stop(0.004)


def main():
    tf.set_random_seed(1)
    feed = tf.placeholder(tf.float32, [WIDTH])
    queue = tf.FIFOQueue(CAPACITY, [tf.float32], [[WIDTH]])
    enqueue, close = queue.enqueue(feed), queue.close(cancel_pending_enqueues=True)
    row = queue.dequeue()
    centre = tf.get_variable("centre", [WIDTH], initializer=tf.zeros_initializer())
    loss = tf.reduce_mean(tf.square(row - centre))
    train = tf.train.GradientDescentOptimizer(10.0).minimize(loss)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        coordinator = tf.train.Coordinator()
        readers = [Reader(seed, session, feed, enqueue, coordinator) for seed in (1, 2)]
        for reader in readers:
            reader.start()
        for _ in range(STEPS):
            value, _ = session.run([loss, train])
            coordinator.wait_for_stop(0.006)
        coordinator.request_stop()
        session.run(close)
        coordinator.join(readers)
    print("steps", STEPS, "finite:", bool(np.isfinite(value)))


if __name__ == "__main__":
    main()
