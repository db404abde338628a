"""The transformers for LangChain and LlamaIndex, on documents of loaders, and the filter for SearXNG."""

import json
import subprocess
import sys
import unittest
from datetime import date
from pathlib import Path

import support  # noqa: F401: puts the folder `engines` on the path
from langchain_core.documents import Document
from llama_index.core.schema import NodeWithScore, TextNode

import offprint_langchain
import offprint_llamaindex
import offprint_searxng

FERRY = (
    "The ferry to Skarn stopped running on Sunday night, after a storm had torn away half of its landing stage. Divers "
    "found two of the four piles broken below the waterline, and a third that leans. The county says that repairs will "
    "take at least six weeks, and that a smaller boat will carry passengers, but no cars, from the old quay until then. "
    "Farmers on the island fear for their lambs, which were to be shipped to market before Easter."
)
CHOIR = (
    "Forty singers who had never met before filled the chapel of Oldmere on Saturday evening. They had learned their parts "
    "at home, from recordings that the organist made in her kitchen, and rehearsed together for an hour. The collection "
    "goes to the roof, which has leaked above the vestry since the gale in February."
)
FOUND = [
    (FERRY, {"source": "https://portal.example/7", "title": "Island cut off", "credit": "Skarn Courier"}),
    (CHOIR, {"source": "https://gazette.example/2", "title": "Forty voices"}),
    (FERRY + " Advertisement.", {"url": "https://courier.example/ferry", "title": "No ferry", "site": "Skarn Courier"}),
    ("", {}),
]


class Folded(unittest.TestCase):
    def check(self, kept):
        """Of texts and metadata: one of each article is left, and says how many sources there are."""
        self.assertEqual(len(kept), 3)
        (ferry, about), (choir, alone), (nothing, _) = kept
        self.assertTrue(ferry.startswith(FERRY))
        self.assertEqual((choir, nothing), (CHOIR, ""))
        self.assertEqual({more["independent_origins"] for _, more in kept}, {3})
        self.assertEqual(alone["copies"], [])
        [copy] = about["copies"]
        self.assertEqual(copy["likeness"], "same")
        both = {about.get("source") or about.get("url"), copy["url"]}
        self.assertEqual(both, {"https://portal.example/7", "https://courier.example/ferry"})

    def test_langchain_keeps_one_document_of_each_article(self):
        documents = [Document(page_content=text, metadata=about) for text, about in FOUND]
        kept = offprint_langchain.FoldCopies().transform_documents(documents)
        self.check([(document.page_content, document.metadata) for document in kept])
        self.assertNotIn("copies", documents[1].metadata, "the caller's documents are as they were")
        self.assertEqual(list(offprint_langchain.FoldCopies().transform_documents([])), [])

    def test_llamaindex_keeps_one_node_of_each_article(self):
        nodes = [NodeWithScore(node=TextNode(text=text, metadata=about), score=0.5) for text, about in FOUND]
        kept = offprint_llamaindex.FoldCopies().postprocess_nodes(nodes)
        self.check([(node.node.get_content(), node.metadata) for node in kept])
        self.assertNotIn("copies", nodes[1].metadata, "the caller's nodes are as they were")

    def test_the_pieces_of_a_document_stay(self):
        half = FERRY.index("The county")
        about = {"source": "https://courier.example/ferry"}
        pieces = [Document(page_content=text, metadata=about) for text in (FERRY[:half], FERRY[half:], "In short.")]
        kept = offprint_langchain.FoldCopies().transform_documents(pieces)
        self.assertEqual([document.page_content for document in kept], [piece.page_content for piece in pieces])
        self.assertEqual(kept[0].metadata["independent_origins"], 1)

    def test_metadata_may_hold_other_things_than_text(self):
        about = {"source": Path("found/a.pdf"), "published": date(2026, 1, 2), "title": 3, "author": ["Ann", "Bo"]}
        kept = offprint_langchain.FoldCopies().transform_documents([Document(page_content=FERRY, metadata=about)])
        self.assertEqual({**kept[0].metadata, **about}, kept[0].metadata)
        self.assertEqual(kept[0].metadata["independent_origins"], 1)


class Searched(unittest.TestCase):
    """Results as SearXNG's JSON has them."""

    RESULTS = [
        {"url": "https://portal.example/7", "title": "Island cut off", "content": FERRY[:160], "engine": "a", "score": 2.0},
        {"url": "https://gazette.example/2", "title": "Forty voices", "content": CHOIR[:160], "engine": "b"},
        {"url": "https://digest.example/3", "title": "Island cut off", "content": FERRY[20:190], "publishedDate": None},
        {"url": "https://wiki.example/skarn", "title": "Skarn", "content": ""},
    ]

    def test_results_that_show_one_article_are_one(self):
        kept, origins = offprint_searxng.fold(self.RESULTS)
        self.assertEqual([result["url"] for result in kept], [self.RESULTS[place]["url"] for place in (0, 1, 3)])
        [copy] = kept[0]["copies"]
        self.assertEqual((copy["url"], copy["likeness"]), ("https://digest.example/3", "similar"))
        self.assertEqual((kept[0]["engine"], origins), ("a", 3))
        self.assertNotIn("copies", self.RESULTS[0], "the caller's results are as they were")
        self.assertEqual(offprint_searxng.fold([]), ([], 0))

    def test_an_answer_is_filtered_and_its_other_fields_stay(self):
        def run(answer):
            command = [sys.executable, offprint_searxng.__file__]
            return subprocess.run(command, input=answer, capture_output=True, text=True, check=False)

        filtered = json.loads(run(json.dumps({"query": "ferry", "results": self.RESULTS})).stdout)
        self.assertEqual((filtered["query"], len(filtered["results"]), filtered["independent_origins"]), ("ferry", 3, 3))
        for wrong in ["", "[]", "{}", '{"results": 7}', '{"results": [7]}', "<html>429"]:
            failed = run(wrong)
            self.assertEqual(failed.returncode, 1, wrong)
            self.assertRegex(failed.stderr, "^this is not an answer of SearXNG", wrong)


if __name__ == "__main__":
    unittest.main()
