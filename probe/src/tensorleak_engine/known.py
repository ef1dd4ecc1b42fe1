"""Known leaks of the libraries themselves, told apart from the user's own.

Each names the versions it is in, the cause that it shows as, what holds the growth where that is part of it, the public issue and the
way round. A finding that one of them explains carries it as `known_leak`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Tuple

from tensorleak_engine.case import Case
from tensorleak_engine.model.diagnosis import Finding, KnownLeak, Verdict

NUMBER = re.compile(r"(\d+(?:\.\d+)*)(.*)")
CLAUSE = re.compile(r"(==|!=|>=|<)(.+)")
BEFORE = ("dev", "a", "b", "rc")  # what a version is called before it is released, the earliest first
Version = Tuple[Tuple[int, ...], int]


@dataclass(frozen=True)
class Known:
    """One known leak: the versions it is in, as `>=2.16,<2.22`, and what identifies it in a recording."""

    leak: KnownLeak
    rules: Tuple[str, ...]
    tensorflow: str = ""
    python: str = ""
    holder: str = ""
    grows: str = ""  # a gauge whose growth is part of it

    def explains(self, case: Case, found: Finding) -> bool:
        """Whether a finding is this leak: by its cause, by what holds the growth and what grows with it, by the versions in use."""
        environment = case.recording.environment
        return (
            found.verdict is Verdict.LEAK
            and found.rule in self.rules
            and (found.holder or "").startswith(self.holder)
            and (not self.grows or case.growth(self.grows).growing)
            and environment is not None
            and within(environment.tensorflow, self.tensorflow)
            and within(case.recording.header.python, self.python)
        )


def within(version: str, versions: str) -> bool:
    """Whether a version is one of those that a list of clauses admits; what is no version is none of them."""
    parsed = _parsed(version)
    clauses = [CLAUSE.match(clause) for clause in versions.split(",") if clause]
    return parsed is not None and all(clause is not None and _holds(parsed, *clause.groups()) for clause in clauses)


def _holds(version: Version, sign: str, other: str) -> bool:
    bound = _parsed(other)
    if bound is None:
        return False
    if sign == "<":  # a candidate for a release is not before that release
        return version < bound and (version[0] != bound[0] or bound[1] < len(BEFORE))
    return {"==": version == bound, "!=": version != bound, ">=": version >= bound}[sign]


def _parsed(version: str) -> Version | None:
    """(numbers, stage): three numbers at least, and how near to its release it is."""
    found = NUMBER.match(version)
    if found is None:
        return None
    numbers = tuple(int(number) for number in found.group(1).split(".")[:6])
    rest = found.group(2).lstrip(".-_").lower()
    stage = next((index for index, word in enumerate(BEFORE) if rest.startswith(word)), len(BEFORE))
    return numbers + (0,) * (3 - len(numbers)), stage


KNOWN: Tuple[Known, ...] = (
    Known(
        KnownLeak(
            "keras3-optimizer-gradient-registry",
            "Each fit of a new model leaves its training step in TensorFlow's gradient registry: Keras 3 optimizers register a gradient function under a new name that is never removed",
            "found by programs/TL401/hyper_search",
            "Compile one model and reset its weights between rounds, or fit each model in a process of its own; clear_session() and gc.collect() do not free it.",
        ),
        rules=("TL401",),
        grows="registry.gradients",
        tensorflow=">=2.16,<2.22",
    ),
    Known(
        KnownLeak(
            "keras-compile-gradient-registry",
            "Each fit() after a compile() leaves its training step in TensorFlow's gradient registry: the optimizer registers a gradient function under a new name that is never removed",
            "found by programs/TL203/compile_per_stage",
            "Call compile() once, before the loop, and change weights of the loss through variables; clear_session() and gc.collect() do not free it.",
        ),
        rules=("TL203",),
        tensorflow=">=2.15,<2.22",
        holder="TensorFlow's gradient registry, for a training step of Keras",
    ),
    Known(
        KnownLeak(
            "mkl-primitive-cache",
            "MKL builds keep one primitive for every shape, without bound",
            "tensorflow/tensorflow#23455",
            "Pad inputs to a few fixed shapes, or use a build without MKL.",
        ),
        rules=("TL804",),
        tensorflow=">=1.11,<1.13",
    ),
    Known(
        KnownLeak(
            "xla-compilation-cache",
            "XLA's cache of compiled executables has no eviction",
            "tensorflow/tensorflow#64170",
            "Reuse one compiled function with fixed shapes, or set jit_compile=False.",
        ),
        rules=("TL208",),
        tensorflow=">=2.16,<2.22",
    ),
    Known(
        KnownLeak(
            "model-with-input-shape-2.0-alpha",
            "a Keras model built with an input shape stays in Keras' global graph",
            "tensorflow/tensorflow#28844",
            "Use a subclassed model without input_shape, or build each model in a process of its own.",
        ),
        rules=("TL401",),
        tensorflow="==2.0.0a0",
    ),
    Known(
        KnownLeak(
            "global-keras-graph-1.15",
            "Keras' global graph keeps every model that was built",
            "tensorflow/tensorflow#30324",
            "Call tf.keras.backend.clear_session() and gc.collect() between models.",
        ),
        rules=("TL401",),
        tensorflow=">=1.15,<2.1,!=2.0.0a0",
    ),
    Known(
        KnownLeak(
            "global-keras-graph-2.3",
            "up to TensorFlow 2.3 Keras puts every model into one global graph",
            "tensorflow/tensorflow#41973",
            "Call tf.keras.backend.clear_session() between models, or use a later TensorFlow.",
        ),
        rules=("TL401",),
        tensorflow=">=2.1,<2.4",
    ),
    Known(
        KnownLeak(
            "fit-of-fresh-models",
            "fit of a fresh model in a loop grows, and clear_session() does not help",
            "tensorflow/tensorflow#61791",
            "Run each fit in a process of its own; TensorFlow 2.9.2 was reported not to grow.",
        ),
        rules=("TL401",),
        tensorflow=">=2.11,<2.16",
    ),
    Known(
        KnownLeak(
            "load-model-2.0",
            "load_model leaks with every load",
            "tensorflow/tensorflow#38217",
            "Load once and reuse the model, or use TensorFlow 2.2 or later.",
        ),
        rules=("TL402",),
        tensorflow=">=2.0.0,<2.1",
    ),
    Known(
        KnownLeak(
            "load-model-folder-2.1",
            "load_model of a SavedModel folder leaks native memory with every load",
            "tensorflow/tensorflow#35524",
            "Load once and reuse the model, or rebuild it from JSON and load its weights.",
        ),
        rules=("TL402",),
        tensorflow=">=2.1.0.dev0,<2.2",
    ),
    Known(
        KnownLeak(
            "saved-model-load-2.2",
            "tf.saved_model.load leaks with every load, among other things into the kernel cache",
            "tensorflow/tensorflow#40171",
            "Load once and reuse the model, or use TensorFlow 2.3 or later, where most of it is fixed.",
        ),
        rules=("TL402",),
        tensorflow=">=2.2,<2.3",
    ),
    Known(
        KnownLeak(
            "predict-2.0",
            "model.predict leaks with every call",
            "tensorflow/tensorflow#33009",
            "Call model.predict_on_batch, or the model itself: model(x, training=False).",
        ),
        rules=("TL403",),
        tensorflow=">=2.0.0,<2.1",
    ),
    Known(
        KnownLeak(
            "predict-new-shapes",
            "model.predict grows with every new input shape",
            "tensorflow/tensorflow#38598",
            "Pad inputs to a few fixed shapes, or use TensorFlow 2.3 or later.",
        ),
        rules=("TL403",),
        tensorflow=">=2.1,<2.3",
    ),
    Known(
        KnownLeak(
            "py-function-dataset-2.0",
            "py_function inside a dataset keeps its callback in the global graph and in the tape cache",
            "tensorflow/tensorflow#35084",
            "Build the dataset once and iterate it again, or call the Python function outside the dataset.",
        ),
        rules=("TL501",),
        tensorflow=">=2.0.0,<2.1",
    ),
    Known(
        KnownLeak(
            "from-generator-2.1",
            "every from_generator dataset leaves its callbacks and its generator behind",
            "tensorflow/tensorflow#37653",
            "Build the dataset once and iterate it again.",
        ),
        rules=("TL501",),
        tensorflow=">=2.1,<2.8",
    ),
    Known(
        KnownLeak(
            "from-generator-2.10",
            "from_generator never releases the objects that the generator captures",
            "tensorflow/tensorflow#57690",
            "Build the dataset once and iterate it again; let the generator fetch its data instead of capturing it.",
        ),
        rules=("TL501",),
        tensorflow=">=2.10,<2.11",
    ),
    Known(
        KnownLeak(
            "eager-py-function-2.6",
            "every eager call of tf.py_function leaves its callback registered",
            "tensorflow/tensorflow#51839",
            "In eager code call the Python function directly.",
        ),
        rules=("TL501",),
        tensorflow=">=2.6,<2.8",
    ),
    Known(
        KnownLeak(
            "py-function-registry",
            "from_generator and py_function register Python callbacks for ever",
            "tensorflow/tensorflow#123269",
            "Build the dataset once and iterate it again.",
        ),
        rules=("TL501",),
        tensorflow=">=1.15,<2.22",
    ),
    Known(
        KnownLeak(
            "py-function-1.14",
            "tf.py_function keeps what it returned with every estimator.predict",
            "tensorflow/tensorflow#35822",
            "Build the input pipeline once; tf.reset_default_graph() and clear_session() give most of it back.",
        ),
        rules=("TL501",),
        tensorflow=">=1.14,<1.15",
    ),
    Known(
        KnownLeak(
            "eager-dataset-functions-1.15",
            "in eager mode TensorFlow 1.15 keeps the traced functions of every dataset; fit, evaluate and predict make one per call",
            "found by programs/TL502/eager_predict",
            "Build the dataset once and iterate it again; predict_on_batch, train_on_batch and a call of the model make none.",
        ),
        rules=("TL502",),
        tensorflow=">=1.15,<2.0",
        holder="TensorFlow's eager context",
    ),
)


def apply(case: Case, findings: list[Finding]) -> list[Finding]:
    """Marks the findings that a known leak of the library in use explains."""
    return [_marked(case, found) for found in findings]


def _marked(case: Case, found: Finding) -> Finding:
    """The finding with its known leak; where what holds the growth is part of it, the way round is what to change."""
    known = next((known for known in KNOWN if known.explains(case, found)), None)
    if known is None:
        return found
    return replace(found, known_leak=known.leak, remedy=known.leak.way_round if known.holder else found.remedy)
