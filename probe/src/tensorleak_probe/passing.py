"""What the probe's own `except` clauses begin with: an exception that the program raised into the probe's code is not theirs to keep.

A signal handler may raise anything, at any call: a `TimeoutError` looks like a file that cannot be read, a class of the program's own
like a C type that refuses. This module imports nothing that is not loaded anyway: it serves before TensorFlow comes, too.
"""


def pass_on(error: BaseException) -> None:
    """To be called first where an exception is handled: raises it again if it is the program's."""
    from tensorleak_probe.interruptions import programs

    own = programs(error)
    if own is not None:
        raise own
