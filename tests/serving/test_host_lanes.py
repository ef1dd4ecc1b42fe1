"""The host with real models of both lanes: the same answers as TensorFlow's own, and memory that goes back."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import numpy as np
import pytest
from saved_models import Saved
from support import PATIENCE, ROOT, lane_python

from tensorleak import ModelFailed, ModelHost

HOME = {"PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT / 'probe' / 'src'}"}


def run(lane: str, program: str, *words: object) -> str:
    settings = dict(os.environ, TF_CPP_MIN_LOG_LEVEL="3", CUDA_VISIBLE_DEVICES="-1", **HOME)
    done = subprocess.run(
        [str(lane_python(lane)), "-c", program, *map(str, words)],
        env=settings,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def test_tensorflow_2_serves_every_format(saved2: Saved) -> None:
    x, y = np.load(saved2.path("conv_in.npy")), np.load(saved2.path("conv_out.npy"))
    with ModelHost("8 GB", python=str(lane_python("tf2"))) as host:
        for name in ("conv.keras", "conv.h5", "conv_saved"):
            estimate = host.load(name, saved2.path(name))
            assert estimate is not None
            assert np.allclose(host.predict(name, x), y, atol=1e-5)
            resident = host.status()["models"][name]["resident_bytes"]
            assert abs(estimate.host_bytes - resident) < 0.1 * resident
            assert host.unload(name).freed_bytes > 300_000_000
        host.load("words", saved2.path("words_saved"), memory="600 MB")
        found = host.predict("words", np.array([b"ab", b"cde"]))
        assert found["loud"].tolist() == [b"AB", b"CDE"] and found["length"].tolist() == [2, 3]
        with pytest.raises(ModelFailed):
            host.predict("words", np.ones(3, "float32"))
        with pytest.raises(ModelFailed, match="builder"):
            host.load("weights", saved2.path("conv_checkpoint.index"))


def test_tensorflow_1_serves_its_formats(saved1: Saved) -> None:
    x, y = np.load(saved1.path("conv_in.npy")), np.load(saved1.path("conv_out.npy"))
    with ModelHost("4 GB", python=str(lane_python("tf1"))) as host:
        for name in ("conv.h5", "conv_saved"):
            host.load(name, saved1.path(name))
            assert np.allclose(host.predict(name, x), y, atol=1e-5)
        assert np.allclose(host.predict("conv_saved", {"image": x}), y, atol=1e-5)
        with pytest.raises(ModelFailed, match="image"):
            host.predict("conv_saved", {"picture": x})


INSIDE = """
import json, sys
import numpy as np, tensorflow as tf
from tensorleak import ModelHost
folder = sys.argv[1]
x, y = np.load(folder + "/conv_in.npy"), np.load(folder + "/conv_out.npy")
said = []
with ModelHost("2 GB", isolated=False) as host:
    for name in ("conv.keras", "conv_saved"):
        host.load(name, folder + "/" + name, memory="100 MB")
        assert np.allclose(host.predict(name, x), y, atol=1e-5)
        assert host.status()["models"][name]["loaded"]
        released = host.unload(name)
        assert not released.model_alive and released.weights_alive == 0, str(released)
        said.append(str(released))
    cache = []
    host.load("kept", folder + "/conv.keras", memory="100 MB")
    cache.append(host._models["kept"].worker._served.model)
    said.append(str(host.unload("kept")))
    try:
        host.load("bad", folder + "/conv_checkpoint.index", memory="1 MB")
    except Exception as error:
        said.append(type(error).__name__ + ": " + str(error))
print(json.dumps(said))
"""


def test_inside_the_process_what_stays_is_told_with_its_holder(saved2: Saved) -> None:
    keras, saved, kept, bad = json.loads(run("tf2", INSIDE, saved2.folder).splitlines()[-1])
    assert "nothing of the model is alive" in keras and "nothing of the model is alive" in saved
    assert "still alive, held by" in kept and "cache" in kept
    assert bad.startswith("ModelFailed") and "builder" in bad


INSIDE_TF1 = """
import gc, sys, weakref
import numpy as np
from tensorleak_serving import release, served_model
folder = sys.argv[1]
x, y = np.load(folder + "/conv_in.npy"), np.load(folder + "/conv_out.npy")
for name in ("conv.h5", "conv_saved"):
    for _ in range(2):
        served = served_model.load(folder + "/" + name)
        assert np.allclose(served.predict("one", ["0"], [x]), y, atol=1e-5)
        found = release.release(served)
        print(name, found["alive"])
"""


def test_tensorflow_1_inside_the_process(saved1: Saved) -> None:
    assert run("tf1", INSIDE_TF1, saved1.folder).split() == ["conv.h5", "False"] * 2 + ["conv_saved", "False"] * 2


def test_killed_while_tensorflow_predicts(saved2: Saved) -> None:
    import signal
    import threading
    import time

    from tensorleak import WorkerCrashed

    x = np.repeat(np.load(saved2.path("conv_in.npy")), 40_000, axis=0)
    with ModelHost("4 GB", python=str(lane_python("tf2"))) as host:
        host.load("conv", saved2.path("conv.keras"))
        pid = host.status()["models"]["conv"]["pid"]
        threading.Timer(0.05, os.kill, (pid, signal.SIGKILL)).start()
        started = time.monotonic()
        with pytest.raises(WorkerCrashed, match="signal 9"):
            while time.monotonic() < started + 20:
                host.predict("conv", x)
        assert host.predict("conv", x[:2]).shape == (2, 4)
        assert not Path(f"/proc/{pid}").exists()
