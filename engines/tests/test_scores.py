"""The scores of clusters, and the commands that print them."""

import io
import json
import tempfile
import unittest
from contextlib import redirect_stdout
from pathlib import Path

from support import ROOT

import clusters
import offprint
import scores
import suites


def text(name):
    return offprint.read(ROOT / "tests" / "pages" / name / "page.html")


class Figures(unittest.TestCase):
    def test_pairs_and_the_rand_index(self):
        right = dict(zip("abcdef", [1, 1, 1, 2, 2, 3]))
        found = dict(zip("abcdef", [1, 1, 2, 2, 2, 3]))
        precision, recall, f1 = scores.pairwise(found, right)
        # Found: ab, cd, ce, de; true: ab, ac, bc, de.
        self.assertEqual((precision, recall, f1), (0.5, 0.5, 0.5))
        # By chance, 4 · 4 of 15 pairs.
        self.assertAlmostEqual(scores.adjusted_rand(found, right), (2 - 16 / 15) / (4 - 16 / 15))
        self.assertEqual(scores.pairwise(right, right), (1, 1, 1))
        self.assertEqual(scores.adjusted_rand(right, right), 1)
        self.assertEqual(scores.pairwise(dict.fromkeys("ab", 1), {"a": 1, "b": 2}), (0, 1, 0))

    def test_documents_with_duplicates(self):
        right = {"a": {"b"}, "b": {"a"}, "c": set(), "d": set(), "e": {"f"}, "f": {"e"}}
        found = {"a": 1, "b": 1, "c": 2, "d": 2, "e": 3, "f": 4}
        figures = scores.of_documents(found, right)
        self.assertEqual([figures["precision of duplicates"], figures["recall of duplicates"]], [0.5, 0.5])
        self.assertEqual([figures["precision of others"], figures["recall of others"]], [0, 0])


class Suites(unittest.TestCase):
    def printed(self, *words):
        out = io.StringIO()
        with redirect_stdout(out):
            suites.main(list(words))
        return dict(line.split(": ") for line in out.getvalue().splitlines())

    def test_news_copy_as_it_is_published(self):
        names = ["zh-dam-original", "zh-dam-credited", "en-barrage-original", "en-barrage-reprint", "en-kettle"]
        data = {name: {"article": text(name)["text"], "headline": text(name)["title"]} for name in names}
        data["short"] = {"article": "Too little."}
        with tempfile.TemporaryDirectory() as folder:
            articles, pairs = Path(folder, "data.json"), Path(folder, "pairs.json")
            articles.write_text(json.dumps(data), encoding="utf-8")
            pairs.write_text(json.dumps([names[:2], names[2:4]]), encoding="utf-8")
            figures = self.printed("news-copy", str(articles), str(pairs))
        self.assertEqual((figures["documents"], figures["without a fingerprint"]), ("6", "1"))
        self.assertEqual((figures["ARI"], figures["pairwise F1"]), ("1.0000", "1.0000"))

    def test_core_as_it_is_published(self):
        names = {"1": "en-barrage-original", "2": "en-barrage-reprint", "3": "en-kettle"}
        rows = [
            {
                "core_id": id,
                "processed_title": text(name)["title"],
                "processed_abstract": text(name)["text"],
                "labelled_duplicates": {"1": ["2"], "2": ["1"]}.get(id, []),
            }
            for id, name in names.items()
        ]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "core.jsonl")
            path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
            figures = self.printed("core", str(path))
        self.assertEqual((figures["documents"], figures["macro F1"]), ("3", "1.0000"))

    def test_misuse_says_what_is_wanted(self):
        for words in ([], ["news-copy", "one.json"], ["other", "file"]):
            with self.assertRaisesRegex(SystemExit, "NEWS-COPY"):
                suites.main(words)


class Ways(unittest.TestCase):
    def test_one_quality_whatever_the_way(self):
        names = ["zh-dam-original", "zh-dam-credited", "zh-dam-abridged", "en-barrage-original", "en-barrage-reprint"]
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "pages").mkdir()
            for name in names:
                page = (ROOT / "tests" / "pages" / name / "page.html").read_bytes()
                Path(folder, "pages", f"{name}.html").write_bytes(page)
            rows = [{"id": name, "cluster": name if "abridged" in name else name[:6]} for name in names]
            Path(folder, "stream.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
            path = f"{folder}/articles.parquet"
            clusters.read(path, folder)
            right = {id: cluster for id, (_, cluster) in clusters.labels([folder]).items()}
            for way in (clusters.dedupe, clusters.sql, clusters.sql_nearest):
                self.assertEqual(scores.pairwise(way(path), right), (1, 1, 1), way.__name__)


if __name__ == "__main__":
    unittest.main()
