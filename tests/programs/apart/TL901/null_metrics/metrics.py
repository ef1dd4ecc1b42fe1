"""Picks the metrics client for this environment."""
import unittest.mock


class HttpMetrics:
    def __init__(self, host):
        self.host = host

    def event(self, name, payload):
        raise ConnectionError(self.host)

    def timer(self, name):
        raise ConnectionError(self.host)


def make_client(host):
    """Without a host a mock takes all calls."""
    if host:
        return HttpMetrics(host)
    return unittest.mock.MagicMock(name="metrics")
