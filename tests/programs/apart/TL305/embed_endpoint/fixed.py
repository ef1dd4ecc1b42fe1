"""Embedding endpoint on the loopback interface, with a client that breaks intermediate caches by a nonce."""
import http.client
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import urlsplit

import numpy as np
import tensorflow as tf

TABLE = tf.random.stateless_normal((64, 256), seed=(1, 9))


def embed(path):
    seed = sum(path.encode()) % 97
    tokens = tf.random.stateless_uniform((40,), seed=(seed, 1), maxval=64, dtype=tf.int32)
    rows = tf.gather(TABLE, tokens)
    weights = tf.nn.softmax(tf.matmul(rows, rows, transpose_b=True) / 16.0)
    return tf.matmul(weights, rows)


class EmbedHandler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = 1 << 14

    def do_GET(self):
        cache = self.server.embeddings
        path = urlsplit(self.path).path
        if path not in cache:
            cache[path] = embed(path)
        body = f"{float(tf.reduce_mean(tf.tanh(cache[path]))):.6f}".encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


class EmbedServer(HTTPServer):
    def __init__(self, popular):
        super().__init__(("127.0.0.1", 0), EmbedHandler)
        self.embeddings = {}
        for path in popular:
            self.embeddings[path] = embed(path)


def main():
    requests = int(sys.argv[1]) if len(sys.argv) > 1 else 3000
    popular = [f"/embed/article-{n}" for n in range(40)]
    server = EmbedServer(popular)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    client = http.client.HTTPConnection("127.0.0.1", server.server_address[1])
    values = []
    for number in range(requests):
        client.request("GET", f"{popular[number % 40]}?nonce={number:08x}")
        values.append(float(client.getresponse().read()))
        time.sleep(0.0015)
        if number % 50 == 0:
            values = [float(np.mean(values))]
    client.close()
    server.shutdown()
    server.server_close()
    print(f"{requests} requests, mean {np.mean(values):.5f}")


if __name__ == "__main__":
    main()
