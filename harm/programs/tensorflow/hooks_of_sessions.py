"""MonitoredTrainingSession with hooks that print the order of their calls; partial runs, callables, options.

lanes = ["tf1", "tf2"]
"""
import shutil

import tensorflow as tf

v1 = tf.compat.v1
v1.disable_eager_execution()
v1.logging.set_verbosity(v1.logging.ERROR)


class Hook(v1.train.SessionRunHook):
    def __init__(self):
        self.order = []

    def begin(self):
        self.order.append("begin")

    def after_create_session(self, session, coordinator):
        self.order.append("created " + type(session).__name__)

    def before_run(self, context):
        self.order.append("before")
        return v1.train.SessionRunArgs(step)

    def after_run(self, context, values):
        self.order.append("after %d" % values.results)
        if values.results >= 5:
            context.request_stop()

    def end(self, session):
        self.order.append("end")


step = v1.train.get_or_create_global_step()
advance = v1.assign_add(step, 1)
hook = Hook()
with v1.train.MonitoredTrainingSession(hooks=[hook, v1.train.StopAtStepHook(last_step=50)], checkpoint_dir="checkpoints") as session:
    while not session.should_stop():
        session.run(advance)
print(hook.order)
shutil.rmtree("checkpoints")
a, b = v1.placeholder(tf.float32), v1.placeholder(tf.float32)
c, d = a + b, a * b
with v1.Session() as session:
    call = session.make_callable(c, [a, b])
    print([float(call(n, n)) for n in range(300)][-2:])
    handle = session.partial_run_setup([c, d], [a, b])
    print(session.partial_run(handle, c, {a: 1.0, b: 2.0}), session.partial_run(handle, d))
    metadata = v1.RunMetadata()
    print(session.run({"x": c, "y": [d, (c, d)]}, {a: 3.0, b: 4.0}, v1.RunOptions(trace_level=v1.RunOptions.FULL_TRACE), metadata))
    print(len(metadata.step_stats.dev_stats) > 0, c.eval({a: 1, b: 1}), session.run(fetches=c, feed_dict={a: 5, b: 6}, options=None))
    for _ in range(1500):
        session.run(c, feed_dict={a: 1.0, b: 2.0})
