"""Resolves names through imports and aliases, and spells a TensorFlow name the way the file itself does."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import libcst as cst

from tensorleak.fix.nodes import find

V1 = "tensorflow.compat.v1"
# Names that TensorFlow 2 no longer has at its top: a file that uses them is written for TensorFlow 1, early releases of which have no `compat.v1`.
GONE = frozenset(
    f"tensorflow.{name}"
    for name in (
        "Session",
        "InteractiveSession",
        "placeholder",
        "get_variable",
        "assign",
        "global_variables_initializer",
    )
)


class Names:
    """The imports and module-level aliases of one file."""

    def __init__(self, module: cst.Module) -> None:
        self.module = module
        self._meaning: dict[str, str] = {}
        self._collect(module)

    def _collect(self, module: cst.Module) -> None:
        pending: list[cst.CSTNode] = [module]
        while pending:
            node = pending.pop()
            if isinstance(node, cst.Import | cst.ImportFrom):
                self._meaning.update(_imported(node))
            elif isinstance(node, cst.Assign):
                self._alias(node)
            pending.extend(reversed(node.children))

    def _alias(self, node: cst.Assign) -> None:
        target = node.targets[0].target
        if len(node.targets) == 1 and isinstance(target, cst.Name) and isinstance(node.value, cst.Name | cst.Attribute):
            meaning = self.raw(node.value)
            if meaning and meaning.split(".")[0] in {"tensorflow", "keras", "tf_keras"}:
                self._meaning.setdefault(target.value, meaning)

    def raw(self, node: cst.CSTNode) -> str | None:
        """The full dotted name of an expression as imported; None when its root is no import."""
        name = path_of(node)
        if name is None:
            return None
        root, _, rest = name.partition(".")
        meaning = self._meaning.get(root)
        return None if meaning is None else f"{meaning}.{rest}" if rest else meaning

    def dotted(self, node: cst.CSTNode) -> str | None:
        """The same, in one spelling: `tensorflow.Session` for all homes of the v1 API, `keras.` for both Kerases."""
        name = self.raw(node)
        return None if name is None else canonical(name)

    def called(self, node: cst.CSTNode) -> str:
        """What a call calls, in that one spelling; empty when it is unknown or no call."""
        return (self.dotted(node.func) or "") if isinstance(node, cst.Call) else ""

    def is_import(self, name: str) -> bool:
        """Whether a local name stands for something imported."""
        return name in self._meaning

    def spelling(self, name: str) -> str | None:
        """How the file would write `name` with the imports it has; None when it imports nothing of the kind."""
        options = [
            f"{local}.{name[len(meaning) + 1 :]}" if name != meaning else local
            for local, meaning in self._meaning.items()
            if name == meaning or name.startswith(f"{meaning}.")
        ]
        return min(options, key=len, default=None)

    def tensorflow(self, name: str) -> str | None:
        """How the file writes a name that TensorFlow has at its top, in whichever API it has imported."""
        homes = ("tensorflow", V1, "tensorflow.compat.v2")
        return next((spelled for home in homes if (spelled := self.spelling(f"{home}.{name}"))), None)

    def v1(self, name: str) -> str | None:
        """How the file writes a name of the v1 API: at the top of TensorFlow 1 where it is written for that, else in its home in both versions."""
        home = "tensorflow" if self._is_version_1 else V1
        return self.spelling(f"{home}.{name}")

    @cached_property
    def _used(self) -> set[str]:
        return {name for node in find(self.module, cst.Attribute) if (name := self.raw(node)) is not None}

    @cached_property
    def _is_version_1(self) -> bool:
        return bool(self._used & GONE) and not any(name.startswith(V1) for name in self._used)

    @cached_property
    def runs_on_version_1(self) -> bool:
        """Whether the file shows that it is written for TensorFlow 1, or for that as well."""
        both = ("tensorflow.compat.v2.", "tensorflow.enable_", f"{V1}.enable_")
        return bool(self._used & GONE) or any(name.startswith(both) for name in self._used)


def path_of(node: cst.CSTNode) -> str | None:
    """The dots and names of `a.b.c`; None for anything else, `a().b` too."""
    parts = []
    while isinstance(node, cst.Attribute):
        parts.append(node.attr.value)
        node = node.value
    return ".".join([node.value, *reversed(parts)]) if isinstance(node, cst.Name) else None


def canonical(name: str) -> str:
    """One spelling for the homes that a name has."""
    for prefix in ("tensorflow.compat.v1", "tensorflow.compat.v2"):
        if name == prefix or name.startswith(f"{prefix}."):
            name = "tensorflow" + name[len(prefix) :]
    for prefix in ("tensorflow.keras.", "tensorflow.python.keras.", "tf_keras."):
        if name.startswith(prefix):
            name = "keras." + name[len(prefix) :]
    return name


def _imported(node: cst.Import | cst.ImportFrom) -> Iterator[tuple[str, str]]:
    if isinstance(node.names, cst.ImportStar):
        return
    base = ""
    if isinstance(node, cst.ImportFrom):
        if node.relative or node.module is None:
            return
        base = f"{path_of(node.module)}."
    for alias in node.names:
        name = path_of(alias.name) or ""
        if alias.asname is not None and isinstance(alias.asname.name, cst.Name):
            yield alias.asname.name.value, base + name
        elif base:
            yield name, base + name
        else:
            yield name.split(".")[0], name.split(".")[0]
