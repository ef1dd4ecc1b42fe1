"""Dialogue service on TF 1: the state of a dialogue stays in the session between turns."""
import tensorflow as tf

DIALOGUES = 300
TURNS = 4
UNITS = 192


class Dialogues(object):
    def __init__(self):
        self.words = tf.placeholder(tf.float32, (None, UNITS))
        kernel = tf.get_variable("kernel", (UNITS, UNITS))
        first = self.words
        for _ in range(40):
            first = tf.tanh(tf.matmul(first, kernel))
        self.opened = tf.get_session_handle(first)
        self.holder, state = tf.get_session_tensor(self.opened_example(), tf.float32)
        self.state = tf.reshape(state, (-1, UNITS))
        self.turned = tf.get_session_handle(tf.tanh(tf.matmul(self.state, kernel)))
        self.reply = tf.reduce_mean(self.state)
        self.handles = {}

    def opened_example(self):
        self.session = tf.Session()
        self.session.run(tf.global_variables_initializer())
        self.example = self.session.run(self.opened, {self.words: [[0.0] * UNITS]})
        return self.example.handle

    def open(self, name, words):
        self.handles[name] = self.session.run(self.opened, {self.words: words})  # LEAK

    def turn(self, name):
        state = self.handles[name]
        self.handles[name] = self.session.run(self.turned, {self.holder: state.handle})  # LEAK

    def close(self, name):
        return self.session.run(self.reply, {self.holder: self.handles[name].handle})


def main():
    import numpy as np
    rng = np.random.RandomState(6)
    dialogues = Dialogues()
    total = 0.0
    for number in range(DIALOGUES):
        name = "d%05d" % number
        dialogues.open(name, rng.normal(size=(192, UNITS)))
        for _ in range(TURNS):
            dialogues.turn(name)
        total += dialogues.close(name)
    print("mean reply", total / DIALOGUES)


main()
