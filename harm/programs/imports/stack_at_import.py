r"""TensorFlow prints its import stack: functions of the import system and the program, nothing between.

[files]
"tensorflow/__init__.py" = "__version__ = '2.21.0'\nimport sys\nframe = sys._getframe()\nwhile frame:\n    print(frame.f_code.co_filename.rsplit('/', 1)[-1], frame.f_code.co_name)\n    frame = frame.f_back"
"""
import tensorflow

from habit import rounds


def main():
    import tensorflow.missing


for _ in rounds(15):
    pass
main()
