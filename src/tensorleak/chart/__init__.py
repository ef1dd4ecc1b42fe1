"""What pictures of a run are drawn from: resident memory by part, counters and marks, at few enough moments."""
