"""Python state is frozen into the trace."""

from tensorleak.rules.base import Rule

RULE = Rule(
    id="TL205",
    name="captured-python-state",
    summary='Python state is frozen into the trace',
    says='',
    remedy='Pass the state as an argument, or hold it in a `tf.Variable`.',
)
