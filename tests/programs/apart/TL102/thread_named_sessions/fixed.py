"""Sentiment scoring over HTTP; all threads share one session."""
import json
import threading
import time
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, HTTPServer
from socketserver import ThreadingMixIn

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()
tf.logging.set_verbosity(tf.logging.ERROR)

REQUESTS = 220
WORDS = 400


class Scorer(object):
    def __init__(self, seed):
        self.graph = tf.Graph()
        with self.graph.as_default():
            tf.set_random_seed(seed)
            self.counts = tf.placeholder(tf.float32, [None, WORDS])
            hidden = self.counts
            for size in (WORDS, 64, 16):
                width = int(hidden.shape[1])
                kernel = tf.Variable(tf.random_normal([width, size], stddev=0.05))
                hidden = tf.nn.relu(tf.matmul(hidden, kernel))
            self.score = tf.reduce_mean(hidden, axis=1)
            self.init = tf.global_variables_initializer()
            self.graph.finalize()
        self.shared = None
        self.lock = threading.Lock()

    def session(self):
        with self.lock:
            if self.shared is None:
                self.shared = tf.Session(graph=self.graph)
                self.shared.run(self.init)
        return self.shared

    def __call__(self, rows):
        return self.session().run(self.score, {self.counts: rows}).tolist()


class Server(ThreadingMixIn, HTTPServer):
    daemon_threads = True


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])).decode())
        rows = np.zeros((len(body["texts"]), WORDS), np.float32)
        for row, text in zip(rows, body["texts"]):
            for word in text.split():
                row[int(word[1:]) % WORDS] += 1
        answer = json.dumps({"scores": self.server.scorer(rows)}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *args):
        pass


def ask(port, texts):
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("POST", "/score", json.dumps({"texts": texts}))
    answer = json.loads(connection.getresponse().read().decode())
    connection.close()
    time.sleep(0.015)
    return answer["scores"]


def main():
    server = Server(("127.0.0.1", 0), Handler)
    server.scorer = Scorer(4)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    rng = np.random.RandomState(9)
    answered = 0
    for _ in range(REQUESTS):
        texts = [" ".join("w%d" % w for w in rng.randint(0, 5000, size=40)) for _ in range(8)]
        answered += len(ask(server.server_address[1], texts))
    server.shutdown()
    print("texts scored", answered)


if __name__ == "__main__":
    main()
