r"""TensorFlow's import fails: Python's traceback is the same, frame by frame.

[files]
"tensorflow/__init__.py" = "from tensorflow import core"
"tensorflow/core.py" = "import ctypes\nctypes.CDLL('libmissing.so.1')"
"""
import traceback

try:
    import tensorflow
except OSError:
    print(traceback.format_exc())
import tensorflow
