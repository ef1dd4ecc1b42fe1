"""The pytest plugin: `pytest --tensorleak` repeats tests marked `steady` and fails those whose memory grows per iteration."""

from __future__ import annotations

import os

import pytest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

OPTIONS = ("iterations", "limit", "warmup", "patience")
PREFIX = "tensorleak."


def pytest_addoption(parser: pytest.Parser) -> None:
    """Options of the command line and of the ini file."""
    group = parser.getgroup("tensorleak", "memory leaks of TensorFlow programs")
    group.addoption("--tensorleak", action="store_true", help="repeat tests marked `steady` and fail those that leak")
    group.addoption("--tensorleak-all", action="store_true", help="the same for all tests, marked or not")
    group.addoption("--tensorleak-baseline", metavar="FILE", help="leaks listed in FILE do not fail")
    group.addoption(
        "--tensorleak-update-baseline",
        action="store_true",
        help="write the leaks that are found into the baseline instead of failing",
    )
    parser.addini("tensorleak_baseline", "the baseline file, relative to the ini file")
    parser.addini("tensorleak_iterations", "iterations of a steady test without its own number", default="40")
    parser.addini("tensorleak_warmup", "calls before measuring starts", default="5")
    parser.addini("tensorleak_limit", "memory that an iteration may keep", default="1 KB")
    parser.addini("tensorleak_patience", "seconds of further iterations when something seems to grow", default="10")


def pytest_configure(config: pytest.Config) -> None:
    """Registers the marker; starts the probe when asked, before the tests import TensorFlow."""
    config.addinivalue_line(
        "markers",
        "steady(iterations, limit, warmup, sizes): with --tensorleak the body is repeated and must not keep memory "
        "from iteration to iteration; `sizes` runs it once for each value of the argument `size`",
    )
    if config.getoption("tensorleak") or config.getoption("tensorleak_all"):
        from tensorleak_probe.testing.session import Watcher

        config.pluginmanager.register(Watcher(config, _defaults(config), _baseline_path(config)), "tensorleak-watcher")


def _defaults(config: pytest.Config) -> dict[str, Any]:
    from tensorleak_probe.testing.settings import SettingError, Settings

    values = {name: config.getini(PREFIX.replace(".", "_") + name) for name in OPTIONS}
    try:
        values.update(
            {name: int(values[name]) for name in ("iterations", "warmup")}, patience=float(values["patience"])
        )
        Settings(**values)
    except (SettingError, ValueError) as error:
        raise pytest.UsageError("tensorleak: %s" % error)
    return values


def _baseline_path(config: pytest.Config) -> str | None:
    given: str | None = config.getoption("tensorleak_baseline")
    if given:
        return os.path.abspath(given)
    written: str = config.getini("tensorleak_baseline")
    return os.path.join(str(config.rootpath), written) if written else None


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """`sizes=[…]` becomes one test per size, with or without `--tensorleak`."""
    mark = metafunc.definition.get_closest_marker("steady")
    if mark is None or "sizes" not in mark.kwargs:
        return
    from tensorleak_probe.testing.settings import SettingError, sizes_of

    try:
        sizes = sizes_of(mark)
    except SettingError as error:
        raise pytest.UsageError("tensorleak: %s: %s" % (metafunc.definition.nodeid, error))
    if sizes is None:
        return
    if "size" not in metafunc.fixturenames:
        raise pytest.UsageError(
            "tensorleak: %s: steady(sizes=...) needs a test with an argument named size" % metafunc.definition.nodeid
        )
    metafunc.parametrize("size", sizes)
