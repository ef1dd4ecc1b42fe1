"""Serves requests, models and results within bounds: queue, sessions, spool and the process of a hosted model; each module stands alone."""
