"""A shuffle buffer is larger than memory.

## What it does

Finds a `shuffle` whose buffer, once full, is larger than the memory the process may use. The same holds
for `cache()` on a data set that does not fit.

`tensorleak check` does not report it: the size of the data is not in the source.

## Why it grows

A shuffle buffer takes up elements until it holds `buffer_size` of them. Growth is wanted and would end,
but the process runs out of memory before. Decoded images and spectrograms are many times larger than
their files.

## Example

```python
dataset = tf.data.Dataset.from_tensor_slices(paths)
dataset = dataset.map(read_and_decode)
dataset = dataset.shuffle(len(paths))
dataset = dataset.batch(32)
```

## Use instead

```python
dataset = tf.data.Dataset.from_tensor_slices(paths)
dataset = dataset.shuffle(len(paths))
dataset = dataset.map(read_and_decode)
dataset = dataset.batch(32)
```

## Known limits

Only shuffle buffers are seen, and only those with a Python integer as `buffer_size` and elements of known
shape and dtype; strings and open dimensions have no known size. `cache()` is not seen yet. The finding
needs memory that really grows and no other cause for it; a buffer that fits is `bounded` once it is full.

## Fix safety

There is no automatic fix: how far to shuffle is a decision about training. A smaller buffer mixes less,
which can change how well training works. Shuffling before `map` changes the order in which random
augmentations are drawn. Leaving out `cache()` makes every epoch read and decode again.

## Evidence

`make quality` runs the leaking and the fixed form of this program:

- `programs/TL503/shuffle_whole_archive`
"""

from tensorleak.rules.base import Rule

RULE = Rule(
    id="TL503",
    summary="A shuffle buffer is larger than memory",
)
