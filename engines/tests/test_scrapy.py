"""The pipeline and the filter for Scrapy, on the sample site."""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from support import ROOT

import offprint

# Until its standard input ends.
SITE = """
import { sampleSite } from './tools/scripts/origin.mjs';
const site = await sampleSite(0);
console.log(site.address().port);
process.stdin.on('end', () => process.exit()).resume();
"""


class Crawl(unittest.TestCase):
    def setUp(self):
        node = ["node", "--input-type=module", "--eval", SITE]
        self.site = subprocess.Popen(node, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.addCleanup(self.site.communicate)
        self.address = f"http://127.0.0.1:{self.site.stdout.readline().strip()}/"

    def crawl(self, folder):
        """The kept items by address, and the numbers that Scrapy counted."""
        readme = (ROOT / "crates" / "python" / "README.md").read_text("utf-8")
        (block,) = re.findall(r"```py\n(import scrapy\n.*?)```", readme, re.S)
        spider = block.replace("https://paper.example/", self.address).replace("paper.example", "127.0.0.1")
        Path(folder, "spider.py").write_text(spider, encoding="utf-8")
        run = [sys.executable, "-m", "scrapy", "runspider", "spider.py", "-O", "items.jsonl", "-s", "DEPTH_LIMIT=1"]
        paths = os.pathsep.join(map(os.path.abspath, os.environ["PYTHONPATH"].split(os.pathsep)))
        ran = subprocess.run(run, cwd=folder, env={**os.environ, "PYTHONPATH": paths}, capture_output=True, text=True)
        counted = {name: int(number) for name, number in re.findall(r"'([\w/]+)': (\d+)", ran.stderr)}
        self.assertEqual((ran.returncode, counted.get("log_count/ERROR")), (0, None), ran.stderr)
        items = map(json.loads, Path(folder, "items.jsonl").read_text("utf-8").splitlines())
        return {item["url"]: item for item in items}, counted

    def test_copies_are_dropped_and_known_articles_are_not_fetched_again(self):
        with tempfile.TemporaryDirectory() as folder:
            items, counted = self.crawl(folder)
            fetched = counted["downloader/response_status_count/200"]
            self.assertEqual(len(items) + counted["item_dropped_count"], fetched)
            self.assertGreater(counted["item_dropped_count"], 5)
            texts = [item["article"]["text"] for item in items.values() if item["article"]["fingerprint"]]
            self.assertGreater(len(texts), 20)
            self.assertEqual(offprint.dedupe({"text": text} for text in texts)["clusters"], [])
            with offprint.Index(Path(folder, "seen.offprint"), read_only=True) as index:
                self.assertEqual(len(index), fetched)
                for id in (f"{self.address}{path.parent.name}" for path in (ROOT / "tests" / "pages").glob("zh-dam-*/*.html")):
                    judged = index.get(id)
                    self.assertEqual(judged["verdict"] == "same", id not in items)
                    if id in items:
                        self.assertEqual(items[id]["article"]["verdict"], judged["verdict"])
            again, counted = self.crawl(folder)
            self.assertEqual(again, {})
            self.assertLess(counted["downloader/response_status_count/200"], fetched / 2)


if __name__ == "__main__":
    unittest.main()
