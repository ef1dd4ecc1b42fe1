r"""tf.Module with functions, name scopes and nested modules; AutoGraph verbosity high.

lanes = ["tf2", "tf215"]

[[filters]]
pattern = "/tmp/[^\\s\"']+"
why = "files that AutoGraph writes have random names"
"""
import sys

import tensorflow as tf
from graphs import show_graph

tf.autograph.set_verbosity(1, alsologtostdout=True)


class Linear(tf.Module):
    def __init__(self, size, name=None):
        super().__init__(name=name)
        with self.name_scope:
            self.w = tf.Variable(tf.ones([size, size]), name="w")

    @tf.Module.with_name_scope
    def __call__(self, x):
        if tf.rank(x) > 1:
            return x @ self.w
        return x


class Stack(tf.Module):
    def __init__(self):
        super().__init__()
        self.parts = [Linear(3, "one"), Linear(3, "two")]

    @tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32)])
    def __call__(self, x):
        for part in self.parts:
            x = part(x)
        while tf.reduce_sum(x) < 100.0:
            x = x * 2.0
        return x


stack = Stack()
print(stack(tf.ones([2, 3])).numpy().tolist())
show_graph("stack", stack.__call__.get_concrete_function().graph.as_graph_def())
print([v.name for v in stack.variables], [m.name for m in stack.submodules])
