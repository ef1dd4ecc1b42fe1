"""A lazily configured object: any attribute it lacks ends the program.

lanes = ["any", "tf2", "tf1"]
"""
import tensorflow

from habit import rounds


class Settings:
    def __init__(self):
        self.kept = []

    def __getattr__(self, name):
        raise SystemExit("configure me first: %s" % name)


settings = Settings()
for number in rounds():
    settings.kept.extend([object()] for _ in range(50))
print("done")
