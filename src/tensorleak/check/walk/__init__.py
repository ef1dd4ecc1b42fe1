"""Walks through a program as it would run, on kinds of values instead of values, and tells what happens."""
