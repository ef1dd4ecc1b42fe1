"""The rewriters: each module is one remedy with a function `rewrite(request)`, found by its name."""
