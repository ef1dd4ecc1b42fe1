"""Deploys freshly trained rankers into a running asyncio server and watches their drift."""
import argparse
import asyncio

import numpy as np
import tensorflow as tf


class Ranker(tf.Module):
    def __init__(self, version, width, units):
        super().__init__(name=f"ranker{version}")
        self.version = version
        self.kernel = tf.Variable(tf.random.stateless_normal([width, units], seed=(version, 1)))

    def rank(self, rows):
        return tf.argsort(tf.reduce_max(tf.matmul(rows, self.kernel), axis=1))


class Deployment:
    def __init__(self, model):
        self.model = model
        self.requests = 0
        self.changed = asyncio.Event()
        self.stopped = asyncio.Event()


class Server:
    def __init__(self):
        self.live = None
        self.reports = 0
        self.tasks = set()

    def spawn(self, coroutine):
        task = asyncio.create_task(coroutine)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def watch(self, deployment):
        norm = float(tf.norm(deployment.model.kernel))
        while not deployment.stopped.is_set():
            await deployment.changed.wait()
            deployment.changed.clear()
            if abs(float(tf.norm(deployment.model.kernel)) - norm) > 0.1 * norm:
                self.reports += 1

    def deploy(self, model):
        retired, self.live = self.live, Deployment(model)
        self.spawn(self.watch(self.live))  # LEAK
        return retired

    async def handle(self, rows):
        live = self.live
        live.requests += 1
        order = live.model.rank(rows)
        if live.requests % 4 == 0:
            live.changed.set()
            await asyncio.sleep(0)
        return int(order[0])

    def shut_down(self):
        for task in list(self.tasks):
            task.cancel()


async def run(deployments, width):
    server, rng, first = Server(), np.random.default_rng(5), 0
    for version in range(deployments):
        server.deploy(Ranker(version, width, 256))
        for _ in range(8):
            first += await server.handle(tf.constant(rng.normal(size=(64, width)), tf.float32))
    server.shut_down()
    return first, server.reports


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--deployments", type=int, default=400)
    parser.add_argument("--width", type=int, default=512)
    args = parser.parse_args()
    first, reports = asyncio.run(run(args.deployments, args.width))
    print(f"{first} {reports} drift reports")


if __name__ == "__main__":
    main()
