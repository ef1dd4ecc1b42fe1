"""Embeds wiki pages whenever they are edited; the search index wants the newest vectors."""
import sys
import time

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()

PARAGRAPHS, TERMS, WIDTH = 48, 128, 160


class Record(object):
    def __init__(self, title):
        self.title = title
        self.revisions = []
        self.editors = []
        self.checksum = 0.0

    @property
    def vectors(self):
        return self.revisions[-1]


class Store(object):
    def __init__(self):
        self.records = {}
        self.log = []

    def record(self, title):
        if title not in self.records:
            self.records[title] = Record(title)
        return self.records[title]

    def save(self, title, vectors, editor):
        record = self.record(title)
        if record.editors and record.editors[-1] == editor:
            record.revisions[-1] = vectors
        else:
            record.revisions = [vectors]
            record.editors.append(editor)
            del record.editors[:-10]
        record.checksum = float(vectors.sum())
        self.log.append((title, editor))
        self.log = self.log[-200:]

    def search(self, query, k=3):
        ranking = []
        for record in self.records.values():
            ranking.append((float(np.dot(record.vectors, query).max()), record.title))
        return [title for _, title in sorted(ranking, reverse=True)[:k]]


class Embedder(object):
    def __init__(self):
        self.graph = tf.Graph()
        with self.graph.as_default():
            tf.set_random_seed(3)
            self.terms = tf.placeholder(tf.float32, [PARAGRAPHS, TERMS])
            table = tf.get_variable("table", [TERMS, WIDTH])
            self.vectors = tf.nn.l2_normalize(tf.matmul(self.terms, table), axis=1)
            init = tf.global_variables_initializer()
        self.session = tf.Session(graph=self.graph)
        self.session.run(init)

    def embed(self, terms):
        return self.session.run(self.vectors, {self.terms: terms})


def main():
    edits = int(sys.argv[1]) if len(sys.argv) > 1 else 700
    random = np.random.RandomState(50)
    embedder, store = Embedder(), Store()
    pages = {"page-%02d" % i: random.poisson(1.0, (PARAGRAPHS, TERMS)) for i in range(12)}
    titles = sorted(pages)
    print("watching", len(pages), "pages", flush=True)
    for number in range(edits):
        title = titles[number * 7 % len(titles)]
        paragraph = random.randint(PARAGRAPHS)
        pages[title][paragraph] = random.poisson(1.0, TERMS)
        vectors = embedder.embed(pages[title])
        store.save(title, vectors, editor="user%d" % random.randint(100))
        time.sleep(0.012)  # change feed
    hits = store.search(random.normal(size=WIDTH))
    print("best pages", hits)
    print("checksum %.2f" % sum(record.checksum for record in store.records.values()))


if __name__ == "__main__":
    main()
