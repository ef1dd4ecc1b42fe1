"""asyncio in debug mode: no complaint about coroutines that nobody awaited."""
import asyncio
import sys

import tensorflow

from habit import mark

sys.set_coroutine_origin_tracking_depth(3)


async def main():
    for _ in range(50):
        mark()
        await asyncio.sleep(0.02)
    print(sys.get_coroutine_origin_tracking_depth(), [hook for hook in sys.get_asyncgen_hooks()].count(None))


asyncio.new_event_loop().run_until_complete(main())
print(sys.get_asyncgen_hooks())
