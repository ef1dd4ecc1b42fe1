"""`LeakCallback` and `LeakHook` with the Keras and the sessions of both lanes: positive and negative controls, every policy."""

from __future__ import annotations

from pathlib import Path

import pytest
from watching import run

KERAS = """
from tensorflow import keras
from tensorleak_probe.guards.hooks import LeakCallback
kind, policy = sys.argv[1:3]
model = keras.Sequential([keras.layers.Dense(4, input_shape=(3,)), keras.layers.Dense(1)])
model.compile("sgd", "mse")
x, y = np.ones((320, 3), np.float32), np.ones((320, 1), np.float32)
kept, told = [], []

class Noisy(keras.callbacks.Callback):
    def on_train_batch_end(self, batch, logs=None):
        time.sleep(0.004)
        if kind == "leak":
            kept.append(tf.Variable(np.ones(8, np.float32), use_resource=True))  # LEAK

def fit(callback, epochs):
    history = model.fit(x, y, batch_size=32, epochs=epochs, verbose=0, callbacks=[Noisy(), callback],
                        validation_data=(x[:64], y[:64]))
    return len(history.history["loss"])
"""

TRAINING = (
    KERAS
    + """
callback = LeakCallback(policy=told.append if policy == "callable" else policy, log_dir="logs", log_every=5)
try:
    ran = fit(callback, 400 if policy == "stop" and kind == "leak" else 24)
except LeakError as error:
    ran = error.diagnosis.verdict
marks = callback._guard.watch.marks
last = callback.epochs[-1]
del callback
gc.collect()
events = [os.path.join("logs", name) for name in os.listdir("logs")]
tags, batches = set(), 0
for event in tf.train.summary_iterator(events[0]):
    for value in event.summary.value:
        tags.add(value.tag)
        batches += value.tag == "tensorleak/batch/process_rss"
answer(ran=ran, told=len(told), epoch=last["epoch"], grown=last["growth"].get("variable.count"), tags=sorted(tags), batches=batches,
       marks=marks, left=[t.name for t in threading.enumerate() if t.name == "tensorleak"])
"""
)

FINDINGS = (
    KERAS
    + """
callback = LeakCallback(policy=told.append)
fit(callback, 24)
calm = LeakCallback(policy="raise")
outcomes = []
for name in ("evaluate", "predict"):
    data = (x, y) if name == "evaluate" else (x,)
    getattr(model, name)(*data, batch_size=4, verbose=0, callbacks=[calm])
    outcomes.append([calm.verdict, calm._guard.watch.marks, calm._guard.watch.is_open])

class Fails(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        raise KeyError("mine")

broken = LeakCallback()
try:
    model.fit(x, y, verbose=0, callbacks=[broken, Fails()])
    error = ""
except KeyError:
    error = "KeyError"
was_open = broken._guard.watch.is_open
del broken
gc.collect()
from tensorleak_probe import lifecycle
answer(error=error, was_open=was_open, resting=lifecycle.current() is None, outcomes=outcomes, told=len(told), **said(callback._guard.watch))
"""
)


def test_a_leaking_training_is_named_and_the_rest_is_calm(lane: Path, tmp_path: Path) -> None:
    got = run(lane, tmp_path, FINDINGS, "leak", "callable")
    assert got["verdict"] == "leak" and "TL302" in got["rules"], got
    assert set(got["lines"]) == {got["line"]}
    assert got["told"] >= 1
    assert [row[1:] for row in got["outcomes"]] == [[80, False], [80, False]]
    assert all(row[0] not in ("leak", "growing") for row in got["outcomes"]), got["outcomes"]
    assert got["error"] == "KeyError" and got["was_open"] and got["resting"]


@pytest.mark.parametrize(("kind", "policy"), [("leak", "stop"), ("leak", "raise"), ("steady", "raise")])
def test_policies_epochs_and_scalars(kind: str, policy: str, lane: Path, tmp_path: Path) -> None:
    got = run(lane, tmp_path, TRAINING, kind, policy)
    assert {"tensorleak/epoch/process_rss", "tensorleak/batch/variable_count"} <= set(got["tags"])
    assert got["marks"] // 5 - got["batches"] in ((0, 1) if policy == "raise" else (0,))  # raised before it was written
    assert got["left"] == []
    if kind == "steady":
        assert (got["ran"], got["epoch"], got["grown"], got["marks"]) == (24, 23, 0, 240)
    elif policy == "raise":
        assert got["ran"] == "leak"
    else:
        assert got["ran"] < 400 and got["grown"] > 0


SESSION = """
tf.disable_eager_execution()
from tensorleak_probe.guards.hooks import LeakHook
kind, policy = sys.argv[1:3]
other = tf.Graph()
with other.as_default():
    z = tf.constant(1.0) + 1.0
global_step = tf.train.get_or_create_global_step()
train = tf.assign_add(global_step, 1)
opened, told = [], []
hook = LeakHook(policy=told.append if policy == "callable" else policy, log_dir="logs", steps_per_epoch=20)
steps = 0
try:
    with tf.train.MonitoredSession(hooks=[hook]) as sess:
        while not sess.should_stop() and steps < (8000 if policy == "stop" and kind == "leak" else 150):
            sess.run(train)
            steps += 1
            if kind == "leak":
                opened.append(tf.Session(graph=other))  # LEAK
                opened[-1].run(z)
            time.sleep(0.004)
    error = ""
except LeakError:
    error = "LeakError"
answer(steps=steps, error=error, told=len(told), epochs=[row["epoch"] for row in hook.epochs][:7], events=len(os.listdir("logs")),
       grown=hook.epochs[-1]["growth"].get("session.open"), **said(hook._guard.watch))
"""


@pytest.mark.parametrize("policy", ["callable", "stop"])
def test_a_leaking_session_loop_is_named(policy: str, lane: Path, tmp_path: Path) -> None:
    got = run(lane, tmp_path, SESSION, "leak", policy)
    assert got["verdict"] == "leak" and got["rules"] == ["TL102"], got
    assert got["lines"] == [got["line"]] and "opened" in (got["holders"][0] or "opened")
    assert got["grown"] > 0 and got["events"] == 1
    if policy == "stop":
        assert got["steps"] < 8000  # a busy machine is judged later
    else:
        assert (got["told"], got["steps"], got["epochs"]) == (1, 150, [1, 2, 3, 4, 5, 6, 7])


def test_a_steady_session_loop_is_calm(lane: Path, tmp_path: Path) -> None:
    got = run(lane, tmp_path, SESSION, "steady", "raise")
    assert (got["error"], got["steps"], got["rules"], got["grown"]) == ("", 150, [], 0)
    assert got["verdict"] not in ("leak", "growing")
