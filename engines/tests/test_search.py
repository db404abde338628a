"""A full-text search of SQLite that shows each article once, by `docs/sql/search/sqlite.sql`."""

import sqlite3
import unittest

from support import ROOT
from test_retrieval import CHOIR, FERRY

import offprint

LEAD = "Ferry news: the landing stage is gone, and the county does not say when it will be back. Ferry, ferry, ferry. "


class Search(unittest.TestCase):
    def setUp(self):
        self.db = sqlite3.connect(":memory:")
        self.addCleanup(self.db.close)
        self.db.execute("CREATE TABLE articles (id INTEGER PRIMARY KEY, fingerprint TEXT, cluster INTEGER NOT NULL)")
        self.db.execute("CREATE VIRTUAL TABLE texts USING fts5 (body)")
        self.index = offprint.Index()

    def add(self, id, text):
        """As the document of SQL describes it."""
        page = f"<!doctype html><title>News</title><article><p>{text}</p></article>"
        article = offprint.read(page.encode())
        arrival = self.index.add(str(id), article)
        cluster = id
        if arrival["verdict"] == "same":
            [cluster] = self.db.execute("SELECT cluster FROM articles WHERE id = ?", [int(arrival["of"])]).fetchone()
        self.db.execute("INSERT INTO articles VALUES (?, ?, ?)", [id, article["fingerprint"], cluster])
        self.db.execute("INSERT INTO texts (rowid, body) VALUES (?, ?)", [id, text])

    def test_each_article_is_found_once(self):
        for id, text in enumerate([FERRY, CHOIR, FERRY, LEAD, FERRY], 1):
            self.add(id, text)
        search = (ROOT / "docs" / "sql" / "search" / "sqlite.sql").read_text(encoding="utf-8")
        self.assertEqual(self.db.execute(search, ["ferry"]).fetchall(), [(4, 0), (1, 2)])
        self.assertEqual(self.db.execute(search, ["chapel"]).fetchall(), [(2, 0)])
        self.assertEqual(self.db.execute(search, ["barge"]).fetchall(), [])


if __name__ == "__main__":
    unittest.main()
