"""A process pool of concurrent.futures, with a task that raises and one that kills its worker."""
import concurrent.futures
import os
from concurrent.futures.process import BrokenProcessPool


def task(number):
    if number == 3:
        raise ValueError("three")
    if number == 9:
        os._exit(1)
    return number * 2


if __name__ == "__main__":
    import tensorflow

    from habit import rounds

    with concurrent.futures.ProcessPoolExecutor(2) as pool:
        futures = [pool.submit(task, n) for n in range(6)]
        print([f.exception() or f.result() for f in futures])
    for _ in rounds(20):
        pass
    with concurrent.futures.ProcessPoolExecutor(2) as pool:
        try:
            pool.submit(task, 9).result()
        except BrokenProcessPool as error:
            print(type(error).__name__)
