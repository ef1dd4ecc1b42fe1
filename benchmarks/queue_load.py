"""`PredictionQueue` under load: 10⁵ requests from 32 threads, beside `model.predict` called directly from one thread."""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

PROGRAM = r"""
import gc, json, sys, threading, time
import numpy as np
import tensorflow as tf
from tensorleak_serving.queue import PredictionQueue

requests, threads, call = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
keras = tf.keras
model = keras.Sequential([keras.layers.Input((64,)), keras.layers.Dense(128, "relu"), keras.layers.Dense(8)])
examples = np.random.RandomState(0).rand(256, 64).astype("float32")
expected = model.predict(examples, verbose=0)

def resident():
    return int(open("/proc/self/statm").read().split()[1]) * 4096

def direct(call, seconds=5.0):
    call(examples[:1])
    started, count = time.perf_counter(), 0
    while time.perf_counter() - started < seconds:
        call(examples[count % 256][None])
        count += 1
    return count / (time.perf_counter() - started)

calls = {"predict": lambda batch: model.predict(batch, verbose=0), "predict_on_batch": model.predict_on_batch}
predict = calls[call]
latencies, wrong, memory, progress = [], [], [], [0]

def work(queue, number, count):
    for step in range(count):
        place = (number * 31 + step) % 256
        began = time.perf_counter()
        answer = queue(examples[place], timeout=120)
        if step % 50 == 0:
            latencies.append(time.perf_counter() - began)
            if not np.allclose(answer, expected[place], atol=1e-4):
                wrong.append(place)
        progress[0] += 1

before = {name: direct(function) for name, function in calls.items()}
with PredictionQueue(predict, max_batch=threads, max_wait=0.002, capacity=256) as queue:
    crew = [threading.Thread(target=work, args=(queue, n, requests // threads)) for n in range(threads)]
    started = time.perf_counter()
    for thread in crew:
        thread.start()
    following = 0
    while any(thread.is_alive() for thread in crew):
        time.sleep(0.05)
        if progress[0] >= following:
            memory.append((progress[0], resident()))
            following += requests // 40
    seconds = time.perf_counter() - started
    memory.append((progress[0], resident()))
    stats = queue.stats()
after = {name: direct(function) for name, function in calls.items()}
json.dump({
    "requests": progress[0], "seconds": seconds, "stats": stats, "memory": memory, "wrong": len(wrong),
    "direct": [before, after], "latencies": latencies,
    "threads_left": [thread.name for thread in threading.enumerate() if "prediction" in thread.name],
}, open(sys.argv[4], "w"))
"""


def growth(memory: list[list[float]]) -> float:
    """Bytes per request over the second half: the least-squares slope."""
    half = memory[len(memory) // 2 :]
    return statistics.linear_regression([row[0] for row in half], [row[1] for row in half]).slope


def run(options: argparse.Namespace, folder: Path) -> tuple[dict, str]:
    """What the program measured, and with `--observe` the verdict of `tensorleak run` on the same run."""
    (folder / "load.py").write_text(PROGRAM)
    python = str(ROOT / ".envs" / options.lane / "bin" / "python")
    observed = [sys.executable, "-m", "tensorleak", "run", "--quiet", "--json", str(folder / "diagnosis.json")]
    observed += ["--record", str(folder / "run.jsonl"), "--python", python]
    program = [str(folder / "load.py"), str(options.requests), str(options.threads), options.call]
    subprocess.run(
        [*(observed if options.observe else [python]), *program, str(folder / "result.json")],
        env=dict(
            os.environ, TF_CPP_MIN_LOG_LEVEL="3", CUDA_VISIBLE_DEVICES="-1", PYTHONPATH=str(ROOT / "probe" / "src")
        ),
        stderr=subprocess.DEVNULL,
        check=True,
    )
    result = json.loads((folder / "result.json").read_text())
    return result, json.loads((folder / "diagnosis.json").read_text())[
        "verdict"
    ] if options.observe else "not asked for"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=100_000)
    parser.add_argument("--threads", type=int, default=32)
    parser.add_argument("--call", choices=["predict", "predict_on_batch"], default="predict_on_batch")
    parser.add_argument("--lane", default="tf2")
    parser.add_argument("--observe", action="store_true", help="run under `tensorleak run` and give its verdict")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        result, verdict = run(options, Path(name))
    rate = result["requests"] / result["seconds"]
    direct = {
        name: statistics.mean(part[name] for part in result["direct"]) for name in ("predict", "predict_on_batch")
    }
    memory, latencies = result["memory"], sorted(result["latencies"])
    middle, last = memory[len(memory) // 2][1], memory[-1][1]
    batches = result["stats"]["batches"]
    print(
        f"{result['requests']:,} requests from {options.threads} threads through {options.call}: {rate:,.0f} a second"
    )
    for name, alone in direct.items():
        print(
            f"model.{name} directly from one thread, before and after: {alone:,.1f} a second; ratio {rate / alone:.1f}"
        )
    print(f"batches: {batches:,}, {result['requests'] / batches:.1f} requests each")
    print(
        f"latency: median {1e3 * statistics.median(latencies):.1f} ms, 99 % {1e3 * latencies[len(latencies) * 99 // 100]:.1f} ms"
    )
    print(
        f"resident memory: {memory[0][1] / 1e6:.0f} MB at first, {middle / 1e6:.0f} MB half-way, {last / 1e6:.0f} MB at the end;"
        f" {growth(memory):+.1f} bytes per request over the second half"
    )
    print(f"verdict of `tensorleak run`: {verdict}")
    print(f"wrong answers: {result['wrong']}; threads left: {len(result['threads_left'])}")
    flat = last - middle < 0.01 * middle and verdict not in ("leak", "growing", "unexplained")
    return 0 if rate >= direct["predict"] and flat and not result["wrong"] and not result["threads_left"] else 1


if __name__ == "__main__":
    sys.exit(main())
