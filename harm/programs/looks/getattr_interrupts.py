"""Objects whose missing attributes raise KeyboardInterrupt, GeneratorExit and a BaseException of their own."""
import tensorflow

from habit import rounds


class Own(BaseException):
    pass


class Remote:
    def __init__(self, error):
        self.kept = []
        self.error = error

    def __getattr__(self, name):
        raise self.__dict__["error"](name)


remotes = [Remote(error) for error in (KeyboardInterrupt, GeneratorExit, Own, StopIteration)]
for number in rounds():
    for remote in remotes:
        remote.kept.extend([number] for _ in range(30))
print("done")
