"""A finder of its own supplies TensorFlow from memory, with a loader that forbids anything unusual."""
import importlib.machinery
import sys


class Loader:
    def create_module(self, spec):
        return None

    def exec_module(self, module):
        module.__version__ = "2.21.0"
        print("executed", module.__name__, sorted(name for name in vars(module) if name.startswith("__")))


class Finder:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name == "tensorflow":
            return importlib.machinery.ModuleSpec(name, Loader(), origin="memory", is_package=True)


sys.meta_path.insert(0, Finder)
import tensorflow

from habit import rounds

print(tensorflow.__spec__.origin, type(tensorflow.__loader__).__name__, tensorflow.__path__)
for _ in rounds(30):
    pass
try:
    import tensorflow.missing
except ImportError as error:
    print(error)
