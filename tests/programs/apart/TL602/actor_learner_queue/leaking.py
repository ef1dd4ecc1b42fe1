"""Actor and learner exchange rollouts through a TensorFlow queue (IMPALA-style, one machine)."""
import threading
import time

import numpy as np
import tensorflow as tf

ROUNDS = 900
HORIZON, OBS = 40, 150


class Actor(threading.Thread):
    def __init__(self, queue, gate, done, envs):
        super().__init__(daemon=True)
        self.queue, self.gate, self.done, self.envs = queue, gate, done, envs
        self.rng = np.random.default_rng(77)

    def rollout(self):
        obs = np.cumsum(self.rng.normal(size=(HORIZON, OBS)), axis=0).astype("float32")
        rew = np.tanh(obs[:, 0])
        return tf.constant(obs), tf.constant(rew)

    def run(self):
        while not self.done.is_set():
            self.gate.acquire()
            for _ in range(self.envs):
                self.queue.enqueue(self.rollout())  # LEAK


class Learner:
    def __init__(self, queue):
        self.queue = queue
        self.v = tf.Variable(tf.zeros((OBS, 1)))

    @tf.function
    def fit(self, obs, rew):
        with tf.GradientTape() as tape:
            err = tf.reduce_mean(tf.square(tf.squeeze(obs @ self.v, -1) - rew))
        self.v.assign_sub(1e-4 * tape.gradient(err, self.v))
        return err

    def step(self):
        return float(self.fit(*self.queue.dequeue()))  # LEAK


def main():
    queue = tf.queue.FIFOQueue(-1, [tf.float32, tf.float32], shapes=[(HORIZON, OBS), (HORIZON,)])  # LEAK
    gate, done = threading.Semaphore(0), threading.Event()
    actor = Actor(queue, gate, done, envs=2)
    actor.start()
    learner = Learner(queue)
    total = 0.0
    for n in range(1, ROUNDS + 1):
        gate.release()
        total += learner.step()
        if n % 180 == 0:
            print(f"learner step {n}: value error {total / 180:.4f}")
            total = 0.0
        time.sleep(0.010)
    done.set()
    gate.release()
    actor.join(timeout=2)


if __name__ == "__main__":
    main()
