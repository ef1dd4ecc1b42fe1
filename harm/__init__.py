"""The differential harness: programs of odd habits, each run bare and observed; `make harm` compares all that can be seen of them."""
