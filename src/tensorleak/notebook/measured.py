"""Runs a cell under a watch, as the shell itself would run it, with the lines that the user sees."""

from __future__ import annotations

import ast
from typing import Any

from tensorleak_probe.budget import RUN
from tensorleak_probe.guards.watch import Watch


def _whole(line: str, body: str, code: str) -> str:
    """The cell as Python, line for line: the magic is a comment, and empty lines that the shell dropped are back."""
    dropped = len(body) - len(body.lstrip())
    return f"# %%tensorleak {line}".rstrip() + "\n" * (1 + body[:dropped].count("\n")) + code


class Measured:
    """One run of a cell: `diagnosis` is there however it ended, `value` only when it ended well."""

    def __init__(self, shell: Any, line: str, body: str, record: str | None = None) -> None:
        self._shell = shell
        self.diagnosis: Any = None
        self.value: Any = None
        code = _whole(line, body, shell.transform_cell(body))
        self._name = shell.compile.cache(code, shell.execution_count, raw_code=f"%%tensorleak {line}\n{body}")
        tree = shell.transform_ast(shell.compile.ast_parse(code, filename=self._name))
        self._steps = self._compiled(tree, silent=body.rstrip().endswith(";"))
        self._watch = Watch(on_leak=lambda diagnosis: None, record=record, budget=RUN)

    def _compiled(self, tree: ast.Module, silent: bool) -> tuple[Any, Any]:
        """The statements, and the last expression whose value the cell shows."""
        last = None
        if tree.body and isinstance(tree.body[-1], ast.Expr) and not silent:
            last = ast.Expression(tree.body.pop().value)  # type: ignore[attr-defined]
        statements = self._shell.compile(tree, self._name, "exec")
        return statements, self._shell.compile(last, self._name, "eval") if last is not None else None

    def run(self) -> None:
        """Runs the cell; what it raises is raised, after the judgement."""
        __tracebackhide__ = True
        names = self._shell.user_ns
        statements, last = self._steps
        self._watch.open((self._name, "<module>"))
        try:
            exec(statements, names)
            self.value = eval(last, names) if last is not None else None
        finally:
            self.diagnosis = self._watch.close()
