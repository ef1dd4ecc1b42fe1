"""Text classification handler that answers JSON requests and can replay one for support."""
import json
import sys
import tempfile

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

AUDIT = {}
ARCHIVE = tempfile.TemporaryFile("w+")


class Classifier:
    def __init__(self, vocabulary=500):
        self.vocabulary = vocabulary
        self.counts = tf.placeholder(tf.float32, [None, vocabulary])
        weights = np.random.RandomState(2).normal(size=(vocabulary, 8)).astype(np.float32)
        self.label = tf.argmax(tf.matmul(self.counts, tf.Variable(weights)), axis=1)
        self.session = tf.Session()
        self.session.run(tf.global_variables_initializer())

    def classify(self, tokens):
        counts = np.zeros((1, self.vocabulary), dtype=np.float32)
        np.add.at(counts[0], tokens, 1.0)
        return int(self.session.run(self.label, {self.counts: counts})[0])


def handle(classifier, request_id, body):
    request = json.loads(body)
    answer = {"id": request_id, "label": classifier.classify(request["tokens"])}
    AUDIT[request_id] = {"request": request, "answer": answer}
    if len(AUDIT) >= 50:
        json.dump(AUDIT, ARCHIVE)
        AUDIT.clear()
    return json.dumps(answer)


def bodies(count):
    rng = np.random.RandomState(23)
    for number in range(count):
        tokens = rng.randint(500, size=3000).tolist()
        text = ["word-%d-%d" % (number, k) for k in tokens[:600]]
        yield number, json.dumps({"tokens": tokens, "text": text})


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 800
    classifier = Classifier()
    labels = [0] * 8
    for number, body in bodies(steps):
        labels[json.loads(handle(classifier, number, body))["label"]] += 1
    print("%d requests, labels %s" % (steps, labels))


if __name__ == "__main__":
    main()
