"""Whether a program runs graphs or runs eagerly."""

from __future__ import annotations

import os

from tensorleak.check import names
from tensorleak.check.module import Module
from tensorleak.check.project import Project

MAX_IMPORTERS_DEPTH = 3
PLAIN_GRAPH = frozenset(("tf.Session", "tf.InteractiveSession", "tf.placeholder"))  # all of TensorFlow 1 only


def mode_of(project: Project, module: Module) -> str:
    """Whether a program runs graphs or runs eagerly: by what it uses itself, by the modules that it imports, by what its project needs."""
    if module.mode:
        return module.mode
    if imports_graphs(project, module, MAX_IMPORTERS_DEPTH, set()):
        return "graph"
    return "graph" if project.tensorflow(module.folder) == 1 else "eager"


def imports_graphs(project: Project, module: Module, depth: int, seen: set[str]) -> bool:
    """Whether an imported module of the project is plainly graph code; one that serves both modes tells nothing."""
    seen.add(os.fspath(module.path))
    for dotted, level in module.imported:
        if not level and dotted.partition(".")[0] in names.ROOTS:
            continue
        found = project.find(dotted, module, level)
        if found is None or os.fspath(found.path) in seen:
            continue
        if found.signs & names.GRAPH_ORDERS or (found.signs & PLAIN_GRAPH and not found.signs & names.EAGER_SIGNS):
            return True
        if depth and not found.signs & names.EAGER_SIGNS and imports_graphs(project, found, depth - 1, seen):
            return True
    return False
