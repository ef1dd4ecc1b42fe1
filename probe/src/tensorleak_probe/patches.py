"""Wraps methods of TensorFlow so that users' tracebacks, signatures and AutoGraph see no difference."""

import functools
import inspect

OBSERVE = """
def make(original, seen):
    def {name}(*args, **kwargs):
        result = original(*args, **kwargs)
        seen(args, kwargs, result)
        return result
    return {name}
"""

AROUND = """
def make(original, before, after):
    def {name}(*args, **kwargs):
        token = before(args, kwargs)
        try:
            return original(*args, **kwargs)
        finally:
            after(token)
    return {name}
"""

# The next two run once per step of the program, where the processor's caches are cold: they call nothing they can avoid.

WORK = """
def make(original, work, local, counts, kind, clock):
    def {name}(*args, **kwargs):
        if local.busy:
            return original(*args, **kwargs)
        local.busy = True
        try:
            return original(*args, **kwargs)
        finally:
            local.busy = False
            counts[kind] += 1
            if clock() >= work.due:
                work.boundary()
    return {name}
"""


SHAPED = """
def make(original, work, local, counts, kind, clock, noted, place):
    key = (kind,)
    unnoted = 0
    def {name}(*args, **kwargs):
        nonlocal unnoted
        if local.busy:
            return original(*args, **kwargs)
        if unnoted:
            unnoted -= 1
        else:
            unnoted = noted(key, args[place:place + 1] or kwargs.values())
        local.busy = True
        try:
            return original(*args, **kwargs)
        finally:
            local.busy = False
            counts[kind] += 1
            if clock() >= work.due:
                work.boundary()
    return {name}
"""

replaced = []  # (owner, name) of everything that was wrapped


def compiled(template, original, *parts):
    """The wrapper of `original`, compiled under its file name: TensorFlow's traceback filter then hides it."""
    code = getattr(inspect.unwrap(original), "__code__", None)
    filename = code.co_filename if code is not None else "<tensorflow>"
    name = getattr(original, "__name__", "wrapped")
    scope = {}
    exec(compile(template.format(name=name if name.isidentifier() else "wrapped"), filename, "exec"), scope)
    wrapper = functools.wraps(original)(scope["make"](original, *parts))
    try:
        wrapper.__signature__ = inspect.signature(original)
    except (TypeError, ValueError):
        pass
    wrapper.tensorleak_original = original
    return wrapper


def replace(owner, name, template, *parts):
    """Replaces `owner.name` by a wrapper; False when it is not there or was wrapped before."""
    original = owner.__dict__.get(name) if isinstance(owner, type) else getattr(owner, name, None)
    if not callable(original) or hasattr(original, "tensorleak_original"):
        return False
    setattr(owner, name, compiled(template, original, *parts))
    replaced.append((owner, name))
    return True
