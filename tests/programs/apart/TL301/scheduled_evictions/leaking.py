"""Answers are cached for some hours at most; a scheduler from the standard library evicts them."""
import collections
import sched
import sys

import numpy as np
import tensorflow as tf


class SimulatedTime:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now

    def sleep(self, seconds):
        self.now += seconds


class AnswerCache:
    def __init__(self, size, lifetime, clock):
        self.size = size
        self.lifetime = lifetime
        self.answers = collections.OrderedDict()
        self.scheduler = sched.scheduler(clock, clock.sleep)
        self.expired = 0

    def store(self, question, answer):
        self.answers[question] = answer
        if len(self.answers) > self.size:
            self.answers.popitem(last=False)
        self.scheduler.enter(self.lifetime, 1, self.expire, (question, answer))  # LEAK

    def expire(self, question, answer):
        if self.answers.get(question) is answer:
            del self.answers[question]
            self.expired += 1

    def lookup(self, question):
        self.scheduler.run(blocking=False)
        return self.answers.get(question)


class Assistant:
    def __init__(self, clock):
        rng = np.random.default_rng(30)
        self.kernel = tf.constant(rng.normal(size=(32, 512)), tf.float32)
        self.cache = AnswerCache(size=64, lifetime=6 * 3600.0, clock=clock)
        self.computed = 0

    def compute(self, words):
        self.computed += 1
        return tf.nn.softmax(tf.matmul(words, self.kernel))

    def ask(self, question, words):
        answer = self.cache.lookup(question)
        if answer is None:
            answer = self.compute(words)
            self.cache.store(question, answer)
        return answer


def questions(count, rng):
    for _ in range(count):
        number = int(rng.zipf(1.3)) % 100000
        yield f"q{number}", tf.constant(rng.normal(size=(40, 32)), tf.float32)


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 16000
    clock = SimulatedTime()
    assistant = Assistant(clock)
    total = 0.0
    for question, words in questions(count, np.random.default_rng(31)):
        total += float(tf.reduce_max(assistant.ask(question, words)))
        clock.sleep(1.5)
    print(f"{assistant.computed} computed, {assistant.cache.expired} expired, {total:.2f}")


if __name__ == "__main__":
    main()
