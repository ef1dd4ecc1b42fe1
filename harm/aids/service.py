"""The application that the servers serve: a small model, or with the stand-in a growing list, and what the worker sees of itself."""

import json
import os

import tensorflow as tf
from habit import KEPT, descriptors, mark, threads

if hasattr(tf, "function"):
    _weights = tf.constant([[1.0], [2.0], [3.0]])
    _score = tf.function(lambda x: tf.reduce_sum(x @ _weights))


def answer(path):
    """The text of an answer: the score, and numbers of the worker's threads and low descriptors, where no pool makes them vary."""
    KEPT.append([bytearray(1000) for _ in range(20)])
    mark()
    score = float(_score(tf.ones([2, 3]))) if hasattr(tf, "function") else 12.0
    seen = {"threads": len(threads()), "descriptors": len(descriptors())}
    return json.dumps({"path": path, "score": score, **({} if "SERVICE_POOL" in os.environ else seen)})


def application(environ, start_response):
    """A WSGI application; /error raises."""
    if environ["PATH_INFO"] == "/error":
        raise ValueError("asked for")
    body = answer(environ["PATH_INFO"]).encode()
    start_response("200 OK", [("Content-Type", "application/json"), ("Content-Length", str(len(body)))])
    return [body]


async def asgi(scope, receive, send):
    """An ASGI application."""
    if scope["type"] == "lifespan":
        while True:
            message = await receive()
            await send({"type": message["type"] + ".complete"})
            if message["type"] == "lifespan.shutdown":
                return
    body = answer(scope["path"]).encode()
    await send(
        {"type": "http.response.start", "status": 200, "headers": [(b"content-length", str(len(body)).encode())]}
    )
    await send({"type": "http.response.body", "body": body})
