"""Client of a feature service: threads borrow connections from a pool, which closes those that were idle for long."""
import socketserver
import socket
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import tensorflow as tf

SIZE = 65536


class Features(socketserver.BaseRequestHandler):
    def handle(self):
        payload = np.linspace(0.0, 1.0, SIZE // 4, dtype="float32").tobytes()
        while self.request.recv(1):
            self.request.sendall(payload)


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True


class Connection:
    def __init__(self, address):
        self.socket = socket.create_connection(address)
        self.buffer = bytearray(4 * SIZE)
        self.used = time.monotonic()

    def ask(self):
        self.socket.sendall(b"?")
        view, got = memoryview(self.buffer), 0
        while got < SIZE:
            got += self.socket.recv_into(view[got:SIZE])
        self.used = time.monotonic()
        return np.frombuffer(self.buffer, "float32", count=SIZE // 4)


class Pool:
    def __init__(self, address, idle):
        self.address, self.idle, self.free, self.lock, self.opened = address, idle, [], threading.Lock(), 0

    def borrow(self):
        with self.lock:
            if self.free:
                return self.free.pop()
            self.opened += 1
        return Connection(self.address)

    def give_back(self, connection):
        with self.lock:
            self.free.append(connection)

    def reap(self):
        with self.lock:
            old = [c for c in self.free if time.monotonic() - c.used > self.idle]
            self.free = [c for c in self.free if c not in old]
        for connection in old:
            connection.socket.close()


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 520
    server = Server(("127.0.0.1", 0), Features)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    pool = Pool(server.server_address, idle=0.4)

    def request(number):
        connection = pool.borrow()
        try:
            return float(tf.reduce_mean(tf.constant(connection.ask()) * (number % 7)))
        finally:
            pool.give_back(connection)

    total = 0.0
    with ThreadPoolExecutor(24) as threads:
        for number in range(rounds):
            load = 2 + int(11 * (1 + np.sin(number / 25.0)))
            total += sum(threads.map(request, range(load)))
            pool.reap()
            time.sleep(0.003)
    server.shutdown()
    print(f"{rounds} rounds, sum {total:.1f}")


if __name__ == "__main__":
    main()
