"""Exports: what a recording holds, in the formats of other people's tools."""
