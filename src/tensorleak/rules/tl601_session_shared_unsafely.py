"""A session is shared by threads that also change its graph."""

from tensorleak.rules.base import Rule

RULE = Rule(
    id="TL601",
    name="session-shared-unsafely",
    summary='A session is shared by threads that also change its graph',
    says='',
    remedy='Finalize the graph before the threads start, or give each thread its own session.',
)
