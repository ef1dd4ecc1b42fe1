"""TensorFlow reserves the whole card."""

from tensorleak.rules.base import Rule

RULE = Rule(
    id="TL701",
    name="gpu-grabs-everything",
    summary='TensorFlow reserves the whole card',
    says='',
    remedy='Call `tf.config.experimental.set_memory_growth(gpu, True)` before anything touches the card (TF 1: `GPUOptions(allow_growth=True)`).',
)
