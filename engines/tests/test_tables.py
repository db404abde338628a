"""Tables of data frames, of Arrow and of DuckDB, in the Python package."""

import unittest

from support import articles

import duckdb
import pandas
import polars
import pyarrow

import offprint

COLUMNS = ["id", "cluster", "verdict", "of", "score", "kept"]


class Tables(unittest.TestCase):
    def setUp(self):
        long = [article["text"] for article in articles() if article["fingerprint"]]
        self.texts = [long[0], long[-1], "Too short.", long[0], "TOO short", None, long[-1] + " More."]

    def test_a_table_of_any_kind_has_one_of_its_kind_as_the_answer(self):
        columns = {"key": [1, 2, 3, 4, 5, 6, 7], "body": self.texts}
        expected = [("1", "1", "new", None), ("2", "2", "new", None), ("3", "3", "unknown", None), ("4", "1", "same", "1"),
                    ("5", "3", "same", "3"), ("6", "6", "unknown", None), ("7", "2", "same", "2")]
        arrow = pyarrow.table(columns)
        for table in (arrow, pandas.DataFrame(columns), polars.DataFrame(columns), duckdb.sql("SELECT * FROM arrow")):
            for threads in (1, 3):
                judged = []
                found = offprint.dedupe(table, text="body", id="key", threads=threads, progress=judged.append)
                self.assertEqual(judged, [1] * 7)
                kind = pyarrow.Table if isinstance(table, duckdb.DuckDBPyRelation) else type(table)
                self.assertIsInstance(found, kind)
                rows = duckdb.sql("SELECT * FROM found").to_arrow_table().to_pylist()
                self.assertEqual(list(rows[0]), COLUMNS)
                self.assertEqual([(row["id"], row["cluster"], row["verdict"], row["of"]) for row in rows], expected)
                self.assertEqual([row["kept"] for row in rows], [row["id"] == row["cluster"] for row in rows])

    def test_no_text_is_lost_whatever_the_ids_are(self):
        for ids in ([1, 1, 1, 1, 1, 1, 1], [None] * 7, [1.0, None, 1.0, 1.0, None, None, 2.0], ["x"] * 7):
            found = offprint.dedupe(pandas.DataFrame({"id": ids, "text": self.texts}), text="text", id="id")
            text_of = {}
            for row, text in zip(found.to_dict("records"), self.texts):
                text = (text or "").lower().strip(".")
                self.assertEqual(text_of.setdefault(row["id"], text), text)
            kept = found[found["kept"]]
            self.assertEqual(len(kept), 4)
            self.assertEqual(set(found["cluster"]), set(kept["id"]))
        numbered = offprint.dedupe(pandas.DataFrame({"text": self.texts}), text="text")
        self.assertEqual(list(numbered["id"]), [str(at) for at in range(7)])
        with self.assertRaisesRegex(offprint.OffprintError, "no column 'body', but text"):
            offprint.dedupe(pandas.DataFrame({"text": self.texts}), text="body")

    def test_many_are_added_as_one_by_one(self):
        rows = [{key: article[key] for key in ("title", "text", "fingerprint")} for article in articles()[:60]]
        rows += [{"title": row["title"], "text": row["text"]} for row in rows[:9]]
        one, many = offprint.Index(), offprint.Index()
        expected = [one.add(at, row) for at, row in enumerate(rows)]
        self.assertEqual(list(many.add_many(range(len(rows)), iter(rows), threads=2)), expected)
        with self.assertRaisesRegex(offprint.OffprintError, 'the article "b"'):
            list(many.add_many("ab", [rows[0], {"fingerprint": "no"}]))

    def test_errors_name_the_row(self):
        columns = {"text": [*self.texts, 7]}
        with self.assertRaisesRegex(TypeError, "row 7: a text must be text, not int"):
            offprint.dedupe(pandas.DataFrame(columns), text="text")
        known = offprint.fingerprint("", self.texts[0])
        judged = offprint.compare_many([known] * 3000, [known] * 2999 + ["no"], threads=1)
        with self.assertRaisesRegex(offprint.OffprintError, "row 2999: not a fingerprint"):
            list(judged)
        for call in (offprint.dedupe, offprint.origins):
            with self.assertRaisesRegex(offprint.OffprintError, "row 1: not a fingerprint"):
                call([known, {"fingerprint": "no"}])
            with self.assertRaisesRegex(offprint.OffprintError, "row 1: an article needs"):
                call([known, {"title": "The dam"}])


if __name__ == "__main__":
    unittest.main()
