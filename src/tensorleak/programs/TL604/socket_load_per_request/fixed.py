"""Line-based TCP service: a city name comes in, the model's price estimate goes out."""
import os
import shutil
import socket
import socketserver
import sys
import tempfile
import threading

import tensorflow as tf
from tensorflow import keras

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 800
keras.utils.set_random_seed(0)
CITIES = [f"city-{i}" for i in range(4000)]


def train(path):
    model = keras.Sequential([
        keras.layers.Input((1,), dtype="string"),
        keras.layers.StringLookup(vocabulary=CITIES),
        keras.layers.Embedding(len(CITIES) + 1, 4),
        keras.layers.Flatten(),
        keras.layers.Dense(1),
    ])
    model.save(path)


class PriceHandler(socketserver.StreamRequestHandler):
    def handle(self):
        city = self.rfile.readline().strip().decode()
        price = float(self.server.model(tf.constant([[city]])).numpy()[0, 0])
        self.wfile.write(f"{price:.6f}\n".encode())


class PriceServer(socketserver.TCPServer):
    def __init__(self, model_path):
        super().__init__(("127.0.0.1", 0), PriceHandler)
        self.model = keras.models.load_model(model_path)


def ask(address, city):
    with socket.create_connection(address) as client:
        client.sendall(city.encode() + b"\n")
        return float(client.makefile().readline())


def main():
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, "prices.keras")
    train(path)
    with PriceServer(path) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        total = 0.0
        for i in range(steps):
            total += ask(server.server_address, CITIES[i % len(CITIES)])
        server.shutdown()
    shutil.rmtree(folder)
    print(f"{steps} quotes, mean {total / steps:.5f}")


if __name__ == "__main__":
    main()
