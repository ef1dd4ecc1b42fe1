r"""TensorFlow itself behind a LazyLoader: loading waits for the first attribute.

[files]
"tensorflow.py" = "print('tensorflow is loaded')\n__version__ = '2.21.0'"
"""
import importlib.util
import sys

from habit import rounds

spec = importlib.util.find_spec("tensorflow")
spec.loader = importlib.util.LazyLoader(spec.loader)
module = importlib.util.module_from_spec(spec)
sys.modules["tensorflow"] = module
spec.loader.exec_module(module)
for _ in rounds(20):
    pass
print("before")
print(module.__version__)
for _ in rounds(20):
    pass
