"""A linear policy over one graph that all actors share."""
import tensorflow.compat.v1 as tf

OBSERVATION, ACTIONS = 64, 8


class PolicyGraph:
    def __init__(self):
        self.graph = tf.Graph()
        with self.graph.as_default():
            self.observation = tf.placeholder(tf.float32, [None, OBSERVATION])
            weights = tf.get_variable("weights", [OBSERVATION, ACTIONS],
                                      initializer=tf.random_normal_initializer(seed=1))
            self.action = tf.argmax(tf.matmul(self.observation, weights), axis=1)
            self.init = tf.global_variables_initializer()
