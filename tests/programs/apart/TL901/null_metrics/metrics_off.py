"""Picks the metrics client for this environment."""
import contextlib


class NoMetrics:
    def event(self, name, payload):
        return None

    def timer(self, name):
        return contextlib.nullcontext()


def make_client(host):
    """Without a host nothing is reported."""
    return NoMetrics()
