"""What retrieval frameworks have in common here: documents in, one document for each article out.

The documents come as a retriever ranks them, the best first. Of those that are one article, the likely original is kept,
or else the best ranked. Its metadata gets

- `independent_origins`: how many independent origins all the documents have
- `copies`: of each document that was left out its address, and how it resembles another: `likeness`, `score`
- `origin`: the publisher that the article goes back to, if it is known
"""

import os
from collections import Counter
from urllib.parse import urlsplit

import offprint

# Where loaders put the address of a page.
ADDRESSES = ("source", "url")
STATED = ("title", "site", "published", "canonical", "credit", "creditPlace", "author")


def stated(value):
    """A value of the metadata as text; loaders put dates, paths and lists there, too."""
    if hasattr(value, "isoformat"):
        return value.isoformat()
    return os.fspath(value) if isinstance(value, (str, os.PathLike)) else None


def address_of(metadata):
    return next((stated(metadata[name]) for name in ADDRESSES if metadata.get(name)), None)


def listed(documents):
    """Documents, as pairs of a text and its metadata, as results of `offprint.fold`."""
    times = Counter(address_of(metadata) for _, metadata in documents)
    results = []
    for text, metadata in documents:
        result = {**{name: stated(metadata.get(name)) for name in STATED}, "text": text}
        address = address_of(metadata)
        if times[address] == 1:
            result["url"] = address
        elif address and not result["site"]:
            # The pieces of a document that was split share its address, but are no copies of each other.
            result["site"] = urlsplit(address).hostname
        results.append(result)
    return results


def folded(documents, rewrites=False):
    """The position of each document that is kept, and what its metadata gets."""
    answer = offprint.fold(listed(documents), rewrites=rewrites)
    for group in answer["groups"]:
        copies = [
            {
                "url": address_of(documents[other["result"]][1]),
                "likeness": other["likeness"],
                "score": other["score"],
            }
            for other in group["others"]
        ]
        yield group["representative"], {
            "independent_origins": answer["independentOrigins"],
            "copies": copies,
            "origin": group["source"],
        }
