"""Devices are set up before TensorFlow takes them, on both lanes, and a call that comes too late says so."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from support import PATIENCE, ROOT, lane_python

PROBE = {"PYTHONPATH": str(ROOT / "probe" / "src")}
START = "import tensorflow as tf\nfrom tensorleak_probe.guards.devices import configure_devices, DevicesInitialised\n"


def run(lane: str, program: str) -> list[str]:
    if not lane_python(lane).exists():
        pytest.skip(f"the {lane} lane is not installed: see `tools/env {lane}`")
    settings = dict(os.environ, TF_CPP_MIN_LOG_LEVEL="3", CUDA_VISIBLE_DEVICES="-1", **PROBE)
    done = subprocess.run(
        [str(lane_python(lane)), "-c", START + program], env=settings, capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.splitlines()


SETTINGS = """
config = configure_devices(memory_growth=True, visible=[0])
print(config.gpu_options.allow_growth, config.gpu_options.visible_device_list)
config = configure_devices(limit="2 GiB")
print(int(config.gpu_options.experimental.virtual_devices[0].memory_limit_mb[0]))
print(configure_devices(visible=[]).device_count["GPU"])
for odd in (dict(limit="much"), dict(limit=1), dict(visible=["GPU:0"]), dict(visible=-1), dict(memory_growth=True, limit="1 GB")):
    try:
        configure_devices(**odd)
    except ValueError as error:
        print("refused")
"""


@pytest.mark.parametrize("lane_name", ["tf1", "tf2"])
def test_settings_reach_the_configuration(lane_name: str) -> None:
    assert run(lane_name, SETTINGS) == ["True 0", "2048", "0"] + ["refused"] * 5


@pytest.mark.parametrize(
    ("lane_name", "first"),
    [
        ("tf2", "tf.constant(1)"),
        ("tf2", "tf.Variable(1.0)"),
        ("tf1", "session = tf.Session(graph=tf.Graph())"),
        ("tf1", "tf.keras.backend.get_session()"),
        ("tf1", "tf.enable_eager_execution(); tf.constant(1)"),
    ],
)
def test_too_late_is_an_error(lane_name: str, first: str) -> None:
    program = f"{first}\ntry:\n    configure_devices(memory_growth=True)\nexcept DevicesInitialised as error:\n    print(error)\n"
    (line,) = run(lane_name, program)
    assert "too late" in line and "before the first" in line


@pytest.mark.parametrize("lane_name", ["tf1", "tf2"])
def test_building_a_graph_is_not_too_late(lane_name: str) -> None:
    program = "g = tf.Graph()\nwith g.as_default():\n    tf.constant(1)\nprint(configure_devices(memory_growth=True) is not None)\n"
    assert run(lane_name, program) == ["True"]


def test_the_configuration_works_in_a_session() -> None:
    program = "config = configure_devices(memory_growth=True)\nprint(tf.Session(config=config).run(tf.constant(7)))\n"
    assert run("tf1", program) == ["7"]


STAND_IN = """
class Error(RuntimeError): pass
calls = []
class _Experimental:
    @staticmethod
    def set_memory_growth(gpu, on): calls.append(("growth", gpu, on))
class config:
    experimental = _Experimental
    @staticmethod
    def list_physical_devices(kind): return ["GPU0", "GPU1"]
    @staticmethod
    def set_visible_devices(gpus, kind): calls.append(("visible", tuple(gpus)))
    @staticmethod
    def LogicalDeviceConfiguration(memory_limit): return memory_limit
    @staticmethod
    def set_logical_device_configuration(gpu, limits):
        if calls == "started": raise RuntimeError("Physical devices cannot be modified after being initialized")
        calls.append(("limit", gpu, limits))
__version__ = "2.99.0"
class _Options:
    def __init__(self):
        from types import SimpleNamespace as S
        self.experimental = S(virtual_devices=S(add=lambda **words: None))
class compat:
    class v1:
        class ConfigProto:
            def __init__(self): self.gpu_options, self.device_count = _Options(), {}
"""


def test_two_cards(tmp_path: Path) -> None:
    """No machine of the tests has two cards: a stand-in shows which calls are made."""
    (tmp_path / "tensorflow.py").write_text(STAND_IN)
    program = START + (
        "configure_devices(memory_growth=True, visible=[1])\nprint(tf.calls); tf.calls.clear()\n"
        "configure_devices(limit=1 << 30)\nprint(tf.calls)\n"
        "try: configure_devices(visible=[2])\nexcept ValueError as error: print(error)\n"
        "tf.calls = 'started'\n"
        "try: configure_devices(limit='1 GB')\nexcept DevicesInitialised as error: print(error)\n"
    )
    settings = dict(os.environ, PYTHONPATH=f"{tmp_path}{os.pathsep}{PROBE['PYTHONPATH']}")
    done = subprocess.run([sys.executable, "-c", program], env=settings, capture_output=True, text=True, timeout=60)
    assert done.stdout.splitlines() == [
        "[('visible', ('GPU1',)), ('growth', 'GPU1', True)]",
        "[('limit', 'GPU0', [1024]), ('limit', 'GPU1', [1024])]",
        "visible names GPU 2, and there are 2: count from 0",
        "configure_devices() came too late: Physical devices cannot be modified after being initialized",
    ], done.stderr
