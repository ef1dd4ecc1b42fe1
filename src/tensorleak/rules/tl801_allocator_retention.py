"""The allocator keeps freed memory.

## What it does

Describes memory that the program has freed and that malloc, or TensorFlow's pool for large CPU tensors,
keeps. `tensorleak run` tells it by the verdict `retained`, not by a finding.

`tensorleak check` does not report it: there is no line to blame.

## Why it grows

glibc gives freed memory back to the system only from the end of each arena, so resident memory stays near
its peak. With oneDNN on, tensors of 256 KiB and more live in a pool that malloc counts as in use. Nothing
leaks: the next allocations reuse the memory, and growth ends.

## Example

```python
samples = [tf.constant(row) for row in calibration_rows]
offset = float(tf.add_n([tf.reduce_mean(sample) for sample in samples]))
del samples  # freed, and still counted as resident
for request in requests:
    answer(request, offset)
```

## Use instead

```python
total = 0.0
for row in calibration_rows:
    total += float(tf.reduce_mean(tf.constant(row)))
for request in requests:
    answer(request, total)
```

A lower peak is the remedy. Where the peak cannot be lower and the memory is needed elsewhere,
`ctypes.CDLL(None).malloc_trim(0)` after it gives glibc's free memory back.

## Known limits

This rule has no runtime side of its own: it is never the rule of a finding. The verdict comes from
malloc's count of free bytes and from a close look that trims; an allocator other than glibc's has no such
count, and a TensorFlow pool that is empty cannot be told from one in use by malloc's figures.

## Fix safety

There is no automatic fix: nothing leaks. A trim walks through all arenas and the memory has to be fetched
again for the next peak: call it after a peak, not in every round.

## Evidence

No leaking program proves this rule, since nothing leaks. `programs/innocent/peak_then_small` frees a
large start-up peak and goes on with small requests; `make quality` runs it and counts a `leak` verdict as
a failure. `tests/rules/test_allocator_retention.py` makes such a peak in eight threads on both lanes: a
collection gives nothing back, a trim at least half.

Two popular remedies did not help: after eight peaks in sixteen threads a process on TF 2.21 that had begun
at 486 MB stood at 739 MB, with `MALLOC_ARENA_MAX=2` at 728 MB, with jemalloc 5.3 preloaded at 702 MB; a trim
brought it down to 522 MB.
"""

from tensorleak.rules.base import Rule

RULE = Rule(
    id="TL801",
    name="allocator-retention",
    summary="The allocator keeps freed memory",
    says="malloc keeps freed memory",
    remedy=(
        "Nothing leaks. Keep the peak lower, or give the memory back after it with `ctypes.CDLL(None).malloc_trim(0)`."
    ),
)
