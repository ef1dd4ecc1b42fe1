"""A program that can do without TensorFlow: the import fails and it goes on.

[files]
"tensorflow.py" = "raise ModuleNotFoundError('No module named tensorflow', name='tensorflow')"
"""
import sys

try:
    import tensorflow
except ImportError as error:
    print(type(error).__name__, error, error.name)
sys.modules["tensorflow"] = None
try:
    import tensorflow
except ImportError as error:
    print(type(error).__name__, error)
