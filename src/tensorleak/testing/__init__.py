"""The desk's share in memory tests: a full diagnosis of the stretch in which a test's body was repeated.

The plugin itself lives in the probe (`tensorleak_probe.testing`), since tests of TF 1.15 programs run on Python 3.7.
"""

from tensorleak.testing.stretch import leak_since

__all__ = ["leak_since"]
