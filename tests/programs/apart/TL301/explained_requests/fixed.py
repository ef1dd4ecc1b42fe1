"""Image classification over HTTP; /recent shows which pixels the latest answers depended on."""
import collections
import http.client
import http.server
import json
import threading

import numpy as np
import tensorflow as tf

SIDE = 64


class Network:
    def __init__(self, seed):
        rng = np.random.default_rng(seed)
        self.kernel = tf.constant(rng.normal(0, 0.2, (5, 5, 3, 8)), tf.float32)
        self.out = tf.constant(rng.normal(0, 0.2, (8, 10)), tf.float32)

    def __call__(self, pixels):
        x = tf.nn.relu(tf.nn.conv2d(pixels, self.kernel, 4, "SAME"))
        return tf.reduce_mean(x, (1, 2)) @ self.out

    def explain(self, pixels):
        with tf.GradientTape() as tape:
            tape.watch(pixels)
            best = tf.reduce_max(self(pixels), 1)
        return int(tf.argmax(self(pixels)[0])), tf.abs(tape.gradient(best, pixels))[0]


class Service(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, address, network):
        super().__init__(address, Handler)
        self.network = network
        self.explained = collections.deque(maxlen=20)
        self.lock = threading.Lock()

    def answer(self, pixels):
        label, saliency = self.network.explain(pixels)
        with self.lock:
            self.explained.append((label, saliency))
        return label

    def recent(self, number=20):
        with self.lock:
            return [(label, float(tf.reduce_max(saliency))) for label, saliency in list(self.explained)[-number:]]


class Handler(http.server.BaseHTTPRequestHandler):
    def reply(self, value):
        body = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.reply(self.server.recent())

    def do_PUT(self):
        raw = self.rfile.read(int(self.headers["Content-Length"]))
        pixels = tf.reshape(tf.cast(tf.io.decode_raw(raw, tf.uint8), tf.float32) / 255.0, (1, SIDE, SIDE, 3))
        self.reply(self.server.answer(pixels))

    def log_message(self, *args):
        pass


def call(port, method, body=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request(method, "/", body)
        return json.loads(connection.getresponse().read())
    finally:
        connection.close()


def main():
    rng = np.random.default_rng(50)
    with Service(("127.0.0.1", 0), Network(51)) as service:
        threading.Thread(target=service.serve_forever, daemon=True).start()
        port = service.server_address[1]
        for number in range(700):
            call(port, "PUT", rng.integers(0, 256, (SIDE, SIDE, 3), dtype="uint8").tobytes())
            if number % 50 == 49:
                shown = call(port, "GET")
        service.shutdown()
    print("explanations shown at the end:", len(shown))


if __name__ == "__main__":
    main()
