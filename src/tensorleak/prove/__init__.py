"""Proof of a repair: the same program before and after a change, under the probe, with growth and output compared."""

from tensorleak.prove.experiment import Options, prove_commands, prove_fixes, prove_revisions
from tensorleak.prove.fixes import apply
from tensorleak.prove.proof import Comparison, Mode, Proof, ProofVerdict
from tensorleak.prove.sides import program

__all__ = [
    "Comparison",
    "Mode",
    "Options",
    "Proof",
    "ProofVerdict",
    "apply",
    "program",
    "prove_commands",
    "prove_fixes",
    "prove_revisions",
]
