"""A new Python object as argument makes `tf.function` trace again.

## What it does

Finds a `tf.function` that is traced again because an argument is a new Python object: a request's
options, a freshly made configuration, or the `self` of a new instance whose method is decorated. The
report names the function, the argument and the type of the object.

## Why it grows

An object that TensorFlow cannot take apart is compared by identity, or by equality where its class
defines it. A new object per call is a new key, hence a new trace. A decorated method gets one function
per instance; it lives as long as the instance.

## Example

```python
class Options:
    def __init__(self, gain, clip):
        self.gain, self.clip = gain, clip


@tf.function
def enhance(image, options):
    return tf.clip_by_value(image * options.gain, 0.0, options.clip)


for request in requests:
    answer(enhance(request.image, Options(request.gain, request.clip)))
```

## Use instead

```python
@tf.function
def enhance(image, gain, clip):
    return tf.clip_by_value(image * gain, 0.0, clip)


for request in requests:
    answer(enhance(request.image, tf.constant(request.gain), tf.constant(request.clip)))
```

## Known limits

Only the type of the object is recorded. On TensorFlow 1.15 each new `tf.Variable` counts as a new object;
later versions go by its shape and dtype. A decorated method of instances that are kept can be reported as
TL203, since each instance makes a function of its own.

## Fix safety

There is no automatic fix yet. Passing fields instead of the object is unsafe when the function changes
the object, calls its methods, or branches on it in Python. Giving the class `__eq__` and `__hash__` is
unsafe when two equal objects may behave differently: they would share a trace.

## Evidence

`make quality` runs the leaking and the fixed form of each of these programs:

- `programs/TL204/options_object_per_request`
- `programs/TL204/scorer_per_session`
"""

from tensorleak.model.owner import Owner
from tensorleak.rules.base import Rule


def explains(owner: Owner) -> bool:
    """Whether this pattern is what makes `owner` grow."""
    made_for_each_object = owner.kind == "function" and "bound" in owner.flags
    return (owner.kind == "trace" and owner.reason == "object") or made_for_each_object


RULE = Rule(
    id="TL204",
    name="retrace-new-object",
    summary="A new Python object as argument makes `tf.function` trace again",
    says="{name}() is traced again for each new object it is called with ({count} traces per {unit})",
    remedy=(
        "Pass tensors instead of the object, or keep one object alive and change its `tf.Variable`s; "
        "make value-like arguments hashable and equal."
    ),
    explains=explains,
    specificity=2,
)
