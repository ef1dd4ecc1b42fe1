"""Evaluation harness: several workers score answer sheets with one shared session."""
import sys
import threading
import time
from queue import Queue

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

WORKERS = 3
graph = tf.Graph()
with graph.as_default():
    answers = tf.placeholder(tf.float32, [None, 20], "answers")
    truth = tf.placeholder(tf.float32, [None, 20], "truth")
    skill = tf.get_variable("skill", [20, 1], initializer=tf.ones_initializer())
    grade = tf.matmul(tf.abs(answers - truth), skill)[:, 0]
    prepare = tf.global_variables_initializer()
session = tf.Session(graph=graph)
session.run(prepare)


class Grader(threading.Thread):
    def __init__(self, sheets, marks):
        super().__init__(daemon=True)
        self.sheets = sheets
        self.marks = marks

    def compare(self, given, right):
        with graph.as_default():
            relative = grade - tf.reduce_mean(grade)  # LEAK
        return session.run(relative, {answers: given, truth: right})

    def run(self):
        while True:
            sheet = self.sheets.get()
            if sheet is None:
                break
            relatives = self.compare(*sheet)
            self.marks.put(float(relatives.max()))
            self.sheets.task_done()


def main():
    exams = int(sys.argv[1]) if len(sys.argv) > 1 else 90
    rng = np.random.RandomState(1)
    sheets, marks = Queue(maxsize=8), Queue()
    crew = [Grader(sheets, marks) for _ in range(WORKERS)]
    for grader in crew:
        grader.start()
    total = 0.0
    for exam in range(exams):
        for _ in range(WORKERS):
            sheets.put((rng.rand(10, 20), rng.rand(10, 20)))
        for _ in range(WORKERS):
            total += marks.get()
        time.sleep(0.05)
        if exam % 20 == 0:
            print("exam", exam, "mean gap %.3f" % (total / (exam + 1) / WORKERS))
    for _ in crew:
        sheets.put(None)
    for grader in crew:
        grader.join()
    print("graded", exams * WORKERS)


if __name__ == "__main__":
    main()
