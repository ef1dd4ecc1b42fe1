"""Native memory grows without a known owner.

## What it does

Reports memory in use that grows steadily with the work while no graph, trace, session, model, variable,
container or callback grows with it, and Python's own heap does not either. The verdict is `unexplained`, not `leak`. Where a cache of TensorFlow's own
is proven to hold the memory (emptying it after the program's end frees most of it), the finding is called `kernels-kept` or `numbers-kept`, and the verdict is `leak`.

`tensorleak check` does not report it: what native code keeps is not in the Python source.

## Why it grows

Something below Python allocates and does not free: a native extension, a custom operation, a library
called through `ctypes`, or a cache inside TensorFlow. Tensorleak sees the bytes, often the line, and not their owner.

TensorFlow keeps a kernel for every operation with its attributes. A seed is an attribute, and so is the name of a variable or a
table: `tf.random.normal(shape, seed=i)` leaves 36 KB for each new `i` (TensorFlow 2.21), and so do optimizers and tables that are made in every
round, although their Python objects are gone.

It also keeps a tensor for each value of a Python number that an eager operation was ever given: `rate * gradient` with a rate that changes leaves
0.65 KB per step (TensorFlow 2.21), which is 650 MB in a million steps. Numbers of NumPy are not kept.

## Example

```python
library = ctypes.CDLL("libspectrum.so")
library.bands.restype = ctypes.POINTER(ctypes.c_double)

for clip in clips:
    bands = library.bands(clip.ctypes.data, len(clip))
    score(np.ctypeslib.as_array(bands, (16,)).copy())
```

## Use instead

```python
for clip in clips:
    bands = library.bands(clip.ctypes.data, len(clip))
    try:
        score(np.ctypeslib.as_array(bands, (16,)).copy())
    finally:
        library.release(bands)
```

For kernels, values that change are given as tensors, and variables, tables and optimizers are made once:

```python
noise = tf.random.stateless_normal(shape, seed=[i, 0])  # instead of tf.random.normal(shape, seed=i)
```

And numbers that change are NumPy's, or variables:

```python
weights.assign_sub(np.float32(rate) * gradient)  # instead of rate * gradient
```

## Known limits

The line is the one that took, over whole rounds, just the memory that stayed. It is told where one line alone did: while memory
grows that nobody is known to hold, the program's lines are weighed for a moment, together with the functions that they call. Where several
lines took as much, the line that calls them is told, or none; with other threads at work in the program's own code, none. It is reported only when memory in use and
resident memory both grow with the work, the known owners explain less than two fifths of it, none of
those owners has a native part that nobody can weigh, and a collection with a trim does not give most of
it back.

## Fix safety

There is no automatic fix. Freeing by hand is unsafe when the library keeps
the pointer, or when a NumPy array still looks into the buffer.

## Evidence

`make quality` runs the leaking and the fixed form of this program:

- `programs/TL803/annealed_rate`
- `programs/TL803/native_features`
- `programs/TL803/seed_per_draw`
"""

from tensorleak.rules.base import Rule

RULE = Rule(
    id="TL803",
    summary="Native memory grows without a known owner",
)
