"""A native cache grows with every new shape.

## What it does

Finds native memory that grows with every new shape although one trace serves them all: batches, images or
sequences of any size. The inputs keep their rank and dtype and differ in size only.

`tensorleak check` does not report it: a trace that serves all shapes is right, and what kernels keep is
not in the source.

## Why it grows

Kernels keep something per shape: oneDNN keeps prepared primitives, and other libraries keep plans or
workspaces. The caches are bounded by number, or not at all, and one entry can be large. Growth slows down
once shapes repeat.

## Example

```python
@tf.function(input_signature=[tf.TensorSpec([None, None, 3])])
def edges(image):
    return tf.nn.conv2d(image[tf.newaxis], kernels, 1, "SAME")


for image in uploads:
    save(edges(image))
```

## Use instead

```python
for image in uploads:
    height, width = image.shape[:2]
    padded = tf.image.pad_to_bounding_box(image, 0, 0, 64 * -(-height // 64), 64 * -(-width // 64))
    save(edges(padded)[:, :height, :width])
```

## Known limits

It is reported when native memory grows, no other owner explains it, and functions, models, sessions or
the operations known to keep something per shape (convolutions, pooling, batched products, softmax, batch
normalisation) are called with ever new shapes. Other operations run eagerly are not followed; such growth
is reported as TL803. A trace per shape is TL202, an executable per shape is TL208.

## Fix safety

There is no automatic fix: how to pad, and what to do with the padded part, depends on the computation.
Padding is unsafe where the padded part takes part in the result: convolutions near the edge, pooling,
means, attention and batch statistics need a mask or a crop. Larger inputs also cost time.

## Evidence

`make quality` runs the leaking and the fixed form of each of these programs:

- `programs/TL804/any_batch_size`
- `programs/TL804/any_image_size`
- `programs/TL804/attention_over_any_length`
"""

from tensorleak.rules.base import Rule

RULE = Rule(
    id="TL804",
    summary="A native cache grows with every new shape",
)
