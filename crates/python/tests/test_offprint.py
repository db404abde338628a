"""The package gives the same results as the command line, which is OFFPRINT.

`cargo xtask test` runs these and the examples in the README, those for DuckDB only if its module is installed.
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
from typing import get_type_hints

import offprint

ROOT = Path(__file__).resolve().parents[3]
PAGES = ROOT / "tests" / "pages"
SQL = ROOT / "docs" / "sql"


FILES = ROOT / "tests" / "files"


def command_line(*words):
    run = subprocess.run([os.environ["OFFPRINT"], *map(str, words)], capture_output=True, text=True)
    # The folder holds a file that is not a page, which is reported.
    told = re.sub(r"^offprint: (skipped \d+ files that are not pages, |\d+ read in ).*\n", "", run.stderr, flags=re.MULTILINE)
    assert not told, run.stderr
    return run.stdout


def snake_case(value):
    """What the command line prints, with Python's names."""
    if isinstance(value, list):
        return [snake_case(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {re.sub("[A-Z]", lambda found: "_" + found[0].lower(), name): snake_case(of) for name, of in value.items()}


def parsed(text):
    return snake_case(json.loads(text))


def page(slug):
    return (PAGES / slug / "page.html").read_bytes()


def retold_twice():
    """One report in two wordings, as `read` would return them."""
    courier = (
        "🌊 The ferry to Skarn stopped on Sunday night after a storm had torn away half of its landing stage. "
        "Divers found two of the four piles broken below the waterline, said Ines Dahl of the county. Repairs cost "
        "180,000 crowns and take six weeks; until then the Havsula carries passengers from the old quay, but no cars."
    )
    portal = (
        "No boats for Skarn: half of the landing stage was wrecked by a storm during the night to Monday. Of "
        "its four piles, divers report, two are broken below the waterline. Ines Dahl of the county reckons with "
        "repairs for 180,000 crowns that need six weeks. People without cars board the Havsula at the old quay."
    )
    return [{"text": text, "fingerprint": offprint.fingerprint("", text)} for text in (courier, portal)]


class Offprint(unittest.TestCase):
    maxDiff = None

    def test_pages_and_pairs_are_those_of_the_vectors(self):
        vectors = parsed((ROOT / "tests" / "vectors.json").read_text(encoding="utf-8"))
        articles = {}
        for vector in vectors["pages"]:
            path = vector["page"]
            about = {"url": vector["url"], "content_type": vector["content_type"]}
            articles[path] = offprint.read(ROOT / path, **about, markup=True)
            self.assertEqual(articles[path], {**vector["article"], "keys": vector["keys"]}, path)
        for pair in vectors["pairs"]:
            self.assertEqual(offprint.compare(articles[pair["first"]], articles[pair["second"]]), pair["verdict"])

    def test_facts_about_two_articles_determine_the_original(self):
        a = offprint.read(page("zh-dam-original"), "https://paper.example/1")
        b = offprint.read(page("zh-dam-credited"), "https://portal.example/7")
        told = offprint.compare(a["fingerprint"], b["fingerprint"], a, b)
        self.assertEqual((told["verdict"], told["original"]["which"]), ("same", "first"))
        silent = offprint.compare(a["fingerprint"], b["fingerprint"])
        self.assertIsNone(silent["original"]["which"])

    def test_texts_have_the_fingerprint_of_the_command_line(self):
        text = (PAGES / "zh-dam-original" / "body.txt").read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "text.txt"
            path.write_text(text, encoding="utf-8")
            expected = parsed(command_line("read", path, "--json"))
        self.assertEqual(offprint.fingerprint("", text), expected["fingerprint"])
        self.assertEqual(offprint.fingerprint(None, text), expected["fingerprint"])
        self.assertIsNone(offprint.fingerprint("", "Too short."))
        many = offprint.fingerprint_many([None, "", float("nan")], [text, "Too short.", text], threads=2)
        self.assertEqual(list(many), [expected["fingerprint"], None, expected["fingerprint"]])
        with self.assertRaisesRegex(TypeError, "a text must be text, not int"):
            list(offprint.fingerprint_many([None], [7]))
        with self.assertRaisesRegex(ValueError, "1 titles, 2 texts"):
            offprint.fingerprint_many([None], [text, text])

    def test_the_header_and_the_limit_are_respected(self):
        article = offprint.read(page("zh-dam-table-gbk"), content_type="text/html; charset=gbk")
        self.assertEqual(article["charset_source"], "http")
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
        # Characters that UTF-8 cannot encode are replaced.
        self.assertEqual(offprint.read("<title>T\ud800</title>")["title"], "T?")

    def test_files_are_read_no_further_than_the_limit(self):
        html = page("en-kettle")
        expected = offprint.read(html, max_bytes=1000)
        file = io.BytesIO(html)
        self.assertEqual(offprint.read(file, max_bytes=1000), expected)
        self.assertEqual(file.tell(), 8001)
        for form in (bytearray(html), PAGES / "en-kettle" / "page.html", html.decode()):
            self.assertTrue(offprint.read(form, max_bytes=1000)["truncated"])

    def test_a_file_that_is_not_a_page_is_other(self):
        files = [(FILES / "photo.jpg", "image/jpeg"), (FILES / "paper.pdf", "application/pdf")]
        for path, media_type in files:
            article = offprint.read(path)
            expected = parsed(command_line("read", path, "--json"))
            self.assertEqual({**article, "id": expected["id"]}, {**expected, "keys": article["keys"]})
            names = ("page_type", "no_fingerprint_reason", "media_type", "text", "fingerprint")
            told = [article[name] for name in names]
            self.assertEqual(told, ["other", "unreadable", media_type, "", None])
        packed = gzip.compress(page("zh-dam-original"))
        self.assertEqual(offprint.read(packed)["media_type"], "application/gzip")

    def test_missing_values_in_a_table_are_unknown(self):
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
            expected = parsed(command_line("origins", folder, "--json"))
        self.assertEqual(found["sentence"], expected["sentence"])
        places = [[int(page) for page in origin["pages"]] for origin in expected["origins"]]
        self.assertEqual([origin["pages"] for origin in found["origins"]], places)
        rows = [{"fingerprint": article["fingerprint"], "site": float("nan")} for article in articles]
        self.assertEqual(len(offprint.origins(iter(rows))["unknown"]), len(found["unknown"]))
        self.assertEqual(offprint.origins([])["origins"], [])
        self.assertEqual(offprint.origins(retold_twice())["rewritings"], [])
        found = offprint.origins(retold_twice(), rewrites=True)
        self.assertEqual([(link["rewriting"], link["source"]) for link in found["rewritings"]], [(1, 0)])
        self.assertEqual(len(found["origins"]), len(offprint.origins(retold_twice())["origins"]) - 1)
        with self.assertRaises(offprint.OffprintError) as raised:
            offprint.origins([{"fingerprint": "AAAA"}])
        self.assertTrue(raised.exception.code.startswith("fingerprint_"))

    def test_a_list_is_folded_as_by_the_command_line(self):
        results = [
            offprint.read(page("zh-dam-original"), "https://a.example/1"),
            {"url": "https://b.example/1", "html": page("zh-dam-credited").decode(), "score": 1},
            {"address": "https://c.example/1", "title": float("nan"), "snippet": "Forty singers filled the chapel."},
        ]
        found = offprint.fold(iter(results))
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump([{**result, "title": None} if "snippet" in result else result for result in results], file)
            file.flush()
            expected = parsed(command_line("fold", file.name, "--json"))
        self.assertEqual(found["sentence"], expected["sentence"])
        self.assertEqual((found["independent_origins"], found["unread"]), (2, [2]))
        self.assertEqual(found["groups"][0]["others"][0]["likeness"], "same")
        self.assertEqual(offprint.fold(retold_twice())["independent_origins"], 2)
        self.assertEqual(offprint.fold(retold_twice(), rewrites=True)["independent_origins"], 1)
        with self.assertRaises(offprint.OffprintError) as raised:
            offprint.fold([{"fingerprint": "AAAA"}])
        self.assertEqual(raised.exception.code, "result")

    @unittest.skipUnless(importlib.util.find_spec("maturin"), "`pip install maturin` to build the sdist")
    def test_the_sdist_holds_all_its_sources(self):
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-m", "maturin", "sdist", "--out", folder]
            made = subprocess.run(command, cwd=ROOT / "crates" / "python", capture_output=True, text=True)
            self.assertEqual(made.returncode, 0, made.stderr)
            (path,) = Path(folder).glob("*.tar.gz")
            with tarfile.open(path) as sdist:
                sdist.extractall(folder)
            unpacked = Path(str(path)[: -len(".tar.gz")])
            names = [str(path.relative_to(unpacked)) for path in unpacked.rglob("*") if path.is_file()]
            held = ("PKG-INFO", "LICENSE-MIT", "pyproject.toml", "Cargo.lock", "src/lib.rs", "crates/python/src/lib.rs")
            self.assertEqual([name for name in held if name not in names], [])
            cargo = ["cargo", "metadata", "--offline", "--no-deps", "--format-version", "1"]
            subprocess.run(cargo, cwd=unpacked, check=True, capture_output=True)

    def test_many_pages_are_read_as_one_by_one(self):
        paths = sorted(PAGES.glob("*/page.html"))
        pages = [path.read_bytes() for path in paths]
        expected = [offprint.read(html, f"https://a.example/{at}") for at, html in enumerate(pages)]
        urls = [f"https://a.example/{at}" for at in range(len(pages))]
        for threads in (None, 1, 3):
            self.assertEqual(list(offprint.read_many(pages, urls, threads=threads)), expected)
        mixed = [None, paths[0], pages[0].decode("utf-8", "replace"), bytearray(pages[0]), float("nan")]
        found = list(offprint.read_many(mixed, markup=True, explain=True))
        self.assertEqual([article is None for article in found], [True, False, False, False, True])
        self.assertEqual(found[1], offprint.read(paths[0], markup=True, explain=True))
        for misuse in (pages[0], "<p>"):
            with self.assertRaisesRegex(TypeError, "pages must hold several values"):
                offprint.read_many(misuse)
        with self.assertRaisesRegex(TypeError, "bytes, text, a path or an open file"):
            list(offprint.read_many([7]))

    def test_an_unreadable_page_does_not_stop_the_others(self):
        class Torn(io.RawIOBase):
            def read(self, size=-1):
                raise ConnectionResetError("the line is dead")

        pages = [b"<title>%d</title>" % at for at in range(9)]
        cases = {
            2: (Path("no such page.html"), None, FileNotFoundError),
            4: (Torn(), None, ConnectionResetError),
            5: ("https://a.example/5", None, offprint.OffprintError),
            6: (pages[6], 6, TypeError),
            8: (pages[8], "https://a.example/\ud800", UnicodeEncodeError),
        }
        urls = [None] * len(pages)
        for at, (held, url, _) in cases.items():
            pages[at], urls[at] = held, url
        told = [cases[at][2] if at in cases else str(at) for at in range(9)]
        for threads in (1, 2):
            found = list(offprint.read_many(pages, urls, threads=threads, errors="return"))
            self.assertEqual([type(one) if isinstance(one, Exception) else one["title"] for one in found], told)
        # Raised in their turn; the results after them still arrive.
        articles, found = offprint.read_many(iter(pages), iter(urls), threads=1), []
        for _ in pages:
            try:
                found.append(next(articles)["title"])
            except Exception as error:
                found.append(type(error))
        self.assertEqual(found, told)
        self.assertEqual([next(articles, "the end") for _ in range(2)], ["the end"] * 2)
        with self.assertRaisesRegex(offprint.OffprintError, "raise.*return") as raised:
            offprint.read_many(pages, errors="ignore")
        self.assertEqual(raised.exception.code, "options")

    def test_errors_of_the_stream_come_after_the_articles_before_them(self):
        def stream():
            yield from (b"<title>%d</title>" % at for at in range(3))
            raise ConnectionResetError("the line is dead")

        for errors in ("raise", "return"):
            found = []
            with self.assertRaises(ConnectionResetError):
                for article in offprint.read_many(stream(), errors=errors):
                    found.append(article["title"])
            self.assertEqual(found, ["0", "1", "2"])

    def test_columns_are_of_one_length(self):
        pages = [b"<title>%d</title>" % at for at in range(100)]
        taken = []
        streamed = (taken.append(at) or html for at, html in enumerate(pages))
        for columns in ((pages, ["u"] * 99), (pages[:9], ["u"] * 10), (pages, None, ["t"]), (streamed, ["u"], ["t"] * 2)):
            with self.assertRaisesRegex(ValueError, "must have the same length") as raised:
                offprint.read_many(*columns)
            self.assertEqual(raised.exception.code, "lengths")
        self.assertEqual(taken, [], "nothing was read")
        # For a stream this is known at its end.
        for pages_given, urls, most in (
            (iter(pages), ["u"] * 70, 70),
            (pages, iter(["u"] * 70), 70),
            (iter(pages[:70]), ["u"] * 100, 70),
            (pages[:70], iter(["u"] * 71), 70),
        ):
            found = []
            with self.assertRaisesRegex(ValueError, f"not ({most} pages, more urls|more pages, {most} urls)"):
                for article in offprint.read_many(pages_given, urls, threads=1):
                    found.append(article["title"])
            self.assertEqual(found, [str(at) for at in range(most)])
        known = offprint.read(page("zh-dam-original"))["fingerprint"]
        with self.assertRaisesRegex(ValueError, "2 a, 3 b"):
            offprint.compare_many([known] * 2, [known] * 3)
        judged = offprint.compare_many(iter([known] * 3), [known] * 2)
        self.assertEqual([next(judged), next(judged)], [("same", 1.0)] * 2)
        with self.assertRaisesRegex(ValueError, "more a, 2 b"):
            next(judged)

    def test_structure_can_be_left_out(self):
        sentence = "The ferry to Skarn stopped running on Sunday night, after a storm had torn away half of its stage."
        html = f"<title>No ferry</title><article><p>{sentence}<p>{sentence} <a href=/divers>Divers</a> came.</article>"
        url = "https://news.example/ferry"
        article = offprint.read(html, url, markup=True)
        self.assertEqual(article["links"], [{"text": "Divers", "href": "https://news.example/divers"}])
        self.assertEqual(article["images"], [])
        options = {"markup": True, "without": ["links"]}
        plain = offprint.read(html, url, **options)
        self.assertNotIn("](", plain["markdown"])
        self.assertEqual([plain], list(offprint.read_many([html], [url], **options)))
        for call in (offprint.read, lambda html, **options: offprint.read_many([html], **options)):
            with self.assertRaisesRegex(TypeError, "no option 'maxBytes'; there are max_bytes"):
                call(html, maxBytes=7)
        for misuse in ({"without": ["words"]}, {"without": "links"}):
            with self.assertRaises(offprint.OffprintError) as refused:
                offprint.read(html, **misuse)
            self.assertEqual(refused.exception.code, "options")

    def test_numbers_out_of_range_are_refused_by_name(self):
        html = page("en-kettle")
        calls = [
            ("max_bytes", lambda number: offprint.read(html, max_bytes=number), (-1, -(10**30), sys.maxsize, 10**30)),
            ("max_bytes", lambda number: offprint.read_many([html], max_bytes=number), (-1, sys.maxsize)),
            ("threads", lambda number: offprint.read_many([html], threads=number), (-1, 0, 1025, 10**30)),
            ("threads", lambda number: offprint.compare_many([None], [None], threads=number), (-1, 0, 1025)),
        ]
        for name, call, numbers in calls:
            for number in numbers:
                message = f"^{name} must be a whole number from . to .*, not {number}$"
                with self.assertRaisesRegex(ValueError, message) as raised:
                    call(number)
                self.assertEqual(raised.exception.code, "options")
        self.assertEqual(offprint.read(html, max_bytes=sys.maxsize - 1), offprint.read(html))
        self.assertTrue(offprint.read(html, max_bytes=0)["truncated"])

    def test_a_stream_of_pages_is_read_on_demand(self):
        taken = []

        def stream():
            for at in range(10**9):
                taken.append(at)
                yield b"<title>%d</title>" % at

        articles = offprint.read_many(stream(), threads=2)
        self.assertEqual([next(articles)["title"] for _ in range(3)], ["0", "1", "2"])
        self.assertLessEqual(len(taken), 64)

    @unittest.skipUnless(importlib.util.find_spec("pyarrow"), "`pip install pyarrow` to read its arrays")
    def test_arrays_of_arrow_are_read(self):
        import pyarrow

        pages = [page("zh-dam-original"), None, page("en-kettle")] * 99
        expected = list(offprint.read_many(pages))
        column = pyarrow.chunked_array([pages[:100], pages[100:]], pyarrow.binary())
        for array in (pyarrow.array(pages), column):
            self.assertEqual(list(offprint.read_many(array)), expected)

    def test_articles_have_the_keys_of_their_types(self):
        types = offprint.types
        article = offprint.read(page("zh-dam-original"), "https://a.example/1", markup=True, explain=True)
        other = offprint.read(page("zh-dam-credited"), "https://b.example/7")
        relation = offprint.compare(article, other)
        found = offprint.origins([article, other])
        sentences = offprint.align(article["text"], other["text"])
        index = offprint.Index()
        insertions = [index.add("a", article), index.add("b", other)]
        copies = offprint.dedupe([article, other, None])
        folded = offprint.fold([article, other])
        checked = [
            (types.Article, article),
            (types.Keys, article["keys"]),
            (types.Candidate, article["candidates"][0]),
            (types.Block, article["blocks"][0]),
            (types.Relation, relation),
            (types.Side, relation["sides"][0]),
            (types.Evidence, relation["evidence"][0]),
            (types.Original, relation["original"]),
            (types.Reason, relation["original"]["reasons"][0]),
            (types.Origins, found),
            (types.Origin, found["origins"][0]),
            (types.Cluster, found["clusters"][0]),
            (types.Link, found["clusters"][0]["links"][0]),
            (types.Sentence, sentences[0][0]),
            (types.Insertion, insertions[1]),
            (types.Judgement, index.get("b")),
            (types.Match, index.find(other)[0]),
            (types.Stats, index.stats()),
            (types.Copies, copies),
            (types.FoldedResults, folded),
            (types.ResultGroup, folded["groups"][0]),
            (types.GroupedResult, folded["groups"][0]["others"][0]),
        ]
        retold = offprint.rewriting(article, offprint.read(page("zh-nightbus-original")))
        courier, portal = retold_twice()
        facts = offprint.Index(rewrites=True)
        facts.add("courier", courier)
        checked += [(types.Match, facts.find(portal)[0]), (types.RewriteOf, facts.add("portal", portal)["rewriting"])]
        checked += [
            (types.Rewriting, retold),
            (types.Measure, retold["measures"][0]),
            (types.SharedFacts, retold["facts"]),
            (types.Fact, retold["facts"]["only_first"][0]),
        ]
        checked += [(types.Change, change) for change in relation["changes"]]
        checked += [(types.PageLink, link) for link in article["related"]]
        for kind, value in checked:
            self.assertEqual(set(get_type_hints(kind)), set(value), kind)

    def test_texts_are_compared_by_their_own_fingerprints(self):
        text = offprint.read(page("zh-dam-original"))["text"]
        row = {"title": "The dam", "text": text}
        self.assertEqual(offprint.compare(row, row)["verdict"], "same")
        self.assertEqual(list(offprint.compare_many([row], [row])), [("same", 1.0)])
        short = {"text": "Accept all cookies?"}
        others = [{"text": "ACCEPT ALL COOKIES"}, {**short, "gated": True}, {**short, "truncated": True}]
        verdicts = [verdict for verdict, _ in offprint.compare_many([short] * 3, others)]
        self.assertEqual(verdicts, ["same", "unknown", "unknown"])
        self.assertEqual(offprint.dedupe([row, {"text": text}, {"text": "Short."}])["clusters"], [[0, 1]])
        index = offprint.Index()
        self.assertEqual([index.add(id, row)["verdict"] for id in "ab"], ["new", "same"])
        # A column that has no value is not the same as one that is missing.
        other = {**row, "title": "Another dam"}
        self.assertEqual(offprint.compare({"fingerprint": None, **row}, other)["verdict"], "unknown")
        self.assertEqual(offprint.compare({"text": float("nan")}, row)["verdict"], "unknown")
        for call in (lambda: offprint.dedupe([{"title": "The dam"}]), lambda: offprint.compare({}, row)):
            with self.assertRaisesRegex(offprint.OffprintError, "needs a `fingerprint` or a `text`") as raised:
                call()
            self.assertEqual(raised.exception.code, "article")

    def test_equal_texts_are_the_same_however_short(self):
        row, again, other = {"text": "Accept all cookies?"}, {"text": "ACCEPT ALL COOKIES"}, {"text": "Accept some?"}
        self.assertEqual(offprint.compare(row, again)["verdict"], "same")
        self.assertEqual(offprint.compare(row, other)["verdict"], "unknown")
        self.assertEqual(offprint.compare({**row, "gated": True}, again)["verdict"], "unknown")
        copies = offprint.dedupe([row, other, again])
        self.assertEqual([copies["clusters"], copies["unknown"]], [[[0, 2]], [1]])
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "seen")
            with offprint.Index(path) as index:
                self.assertEqual(index.add("a", row)["verdict"], "unknown")
            with offprint.Index(path) as index:
                self.assertEqual([(found["id"], found["verdict"]) for found in index.find(again)], [("a", "same")])
                self.assertEqual(index.find(other), [])
                self.assertEqual(index.add("b", again)["of"], "a")

    def test_the_version_is_that_of_the_distribution(self):
        self.assertRegex(offprint.__version__, r"^\d+\.\d+\.\d+")

    def test_articles_are_compared_as_their_fingerprints(self):
        a = offprint.read(page("zh-dam-original"), "https://paper.example/1")
        b = offprint.read(page("zh-dam-credited"), "https://portal.example/7")
        expected = offprint.compare(a["fingerprint"], b["fingerprint"], a, b)
        self.assertEqual(offprint.compare(a, b), expected)
        self.assertEqual(offprint.compare(a, b, {}, {}), offprint.compare(a["fingerprint"], b["fingerprint"]))
        self.assertEqual(offprint.compare(a, None)["verdict"], "unknown")

    def test_many_pairs_are_compared_as_one_by_one(self):
        known = [offprint.read(path)["fingerprint"] for path in sorted(PAGES.glob("zh-*/page.html"))]
        pairs = [(a, b) for a in known for b in known]
        one_by_one = [offprint.compare(a, b) for a, b in pairs]
        expected = [(said["verdict"], said["score"]) for said in one_by_one]
        self.assertLess({"same", "partial", "different"}, {verdict for verdict, _ in expected})
        for threads in (None, 1, 3):
            self.assertEqual(list(offprint.compare_many(*zip(*pairs), threads=threads)), expected)
        self.assertEqual([verdict for verdict, _ in offprint.compare_many([None, known[0]], [None, float("nan")])],
                         ["unknown"] * 2)
        with self.assertRaises(offprint.OffprintError) as raised:
            list(offprint.compare_many(["AAAA"], [None]))
        self.assertTrue(raised.exception.code.startswith("fingerprint_"))

    def test_rewrites_are_reported_with_their_facts(self):
        courier, portal = ({"text": article["text"]} for article in retold_twice())
        told = offprint.rewriting(courier, portal)
        self.assertEqual(told["verdict"], "rewritten", told["score"])
        shared = {text["text"][fact["start"] : fact["end"]] for pair in told["facts"]["shared"]
                  for text, fact in zip((courier, portal), pair)}
        self.assertLessEqual({"Skarn", "Dahl", "180,000", "Havsula"}, shared)
        with tempfile.TemporaryDirectory() as folder:
            sides = [Path(folder) / name for name in ("courier.txt", "portal.txt")]
            for side, article in zip(sides, (courier, portal)):
                side.write_text(article["text"], encoding="utf-8")
            run = subprocess.run([os.environ["OFFPRINT"], "compare", *map(str, sides), "--json"], capture_output=True)
        self.assertEqual(parsed(run.stdout)["rewriting"], told)
        article = offprint.read(page("zh-dam-original"))
        copied = offprint.rewriting(article, article)
        self.assertEqual((copied["verdict"], copied["score"], "facts" in copied), ("copied", 0, False))
        self.assertEqual(offprint.rewriting(courier, {"text": ""})["verdict"], "unknown")

    def test_sketches_and_their_keys_are_those_of_the_command_line(self):
        with tempfile.TemporaryDirectory() as folder:
            written = Path(folder) / "pages.ndjson"
            command_line("read", PAGES, "--output", written, "--rewrites")
            rows = [parsed(line) for line in written.read_text("utf-8").splitlines()]
        known = [row for row in rows if row["fingerprint"]]
        for row in known:
            article = offprint.read(page(Path(row["id"]).parent.name))
            sketch = offprint.sketch(article)
            digest = offprint.digest(article)
            self.assertEqual(digest, row["digest"], row["id"])
            keys = offprint.keys(article["fingerprint"], sketch, digest)
            self.assertEqual(sketch, row["sketch"], row["id"])
            self.assertEqual(keys, {"read": row["read_keys"], "write": row["write_keys"]}, row["id"])
            if sketch is None:
                self.assertEqual(offprint.keys(article["fingerprint"]), article["keys"], row["id"])
        sketched = sum(row["sketch"] is not None for row in known)
        self.assertTrue(10 < sketched < len(known) < len(rows))
        # It resolves days by the time of publication, and an object that is not an article has none.
        article = offprint.read(page("en-barrage-original"))
        self.assertNotEqual(offprint.sketch({**article, "published": "2019-05-04"}), offprint.sketch(article))
        # A line of the command line has its names in camelCase.
        for name in ("no_fingerprint_reason", "noFingerprintReason"):
            self.assertIsNone(offprint.sketch({**article, name: "list"}))
        self.assertIsNone(offprint.sketch({"text": float("nan")}))
        with self.assertRaises(offprint.OffprintError):
            offprint.keys(article["fingerprint"], "no sketch")

    def test_many_rewritings_are_judged_as_one_by_one(self):
        courier, portal = retold_twice()
        dam, kettle = offprint.read(page("zh-dam-original")), offprint.read(page("en-kettle"))
        articles = [{**article, "sketch": offprint.sketch(article)} for article in (courier, portal, dam, kettle)]
        pairs = [(a, b) for a in articles for b in articles]
        one_by_one = [offprint.rewriting(a, b) for a, b in pairs]
        expected = [(said["verdict"], said.get("score")) for said in one_by_one]
        self.assertEqual({verdict for verdict, _ in expected}, {"rewritten", "copied", "independent", "unknown"})
        for threads in (None, 1, 3):
            self.assertEqual(list(offprint.rewriting_many(*zip(*pairs), threads=threads)), expected)
        # If it is unknown whether the words are the same, neither rewrites the other.
        sketches = [{"sketch": article["sketch"]} for article in articles]
        ((verdict, score),) = offprint.rewriting_many(sketches[:1], sketches[1:2])
        self.assertEqual(verdict, "unknown")
        self.assertGreaterEqual(score, 0.95)
        missing = {"fingerprint": courier["fingerprint"], "sketch": float("nan")}
        self.assertEqual(list(offprint.rewriting_many([missing], articles[1:2])), [("unknown", None)])
        with self.assertRaises(offprint.OffprintError):
            list(offprint.rewriting_many([{"sketch": "AAAA"}], [{}]))

    def test_sentences_are_counted_in_characters(self):
        text = "🌊 三座水库蓄满。The gate was shut."
        first, second = offprint.align(text, "The gate was shut. 三座水库蓄满。")
        said = [text[sentence["start"] : sentence["end"]].strip() for sentence in first]
        self.assertIn("The gate was shut.", said)
        self.assertEqual([sentence["kind"] for sentence in second], ["same", "same"])

    def test_clusters_are_those_of_the_command_line(self):
        paths = sorted(PAGES.glob("*/page.html"))
        articles = [offprint.read(path) for path in paths]
        found = offprint.dedupe(articles)
        with tempfile.TemporaryDirectory() as folder:
            for number, path in enumerate(paths):
                (Path(folder) / f"{number:03}.html").write_bytes(path.read_bytes())
            rows = map(parsed, command_line("dedupe", folder, "--no-site-memory").splitlines())
            judged = {int(row["id"]): row for row in rows}
        for members in found["clusters"]:
            first, *others = (judged[place] for place in members)
            self.assertNotEqual(first["verdict"], "same")
            self.assertTrue(all(other["verdict"] == "same" for other in others))
        same = sum(row["verdict"] == "same" for row in judged.values())
        self.assertEqual(sum(len(members) - 1 for members in found["clusters"]), same)

    def test_an_index_remembers(self):
        article, copy_of_it = offprint.read(page("zh-dam-original")), offprint.read(page("zh-dam-credited"))
        other = offprint.read(page("en-kettle"))
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "seen.offprint"
            with offprint.Index(path) as index:
                self.assertEqual(index.add("first", article)["verdict"], "new")
                self.assertEqual(index.find(copy_of_it)[0]["id"], "first")
                self.assertEqual(index.find(None), [])
                with self.assertRaisesRegex(offprint.OffprintError, "in use"):
                    offprint.Index(path)
            with self.assertRaises(offprint.OffprintError) as raised:
                index.find(article)
            self.assertEqual(raised.exception.code, "index_closed")
            # The command line continues where Python ended, and vice versa.
            said = parsed(command_line("index", path, "stats"))
            self.assertEqual((said["judged"], said["stored"]), (1, 1))
            with pickle.loads(pickle.dumps(index)) as again:
                said = again.add("second", copy_of_it)
                self.assertEqual((said["verdict"], said["of"], said["known"]), ("same", "first", False))
                self.assertTrue(again.add("second", copy_of_it)["known"])
                self.assertEqual(("second" in again, "third" in again, len(again)), (True, False, 2))
                self.assertEqual(again.find(other), [])
                self.assertTrue(again.remove("first") and not again.remove("first"))
            readers = [offprint.Index(path, read_only=True) for _ in range(2)]
            with ProcessPoolExecutor(1, get_context("spawn")) as pool:
                found = pool.submit(offprint.Index.find, readers[0], copy_of_it).result(timeout=120)
            for reader in readers:
                self.assertEqual(reader.find(copy_of_it), found)
                self.assertEqual([match["id"] for match in found], ["second"])
                with self.assertRaisesRegex(offprint.OffprintError, "for reading only"):
                    reader.add("third", other)
                reader.close()
            with self.assertRaises(ZeroDivisionError), offprint.Index(path) as index:
                index.add("third", other)
                raise ZeroDivisionError
            self.assertEqual(parsed(command_line("index", path, "stats"))["judged"], 1)
            (Path(folder) / "none.offprint").write_bytes(b"no index at all" * 99)
            with self.assertRaises(offprint.OffprintError) as raised:
                offprint.Index(Path(folder) / "none.offprint")
            self.assertEqual(raised.exception.code, "index")
        with self.assertRaisesRegex(offprint.OffprintError, "cannot be sent to another process"):
            pickle.dumps(offprint.Index())

    def test_no_text_is_lost_whatever_the_ids_are(self):
        texts = [offprint.read(path)["text"] for path in sorted(PAGES.glob("en-*/page.html"))[:8]] + ["Accept all?", "Ok?"]
        days = [texts + texts[:5], texts[5:] + texts[:2], texts[:8]]
        for name in (lambda day, at: at, lambda day, at: str(at // 2), lambda day, at: "x", lambda day, at: f"{day} {at}"):
            with tempfile.TemporaryDirectory() as folder:
                kept, ids = set(), {}
                for day, rows in enumerate(days):
                    with offprint.Index(Path(folder) / "seen") as index:
                        for at, text in enumerate(rows):
                            said = index.add(name(day, at), {"text": text})
                            self.assertEqual(ids.setdefault(said["id"], text), text, "an id is of one text")
                            if said["known"]:
                                self.assertEqual(index.get(said["id"])["verdict"], said["verdict"])
                            elif said["verdict"] != "same":
                                kept.add(text)
                            else:
                                self.assertIn(said["of"], ids)
                            self.assertTrue(text in kept or said["verdict"] == "same", text)
        index = offprint.Index()
        self.assertEqual(index.add(7, {"text": texts[0]})["id"], "7")
        other = index.add("7", {"text": "Ok?"})
        self.assertEqual((other["verdict"], other["known"]), ("unknown", False))
        self.assertEqual(other["id"], f"7#{offprint.digest({'text': 'Ok?'})}")
        with self.assertRaises(TypeError):
            index.add(None, {"text": texts[0]})

    def test_a_title_makes_no_difference_to_a_long_text(self):
        text = offprint.read(page("en-kettle"))["text"]
        rows = [{"title": title, "text": text} for title in ("Kettles", "Nine ships in a storm", "")]
        self.assertEqual([offprint.compare(rows[0], row)["verdict"] for row in rows], ["same"] * 3)
        self.assertEqual(offprint.dedupe(rows)["clusters"], [[0, 1, 2]])
        short = [{"title": title, "text": "Accept all?"} for title in "AB"]
        self.assertEqual(offprint.compare(*short)["verdict"], "unknown")

    def test_the_first_match_is_the_one_that_add_names(self):
        index = offprint.Index()
        named = []
        for path in sorted(PAGES.glob("*/page.html")):
            article = offprint.read(path)
            matches = index.find(article)
            of = index.add(path.parent.name, article)["of"]
            self.assertEqual([match["id"] for match in matches[:1]], [of] if of else [])
            named.append(of)
        self.assertGreater(len(set(named)), 3)

    def test_an_index_finds_rewrites_if_requested(self):
        courier, portal = retold_twice()
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "seen.offprint"
            with offprint.Index(path) as index:
                self.assertEqual(index.add("bare", courier)["rewriting"], None)
                self.assertEqual((index.find(portal), index.add("unasked", portal)["rewriting"]), ([], None))
                self.assertTrue(index.remove("bare") and index.remove("unasked"))
            with offprint.Index(path, rewrites=True) as index:
                index.add("courier", courier)
                index.add("kettle", offprint.read(page("en-kettle")))
            with pickle.loads(pickle.dumps(index)) as again:
                (match,) = again.find(portal)
                self.assertEqual((match["id"], match["verdict"]), ("courier", "different"))
                self.assertGreaterEqual(match["rewriting"], 0.95)
                self.assertEqual(again.find(portal["fingerprint"]), [], "a fingerprint has no facts")
                said = again.add("portal", portal)
                self.assertEqual((said["verdict"], said["of"]), ("new", None))
                self.assertEqual(said["rewriting"], {"of": "courier", "score": match["rewriting"]})
                self.assertEqual(again.add("portal", portal)["rewriting"], None, "it was judged before")
                first, *rest = again.find(courier)
                self.assertEqual((first["id"], first["verdict"], first["rewriting"]), ("courier", "same", None))
                self.assertEqual([match["id"] for match in rest], ["portal"])
            # The file is the one of the command line.
            article = Path(folder) / "article.jsonl"
            article.write_text(json.dumps({"id": "row", "title": "", **portal}) + "\n", encoding="utf-8")
            said = parsed(command_line("dedupe", article, "--index", path, "--rewrites"))
            self.assertEqual((said["verdict"], said["of"]), ("same", "portal"))
            with offprint.Index(path) as index:
                self.assertEqual([match["id"] for match in index.find(courier)], ["courier"], "only on request")
        memory = offprint.Index(rewrites=True)
        self.assertEqual(memory.add("courier", courier)["rewriting"], None)
        self.assertEqual(memory.add("portal", portal)["rewriting"]["of"], "courier")

    def test_threads_share_an_index(self):
        index = offprint.Index()
        article = offprint.read(page("zh-dam-original"))
        threads = [threading.Thread(target=index.add, args=(str(at), article)) for at in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual((len(index), index.stats()["classes"]), (8, 1))

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
        with tempfile.TemporaryDirectory() as folder:
            # As a program in a file: processes that it starts read the file again.
            program = Path(folder) / "example.py"
            for example in examples:
                modules = [name for name in ("duckdb", "pandas", "polars", "pyarrow") if f"import {name}" in example]
                modules += ["numpy"] if "duckdb" in modules else []
                if not all(map(importlib.util.find_spec, modules)):
                    print(f"an example is left out: `pip install {' '.join(modules)}` to run it")
                    continue
                program.write_text(example, encoding="utf-8")
                environment = {**os.environ, "PYTHONPATH": os.path.dirname(os.path.dirname(offprint.__file__))}
                ran = subprocess.run(
                    [sys.executable, program], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120
                )
                self.assertEqual(ran.returncode, 0, f"{example}\n{ran.stderr}")


if __name__ == "__main__":
    unittest.main()
