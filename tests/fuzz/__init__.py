"""Files from strangers, tried by the million: a driver for each thing that is read, led by which code an input reached.

`make fuzz` runs all drivers, `python -m tests.fuzz notes --seconds 600` one of them. What came out of a run and must never come
out again lies in `crashes`, where the suite reads it.
"""
