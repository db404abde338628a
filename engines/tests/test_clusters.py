"""How well each way to find clusters agrees with labels, as research/engines/clusters.py measures it."""

import json
import tempfile
import unittest
from pathlib import Path

from support import ROOT

import clusters


class Agreement(unittest.TestCase):
    def test_pairs_that_both_have(self):
        right = dict(zip("abcdef", [1, 1, 1, 2, 2, 3]))
        found = dict(zip("abcdef", [1, 1, 2, 2, 2, 3]))
        # Found: ab, cd, ce, de; true: ab, ac, bc, de.
        precision, recall, f1, rand = clusters.agreement(found, right)
        self.assertEqual((precision, recall, f1), (0.5, 0.5, 0.5))
        # By chance, 4 · 4 of 15 pairs.
        self.assertAlmostEqual(rand, (2 - 16 / 15) / (4 - 16 / 15))
        self.assertEqual(clusters.agreement(right, right), (1, 1, 1, 1))
        self.assertEqual(clusters.agreement(dict.fromkeys("ab", 1), {"a": 1, "b": 2})[:3], (0, 1, 0))

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
                self.assertEqual(clusters.agreement(way(path), right)[:2], (1, 1), way.__name__)


if __name__ == "__main__":
    unittest.main()
