"""The job for Spark on this machine."""

import gzip
import io
import json
import os
import shutil
import subprocess
import tempfile
import unittest
from contextlib import redirect_stderr
from pathlib import Path

from support import ROOT, articles, deduped, pages, table, warc

import pyarrow
import pyarrow.parquet
from pyspark.sql import SparkSession

import offprint
import offprint_spark
import run_sql

# Only the versions under test, even if others are installed.
os.environ.pop("SPARK_HOME", None)
SETTINGS = {
    "spark.driver.memory": "1g",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
    "spark.sql.shuffle.partitions": "2",
    "spark.default.parallelism": "2",
    # For work this small, compiling takes longer than it saves.
    "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1",
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
}


def setUpModule():
    global FOLDER, SPARK
    FOLDER = Path(tempfile.mkdtemp())
    builder = SparkSession.builder.master("local[2]").appName("tests")
    for name, value in {**SETTINGS, "spark.sql.warehouse.dir": str(FOLDER / "warehouse")}.items():
        builder = builder.config(name, value)
    SPARK = builder.getOrCreate()
    SPARK.sparkContext.setLogLevel("ERROR")


def tearDownModule():
    SPARK.stop()
    shutil.rmtree(FOLDER)


def parquet(name, some):
    path = FOLDER / f"{name}.parquet"
    rows = [{"id": page["id"], "url": page["url"], "html": page["html"]} for page in some]
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), path)
    return str(path)


def rows(frame, *columns):
    return {tuple(row) for row in frame.select(*columns).collect()}


class Job(unittest.TestCase):
    maxDiff = None

    def run_job(self, name, source, *words):
        return offprint_spark.main(["--output", str(FOLDER / name), *words, *source])

    def test_clusters_are_those_of_dedupe_and_batches_add_up(self):
        whole = [parquet("whole", pages())]
        # All later pages by their ids, which give the order of arrival.
        half = len(pages()) // 2
        halves = [parquet("first", pages()[:half]), parquet("second", pages()[half:])]

        self.assertEqual(self.run_job("once", whole, "--origins", "--articles", str(FOLDER / "articles")), 0)
        once = offprint_spark.Copies(SPARK, str(FOLDER / "once"))
        self.assertEqual(dict(rows(once.table("clusters"), "id", "cluster")), deduped())

        for batch, source in zip(("2026-11-22", "2026-11-23"), halves):
            self.assertEqual(self.run_job("twice", [source], "--origins", "--batch", batch), 0)
        twice = offprint_spark.Copies(SPARK, str(FOLDER / "twice"), "2026-11-23")
        for stage, columns in {
            "pages": ("id", "title", "language", "text", "fingerprint"),
            "candidates": ("a", "b"),
            "verdicts": ("a", "b", "verdict", "score"),
            "clusters": ("id", "verdict", "of", "score", "cluster", "story"),
        }.items():
            found = rows(once.table(stage), *columns)
            self.assertGreater(len(found), 500)
            self.assertEqual(rows(twice.table(stage), *columns), found, stage)
        columns = ("id", "cluster", "cluster_size", "story", "story_size", "origin", "source", "original", "confidence")
        self.assertEqual(rows(twice.articles(), *columns), rows(once.articles(), *columns))
        with self.assertRaisesRegex(offprint_spark.Misuse, "name a later one"):
            self.run_job("twice", [halves[0]], "--batch", "2026-11-01")

        # The copy written next to it is the same, and has all pages.
        written = SPARK.read.parquet(str(FOLDER / "articles"))
        self.assertEqual(rows(written, *columns), rows(once.articles(), *columns))
        sizes = {row["id"]: row["cluster_size"] for row in written.collect()}
        first = deduped()
        self.assertEqual(sizes, {id: list(first.values()).count(cluster) for id, cluster in first.items()})
        self.origins_are_those_of_the_package(written.collect())
        self.candidates_are_those_of_sql(once)
        self.stages_are_done_once(whole)

    def origins_are_those_of_the_package(self, written):
        articles_by_id = {page["id"]: article for page, article in zip(pages(), articles())}
        largest = max(written, key=lambda row: (row["story_size"], row["story"]))["story"]
        members = sorted(row["id"] for row in written if row["story"] == largest)
        found = offprint.origins([articles_by_id[id] for id in members])
        expected = {members[at]: number for number, origin in enumerate(found["origins"], 1) for at in origin["pages"]}
        self.assertGreater(len(expected), 30)
        self.assertEqual({row["id"]: row["origin"] for row in written if row["story"] == largest}, expected)
        # The rows have the metadata that the article states.
        row = next(row for row in written if row["id"] == "zh-dam-original").asDict()
        article = articles_by_id["zh-dam-original"]
        for name in set(offprint_spark.NAMES) - {"id", "read_keys", "write_keys", "digest", "fault"}:
            self.assertEqual(row[name], article[name], name)
        keys = offprint.keys(article["fingerprint"], None, offprint.digest(article))
        self.assertEqual([row["read_keys"], row["write_keys"]], [keys["read"], keys["write"]])

    def candidates_are_those_of_sql(self, once):
        db = run_sql.DuckDB()
        db.load("pages", table())
        db.run(run_sql.statement("candidates"))
        expected = {(row["a"], row["b"]) for row in db.rows("SELECT a, b FROM candidates").to_pylist()}
        db.close()
        self.assertEqual(rows(once.table("candidates"), "a", "b"), expected)
        # Before a task sends pages of a key to be sorted, it drops all but the first.
        plan = once.candidates()._jdf.queryExecution().explainString(
            SPARK._jvm.org.apache.spark.sql.execution.ExplainMode.fromString("simple")
        )
        self.assertIn("WindowGroupLimit", plan)

    def stages_are_done_once(self, source):
        def reported(*words):
            said = []
            copies = offprint_spark.Copies(SPARK, str(FOLDER / "once"), say=lambda **line: said.append(line), origins=True)
            copies.run(offprint_spark.table(SPARK, source[0]), *words)
            return [(line["stage"], "rows" in line) for line in said]

        # The last one is for pages with their facts.
        stages = offprint_spark.STAGES[:-1]
        self.assertEqual(reported(), [(stage, False) for stage in stages])
        # A run that ended within a stage leaves the stage without this mark.
        (FOLDER / "once" / "origins" / "batch=1" / "_SUCCESS").unlink()
        self.assertEqual(reported(), [(stage, stage == "origins") for stage in stages])
        self.assertEqual(reported("clusters"), [(stage, stage in ("clusters", "origins")) for stage in stages])
        self.assertEqual({path.name for path in (FOLDER / "once").iterdir()}, set(stages))
        names = {*offprint_spark.NAMES, "batch"}
        self.assertEqual(set(SPARK.read.parquet(str(FOLDER / "once" / "pages")).columns), names)

    def test_reports_in_other_words_are_found_on_request(self):
        written = {page["id"]: page for page in pages() if page["url"] is None}
        for path in (ROOT / "www" / "samples").glob("*/page.html"):
            written[path.parent.name] = {"id": path.parent.name, "url": None, "html": path.read_bytes()}
        # It is read after what was made from it.
        written["zz-late"] = {**written["en-barrage-original"], "id": "zz-late"}
        some = [written[id] for id in sorted(written)]
        at = sorted(written).index("en-barrage-retold")
        whole, first, second = (parquet(f"told {len(part)}", part) for part in (some, some[:at], some[at:]))

        self.assertEqual(self.run_job("told", [whole], "--rewrites"), 0)
        once = offprint_spark.Copies(SPARK, str(FOLDER / "told"))
        found = rows(once.table("rewritings"), "rewriting", "source", "score")
        said = self.rewritings_by_sql(some, once)
        self.assertIn(("zz-late", "en-barrage-retold"), {pair[:2] for pair in said})
        alone = {id for id, verdict in rows(once.table("clusters"), "id", "verdict") if verdict == "new"}
        self.assertEqual(found, {pair for pair in said if pair[0] in alone})
        sources = {f"en-barrage-{name}" for name in ("abridged", "original", "reprint")}
        expected = {("en-barrage-retold", source) for source in sources} | {("zh-dam-retold", "zh-dam-credited")}
        self.assertEqual({pair[:2] for pair in found}, expected)

        for batch, source in zip("12", (first, second)):
            self.assertEqual(self.run_job("told twice", [source], "--rewrites", "--batch", batch), 0)
        twice = offprint_spark.Copies(SPARK, str(FOLDER / "told twice"), "2")
        self.assertEqual(rows(twice.table("rewritings"), "rewriting", "source", "score"), found)
        columns = ("id", "verdict", "of", "score", "cluster", "story")
        self.assertEqual(rows(twice.table("clusters"), *columns), rows(once.table("clusters"), *columns))

        # A folder holds pages of one kind.
        with self.assertRaisesRegex(offprint_spark.Misuse, "read with --rewrites"):
            self.run_job("told", [second], "--batch", "2")
        self.assertEqual(self.run_job("untold", [first]), 0)
        for words in (["--batch", "2"], []):
            with self.assertRaisesRegex(offprint_spark.Misuse, "read without --rewrites"):
                self.run_job("untold", [second], "--rewrites", *words)
        for stage in ("rewritings", "origins"):
            with self.assertRaises(SystemExit), redirect_stderr(io.StringIO()) as told:
                self.run_job("untold", [first], "--from", stage)
            self.assertIn("pass both", told.getvalue())
        self.assertFalse((FOLDER / "untold" / "origins").exists())
        self.assertEqual(self.run_job("untold", [first], "--rewrites", "--from", "pages"), 0)
        self.assertTrue((FOLDER / "untold" / "rewritings" / "batch=1").exists())

    def rewritings_by_sql(self, some, once):
        """The same by the command line and SQL, with all later pages."""
        program, folder = os.environ["OFFPRINT"], FOLDER / "folder"
        folder.mkdir()
        for page in some:
            (folder / f"{page['id']}.html").write_bytes(page["html"])
        read, candidates = FOLDER / "read.parquet", FOLDER / "candidates.parquet"
        subprocess.run([program, "read", folder, "--output", read, "--rewrites"], check=True, capture_output=True)
        read = pyarrow.parquet.read_table(read)
        columns = ("id", "sketch", "read_keys", "write_keys", "digest")
        kept = {row["id"]: tuple(row[name] for name in columns) for row in read.to_pylist()}
        ours = {row["id"]: tuple(row[name] for name in columns) for row in once.table("pages").collect()}
        self.assertEqual(ours, kept)
        db = run_sql.DuckDB()
        db.load("pages", read)
        for name in ("candidates", "sketches"):
            db.run(run_sql.statement(name))
        pyarrow.parquet.write_table(db.rows("SELECT * FROM rewrite_candidates"), candidates)
        db.close()
        said = subprocess.run([program, "pairs", "--fingerprints", candidates], check=True, capture_output=True)
        pairs = map(json.loads, said.stdout.splitlines())
        return {(pair["b"], pair["a"], pair["rewritten"]) for pair in pairs if pair.get("rewritten", 0) >= 0.95}

    def test_no_text_is_lost_whatever_the_ids_are(self):
        texts = [article["text"] for article in articles() if article["fingerprint"]][:12] + ["Too short.", "Also."]
        kinds = {"half": lambda at: str(at // 2), "none": lambda at: None, "some": lambda at: None if at % 3 else "x"}
        for kind, id in kinds.items():
            kept = set()
            for batch, rows in zip("12", (texts + texts[:4] + texts[-2:], texts[6:] + texts[:2])):
                rows = [(id(at), text) for at, text in enumerate(rows)]
                frame = SPARK.createDataFrame(rows, "id string, text string")
                copies = offprint_spark.Copies(SPARK, str(FOLDER / f"ids {kind}"), batch)
                copies.run(offprint_spark.table(SPARK, frame))
                found = copies.articles().collect()
                text_of = {row["id"]: row["text"] for row in found}
                self.assertEqual(len(text_of), len(found))
                new = [row for row in found if row["batch"] == batch]
                # What was read is there, once for each id and text, unless the earlier batch has it.
                self.assertEqual({row["text"] for row in found}, set(texts))
                kept |= {row["text"] for row in new if row["id"] == row["cluster"]}
                for row in found:
                    self.assertIn(text_of[row["cluster"]], kept)
                # Equal texts are recognized, however short.
                self.assertEqual(len({(row["text"], row["cluster"]) for row in found}), len(texts))

    def test_archives_are_read_and_damage_is_reported(self):
        chosen = {page["id"]: page["html"] for page in pages() if page["id"].startswith(("zh-dam", "en-"))}
        address = "https://a.example/{}".format
        records = [("response", address(id), html, "200 OK", "text/html") for id, html in chosen.items()]
        others = [
            ("response", address("gone"), b"<p>gone", "404 Not Found", "text/html"),
            ("response", address("photo"), b"\xff\xd8", "200 OK", "image/jpeg"),
            ("response", address("zip"), b"PK", "200 OK", "application/octet-stream"),
            # Another capture, and the same one again.
            ("response", address("en-kettle"), b"<title>later</title>", "200 OK", "application/octet-stream"),
            records[0],
        ]
        # Its last record is cut in the middle.
        last = ("response", address("torn"), chosen["en-kettle"], "200 OK", "text/html")
        torn = warc(records[:1]) + warc([last])[:-400]
        texts = [("conversion", address("text"), articles()[-1]["text"].encode(), "", "text/plain")]
        files = {"a.warc.gz": warc(records + others), "torn.warc.gz": torn, "a.wet.gz": warc(texts)}
        files["plain.warc"] = gzip.decompress(warc(records[:1]))
        files["none.warc.gz"] = b"<html>no archive"
        for name, data in files.items():
            (FOLDER / name).write_bytes(data)
        source = [str(FOLDER / name) for name in (*files, "missing.warc")]
        self.assertEqual(self.run_job("archives", source), 3)

        copies = offprint_spark.Copies(SPARK, str(FOLDER / "archives"))
        found = {row["id"]: row for row in copies.table("pages").collect()}
        faults = {Path(id).name for id, row in found.items() if row["fault"]}
        self.assertEqual(faults, {"torn", "none.warc.gz", "missing.warc"})
        read = {id for id, row in found.items() if not row["fault"]}
        (capture,) = {id for id in read if "#" in id}
        self.assertTrue(capture.startswith(address("en-kettle#")), capture)
        self.assertEqual(read - {capture}, {address(id) for id in (*chosen, "text")})
        for id, html in chosen.items():
            expected = offprint.read(html, address(id), "text/html")
            self.assertEqual(found[address(id)]["fingerprint"], expected["fingerprint"])
        self.assertEqual(found[address("text")]["fingerprint"], offprint.fingerprint("", articles()[-1]["text"]))
        clusters = dict(rows(copies.table("clusters"), "id", "cluster"))
        self.assertEqual(clusters[address("zh-dam-original")], clusters[address("zh-dam-credited")])
        told = offprint_spark.archives(SPARK, source[:1], rewrites=True).where("sketch IS NOT NULL").collect()
        self.assertIn(address("zh-dam-original"), {row["id"] for row in told})
        for row in told:
            self.assertEqual(row["sketch"], offprint.sketch(offprint.read(chosen[Path(row["id"]).name], row["id"])))

    def test_a_damaged_table_does_not_stop_the_others(self):
        good, torn = (parquet(name, pages()[:40]) for name in ("good", "torn"))
        whole = Path(torn).read_bytes()
        place = len(whole) // 2
        Path(torn).write_bytes(whole[:place] + bytes(99) + whole[place + 99 :])
        said = io.StringIO()
        with redirect_stderr(said):
            self.assertEqual(self.run_job("damaged", [good, torn]), 3)
        self.assertRegex(said.getvalue(), "torn.parquet: .")
        codes = [("none", [good, "--batch", "0"]), ("absent", [str(FOLDER / "absent.parquet")])]
        self.assertEqual(self.run_job("none", [good], "--batch", "1"), 0)
        with redirect_stderr(said):
            found = [offprint_spark.code(["--output", str(FOLDER / name), *words]) for name, words in codes]
        self.assertEqual(found, [2, 4])
        found = offprint_spark.Copies(SPARK, str(FOLDER / "damaged")).table("pages")
        self.assertEqual({id for (id,) in rows(found, "id")}, {page["id"] for page in pages()[:40]})
        SPARK.conf.set("spark.sql.files.ignoreCorruptFiles", "false")

    def test_tables_of_text_are_read_and_others_refused(self):
        html = next(page["html"] for page in pages() if page["id"] == "en-kettle")
        data = [("1", html.decode()), ("2", "https://a.example/"), ("3", None)]
        frame = SPARK.createDataFrame(data, "id string, html string")
        found = {row["id"]: row for row in offprint_spark.table(SPARK, frame).collect()}
        self.assertEqual(found["1"]["fingerprint"], offprint.read(html.decode())["fingerprint"])
        self.assertEqual([found[id]["fingerprint"] for id in "23"], [None, None])
        body = offprint.read(html)["text"]
        frame = SPARK.createDataFrame([("1", "A kettle", body)], "id string, title string, text string")
        (row,) = offprint_spark.table(SPARK, frame).collect()
        self.assertEqual(row["fingerprint"], offprint.fingerprint("A kettle", body))
        self.assertEqual(row["digest"], offprint.digest({"title": "A kettle", "text": body}))
        self.assertEqual(row["read_keys"], offprint.keys(row["fingerprint"], None, row["digest"])["read"])
        (told,) = offprint_spark.table(SPARK, frame, rewrites=True).collect()
        sketch = offprint.sketch({"title": "A kettle", "text": body, "fingerprint": row["fingerprint"]})
        self.assertEqual(told["sketch"], sketch)
        self.assertEqual(told["read_keys"], offprint.keys(row["fingerprint"], sketch, row["digest"])["read"])
        with self.assertRaisesRegex(offprint_spark.Misuse, "`html` or `text`"):
            offprint_spark.table(SPARK, SPARK.createDataFrame([("1",)], "id string"))


@unittest.skipUnless("SPARK_3_5" in os.environ, "`cargo xtask test engines` installs Spark 3.5 and names it")
class Older(unittest.TestCase):
    def test_spark_3_5_finds_the_same(self):
        python = os.environ["SPARK_3_5"]
        settings = [word for setting in SETTINGS.items() for word in ("--conf", "=".join(setting))]
        job = [offprint_spark.__file__, "--output", str(FOLDER / "older"), parquet("older", pages())]
        where = [python, "-m", "pyspark.find_spark_home"]
        home = Path(subprocess.run(where, capture_output=True, text=True, check=True).stdout.strip())
        submit = [str(home / "bin" / "spark-submit"), "--master", "local[2]", *settings, *job]
        variables = {**os.environ, "SPARK_HOME": str(home), "PYSPARK_PYTHON": python, "SPARK_LOCAL_IP": "127.0.0.1"}
        ran = subprocess.run(submit, env=variables, capture_output=True, text=True)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertIn("version 3.5", ran.stderr)
        copies = offprint_spark.Copies(SPARK, str(FOLDER / "older"))
        self.assertEqual(dict(rows(copies.table("clusters"), "id", "cluster")), deduped())


if __name__ == "__main__":
    unittest.main()
