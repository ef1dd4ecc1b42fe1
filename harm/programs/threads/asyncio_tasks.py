"""Five hundred asyncio tasks with context variables, a subprocess, an executor and a cancelled task."""
import asyncio
import contextvars
import threading

import tensorflow

from habit import mark

value = contextvars.ContextVar("value")


async def one(number):
    value.set(number)
    await asyncio.sleep(0.01)
    mark()
    assert value.get() == number
    return number


async def main():
    print(sum(await asyncio.gather(*(one(i) for i in range(500)))))
    process = await asyncio.create_subprocess_exec("echo", "hi", stdout=asyncio.subprocess.PIPE)
    print((await process.communicate())[0], process.returncode)
    loop = asyncio.get_running_loop()
    print(await loop.run_in_executor(None, sum, range(10)))
    task = loop.create_task(asyncio.sleep(100))
    await asyncio.sleep(0.01)
    task.cancel()
    try:
        await task
    except asyncio.CancelledError:
        print("cancelled")
    for _ in range(60):
        await asyncio.sleep(0.02)
        mark()
    tasks = asyncio.all_tasks()
    print(len(tasks), threading.current_thread().name)


asyncio.run(main())
