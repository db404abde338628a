"""Scrapy asks the edge worker about each page, and drops copies of what is registered. In a project's settings:

    DOWNLOADER_MIDDLEWARES = {"scrapy_check.Check": 50}
    OFFPRINT_EDGE = "https://www.example.com"
    OFFPRINT_READ_TOKEN = "…"
"""

import json
from urllib.parse import quote

from scrapy import Request
from scrapy.exceptions import IgnoreRequest
from scrapy.http import HtmlResponse


class Check:
    @classmethod
    def from_crawler(cls, crawler):
        return cls(crawler)

    def __init__(self, crawler):
        self.crawler = crawler
        self.address = crawler.settings["OFFPRINT_EDGE"] + "/_offprint/check?url="
        self.token = crawler.settings["OFFPRINT_READ_TOKEN"]

    async def process_response(self, request, response):
        if "offprint" in request.meta or not isinstance(response, HtmlResponse):
            return response
        url = self.address + quote(response.url, safe="")
        headers = {"Content-Type": response.headers["Content-Type"], "Authorization": f"Bearer {self.token}"}
        asked = Request(url, method="POST", headers=headers, body=response.body, meta={"offprint": True})
        answer = await self.crawler.engine.download_async(asked)
        # Whatever the worker cannot answer is kept.
        article = json.loads(answer.body) if answer.status == 200 else {}
        if article.get("verdict") == "same":
            raise IgnoreRequest(f"a copy of {article.get('original') or article.get('first')}")
        return response
