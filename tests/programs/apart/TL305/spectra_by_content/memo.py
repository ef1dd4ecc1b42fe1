"""Remembers what a function returned for the content of an array."""
import functools
import hashlib


def fingerprint(array):
    return hashlib.blake2b(array.tobytes(), digest_size=16).hexdigest()


def by_content(function):
    known = {}

    @functools.wraps(function)
    def remembered(array):
        key = fingerprint(array)
        if key not in known:
            known[key] = function(array)  # LEAK
        return known[key]

    return remembered
