"""Memory tests for pytest: repeat a test's body, judge growth per iteration, fail with cause, line, holder and remedy.

It lives in the probe and not at the desk because the tests of a TF 1.15 program run on Python 3.7, beside that program:
the standard library and pytest are all it needs. The engine names the cause, as it does for `tensorleak run`.
"""
