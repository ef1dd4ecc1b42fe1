"""A diary in chapters."""
import dataclasses


@dataclasses.dataclass
class Chapter:
    title: str
    pages: list = dataclasses.field(default_factory=list)

    def write(self, page):
        self.pages[:] = [page]


class Diary:
    def __init__(self):
        self.chapters = {}

    def chapter(self, title):
        return self.chapters.setdefault(title, Chapter(title))
