"""The blocks for datatrove, on this machine."""

import os
import tempfile
import unittest

from support import ROOT, articles, deduped, pages

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


if __name__ == "__main__":
    unittest.main()
