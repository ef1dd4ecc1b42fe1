"""The words that diagnosis, rules and reports share: owners of growth, findings, verdicts. Plain data, no behaviour."""
