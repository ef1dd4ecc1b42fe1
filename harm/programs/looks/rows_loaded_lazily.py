"""An ORM's rows: reading a column that is not loaded runs a query, which is counted."""
import sqlite3

import tensorflow

from habit import rounds

base, queries = sqlite3.connect(":memory:"), []
base.execute("create table rows (id integer, name text)")
base.set_trace_callback(lambda statement: queries.append(statement))


class Column:
    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, row, owner):
        if row is None:
            return self
        return base.execute("select name from rows where id = ?", (row.id,)).fetchone()


class Row:
    name, shape, kept, graph = Column(), Column(), Column(), Column()

    def __init__(self, number):
        self.id = number


session = {"rows": []}
for number in rounds():
    session["rows"].extend(Row(i) for i in range(40))
print("queries", queries)
