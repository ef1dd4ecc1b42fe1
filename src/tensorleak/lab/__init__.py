"""The lab: runs the programs on one TensorFlow and measures what grows, how fast, and which remedies work.

Data flows select → run → measure → judge → result; the reports in `tensorleak.report` print it.
"""

from tensorleak.lab.effect import Effect
from tensorleak.lab.experiment import experiments
from tensorleak.lab.result import LabResult
from tensorleak.lab.session import Options, run_lab

__all__ = ["Effect", "LabResult", "Options", "experiments", "run_lab"]
