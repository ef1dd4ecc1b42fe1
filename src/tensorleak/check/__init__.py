"""The static check: which lines of a source tree will grow in memory when they run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tensorleak.check.driver import Options, check
    from tensorleak.check.result import CheckReport

__all__ = ["CheckReport", "Options", "check"]


def __getattr__(name: str) -> Any:
    # Loaded when asked for: the rules import parts of this package, and the driver imports the rules.
    if name == "CheckReport":
        from tensorleak.check.result import CheckReport

        return CheckReport
    if name in __all__:
        from tensorleak.check import driver

        return getattr(driver, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
