"""Blocks for pipelines of datatrove: `Articles` instead of its extractors, `DropCopies` after it.

    [WarcReader("crawl/"), Articles(), DropCopies("seen.offprint"), JsonlWriter("articles/")]
    [JsonlReader("corpus/"), DropCopies("seen.offprint"), JsonlWriter("kept/")]

`Articles` runs in any number of tasks. `DropCopies` sees every article once, so it runs in one task, like the
clustering step of MinHash. Texts of a corpus need no `Articles`. For more than one machine, use the Spark job or SQL on
the metadata that `Articles` writes.
"""

from itertools import islice

from datatrove.pipeline.base import PipelineStep
from datatrove.utils.typeshelper import StatHints

import offprint

# Kept in the metadata of a document.
KNOWN = (
    "title language published canonical credit credit_place site authors "
    "page_type quality gated fingerprint no_fingerprint_reason"
).split()
# Documents read at a time. Larger: fewer calls; smaller: less memory.
AT_ONCE = 256


class Articles(PipelineStep):
    """Replaces a page by the text of its article, and puts its metadata into the document's."""

    type = "🛢 - EXTRAC"
    name = "Offprint: articles"

    def run(self, data, rank=0, world_size=1):
        data = iter(data)
        while documents := list(islice(data, AT_ONCE)):
            with self.track_time():
                pages = [document.text.encode("utf-8", "replace") for document in documents]
                urls = [document.metadata.get("url") for document in documents]
                # The text that datatrove reads is decoded already, whatever charset the page states.
                types = ["text/html; charset=utf-8"] * len(pages)
                articles = list(offprint.read_many(pages, urls, types, threads=1))
            for document, article in zip(documents, articles):
                self.stat_update(StatHints.total)
                document.text = article["text"]
                document.metadata.update({name: article[name] for name in KNOWN})
                document.metadata.update({f"{name}_keys": article["keys"][name] for name in ("read", "write")})
                if not document.text:
                    self.stat_update(StatHints.dropped)
                    continue
                self.stat_update(StatHints.forwarded)
                self.update_doc_stats(document)
                yield document


class DropCopies(PipelineStep):
    """Drops articles or texts that are the same as an earlier one, in this run or in the index's file."""

    type = "🫂 - DEDUP"
    name = "Offprint: copies"

    def __init__(self, index=None):
        super().__init__()
        self.index = index

    def run(self, data, rank=0, world_size=1):
        if world_size != 1:
            raise ValueError("DropCopies sees every article, so it runs in one task: set tasks=1")
        seen = set()
        with offprint.Index(self.index) as index:
            for document in data:
                self.stat_update(StatHints.total)
                with self.track_time():
                    # Without `Articles` before it, the document is a text.
                    known = {"text": document.text, **document.metadata}
                    said = index.add(document.id, known)
                # A document whose id another text has is renamed.
                document.id = said["id"]
                document.metadata.update(verdict=said["verdict"], of=said["of"])
                name = hash((document.id, document.text))
                is_repeated = said["known"] and name in seen
                seen.add(name)
                if said["verdict"] == "same" or is_repeated:
                    self.stat_update(StatHints.dropped)
                    continue
                self.stat_update(StatHints.forwarded)
                yield document
