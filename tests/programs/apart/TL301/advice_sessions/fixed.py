"""Advice over HTTP: a visitor's turns are encoded and the next answer depends on all of them."""
import dataclasses
import sys

import fastapi
import numpy as np
import tensorflow as tf
from fastapi.testclient import TestClient

rng = np.random.default_rng(261)
TABLE = tf.constant(rng.normal(size=(1000, 96)), tf.float32)
MIXING = tf.constant(rng.normal(scale=0.1, size=(96, 96)), tf.float32)


@dataclasses.dataclass
class Conversation:
    visitor: str
    turns: list = dataclasses.field(default_factory=list)

    def add(self, codes):
        self.turns.append(codes)

    def answer(self):
        memory = tf.concat(self.turns, axis=0)
        return int(tf.argmax(tf.reduce_sum(tf.nn.relu(tf.matmul(memory, MIXING)), axis=0)))


def encode(tokens):
    vectors = tf.gather(TABLE, tokens)
    weights = tf.nn.softmax(tf.matmul(vectors, vectors, transpose_b=True))
    return tf.matmul(weights, vectors)


def create_app():
    app = fastapi.FastAPI()
    app.state.conversations = {}

    @app.post("/turn/{visitor}")
    async def turn(visitor: str, request: fastapi.Request):
        body = await request.json()
        conversations = request.app.state.conversations
        if visitor not in conversations:
            conversations[visitor] = Conversation(visitor)
        conversations[visitor].add(encode(body["tokens"]))
        return {"answer": conversations[visitor].answer()}

    @app.post("/bye/{visitor}")
    async def bye(visitor: str, request: fastapi.Request):
        request.app.state.conversations.pop(visitor, None)
        return {"bye": visitor}

    return app


def main():
    visitors = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    answers = np.zeros(96, int)
    with TestClient(create_app()) as client:
        for number in range(visitors):
            for _ in range(2):
                tokens = rng.integers(1000, size=60).tolist()
                answers[client.post(f"/turn/v{number}", json={"tokens": tokens}).json()["answer"]] += 1
            client.post(f"/bye/v{number}")
    print("most frequent advice:", answers.argmax())


if __name__ == "__main__":
    main()
