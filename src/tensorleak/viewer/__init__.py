"""Serves the page of a recording on this machine and keeps it up to date while the program runs."""
