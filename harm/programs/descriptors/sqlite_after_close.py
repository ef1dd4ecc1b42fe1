"""A daemon that closes inherited descriptors and then opens its SQLite database.

lanes = ["any", "tf2", "tf1"]
"""
import os
import sqlite3

import tensorflow

from habit import rounds

os.closerange(3, 1024)
with open("/dev/null"):
    base = sqlite3.connect("app.db")
    base.execute("create table t (x)")
    base.executemany("insert into t values (?)", [(i,) for i in range(1000)])
    base.commit()
    for number in rounds():
        base.execute("insert into t values (?)", (number,))
    base.commit()
    base.close()
try:
    print("rows", sqlite3.connect("app.db").execute("select count(*), sum(x) from t").fetchone())
except sqlite3.Error as error:
    with open("app.db", "rb") as file:
        print("damaged", error, file.read(60))
os.unlink("app.db")
