"""The blocks for datatrove and Ray Data, on this machine."""

import os
import tempfile
import unittest

from support import ROOT, articles, deduped, pages

import pyarrow
import ray
from datatrove.data import Document

import offprint
import offprint_ray
from offprint_datatrove import Articles, DropCopies


class Datatrove(unittest.TestCase):
    def documents(self):
        # Decoded, as its readers pass them on.
        return (Document(page["html"].decode("utf-8", "replace"), page["id"]) for page in pages())

    def test_articles_are_those_of_the_package_and_copies_are_left_out(self):
        right = {page["id"]: article for page, article in zip(pages(), articles())}
        read = list(Articles().run(self.documents()))
        self.assertGreater(len(read), 700)
        # Pages in UTF-8 give the same for both.
        for document in read:
            if right[document.id]["charset"] == "UTF-8":
                self.assertEqual(document.text, right[document.id]["text"])
                self.assertEqual(document.metadata["fingerprint"], right[document.id]["fingerprint"])

        firsts = set(deduped().values())
        made = [document for document in read if document.id.startswith("https:")]
        kept = list(DropCopies().run(iter(made)))
        self.assertEqual({document.id for document in kept}, firsts & {document.id for document in made})
        with self.assertRaisesRegex(ValueError, "one task"):
            list(DropCopies().run(iter(made), 0, 2))

    def test_an_index_in_a_file_remembers_an_earlier_run(self):
        with tempfile.TemporaryDirectory() as folder:
            block = DropCopies(os.path.join(folder, "seen.offprint"))
            page = (ROOT / "tests" / "pages" / "zh-dam-original" / "page.html").read_text(encoding="utf-8")
            left = [
                len(list(block.run(Articles().run(iter([Document(page, id)]))))) for id in ("first", "second")
            ]
        self.assertEqual(left, [1, 0])


class Ray(unittest.TestCase):
    def setUp(self):
        os.environ.update(RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO="0", RAY_USAGE_STATS_ENABLED="0")
        paths = os.pathsep.join([str(ROOT / "engines"), os.environ.get("PYTHONPATH", "")])
        ray.init(
            num_cpus=2,
            include_dashboard=False,
            object_store_memory=100 << 20,
            log_to_driver=False,
            runtime_env={"env_vars": {"PYTHONPATH": paths}},
        )
        ray.data.DataContext.get_current().enable_progress_bars = False
        self.addCleanup(ray.shutdown)

    def test_articles_and_verdicts_are_those_of_the_package(self):
        some = pages()[:200]
        table = pyarrow.table({"id": [page["id"] for page in some], "html": [page["html"] for page in some]})
        read = ray.data.from_arrow(table).map_batches(offprint_ray.articles, batch_format="pyarrow", batch_size=64)
        found = {row["id"]: row for row in read.take_all()}
        for page, article in zip(some, articles()):
            self.assertEqual(found[page["id"]]["fingerprint"], article["fingerprint"])
            self.assertEqual(found[page["id"]]["text"], article["text"])
            self.assertEqual(list(found[page["id"]]["read_keys"]), article["keys"]["read"])
        ids = [page["id"] for page in some]
        pairs = pyarrow.table(
            {
                "a": ids,
                "b": [deduped()[id] for id in ids],
                "a_fingerprint": [found[id]["fingerprint"] for id in ids],
                "b_fingerprint": [found[deduped()[id]]["fingerprint"] for id in ids],
            }
        )
        judged = ray.data.from_arrow(pairs).map_batches(offprint_ray.verdicts, batch_format="pyarrow").take_all()
        self.assertEqual(len(judged), len(ids))
        self.assertEqual(set(judged[0]), {"a", "b", "verdict", "score"})
        said = {row["a"]: (row["verdict"], row["score"]) for row in judged}
        for row in pairs.to_pylist():
            expected = offprint.compare(row["a_fingerprint"], row["b_fingerprint"])
            self.assertEqual(said[row["a"]], (expected["verdict"], expected["score"]))
        self.assertGreater(sum(verdict == "same" for verdict, _ in said.values()), 150)


if __name__ == "__main__":
    unittest.main()
