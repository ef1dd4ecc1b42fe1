"""`python -m tensorleak`."""

from tensorleak.cli import main

main()
