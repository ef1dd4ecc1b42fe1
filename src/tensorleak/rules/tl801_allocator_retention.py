"""The allocator keeps freed memory."""

from tensorleak.rules.base import Rule

RULE = Rule(
    id="TL801",
    name="allocator-retention",
    summary='The allocator keeps freed memory',
    says='malloc keeps freed memory',
    remedy='Nothing leaks. To give memory back sooner use jemalloc or tcmalloc (LD_PRELOAD), or set MALLOC_ARENA_MAX=2.',
)
