"""TensorFlow as the guards meet it: imported only when a guard is used, 1.15 and 2 through one name."""

from __future__ import annotations

import sys

from tensorleak_probe.sites import Sites

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_sites = Sites()


def tensorflow_v1() -> Any:
    """The graph-and-session interface: `tf` itself on 1.15, `tf.compat.v1` on 2."""
    import tensorflow

    return tensorflow.compat.v1


def user_site(depth: int = 1) -> str:
    """ "file:line in function" of the innermost frame that is the user's."""
    number = _sites.here()
    frames = _sites.rows[number]["frames"] if number >= 0 else []
    if frames:
        return "%s:%d in %s" % tuple(frames[0])
    frame = sys._getframe(depth)
    return "%s:%d in %s" % (frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name)


def is_user_file(filename: str) -> bool:
    """Whether a file belongs neither to TensorFlow, nor to a library, nor to Tensorleak."""
    return _sites.kind(filename) in ("user", "generated")


def sites() -> Sites:
    """The table of stacks that the guards share."""
    return _sites
