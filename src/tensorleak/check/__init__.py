"""The static check: which lines of a source tree will grow in memory when they run."""
