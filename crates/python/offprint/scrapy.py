"""Copies left out of a crawl by Scrapy, in the settings of its project:

    ITEM_PIPELINES = {"offprint.scrapy.DropCopies": 300}
    DUPEFILTER_CLASS = "offprint.scrapy.DupeFilter"
    OFFPRINT_INDEX = "seen.offprint"  # without it, nothing is remembered after the crawl

An item has the `url` of a page, its `html` (bytes or text) and, if known, `content_type`; or a `text`, and its `title`.
"""

from typing import Any, Mapping
from weakref import WeakKeyDictionary

from itemadapter import ItemAdapter
from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.dupefilters import RFPDupeFilter
from scrapy.exceptions import DropItem

from . import Index, read

_INDEXES: "WeakKeyDictionary[Crawler, Index]" = WeakKeyDictionary()


def _index(crawler: Crawler) -> Index:
    """The one index of a crawl."""
    if crawler not in _INDEXES:
        _INDEXES[crawler] = Index(crawler.settings.get("OFFPRINT_INDEX"))
    return _INDEXES[crawler]


class DropCopies:
    """Drops items whose article is the same as an earlier one's, and gives the others their `article`.

    That is the article as `read` returns it, or only the text and title, with the `verdict` and `of`.
    """

    def __init__(self, index: Index) -> None:
        self.index = index

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "DropCopies":
        return cls(_index(crawler))

    def process_item(self, item: Any, spider: Any = None) -> Any:
        known = ItemAdapter(item)
        article: Mapping[str, Any] = {"title": known.get("title"), "text": known.get("text")}
        if known.get("html") is not None:
            article = read(known["html"], known["url"], known.get("content_type"))
        said = self.index.add(known["url"], article)
        if said["verdict"] == "same" or said["known"]:
            raise DropItem(f"{said['id']} repeats {said['of'] or 'what was seen before'}")
        known["article"] = {**article, "verdict": said["verdict"], "of": said["of"]}
        return item

    def close_spider(self, spider: Any = None) -> None:
        self.index.save()
        self.index.close()


class DupeFilter(RFPDupeFilter):
    """Also leaves out pages whose article is in the index. Lists have no article, so they are fetched again."""

    index: Index

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "DupeFilter":
        made = super().from_crawler(crawler)
        made.index = _index(crawler)
        return made

    def request_seen(self, request: Request) -> bool:
        judged = self.index.get(request.url) if request.method == "GET" else None
        return super().request_seen(request) or (judged is not None and judged["verdict"] != "unknown")
