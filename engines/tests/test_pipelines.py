"""The blocks for datatrove, on this machine."""

import glob
import gzip
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

from support import ROOT, articles, deduped, pages, warc

from datatrove.data import Document

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


    def test_texts_of_a_corpus_are_compared_without_reading(self):
        texts = [article["text"] for article in articles() if article["fingerprint"]][:50]
        documents = [Document(text, str(at)) for at, text in enumerate(texts + ["Too short."] + texts)]
        kept = {document.id for document in DropCopies().run(iter(documents))}
        repeated = {str(at) for at in range(len(texts) + 1, len(documents))}
        self.assertEqual(kept & repeated, set())
        self.assertIn(str(len(texts)), kept, "a text that is too short is known to be no copy")

    def test_no_text_is_lost_whatever_the_ids_are(self):
        texts = [article["text"] for article in articles() if article["fingerprint"]][:20] + ["Too short.", "Also."]
        days = [texts + texts[:5], texts[5:] + texts[:2]]
        for name in (lambda day, at: str(at), lambda day, at: str(at // 2), lambda day, at: "x"):
            with tempfile.TemporaryDirectory() as folder:
                block, kept = DropCopies(os.path.join(folder, "seen.offprint")), {}
                for day, rows in enumerate(days):
                    documents = [Document(text, name(day, at)) for at, text in enumerate(rows)]
                    left = list(block.run(iter(documents)))
                    self.assertEqual(len({document.id for document in left}), len(left))
                    # A text that an earlier run kept may be kept again under its id.
                    for document in left:
                        self.assertEqual(kept.setdefault(document.id, document.text), document.text)
                    self.assertEqual(len({document.text for document in left}), len(left))
                    dropped = [document for document in documents if not any(document is one for one in left)]
                    for document in dropped:
                        self.assertTrue(document.text in kept.values() or document.metadata["of"], document.text)

    def test_the_documented_program_runs_as_it_is_printed(self):
        block = re.search(r"## datatrove\n.*?```py\n(.*?)```", (ROOT / "engines" / "README.md").read_text(), re.S)[1]
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(os.path.join(folder, "crawl"))
            html = "text/html; charset=utf-8"
            records = [("response", page["url"], page["html"], "200 OK", html) for page in pages() if page["url"]][:40]
            with open(os.path.join(folder, "crawl", "pages.warc.gz"), "wb") as file:
                file.write(warc(records))
            with open(os.path.join(folder, "program.py"), "w", encoding="utf-8") as file:
                file.write(block)
            packages = os.environ["PYTHONPATH"].split(os.pathsep)
            paths = os.pathsep.join(map(os.path.abspath, [ROOT / "engines", *packages]))
            run = subprocess.run(
                [sys.executable, "program.py"],
                cwd=folder,
                env={**os.environ, "PYTHONPATH": paths},
                capture_output=True,
                timeout=300,
            )
            self.assertEqual(run.returncode, 0, run.stderr.decode())
            written = [line for path in glob.glob(os.path.join(folder, "articles", "*.gz")) for line in gzip.open(path)]
        self.assertGreater(len(written), 30)
        self.assertIn("fingerprint", json.loads(written[0])["metadata"])


if __name__ == "__main__":
    unittest.main()
