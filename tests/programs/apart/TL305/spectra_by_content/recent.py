"""Remembers what a function returned for the content of an array, for the arrays that were asked for last."""
import collections
import functools
import hashlib


def fingerprint(array):
    return hashlib.blake2b(array.tobytes(), digest_size=16).hexdigest()


def by_content(function, size=64):
    known = collections.OrderedDict()

    @functools.wraps(function)
    def remembered(array):
        key = fingerprint(array)
        if key not in known:
            known[key] = function(array)
        known.move_to_end(key)
        while len(known) > size:
            known.popitem(last=False)
        return known[key]

    return remembered
