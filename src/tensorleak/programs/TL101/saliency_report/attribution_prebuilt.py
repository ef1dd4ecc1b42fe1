"""Input attributions by gradient times input."""
import tensorflow.compat.v1 as tf


class Attribution:
    def __init__(self, model, session):
        self.model = model
        self.session = session
        self.label = tf.placeholder(tf.int32, [])
        score = tf.gather(model.scores, self.label, axis=1)
        self.gradient, = tf.gradients(score, model.inputs)

    def explain(self, sample, label):
        feeds = {self.model.inputs: sample, self.label: label}
        return sample * self.session.run(self.gradient, feeds)
