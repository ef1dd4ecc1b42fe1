"""Input attributions by gradient times input."""
import tensorflow.compat.v1 as tf


class Attribution:
    def __init__(self, model, session):
        self.model = model
        self.session = session

    def explain(self, sample, label):
        score = self.model.scores[:, label]  # LEAK
        gradient, = tf.gradients(score, self.model.inputs)  # LEAK
        return sample * self.session.run(gradient, {self.model.inputs: sample})
