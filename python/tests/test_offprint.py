"""The package says what the command line says. OFFPRINT is that program.

`cargo xtask test` runs these; the examples in the README too, those for DuckDB if its module is there.
"""

import importlib.util
import json
import os
import re
import subprocess
import tempfile
import threading
import unittest
from pathlib import Path

import offprint

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "tests" / "pages"
SQL = ROOT / "docs" / "sql"


def command_line(*words):
    run = subprocess.run([os.environ["OFFPRINT"], *map(str, words)], capture_output=True, text=True)
    assert not run.stderr, run.stderr
    return run.stdout


def articles():
    return [json.loads(line) for line in command_line("read", PAGES, "--jsonl").splitlines()]


def page(slug):
    return (PAGES / slug / "page.html").read_bytes()


class Offprint(unittest.TestCase):
    maxDiff = None

    def test_pages_are_read_as_on_the_command_line(self):
        expected = articles()
        self.assertGreater(len(expected), 20)
        for article in expected:
            name = article.pop("id").rsplit("/", 1)[0]
            found = offprint.read(page(name))
            keys = found.pop("keys")
            self.assertEqual(found, article)
            fingerprint = article["fingerprint"]
            self.assertEqual(keys, offprint.keys(fingerprint) if fingerprint else {"read": [], "write": []})

    def test_verdicts_are_those_of_the_command_line(self):
        known = {article["id"]: article for article in articles() if article["fingerprint"]}
        first = known["zh-dam-original/page"]["fingerprint"]
        for article in list(known.values())[:8]:
            expected = json.loads(command_line("compare", first, article["fingerprint"], "--json"))
            self.assertIsNone(expected.pop("passages"))
            self.assertEqual(offprint.compare(first, article["fingerprint"]), expected)

    def test_what_is_known_of_two_articles_tells_the_original(self):
        a = offprint.read(page("zh-dam-original"), "https://paper.example/1")
        b = offprint.read(page("zh-dam-credited"), "https://portal.example/7")
        told = offprint.compare(a["fingerprint"], b["fingerprint"], a, b)
        self.assertEqual((told["verdict"], told["original"]["which"]), ("same", "first"))
        silent = offprint.compare(a["fingerprint"], b["fingerprint"])
        self.assertEqual(silent["original"]["which"], "unsaid")

    def test_texts_have_the_fingerprint_of_the_command_line(self):
        text = (PAGES / "zh-dam-original" / "body.txt").read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "text.txt"
            path.write_text(text, encoding="utf-8")
            expected = json.loads(command_line("read", path, "--json"))
        self.assertEqual(offprint.fingerprint("", text), expected["fingerprint"])
        self.assertIsNone(offprint.fingerprint("", "Too short."))

    def test_the_header_and_the_limit_are_heeded(self):
        article = offprint.read(page("zh-dam-table-gbk"), content_type="text/html; charset=gbk")
        self.assertEqual(article["charsetSource"], "http")
        self.assertTrue(offprint.read(page("en-kettle"), max_bytes=100)["truncated"])

    def test_misuse_has_a_code(self):
        for call in (offprint.keys, lambda text: offprint.compare(text, None)):
            with self.assertRaises(offprint.OffprintError) as raised:
                call("no fingerprint")
            self.assertEqual(raised.exception.code, "fingerprint_text")
        self.assertEqual(offprint.compare(None, None)["verdict"], "unknown")
        with self.assertRaises(TypeError):
            offprint.read("text, no bytes")

    def test_any_bytes_can_be_read(self):
        for junk in (b"", b"\0" * 9, b"\xff\xfe", b"<" * 5000, bytes(range(256)) * 40):
            self.assertIsNone(offprint.read(junk)["fingerprint"])

    def test_threads_read_at_a_time(self):
        html = page("zh-dam-original")
        expected = offprint.read(html)
        found = []
        threads = [threading.Thread(target=lambda: found.append(offprint.read(html))) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, [expected] * 4)

    def test_the_examples_run(self):
        readme = (ROOT / "python" / "README.md").read_text(encoding="utf-8")
        examples = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
        self.assertGreaterEqual(len(examples), 2)
        before = os.getcwd()
        os.chdir(ROOT)
        try:
            for example in examples:
                if "duckdb" in example and not all(map(importlib.util.find_spec, ("duckdb", "numpy"))):
                    print("the example for DuckDB is left out: `pip install duckdb numpy` to run it")
                    continue
                exec(compile(example, "README.md", "exec"), {})
        finally:
            os.chdir(before)


if __name__ == "__main__":
    unittest.main()
