"""The package says what the command line says. OFFPRINT is that program.

`cargo xtask test` runs these; the examples in the README too, those for DuckDB if its module is there.
"""

import array
import copy
import gzip
import importlib.util
import io
import json
import os
import pickle
import re
import subprocess
import sys
import tarfile
import tempfile
import threading
import unittest
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import offprint

ROOT = Path(__file__).resolve().parents[3]
PAGES = ROOT / "tests" / "pages"
SQL = ROOT / "docs" / "sql"


FILES = ROOT / "tests" / "files"


def command_line(*words):
    run = subprocess.run([os.environ["OFFPRINT"], *map(str, words)], capture_output=True, text=True)
    # In a folder lies what is no page; that is told.
    told = re.sub(r"^offprint: skipped \d+ files that are no pages, .*\n", "", run.stderr)
    assert not told, run.stderr
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

    def test_the_beginning_of_an_article_is_not_the_article(self):
        stub = offprint.read(ROOT / "tests" / "stubs" / "en-barrage-gated" / "page.html")
        self.assertTrue(stub["gated"])
        relation = offprint.compare(stub["fingerprint"], stub["fingerprint"])
        self.assertEqual((relation["verdict"], relation["score"]), ("partial", 0.5))
        self.assertEqual([side["gated"] for side in relation["sides"]], [True, True])

    def test_misuse_has_a_code(self):
        for call in (offprint.keys, lambda text: offprint.compare(text, None)):
            with self.assertRaises(offprint.OffprintError) as raised:
                call("no fingerprint")
            self.assertEqual(raised.exception.code, "fingerprint_text")
        self.assertEqual(offprint.compare(None, None)["verdict"], "unknown")
        for nothing in (None, 7, [b"<p>"], object()):
            with self.assertRaisesRegex(TypeError, "bytes, text, a path or an open file"):
                offprint.read(nothing)
        with self.assertRaises(offprint.OffprintError) as raised:
            offprint.read(" https://paper.example/dam\n")
        self.assertEqual(raised.exception.code, "page_address")
        with self.assertRaises(FileNotFoundError):
            offprint.read(Path("no such page.html"))

    def test_errors_come_back_from_other_processes(self):
        with self.assertRaises(offprint.OffprintError) as raised:
            offprint.keys("no fingerprint")
        error = raised.exception
        again = [pickle.loads(pickle.dumps(error, n)) for n in range(pickle.HIGHEST_PROTOCOL + 1)]
        for other in [*again, copy.copy(error), copy.deepcopy(error)]:
            self.assertIs(type(other), offprint.OffprintError)
            self.assertEqual((other.code, str(other), other.args), (error.code, str(error), error.args))
        self.assertTrue(str(error).startswith("not a fingerprint"))
        with ProcessPoolExecutor(1, get_context("spawn")) as pool:
            with self.assertRaises(offprint.OffprintError) as raised:
                pool.submit(offprint.keys, "no fingerprint").result(timeout=120)
            self.assertEqual(raised.exception.code, "fingerprint_text")
            # The pool goes on.
            fingerprint = offprint.read(page("zh-dam-original"))["fingerprint"]
            keys = pool.submit(offprint.keys, fingerprint).result(timeout=120)
            self.assertEqual(keys, offprint.keys(fingerprint))

    def test_a_page_comes_in_every_form(self):
        for slug in ("zh-dam-table-gbk", "en-van-utf16", "zh-dam-original"):
            html = page(slug)
            expected = offprint.read(html)
            path = PAGES / slug / "page.html"
            with open(path, "rb") as file, open(path, "rb", buffering=0) as raw:
                packed = gzip.open(io.BytesIO(gzip.compress(html)))
                buffers = [bytearray(html), memoryview(html), array.array("B", html)]
                for form in (*buffers, path, file, raw, io.BytesIO(html), packed):
                    self.assertEqual(offprint.read(form), expected, type(form))
            self.assertEqual(offprint.read(memoryview(html[::-1])[::-1]), expected)
        # Text is decoded, whatever charset the page states.
        text = page("zh-dam-table-gbk").decode("gb18030")
        decoded = offprint.read(text, content_type="text/html; charset=gbk")
        for form in (text, io.StringIO(text)):
            self.assertEqual(offprint.read(form), decoded)
        self.assertEqual(decoded["charset"], "UTF-8")
        self.assertEqual(decoded["fingerprint"], offprint.read(page("zh-dam-table-gbk"))["fingerprint"])
        # What no UTF-8 can hold is replaced.
        self.assertEqual(offprint.read("<title>T\ud800</title>")["title"], "T?")

    def test_files_are_read_no_further_than_the_limit(self):
        html = page("en-kettle")
        expected = offprint.read(html, max_bytes=1000)
        file = io.BytesIO(html)
        self.assertEqual(offprint.read(file, max_bytes=1000), expected)
        self.assertEqual(file.tell(), 1001)
        for form in (bytearray(html), PAGES / "en-kettle" / "page.html", html.decode()):
            self.assertTrue(offprint.read(form, max_bytes=1000)["truncated"])

    def test_what_is_no_page_is_other(self):
        files = [(FILES / "photo.jpg", "image/jpeg"), (FILES / "paper.pdf", "application/pdf")]
        for path, media_type in files:
            article = offprint.read(path)
            expected = json.loads(command_line("read", path, "--json"))
            self.assertEqual({**article, "id": expected["id"]}, {**expected, "keys": article["keys"]})
            told = [article[name] for name in ("pageType", "abstention", "mediaType", "text", "fingerprint")]
            self.assertEqual(told, ["other", "unreadable", media_type, "", None])
        packed = gzip.compress(page("zh-dam-original"))
        self.assertEqual(offprint.read(packed)["mediaType"], "application/gzip")

    def test_what_is_missing_in_a_table_is_unknown(self):
        fingerprint = offprint.read(page("zh-dam-original"))["fingerprint"]
        for missing in (None, float("nan")):
            about = {"site": missing, "title": "T"}
            self.assertEqual(offprint.compare(fingerprint, missing, about, about)["verdict"], "unknown")

    def test_origins_are_those_of_the_command_line(self):
        articles = [offprint.read(path) for path in sorted(PAGES.glob("*/page.html"))]
        found = offprint.origins(articles)
        with tempfile.TemporaryDirectory() as folder:
            for number, path in enumerate(sorted(PAGES.glob("*/page.html"))):
                (Path(folder) / f"{number:03}.html").write_bytes(path.read_bytes())
            expected = json.loads(command_line("origins", folder, "--json"))
        self.assertEqual(found["sentence"], expected["sentence"])
        places = [[int(page) for page in origin["pages"]] for origin in expected["origins"]]
        self.assertEqual([origin["pages"] for origin in found["origins"]], places)
        rows = [{"fingerprint": article["fingerprint"], "site": float("nan")} for article in articles]
        self.assertEqual(len(offprint.origins(iter(rows))["unknown"]), len(found["unknown"]))
        self.assertEqual(offprint.origins([])["origins"], [])
        with self.assertRaises(offprint.OffprintError) as raised:
            offprint.origins([{"fingerprint": "AAAA"}])
        self.assertTrue(raised.exception.code.startswith("fingerprint_"))

    @unittest.skipUnless(importlib.util.find_spec("maturin"), "`pip install maturin` to build the sdist")
    def test_the_sdist_holds_all_that_it_is_built_of(self):
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-m", "maturin", "sdist", "--out", folder]
            subprocess.run(command, cwd=ROOT / "crates" / "python", check=True, capture_output=True)
            (path,) = Path(folder).glob("*.tar.gz")
            with tarfile.open(path) as sdist:
                sdist.extractall(folder)
            unpacked = Path(str(path)[: -len(".tar.gz")])
            names = [str(path.relative_to(unpacked)) for path in unpacked.rglob("*") if path.is_file()]
            held = ("PKG-INFO", "LICENSE-MIT", "pyproject.toml", "Cargo.lock", "src/lib.rs", "crates/python/src/lib.rs")
            self.assertEqual([name for name in held if name not in names], [])
            cargo = ["cargo", "metadata", "--offline", "--no-deps", "--format-version", "1"]
            subprocess.run(cargo, cwd=unpacked, check=True, capture_output=True)

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
        readme = (ROOT / "crates" / "python" / "README.md").read_text(encoding="utf-8")
        examples = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)
        self.assertGreaterEqual(len(examples), 4)
        before = os.getcwd()
        os.chdir(ROOT)
        try:
            for example in examples:
                modules = [name for name in ("duckdb", "pandas", "polars") if f"import {name}" in example]
                modules += ["numpy"] if "duckdb" in modules else []
                if not all(map(importlib.util.find_spec, modules)):
                    print(f"an example is left out: `pip install {' '.join(modules)}` to run it")
                    continue
                exec(compile(example, "README.md", "exec"), {})
        finally:
            os.chdir(before)


if __name__ == "__main__":
    unittest.main()
