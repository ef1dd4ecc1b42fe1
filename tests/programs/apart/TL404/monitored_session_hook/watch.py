import numpy as np
import tensorflow as tf


class ActivationWatch(tf.train.SessionRunHook):
    """Reports the share of units that were never active in the last ten steps."""

    def __init__(self, tensor):
        self.tensor = tensor
        self.seen = []

    def before_run(self, run_context):
        return tf.train.SessionRunArgs(self.tensor)

    def after_run(self, run_context, run_values):
        self.seen.append(run_values.results)  # LEAK

    def dead_fraction(self):
        recent = np.concatenate(self.seen[-10:])
        return float((recent.max(axis=0) <= 0).mean())
