"""The generator of pages lives in tools/, which is no package."""

from __future__ import annotations

import sys

from support import ROOT

sys.path.insert(0, str(ROOT / "tools"))
