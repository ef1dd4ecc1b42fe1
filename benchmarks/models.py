"""Estimates beside measured memory, and load/unload rounds in a ModelHost beside plain load_model and del.

usage: benchmarks/models.py estimates|large|rounds|requests [--folder DIR] [--count N] [--names a,b]
Runs the TensorFlow 2 lane, one process at a time; models are made once in the folder.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from tensorleak import ModelHost, estimate_model

ROOT = Path(__file__).resolve().parent.parent
PYTHON = ROOT / ".envs" / "tf2" / "bin" / "python"
NAMES = (
    "mlp lstm transformer resnet50 inceptionv3 xception densenet201 vgg16 mobilenetv2 efficientnetb3 gru unet".split()
)
HELD_OUT = {"mobilenetv2", "efficientnetb3", "gru", "unet"}  # not used for the figures in calibration.py
SHAPES = {"small": (1, 32), "mlp": (1, 1024), "wide": (1, 4096), "huge": (1, 4096)}
SUFFIXES = {"keras": ".keras", "h5": ".h5", "savedmodel": "_sm", "checkpoint": "_ck.index", "weights": ".weights.h5"}

MAKE = """
import os, sys
import tensorflow as tf, keras
from keras import layers as L
A = keras.applications
def small():
    i = keras.Input((32,)); x = L.Dense(64, activation="relu")(i)
    return keras.Model(i, L.Dense(10)(x))
def mlp():
    i = keras.Input((1024,)); x = i
    for _ in range(6): x = L.Dense(2048, activation="relu")(x)
    return keras.Model(i, L.Dense(10)(x))
def wide(layers=16):
    i = keras.Input((4096,)); x = i
    for _ in range(layers): x = L.Dense(4096, activation="relu")(x)
    return keras.Model(i, L.Dense(10)(x))
def huge(): return wide(34)
def lstm():
    i = keras.Input((64,), dtype="int32"); x = L.Embedding(50000, 256)(i)
    x = L.Bidirectional(L.LSTM(512, return_sequences=True))(x); x = L.LSTM(512)(x)
    return keras.Model(i, L.Dense(1000, activation="softmax")(x))
def gru():
    i = keras.Input((48,), dtype="int32"); x = L.Embedding(80000, 128)(i)
    x = L.GRU(768, return_sequences=True)(x); x = L.GRU(768)(x)
    return keras.Model(i, L.Dense(2000, activation="softmax")(x))
def transformer():
    i = keras.Input((128,), dtype="int32"); x = L.Embedding(30000, 512)(i)
    for _ in range(6):
        a = L.MultiHeadAttention(8, 64)(x, x); x = L.LayerNormalization()(L.Add()([x, a]))
        f = L.Dense(2048, activation="gelu")(x); x = L.LayerNormalization()(L.Add()([x, L.Dense(512)(f)]))
    return keras.Model(i, L.Dense(30000)(x))
def unet():
    i = keras.Input((128, 128, 3)); x = i; kept = []
    for n in (64, 128, 256, 512):
        x = L.Conv2D(n, 3, padding="same", activation="relu")(x); kept.append(x); x = L.MaxPooling2D()(x)
    x = L.Conv2D(1024, 3, padding="same", activation="relu")(x)
    for n, k in zip((512, 256, 128, 64), reversed(kept)):
        x = L.Concatenate()([L.UpSampling2D()(x), k]); x = L.Conv2D(n, 3, padding="same", activation="relu")(x)
    return keras.Model(i, L.Conv2D(2, 1)(x))
zoo = dict(small=small, mlp=mlp, wide=wide, huge=huge, lstm=lstm, gru=gru, transformer=transformer, unet=unet)
for name in ("ResNet50", "InceptionV3", "Xception", "DenseNet201", "VGG16", "MobileNetV2", "EfficientNetB3"):
    zoo[name.lower()] = lambda name=name: getattr(A, name)(weights=None)
folder, name = sys.argv[1:]
base = os.path.join(folder, name)
model = zoo[name]()
model.save(base + ".keras"); model.save(base + ".h5"); model.save_weights(base + ".weights.h5")
model.export(base + "_sm", verbose=False)
tf.train.Checkpoint(model=model).write(base + "_ck")
open(base + ".done", "w").write(str(model.count_params()))
"""

MEASURE = """
import ctypes, gc, json, os, sys
import numpy as np, tensorflow as tf, keras
def resident(): return int(open("/proc/self/statm").read().split()[1]) * 4096
def peak(): return int([l for l in open("/proc/self/status") if l.startswith("VmHWM")][0].split()[1]) * 1024
base, kind, batch = sys.argv[1], sys.argv[2], int(sys.argv[3])
tf.constant(1.0) + 1
gc.collect(); ctypes.CDLL(None).malloc_trim(0)
before = resident()
if kind == "savedmodel":
    model = tf.saved_model.load(base + "_sm"); run = model.signatures["serving_default"]
    (key, spec), = run.structured_input_signature[1].items()
    x = tf.constant(np.ones([batch] + [s or 1 for s in spec.shape[1:]], spec.dtype.name))
    run(**{key: x})
else:
    model = keras.models.load_model(base + "." + kind, compile=False)
    given = model.inputs[0]
    model.predict(np.ones([batch] + [s or 1 for s in given.shape[1:]], given.dtype), verbose=0, batch_size=batch)
print(json.dumps({"runtime": before, "process": resident(), "peak": peak()}))
"""

PLAIN = """
import ctypes, gc, json, sys
import numpy as np, tensorflow as tf, keras
def resident(): return int(open("/proc/self/statm").read().split()[1]) * 4096
tf.constant(1.0) + 1
found = [resident()]
for _ in range(int(sys.argv[2])):
    model = keras.models.load_model(sys.argv[1], compile=False)
    model.predict_on_batch(np.ones((1,) + model.input_shape[1:], "float32"))
    del model
    gc.collect()
    found.append(resident())
    print(json.dumps(found), flush=True)
"""

DIRECT = """
import json, sys, time
import numpy as np, keras
model = keras.models.load_model(sys.argv[1], compile=False)
x = np.ones((1,) + model.input_shape[1:], "float32")
for call in (lambda: model.predict(x, verbose=0), lambda: model.predict_on_batch(x)):
    call(); call()
    begun, count = time.perf_counter(), 0
    while time.perf_counter() - begun < 15: call(); count += 1
    print(count / (time.perf_counter() - begun))
"""


def lane(program: str, *words: object) -> str:
    settings = dict(os.environ, TF_CPP_MIN_LOG_LEVEL="3", CUDA_VISIBLE_DEVICES="-1")
    command = ["nice", str(PYTHON), "-c", program, *map(str, words)]
    return subprocess.run(command, env=settings, capture_output=True, text=True, timeout=1800).stdout


def made(folder: Path, name: str) -> Path:
    if not (folder / f"{name}.done").exists():
        lane(MAKE, folder, name)
    return folder / name


def estimates(folder: Path, names: list[str], batch: int) -> None:
    print("| model | format | MB of weights | process, measured | process, estimated | off | model alone, off | s |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for name in names:
        base = made(folder, name)
        for kind in ("keras", "h5", "savedmodel"):
            told = lane(MEASURE, base, kind, batch)
            if not told:
                continue  # this Keras cannot load its own file
            seen = json.loads(told)
            begun = time.perf_counter()
            found = estimate_model(f"{base}{SUFFIXES[kind]}", batch)
            took = time.perf_counter() - begun
            off = found.host_bytes / seen["process"] - 1
            alone = found.model_bytes / (seen["process"] - seen["runtime"]) - 1
            mark = " (held out)" if name in HELD_OUT else ""
            print(
                f"| {name}{mark} | {kind} | {found.weights_bytes / 1e6:.0f} | {seen['process'] / 1e6:.0f} |"
                f" {found.host_bytes / 1e6:.0f} | {off:+.1%} | {alone:+.1%} | {took:.2f} |",
                flush=True,
            )


def large(folder: Path, name: str) -> None:
    """How long an estimate takes for each format of a model that is large on disk."""
    base = made(folder, name)
    for kind, suffix in SUFFIXES.items():
        begun = time.perf_counter()
        found = estimate_model(f"{base}{suffix}")
        took = time.perf_counter() - begun
        print(f"{name} as {kind}: {found.weights_bytes / 1e9:.2f} GB of weights, estimated in {took:.2f} s", flush=True)


def rounds(folder: Path, name: str, count: int) -> None:
    """Resident memory of host and workers after each unload, and of one process that loads and deletes."""
    path = Path(f"{made(folder, name)}.keras")
    own = lambda: int(Path("/proc/self/statm").read_text().split()[1]) * 4096  # noqa: E731
    batch = np.ones(SHAPES[name], "float32")
    hosted = []
    with ModelHost("12 GB", python=str(PYTHON)) as host:
        start = own()
        for _ in range(count):
            host.load(name, path)
            host.predict(name, batch)
            most = host.status()["used_bytes"]
            host.unload(name)
            hosted.append(own() + host.status()["used_bytes"])
    worst = max(abs(seen / start - 1) for seen in hosted)
    print(f"ModelHost: start {start / 1e6:.0f} MB, loaded {most / 1e6:.0f} MB, after each unload", end=" ")
    print(f"{[round(seen / 1e6, 1) for seen in hosted]} MB: worst {worst:.2%} from the start")
    plain = json.loads(lane(PLAIN, path, count).splitlines()[-1])
    print(
        f"load_model/del: start {plain[0] / 1e6:.0f} MB, after each del {[round(seen / 1e6) for seen in plain[1:]]} MB"
    )


def requests(folder: Path, name: str, count: int) -> None:
    """Requests from 32 threads through a host beside direct calls from one thread, and the memory before and after."""
    path = Path(f"{made(folder, name)}.keras")
    direct, quick = map(float, lane(DIRECT, path).split())
    batch = np.ones(SHAPES.get(name, (1, 224, 224, 3)), "float32")
    with ModelHost("12 GB", python=str(PYTHON)) as host, ThreadPoolExecutor(32) as pool:
        host.load(name, path)
        list(pool.map(lambda _: host.predict(name, batch), range(count // 10)))
        before = host.status()["used_bytes"]
        begun = time.perf_counter()
        list(pool.map(lambda _: host.predict(name, batch), range(count)))
        rate = count / (time.perf_counter() - begun)
        after = host.status()["used_bytes"]
    print(
        f"{name}: host, 32 threads, {count} requests: {rate:.0f}/s; model.predict {direct:.0f}/s: {rate / direct:.2f} x;",
        end=" ",
    )
    print(f"predict_on_batch {quick:.0f}/s: {rate / quick:.2f} x; worker {before / 1e6:.1f} -> {after / 1e6:.1f} MB")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("what", choices=["estimates", "large", "rounds", "requests"])
    options.add_argument("--folder", type=Path, default=ROOT / ".bench" / "models")
    options.add_argument("--names", default="")
    options.add_argument("--batch", type=int, default=1)
    options.add_argument("--count", type=int, default=0)
    given = options.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    names = given.names.split(",") if given.names else NAMES
    if given.what == "estimates":
        estimates(given.folder, names, given.batch)
    elif given.what == "large":
        large(given.folder, given.names or "huge")
    elif given.what == "rounds":
        rounds(given.folder, given.names or "wide", given.count or 20)
    else:
        requests(given.folder, given.names or "small", given.count or 100_000)


if __name__ == "__main__":
    main()
