"""The statements of docs/sql in DuckDB."""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from support import articles, deduped, table

import pyarrow
import pyarrow.parquet

import run_sql


class Statements(unittest.TestCase):
    def setUp(self):
        self.db = run_sql.DuckDB()
        self.addCleanup(self.db.close)

    def test_each_file_is_one_statement(self):
        texts = {path.name: path.read_text("utf-8") for path in run_sql.SOURCES.glob("*.sql")}
        self.assertEqual(sorted(texts), ["candidates.sql", "nearest.sql", "sketches.sql"])
        for name, text in texts.items():
            self.assertEqual(text.count(";"), 1, name)
            self.assertTrue(text.endswith(";\n"), name)

    def test_clusters_are_those_of_dedupe(self):
        found = run_sql.clusters(self.db, table(), "nearest")
        self.assertEqual(found, deduped())
        self.assertGreater(len(found) - len(set(found.values())), 100)

    def test_no_text_is_lost_whatever_the_ids_are(self):
        texts = [article["text"] for article in articles() if article["fingerprint"]][:20] + ["Too short.", "Also."]
        rows = [(at // 2 if at % 3 else None, text) for at, text in enumerate(texts + texts[:5] + texts[-2:])]
        rows += [(f"short {at}", text) for at, text in enumerate(texts[-2:] * 2)]
        with tempfile.TemporaryDirectory() as folder:
            lines = [json.dumps({"id": id, "title": f"Title {at}" if at < 29 else None, "text": text})
                     for at, (id, text) in enumerate(rows)]
            Path(folder, "list.jsonl").write_text("\n".join(lines), encoding="utf-8")
            words = [os.environ["OFFPRINT"], "read", f"{folder}/list.jsonl", "--output", f"{folder}/pages.parquet"]
            subprocess.run(words, check=True, capture_output=True)
            read = pyarrow.parquet.read_table(f"{folder}/pages.parquet")
        text_of = dict(zip(read["id"].to_pylist(), read["text"].to_pylist()))
        self.assertEqual(len(text_of), read.num_rows, "each id is of one text")
        self.assertEqual(set(text_of.values()), set(texts))
        found = run_sql.clusters(self.db, read)
        self.assertEqual(found.keys(), text_of.keys())
        # Texts of one pair are copies of each other; equal ones are, under any title unless they are short.
        clusters = {text: {found[id] for id in found if text_of[id] == text} for text in texts}
        self.assertEqual({text for text, named in clusters.items() if len(named) > 1}, set(texts[-2:]))
        short = [found[f"short {at}"] for at in range(4)]
        self.assertEqual(short, ["short 0", "short 1"] * 2)

    def test_a_key_leads_to_32_pages_and_no_further(self):
        keys = [[f"own-{at}"] for at in range(50)]
        pages = {
            "id": [f"{at:02}" for at in range(50)],
            "read_keys": [["hot", *own] for own in keys],
            "write_keys": [["hot", *own] for own in keys],
            "fingerprint": ["…"] * 50,
            "digest": [None] * 50,
        }
        self.db.load("pages", pyarrow.table(pages))
        self.db.run(run_sql.statement("candidates"))
        found = self.db.rows("SELECT a, b FROM candidates").to_pylist()
        found = {(row["a"], row["b"]) for row in found}
        ids = pages["id"]
        self.assertEqual(found, {(a, b) for a in ids[:32] for b in ids if a < b})

    def test_rewrite_candidates_have_the_facts_of_both_pages(self):
        keys = [["fact", f"own-{at}"] for at in range(3)]
        pages = {
            "id": ["1", "2", "3"],
            "read_keys": keys,
            "write_keys": [keys[0], keys[1], ["own-2"]],
            "fingerprint": ["F1", "F2", "F3"],
            "digest": ["D1", "D2", None],
            "sketch": ["S1", "S2", None],
        }
        self.db.load("pages", pyarrow.table(pages))
        for name in ("candidates", "sketches"):
            self.db.run(run_sql.statement(name))
        found = self.db.rows("SELECT * FROM rewrite_candidates ORDER BY a, b").to_pylist()
        columns = ("a", "b", "a_fingerprint", "b_fingerprint", "a_sketch", "b_sketch")
        found = [tuple(row[name] for name in columns) for row in found]
        expected = [("1", "2", "F1", "F2", "S1", "S2"), ("1", "3", "F1", "F3", "S1", None)]
        self.assertEqual(found, [*expected, ("2", "3", "F2", "F3", "S2", None)])

    def test_a_long_chain_is_one_cluster(self):
        length = 500
        ids = [f"{at:03}" for at in range(length)]
        chain = {"a": ids[:-1], "b": ids[1:], "verdict": ["same"] * (length - 1)}
        self.db.load("verdicts", pyarrow.table(chain))
        self.assertEqual(run_sql.settle(self.db), dict.fromkeys(ids, "000"))


if __name__ == "__main__":
    unittest.main()
