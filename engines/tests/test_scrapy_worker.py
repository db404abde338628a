"""The example of a crawler that asks the edge worker, on the sample site."""

import json
import os
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path
from urllib.request import Request, urlopen

ROOT = Path(__file__).resolve().parents[2]
TOKEN = "a-token-of-the-crawler"
SITE = "const { sampleSite } = await import('./tools/scripts/origin.mjs'); console.log((await sampleSite(0)).address().port)"
SPIDER = """
import scrapy

class Pages(scrapy.Spider):
    name = "pages"
    custom_settings = {"DOWNLOADER_MIDDLEWARES": {"scrapy_check.Check": 50}, "TELNETCONSOLE_ENABLED": False}

    async def start(self):
        for path in self.paths.split():
            yield scrapy.Request(self.site + path)

    def parse(self, response):
        yield {"path": response.url.removeprefix(self.site)}
"""


class ScrapyTest(unittest.TestCase):
    def run_node(self, *command, **env):
        """Runs a program of Node until the test ends; the first line that it prints."""
        own = {"cwd": ROOT, "env": {**os.environ, **env}, "stdout": subprocess.PIPE, "text": True}
        program = subprocess.Popen(["node", *command], **own)
        self.addCleanup(program.stdout.close)
        self.addCleanup(program.wait)
        self.addCleanup(program.terminate)
        return program.stdout.readline().strip()

    def test_of_copies_it_stores_none(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        folder = Path(temporary.name)
        site = "http://127.0.0.1:" + self.run_node("--input-type=module", "--eval", SITE)
        port = self.run_node("--eval", "s = net.createServer().listen(0, () => s.close(console.log(s.address().port)))")
        edge = f"http://127.0.0.1:{port}"
        settings = {"OFFPRINT_HOSTS": edge, "OFFPRINT_READ_TOKEN": TOKEN}
        serve = ["worker/serve.mjs", "--origin", site, "--listen", f"127.0.0.1:{port}", "--folder", str(folder)]
        self.assertIn("listens", self.run_node(*serve, **settings))

        def ask(path, **headers):
            with urlopen(Request(edge + path, headers=headers)) as answer:
                return answer.read()

        # A visit registers the article, after the answer.
        ask("/zh-dam-original")
        while not json.loads(ask("/_offprint/articles", Authorization=f"Bearer {TOKEN}"))["articles"]:
            time.sleep(0.1)

        (folder / "spider.py").write_text(SPIDER)
        paths = ["/zh-dam-original", "/zh-dam-table-gbk", "/zh-dam-abridged", "/en-kettle"]
        arguments = {"site": site, "paths": " ".join(paths)}
        crawl = [sys.executable, "-m", "scrapy", "runspider", "spider.py", "--output", "kept.jsonl"]
        crawl += ["--loglevel", "ERROR", "--set", f"OFFPRINT_EDGE={edge}", "--set", f"OFFPRINT_READ_TOKEN={TOKEN}"]
        crawl += [part for name, value in arguments.items() for part in ("-a", f"{name}={value}")]
        env = {**os.environ, "PYTHONPATH": str(ROOT / "worker" / "examples")}
        subprocess.run(crawl, cwd=folder, env=env, check=True)
        kept = [json.loads(line)["path"] for line in (folder / "kept.jsonl").read_text().splitlines()]
        self.assertEqual(sorted(kept), sorted(paths[2:]))
