"""The data for the tests of all engines."""

import io
import sys
from functools import lru_cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "engines"), str(ROOT / "research" / "engines")]

import offprint  # noqa: E402
import pyarrow  # noqa: E402
from fixtures import Pages  # noqa: E402
from warcio.statusandheaders import StatusAndHeaders  # noqa: E402
from warcio.warcwriter import WARCWriter  # noqa: E402


@lru_cache
def pages():
    """The project's pages and some made ones, among them a story in many copies, in the order of their ids."""
    written = [
        {"id": path.parent.name, "url": None, "html": path.read_bytes()}
        for path in (ROOT / "tests" / "pages").glob("*/page.html")
    ]
    made = [{**page, "story": None} for page in Pages().make(700)]
    return sorted(written + made, key=lambda page: page["id"].encode())


@lru_cache
def articles():
    return list(offprint.read_many([page["html"] for page in pages()], [page["url"] for page in pages()]))


@lru_cache
def table():
    """The pages as `offprint read --output` writes them."""
    digests = [offprint.digest(article) for article in articles()]
    keys = [offprint.keys(article["fingerprint"], None, digest) for article, digest in zip(articles(), digests)]
    return pyarrow.table(
        {
            "id": [page["id"] for page in pages()],
            "read_keys": [key["read"] for key in keys],
            "write_keys": [key["write"] for key in keys],
            "fingerprint": [article["fingerprint"] for article in articles()],
            "digest": pyarrow.array(digests, pyarrow.string()),
        }
    )


@lru_cache
def deduped():
    """For each page, the first of its cluster, by `offprint.dedupe`."""
    ids = [page["id"] for page in pages()]
    first = {id: id for id in ids}
    for members in offprint.dedupe(articles())["clusters"]:
        first.update({ids[member]: ids[members[0]] for member in members})
    return first


def warc(records):
    """An archive in which each record is packed on its own."""
    file = io.BytesIO()
    writer = WARCWriter(file, gzip=True)
    for kind, url, body, status, content_type in records:
        http = StatusAndHeaders(status, [("Content-Type", content_type)], protocol="HTTP/1.1")
        extra = {"http_headers": http} if kind == "response" else {"warc_content_type": content_type}
        record = writer.create_warc_record(url, kind, payload=io.BytesIO(body), **extra)
        writer.write_record(record)
    return file.getvalue()
