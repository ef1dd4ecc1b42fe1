r"""pytest with two worker processes.

lanes = ["harm2"]
fails = true
needs = ["xdist"]
standin = true
command = ["{python}", "-m", "pytest", "-n", "2", "-q", "-p", "no:cacheprovider", "-p", "no:tensorleak", "program.py"]

[[filters]]
pattern = "in \\d+\\.\\d+s|\\[gw\\d\\] |gw\\d"
why = "the duration, and which worker took a test"
"""
import pytest
import tensorflow
from habit import rounds


@pytest.mark.parametrize("number", range(8))
def test_work(number):
    assert sum(rounds(10)) == 45


def test_fails():
    assert {"a": 1} == {"a": 2}
