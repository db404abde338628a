"""The statements of docs/sql, in each engine that can be had here."""

import unittest

from support import ROOT, deduped, table

import pyarrow

import dialects
import run_sql

SQL = ROOT / "docs" / "sql"


class Statements(unittest.TestCase):
    def test_each_file_holds_one_statement(self):
        files = list(SQL.glob("*/*.sql"))
        self.assertGreater(len(files), 30)
        for path in files:
            text = path.read_text(encoding="utf-8")
            self.assertEqual(text.count(";"), 1, path)
            self.assertTrue(text.endswith(";\n"), path)

    def test_dialects_are_written_from_those_of_duckdb(self):
        files = dialects.written()
        for path, text in files.items():
            self.assertEqual(path.read_text(encoding="utf-8"), text, "run `python3 engines/dialects.py`")
        there = {path for path in SQL.glob("*/*.sql") if path.parent.name != "duckdb"}
        self.assertEqual(there, set(files))
        # What a dialect changes is there to be changed.
        for engine in ("clickhouse", "datafusion", "spark", "bigquery"):
            self.assertNotIn("AS t(k)", (SQL / engine / "candidates.sql").read_text(encoding="utf-8"))


class Engine:
    """The tests of one engine."""

    def engine(self):
        raise NotImplementedError

    def setUp(self):
        self.db = self.engine()
        self.addCleanup(self.db.close)

    def test_clusters_are_those_of_dedupe(self):
        found = run_sql.clusters(self.db, table(), "nearest")
        self.assertEqual(found, deduped())
        self.assertGreater(len(found) - len(set(found.values())), 100)

    def test_a_key_leads_to_32_pages_and_no_further(self):
        keys = [[f"own-{at}"] for at in range(50)]
        pages = {
            "id": [f"{at:02}" for at in range(50)],
            "read_keys": [["hot", *own] for own in keys],
            "write_keys": [["hot", *own] for own in keys],
            "fingerprint": ["…"] * 50,
        }
        self.db.load("pages", pyarrow.table(pages))
        self.db.run(run_sql.statement(self.db.name, "candidates"))
        found = self.db.rows("SELECT a, b FROM candidates").to_pylist()
        found = {(run_sql.text(row["a"]), run_sql.text(row["b"])) for row in found}
        ids = pages["id"]
        self.assertEqual(found, {(a, b) for a in ids[:32] for b in ids if a < b})

    def test_rounds_grow_with_the_logarithm_of_the_longest_chain(self):
        length = 500
        ids = [f"{at:03}" for at in range(length)]
        self.db.load("pages", pyarrow.table({"id": ids}))
        chain = {"a": ids[:-1], "b": ids[1:], "verdict": ["same"] * (length - 1)}
        self.db.load("verdicts", pyarrow.table(chain))
        self.assertLessEqual(run_sql.settle(self.db), 20)
        found = self.db.rows("SELECT * FROM clusters")
        self.assertEqual({run_sql.text(name) for name in found["cluster"].to_pylist()}, {"000"})


class DuckDB(Engine, unittest.TestCase):
    def engine(self):
        return run_sql.DuckDB()


class ClickHouse(Engine, unittest.TestCase):
    def engine(self):
        return run_sql.ClickHouse()


class DataFusion(Engine, unittest.TestCase):
    def engine(self):
        return run_sql.DataFusion()


if __name__ == "__main__":
    unittest.main()
