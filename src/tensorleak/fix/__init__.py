"""Repairs what the static check found: one rewriter per remedy, planned per file and written only when asked."""
