"""HTTP endpoint that scores a JSON feature vector with a small Keras network."""
import gc
import json
import sys
import threading
import urllib.request
from http.server import BaseHTTPRequestHandler, HTTPServer

import keras
import numpy as np

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 150
WEIGHTS = [np.full((24, 512), 0.01, "float32"), np.zeros(512, "float32"),
           np.full((512, 512), 0.002, "float32"), np.zeros(512, "float32"),
           np.full((512, 1), 0.01, "float32"), np.zeros(1, "float32")]


def build_network():
    model = keras.Sequential([
        keras.layers.Input((24,)),
        keras.layers.Dense(512, activation="relu"),
        keras.layers.Dense(512, activation="relu"),
        keras.layers.Dense(1, activation="sigmoid"),
    ])
    model.set_weights(WEIGHTS)
    return model


class ScoreHandler(BaseHTTPRequestHandler):
    def do_POST(self):
        features = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        model = build_network()
        score = float(model(np.array([features], "float32")).numpy()[0, 0])
        del model
        keras.backend.clear_session()
        gc.collect()
        body = json.dumps({"score": score}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


def ask(port, features):
    request = urllib.request.Request(f"http://127.0.0.1:{port}/score", json.dumps(features).encode())
    with urllib.request.urlopen(request) as response:
        return json.load(response)["score"]


server = HTTPServer(("127.0.0.1", 0), ScoreHandler)
threading.Thread(target=server.serve_forever, daemon=True).start()
total = 0.0
for i in range(steps):
    total += ask(server.server_port, [0.01 * (i % 50)] * 24)
server.shutdown()
server.server_close()
print(f"{steps} requests, mean score {total / steps:.4f}")
