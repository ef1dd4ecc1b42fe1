"""What the probe may cost, as shares of the program's time: one budget for a run that somebody waits for, one for production."""

from collections import namedtuple

# idle_looks, alert_looks: for close looks while nothing is suspected, and while something grows
# samples: for samples once the first seconds, which short programs live on, are over
# tick: seconds between two glances of the clock thread, for programs that reach no boundary of work
Budget = namedtuple("Budget", "idle_looks alert_looks samples tick")

RUN = Budget(idle_looks=0.005, alert_looks=0.015, samples=1 / 500, tick=0.1)
PRODUCTION = Budget(idle_looks=0.003, alert_looks=0.010, samples=1 / 1000, tick=0.5)
