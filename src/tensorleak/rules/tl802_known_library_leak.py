"""A known leak of the library."""

from tensorleak.rules.base import Rule

RULE = Rule(
    id="TL802",
    name="known-library-leak",
    summary='A known leak of the library',
    says='a known leak of the library',
    remedy='See the way round.',
)
