"""Numbers for objects: none is given twice, although addresses are; a witness stands in for what takes no weak reference."""

from __future__ import annotations

from tensorleak_probe.traces import Identities


class Plain:
    """An object that can be referred to weakly."""


class Slotted:
    """One that cannot."""

    __slots__ = ()


def test_an_object_keeps_its_number() -> None:
    identity, one, other = Identities(), Plain(), Plain()
    assert identity(one) == identity(one) != identity(other)


def test_an_address_that_is_used_again_gets_another_number() -> None:
    identity, numbers, addresses = Identities(), set(), set()
    for _ in range(50):
        one = Plain()
        numbers.add(identity(one))
        addresses.add(id(one))
        del one
    assert len(addresses) < 50 == len(numbers), "no address was used again: nothing was shown"
    assert not identity._known


def test_a_witness_tells_whether_an_object_lives() -> None:
    identity, value, first, second = Identities(), Slotted(), Plain(), Plain()
    number = identity(value, first)
    assert identity(value, second) == number, "both witnesses live: it is the same object"
    del first
    assert identity(value, second) == number
    del second
    assert identity(value, Plain()) != number, "nobody vouches for it any more: another one has its address"


def test_without_a_witness_the_address_must_do() -> None:
    identity, value = Identities(), Slotted()
    assert identity(value) == identity(value) == id(value)
