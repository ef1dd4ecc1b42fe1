"""Session hooks that watch the training."""
import collections

import numpy as np
import tensorflow as tf

SessionRunHook = tf.compat.v1.train.SessionRunHook
SessionRunArgs = tf.compat.v1.train.SessionRunArgs


class StepClock(SessionRunHook):
    def __init__(self, loss):
        self.loss = loss
        self.steps = 0
        self.smoothed = 0.0

    def before_run(self, run_context):
        return SessionRunArgs(self.loss)

    def after_run(self, run_context, run_values):
        self.steps += 1
        self.smoothed += 0.05 * (float(run_values.results) - self.smoothed)


class GradientReport(SessionRunHook):
    """Every so many steps one line with the mean norm of the window."""

    def __init__(self, gradients, every):
        self.gradients = gradients
        self.every = every
        self.window = []
        self.phase = "warmup"
        self.steps = collections.defaultdict(list)
        self.lines = []

    def before_run(self, run_context):
        return SessionRunArgs(self.gradients)

    def after_run(self, run_context, run_values):
        self.window.append(run_values.results)
        self.steps[self.phase].append(len(run_values.results))
        if len(self.window) == self.every:
            self.lines.append(self.mean_norm())
            del self.window[:]
            self.phase = "main"

    def mean_norm(self):
        norms = [np.sqrt(sum(float((g ** 2).sum()) for g in grads)) for grads in self.window]
        return float(np.mean(norms))
