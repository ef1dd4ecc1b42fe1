"""Ten worker threads score batches through one session."""
import sys
import threading

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

WORKERS = 10


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 150
    inputs = tf.placeholder(tf.float32, [None, 80])
    weights = np.random.RandomState(7).normal(size=(80, 40)).astype(np.float32)
    outputs = tf.reduce_mean(tf.nn.relu(tf.matmul(inputs, tf.constant(weights))))
    sess = tf.Session()
    results = np.zeros(WORKERS)

    def work(slot, batch):
        results[slot] = sess.run(outputs, {inputs: batch})

    rng = np.random.RandomState(8)
    total = 0.0
    for _ in range(rounds):
        batches = [rng.normal(size=(500, 80)).astype(np.float32) for _ in range(WORKERS)]
        threads = [threading.Thread(target=work, args=pair) for pair in enumerate(batches)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        total += results.mean()
    sess.close()
    print("%d rounds, mean activation %.4f" % (rounds, total / rounds))


if __name__ == "__main__":
    main()
