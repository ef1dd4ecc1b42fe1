"""Multiprocessing with the start method `forkserver`: a pool, a queue, a process with an exit status, a manager."""
import multiprocessing
import sys


def square(x):
    return x * x


def leave(queue):
    queue.put(7)
    sys.exit(3)


if __name__ == "__main__":
    import tensorflow

    from habit import rounds

    for _ in rounds(10):
        pass
    context = multiprocessing.get_context("forkserver")
    with context.Pool(2) as pool:
        print(pool.map(square, range(6)))
    queue = context.Queue()
    process = context.Process(target=leave, args=(queue,))
    process.start()
    print(queue.get())
    process.join()
    print(process.exitcode, len(multiprocessing.active_children()))
    with context.Manager() as manager:
        shared = manager.dict(a=1)
        shared["b"] = 2
        print(sorted(shared.items()))
