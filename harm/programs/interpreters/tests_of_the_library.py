r"""unittest with its buffers and warnings, doctest, and a failing test.

command = ["{python}", "-W", "error", "-m", "unittest", "-b", "-v", "program"]

[[filters]]
pattern = "in \\d+\\.\\d+s"
why = "the duration of the tests"
"""
import doctest
import unittest

import tensorflow

from habit import rounds


def double(x):
    """
    >>> double(2)
    4
    """
    return 2 * x


class Works(unittest.TestCase):
    def test_rounds(self):
        for _ in rounds(20):
            pass

    def test_fails(self):
        print("captured")
        self.assertEqual(double(2), 5)


def load_tests(loader, tests, ignore):
    tests.addTests(doctest.DocTestSuite())
    return tests
