"""Scoring service that puts each prediction into a queue for an auditor; the auditor thread was only ever started in staging."""
LANES = ("tf2",)
RULE = "TL602"
import queue
import threading

import tensorflow as tf

STAGING = False


class Auditor(threading.Thread):
    def __init__(self):
        super().__init__(daemon=True)
        self.inbox = queue.Queue()
        self.worst = 0.0

    def run(self):
        while True:
            prediction = self.inbox.get()
            self.worst = max(self.worst, float(prediction.max()))


auditor = Auditor()
if STAGING:
    auditor.start()

weights = tf.random.stateless_normal([20, 30], seed=[1, 4])


def predict(rows):
    scores = tf.nn.softmax(rows @ weights).numpy()
    auditor.inbox.put(scores)  # LEAK
    return scores.argmax(axis=1)


def round_trip(i):
    return predict(tf.random.stateless_normal([100, 20], seed=[i, 8])).tolist()
