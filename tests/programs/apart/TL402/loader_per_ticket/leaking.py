"""Routes support tickets with an exported model."""
import os
import tempfile
import time

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()
tf.logging.set_verbosity(tf.logging.ERROR)

TICKETS = 110
WIDTH = 96


def export(folder):
    """What the training job leaves behind."""
    graph = tf.Graph()
    with graph.as_default(), tf.Session(graph=graph) as session:
        tf.set_random_seed(21)
        x = tf.placeholder(tf.float32, [None, WIDTH], name="x")
        hidden = x
        for level in range(3):
            kernel = tf.get_variable("kernel%d" % level, [WIDTH, WIDTH])
            hidden = tf.nn.relu(tf.matmul(hidden, kernel))
        y = tf.nn.softmax(tf.matmul(hidden, tf.get_variable("out", [WIDTH, 7])), name="y")
        session.run(tf.global_variables_initializer())
        tf.saved_model.simple_save(session, folder, {"x": x}, {"y": y})


class Desk(object):
    def __init__(self, folder):
        self.folder = folder
        self.graph = tf.Graph()
        self.session = tf.Session(graph=self.graph)

    def predict(self, rows):
        with self.graph.as_default():
            meta = tf.saved_model.loader.load(self.session, [tf.saved_model.tag_constants.SERVING], self.folder)  # LEAK
        signature = meta.signature_def["serving_default"]
        x, y = signature.inputs["x"].name, signature.outputs["y"].name
        return self.session.run(y, {x: rows})

    def route(self, ticket):
        time.sleep(0.03)
        return int(self.predict(ticket[None])[0].argmax())


def main():
    rng = np.random.RandomState(22)
    with tempfile.TemporaryDirectory() as scratch:
        folder = os.path.join(scratch, "router")
        export(folder)
        desk = Desk(folder)
        routes = np.bincount([desk.route(rng.rand(WIDTH)) for _ in range(TICKETS)], minlength=7)
    print("tickets routed", routes.sum())


if __name__ == "__main__":
    main()
