"""Writes what the public names of TensorFlow and of packages around it are, asked of the real packages.

Each environment is asked by `tools/asking/names.py`, which knows a class by its ancestors and a function by calling it, or by its
signature. Names are told as `tensorleak check` spells them, one for all versions; where versions differ, what makes or adds
something counts, and of that what the latest environment has. What is in tools/asking/ runs there on Python 3.7.

usage: python tools/api.py            writes src/tensorleak/check/api.json from the environments tf1, tf2, api1 and api2
"""

from __future__ import annotations

import json
import subprocess
import textwrap
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tensorleak.check import api, names

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "src" / "tensorleak" / "check" / "api.json"
ASKING = ROOT / "tools" / "asking" / "names.py"
# Of each environment, the packages that it is asked about; later ones have the last word.
ASKED = {
    "api1": ("keras", "tensorflow_probability", "sonnet", "tensorflow_hub"),
    "tf1": ("tensorflow",),
    "api2": (
        "tensorflow",
        "tf_keras",
        "tensorflow_probability",
        "tensorflow_addons",
        "tf_agents",
        "sonnet",
        "tf_slim",
        "gpflow",
        "keras_tuner",
        "tensorflow_hub",
    ),
    "tf2": ("tensorflow", "keras"),
}
INSIDE = ("python", "ops", "raw_ops")  # modules that are public by accident
QUIET = ("", api.UNKNOWN, api.PYTHON)
WIDTH = 110  # characters of one line of names


def asked(lane: str, packages: tuple[str, ...]) -> tuple[dict[str, str], dict[str, str]]:
    """The versions of an environment's packages, and what each name of theirs is."""
    python = ROOT / ".envs" / lane / "bin" / "python"
    told = subprocess.run([python, "-W", "ignore", ASKING, *packages], stdout=subprocess.PIPE, text=True, check=True)
    line = next(line for line in told.stdout.splitlines() if line.startswith("FOUND"))
    answer = json.loads(line.removeprefix("FOUND"))
    return answer["versions"], {name: kind or api.UNKNOWN for name, (kind, _) in answer["names"].items()}


def is_inside(module: str) -> bool:
    inside = module.split(".")[1:]
    own = INSIDE if module.startswith("tf.") else ()  # `keras.ops` is public
    return any(part in own or part.endswith(("_ops", "_lib", "_impl", "_pb2")) for part in inside)


def merged(answers: Iterable[dict[str, str]]) -> dict[str, str]:
    """One kind for each name, as the check spells it."""
    found: dict[str, str] = {}
    for answer in answers:
        for name, kind in answer.items():
            canonical = names.canonical(name)
            if not is_inside(canonical.rpartition(".")[0]) and (kind not in QUIET or found.get(canonical, "") in QUIET):
                found[canonical] = max(kind, found.get(canonical, ""), key=QUIET.index) if kind in QUIET else kind
    return {name: kind for name, kind in found.items() if "." in name}


def main() -> None:
    """Asks every environment and writes the table."""
    with ThreadPoolExecutor(len(ASKED)) as pool:  # most of the time is spent waiting for functions that never end
        versions, answers = zip(*pool.map(asked, ASKED, ASKED.values()), strict=True)
    modules: dict[str, dict[str, list[str]]] = {}
    for name, kind in sorted(merged(answers).items()):
        module, _, last = name.rpartition(".")
        modules.setdefault(module, {}).setdefault(kind, []).append(last)
    told = {
        module: {
            kind: textwrap.wrap(" ".join(found), WIDTH, break_long_words=False) for kind, found in sorted(kinds.items())
        }
        for module, kinds in modules.items()
    }
    OUT.write_text(
        json.dumps({"format": api.FORMAT, "asked": list(versions), "modules": told}, indent=1) + "\n", encoding="utf-8"
    )
    counted = Counter(kind for kinds in modules.values() for kind, found in kinds.items() for _ in found)
    print(
        f"{counted.total()} names in {len(modules)} modules: "
        + ", ".join(f"{n} {kind}" for kind, n in counted.most_common())
    )


if __name__ == "__main__":
    main()
