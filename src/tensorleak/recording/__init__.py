"""Reading recordings: the desk's side of the contract with the probe."""

from tensorleak.recording.reader import Recording, load, load_all
from tensorleak.recording.records import FORMAT

__all__ = ["FORMAT", "Recording", "load", "load_all"]
