"""One fix on one text: finds the rewriter, lets it work, and accepts the result only when it is sound."""

from __future__ import annotations

import importlib
import io
import pkgutil
import tokenize
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, lru_cache

import libcst as cst

from tensorleak.check.finding import StaticFinding
from tensorleak.fix import rewriters
from tensorleak.fix.outcome import Refusal, Rewrite, Safety
from tensorleak.fix.request import Refused, Request

Rewriter = Callable[[Request], "Rewrite | Refusal"]

# Some findings have two remedies: what one rewriter cannot do, its neighbour may.
ALTERNATIVES = {
    "hoist_graph_ops": ("fresh_graph",),
    "fresh_graph": ("hoist_graph_ops",),
    "float_of_tensor": ("bounded_deque",),
    "bounded_deque": ("float_of_tensor",),
    "bounded_lru_cache": ("bounded_deque",),
    "tensor_array": ("bounded_deque",),
    "session_with": ("bounded_deque",),
}


@cache
def known() -> frozenset[str]:
    """The names of all rewriters: the modules of the package."""
    return frozenset(module.name for module in pkgutil.iter_modules(rewriters.__path__))


@cache
def rewriter(name: str) -> Rewriter:
    """The rewriter of that name."""
    function: Rewriter = importlib.import_module(f"{rewriters.__name__}.{name}").rewrite
    return function


def attempt(text: str, finding: StaticFinding) -> Rewrite | Refusal:
    """The rewriter that can repair the finding, or the reason of the one that was asked for."""
    name = finding.fix or ""
    if name not in known():
        return Refusal(f"there is no rewriter named `{name}`")
    try:
        module = _parsed(text)
    except (cst.ParserSyntaxError, RecursionError):
        return Refusal("the file cannot be parsed")
    if module.code != text:
        return Refusal("the file would not survive a round trip through the parser")
    return _best(_outcomes(module, text, finding, (name, *ALTERNATIVES.get(name, ()))))


@lru_cache(maxsize=2)
def _parsed(text: str) -> cst.Module:
    return cst.parse_module(text)


def _best(outcomes: Iterator[Rewrite | Refusal]) -> Rewrite | Refusal:
    """The first rewrite that may be written, else the first that may be shown, else the first refusal."""
    tried: list[Rewrite | Refusal] = []
    for outcome in outcomes:
        if isinstance(outcome, Rewrite) and outcome.safety is not Safety.SHOWN:
            return outcome
        tried.append(outcome)
    return next((one for one in tried if isinstance(one, Rewrite)), tried[0])


def _outcomes(
    module: cst.Module, text: str, finding: StaticFinding, names: tuple[str, ...]
) -> Iterator[Rewrite | Refusal]:
    for name in names:
        yield _sound(text, _run(rewriter(name), Request.of(module, finding)))


def _run(function: Rewriter, request: Request) -> Rewrite | Refusal:
    try:
        return function(request)
    except Refused as refused:
        return Refusal(str(refused))
    except RecursionError:
        return Refusal("the code is nested too deeply")


def _sound(before: str, outcome: Rewrite | Refusal) -> Rewrite | Refusal:
    """Lets a rewrite pass only when it changes something, parses, and keeps every comment."""
    if isinstance(outcome, Refusal):
        return outcome
    if outcome.text == before:
        return Refusal("the fix is already there")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(outcome.text, "fix", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return Refusal("the rewritten file would not parse")
    if _comments(before) - _comments(outcome.text):
        return Refusal("a comment would be lost")
    return outcome


def _comments(text: str) -> Counter[str]:
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    try:
        return Counter(token.string for token in tokens if token.type == tokenize.COMMENT)
    except (tokenize.TokenError, SyntaxError):
        return Counter()
