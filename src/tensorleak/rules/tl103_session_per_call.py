"""A session is opened for every call."""

from tensorleak.rules.base import Rule

RULE = Rule(
    id="TL103",
    name="session-per-call",
    summary='A session is opened for every call',
    says='',
    remedy='Open one session for the life of the graph and reuse it.',
)
