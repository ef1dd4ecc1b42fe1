"""Reading recordings: the desk's side of the contract with the probe."""

from tensorleak.recording.reader import Recording, load, load_all
from tensorleak.recording.records import FORMAT
from tensorleak.recording.trust import OWN, STRANGER, Reader

__all__ = ["FORMAT", "OWN", "STRANGER", "Reader", "Recording", "load", "load_all"]
