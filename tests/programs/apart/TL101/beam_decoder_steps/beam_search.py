"""Beam search over a one-step language model."""
import collections

import numpy as np
import tensorflow as tf

Beam = collections.namedtuple("Beam", ["tokens", "score", "state"])


class BeamDecoder(object):
    def __init__(self, session, model, width, length):
        self.session = session
        self.model = model
        self.width = width
        self.length = length
        self.temperature = tf.placeholder_with_default(1.0, [], "temperature")
        self.top = self.ranked()

    def start(self, features):
        state = self.session.run(self.model.first_state, {self.model.image: features[None]})[0]
        return [Beam((0,), 0.0, state)]

    def ranked(self):
        scores = tf.nn.log_softmax(self.model.logits / self.temperature)
        return tf.nn.top_k(scores, k=self.width)

    def expand(self, beams):
        feeds = {
            self.model.tokens: [beam.tokens[-1] for beam in beams],
            self.model.state: np.stack([beam.state for beam in beams]),
        }
        top, states = self.session.run([self.top, self.model.next_state], feeds)
        for row, beam in enumerate(beams):
            for value, token in zip(top.values[row], top.indices[row]):
                yield Beam(beam.tokens + (int(token),), beam.score + float(value), states[row])

    def decode(self, features):
        beams = self.start(features)
        for _ in range(self.length):
            beams = sorted(self.expand(beams), key=lambda beam: -beam.score)[: self.width]
        return beams[0]
