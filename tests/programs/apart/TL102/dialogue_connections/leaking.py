"""Dialogue server: each connection has a recurrent state of its own, kept in a session."""
import asyncio
import struct
import sys

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()

WIDTH = 64


def dense(name, inputs, units, seed):
    kernel = tf.get_variable(name, [int(inputs.shape[-1]), units], initializer=tf.random_normal_initializer(stddev=0.1, seed=seed))
    return tf.matmul(inputs, kernel)


def build():
    graph = tf.Graph()
    with graph.as_default():
        tf.set_random_seed(9)
        turn = tf.placeholder(tf.float32, [1, WIDTH], name="turn")
        state = tf.get_variable("state", [1, 1024], initializer=tf.zeros_initializer())
        mixed = tf.tanh(dense("mixing", tf.concat([turn, state[:, :128]], 1), 1024, 1))
        tf.reduce_mean(state.assign(0.9 * state + 0.1 * mixed), name="mood")
        tf.group(tf.global_variables_initializer(), name="start")
    return graph


class DialogueServer(object):
    def __init__(self):
        self.graph = build()
        self.dialogues = {}

    def dialogue(self, peer):
        if peer not in self.dialogues:
            session = tf.Session(graph=self.graph)  # LEAK
            session.run("start")
            self.dialogues[peer] = session  # LEAK
        return self.dialogues[peer]

    async def handle(self, reader, writer):
        peer = writer.get_extra_info("peername")
        try:
            while True:
                turn = np.frombuffer(await reader.readexactly(4 * WIDTH), "float32").reshape(1, WIDTH)
                mood = self.dialogue(peer).run("mood:0", {"turn:0": turn})
                writer.write(struct.pack("f", mood))
                await writer.drain()
        except asyncio.IncompleteReadError:
            writer.close()


async def talk(port, rng):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for _ in range(6):
        writer.write(rng.normal(size=WIDTH).astype("float32").tobytes())
        mood, = struct.unpack("f", await reader.readexactly(4))
    writer.close()
    return mood


async def serve(clients):
    service = DialogueServer()
    server = await asyncio.start_server(service.handle, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    rng = np.random.RandomState(10)
    moods = [await talk(port, rng) for _ in range(clients)]
    server.close()
    print("%d dialogues, mean mood %.4f" % (clients, sum(moods) / clients))


def main():
    clients = int(sys.argv[1]) if len(sys.argv) > 1 else 240
    asyncio.run(serve(clients))


if __name__ == "__main__":
    main()
