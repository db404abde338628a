"""Copies among the pages of a crawl, in Spark: articles, candidates, verdicts, clusters, origins.

    spark-submit offprint_spark.py --output tables pages.parquet
    spark-submit offprint_spark.py --output tables --batch 2026-12 crawl-2026-12/*.warc.gz

or, with an existing session, such as in a notebook:

    from offprint_spark import Copies, table
    copies = Copies(spark, "tables", "2026-12", origins=True)
    copies.run(table(spark, "pages.parquet"))
    copies.articles().show()

README.md next to this file documents the tables. Each stage is a folder `tables/STAGE/batch=BATCH`, and a complete one
is not computed again. A new batch is compared with all earlier ones, and does not change their rows.
"""

import argparse
import re
import sys
import time
import traceback
from itertools import chain, groupby, islice, repeat

from pyspark import cloudpickle
from pyspark.sql import DataFrame, SparkSession, Window
from pyspark.sql import functions as F

# The worker machines need not have this file.
cloudpickle.register_pickle_by_value(sys.modules[__name__])

# The exit codes of the command line.
WRONG_USE, LOSSES, FAILED = 2, 3, 4

# The last two run only on request, and the last one only if the pages have their facts.
STAGES = ("pages", "candidates", "verdicts", "clusters", "origins", "rewritings")

# Pages per key. Larger: more pairs that share only boilerplate; smaller: copies of a story that everyone publishes may
# miss each other.
HOLDERS = 32
# Pages of a story with origins that are counted together. Larger: more memory in one task.
STORY = 10_000
# Pages passed to Python at a time. Larger: fewer transfers; smaller: less memory.
PAGES_AT_ONCE = 256
# Bytes read of an archive's record.
MOST = 8 << 20

# The columns of `offprint read --output`, and the error.
PAGES = """
    id string,
    title string,
    language string,
    credit string,
    credit_place string,
    via array<string>,
    authors array<string>,
    site string,
    published string,
    published_text string,
    canonical string,
    url string,
    modified string,
    description string,
    image string,
    tags array<string>,
    favicon string,
    next_page string,
    text string,
    text_source string,
    length int,
    word_count int,
    script string,
    direction string,
    charset string,
    charset_source string,
    media_type string,
    page_type string,
    quality int,
    noindex boolean,
    gated boolean,
    other_articles int,
    truncated boolean,
    fingerprint string,
    no_fingerprint_reason string,
    read_keys array<string>, write_keys array<string>, digest string, fault string
"""
NAMES = [column.split()[0] for column in PAGES.split(",")]
# With the facts of the text, as `offprint read --output … --rewrites` writes them.
PAGES_WITH_FACTS = f"{PAGES}, sketch string"
VERDICTS = "a string, b string, verdict string, score double"
ORIGINS = """
    id string, story string, cluster string, cluster_size bigint, story_size bigint, origin int, source string,
    original string, confidence int
"""
# The beginning of a page. Servers send pages as plain bytes if they do not know the file extension.
BEGIN = re.compile(rb"\s*(<!--.*?-->\s*)*<(!doctype html|html|head|title|body)[\s>]", re.IGNORECASE | re.DOTALL)
ARCHIVE = re.compile(r"\.(warc|wet)(\.gz)?$", re.IGNORECASE)


class Misuse(ValueError):
    """What the job cannot be asked for."""


def row(id, article, rewrites):
    """The row of an article as `offprint.read` returns it, with its facts if requested; `None` if there was no page."""
    import offprint

    known = {"fingerprint": None, **(article or {})}
    digest = offprint.digest(known)
    sketch = offprint.sketch(known) if rewrites and known["fingerprint"] else None
    keys = offprint.keys(known["fingerprint"], sketch, digest)
    values = {name: known.get(name) for name in NAMES}
    keys = {"read_keys": keys["read"], "write_keys": keys["write"], "digest": digest, "sketch": sketch}
    return {**values, "id": id, **keys}


def rows_to_batches(rows, schema):
    """Arrow batches with any number of rows."""
    import pyarrow

    rows = iter(rows)
    while some := list(islice(rows, PAGES_AT_ONCE)):
        yield pyarrow.RecordBatch.from_pylist(some, schema=schema)


def arrow(spark, ddl):
    """The same columns in Arrow."""
    from pyspark.sql.pandas.types import to_arrow_schema

    return to_arrow_schema(spark.createDataFrame([], ddl).schema)


# Articles


def of_text(id, url, title, text, rewrites):
    """The fields that can be determined for a text without a page."""
    import offprint

    known = {"url": url, "title": title, "text": text}
    known = {**known, "fingerprint": offprint.fingerprint(title, text), "digest": offprint.digest(known)}
    return row(id, known, rewrites)


def table(spark, source, files=None, rewrites=False):
    """The pages of a table: of Parquet files, or the name of a table in the catalogue.

    It needs a column `id` or `url`, and `html`, binary or text, with an optional `content_type`; or, for texts without
    a page, `text` and an optional `title`. With `rewrites` the pages have their facts, so that reports in other words
    are also found.
    """
    data = source if isinstance(source, DataFrame) else None
    if data is None:
        is_path = "/" in source or source.endswith(".parquet")
        data = spark.read.parquet(*(files or [source])) if is_path else spark.table(source)
    types = dict(data.dtypes)
    body = next((name for name in ("html", "text") if name in types), None)
    if body is None or not {"id", "url"} & set(types):
        raise Misuse(f"{source}: a table of pages has `id` or `url`, and `html` or `text`, not {sorted(types)}")

    def column(name):
        return (F.col(name) if name in types else F.lit(None)).cast("string")

    content_type = column("content_type")
    html = F.col(body)
    if types[body] == "string":
        # Text has been decoded already, whatever charset the page states.
        html, content_type = F.encode(html, "UTF-8"), F.lit("text/html; charset=utf-8")
    known = data.select(
        F.coalesce(column("id"), column("url")).alias("id"),
        column("url").alias("url"),
        column("title").alias("title"),
        content_type.alias("content_type"),
        html.alias("body"),
    )
    columns = PAGES_WITH_FACTS if rewrites else PAGES
    schema = arrow(spark, columns)

    def read_pages(batches):
        import offprint

        for batch in batches:
            column = {name: batch.column(batch.schema.get_field_index(name)) for name in batch.schema.names}
            if body == "html":
                articles = offprint.read_many(column["body"], column["url"], column["content_type"], threads=1)
                rows = map(row, column["id"].to_pylist(), articles, repeat(rewrites))
            else:
                texts = zip(*(column[name].to_pylist() for name in ("id", "url", "title", "body")))
                rows = (of_text(id, url, title or "", (text or b"").decode(), rewrites) for id, url, title, text in texts)
            yield from rows_to_batches(rows, schema)

    return known.mapInArrow(read_pages, columns)


def archives(spark, paths, rewrites=False):
    """The pages of WARC and WET files: responses with status 200 and resources, if they are HTML or plain text.

    A path may be an address that Arrow can open (`s3://`, `gs://`, `hdfs://`) or a file that all machines have.
    `rewrites` is as for `table`.
    """
    columns = PAGES_WITH_FACTS if rewrites else PAGES
    schema = arrow(spark, columns)

    def read_archives(batches):
        import offprint

        def articles(path):
            records = archive(path)
            while some := list(islice(records, PAGES_AT_ONCE)):
                pages = [record for record in some if "html" in record]
                html, urls, types = ([record[key] for record in pages] for key in ("html", "url", "content_type"))
                read = offprint.read_many(html, urls, types, threads=1)
                for record in some:
                    if "html" in record:
                        yield {**row(record["url"], next(read), rewrites), "fault": record.get("fault")}
                    elif "text" in record:
                        yield of_text(record["url"], record["url"], "", record["text"], rewrites)
                    else:
                        yield row(path, record, rewrites)

        paths = chain.from_iterable(batch.column(0).to_pylist() for batch in batches)
        return rows_to_batches(chain.from_iterable(map(articles, paths)), schema)

    # One task per file: a file cannot be read from its middle.
    files = spark.createDataFrame([(path,) for path in paths], "path string")
    return files.repartitionByRange(len(paths), "path").mapInArrow(read_archives, columns)


def archive(path):
    """The readable records of an archive; after damage, the `fault`."""
    from pyarrow import fs
    from warcio.archiveiterator import ArchiveIterator

    try:
        system, place = (fs.FileSystem.from_uri(path)) if "://" in path else (fs.LocalFileSystem(), path)
        with system.open_input_stream(place, compression=None) as file:
            for record in ArchiveIterator(file):
                url = (record.rec_headers.get_header("WARC-Target-URI") or "").strip("<>")
                found = content(record) if url else None
                if found:
                    yield {"url": url, **found}
    # An error in one file does not stop the others.
    except Exception as error:
        yield {"fault": f"{type(error).__name__}: {error}"}


def content(record):
    """The page or the text of a record, if it holds one."""
    headers = record.http_headers or record.rec_headers
    content_type = headers.get_header("Content-Type") or ""
    if record.rec_type == "conversion":
        return {"text": record.content_stream().read(MOST).decode("utf-8", "replace")}
    is_bytes = "octet-stream" in content_type.lower()
    if record.rec_type not in ("response", "resource") or not (is_bytes or "html" in (content_type.lower() or "html")):
        return None
    if record.http_headers and record.http_headers.get_statuscode() != "200":
        return None
    page = {"html": record.content_stream().read(MOST + 1), "content_type": None if is_bytes else content_type or None}
    if is_bytes and not BEGIN.match(page["html"][:1024]):
        return None
    # The reader of archives skips a file that ends too early.
    missing = record.raw_stream.limit if len(page["html"]) <= MOST and not record.raw_stream.read(1) else 0
    return {**page, "fault": f"the archive ends {missing} bytes before the page does"} if missing else page


def number():
    """A number of the text of a page: its digest, or a hash of whatever is known of it."""
    known = "lpad(lower(hex(xxhash64(coalesce(fingerprint, text, fault, '')))), 16, '0')"
    return F.expr(f"coalesce(digest, {known})")


class Copies:
    """The tables under a folder, and the steps that add a batch of pages to them."""

    def __init__(self, spark, output, batch="1", say=lambda **values: None, origins=False):
        self.spark, self.output, self.batch, self.say = spark, output.rstrip("/"), batch, say
        self.stages = [*STAGES[:4], *(["origins"] if origins else [])]
        # The name of a batch is text, even if it looks like a date.
        spark.conf.set("spark.sql.sources.partitionColumnTypeInference.enabled", "false")
        # The default, ten thousand pages, may be a gigabyte.
        spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", str(PAGES_AT_ONCE))
        later = [name for name in self.batches("pages") if name > batch]
        if later:
            raise Misuse(f"{output} holds batch {later[-1]}, which comes after {batch}: name a later one")

    def run(self, pages, since=None):
        """Computes all stages that are missing; those from `since` on are computed again."""
        again = STAGES[STAGES.index(since) :] if since else ()
        has_facts = "sketch" in pages.columns
        kept = self.table("pages", until="pages" not in again)
        if kept is not None and has_facts != ("sketch" in kept.columns):
            how = "without" if has_facts else "with"
            raise Misuse(f"{self.output} holds pages read {how} --rewrites: do the same, or name another folder")
        for stage in again:
            self._delete(self.folder(stage))
        for stage in [*self.stages, "rewritings"] if has_facts else self.stages:
            start = time.monotonic()
            if self._exists(f"{self.folder(stage)}/_SUCCESS"):
                self.say(stage=stage, batch=self.batch, done="before")
                continue
            made = self.read(pages) if stage == "pages" else getattr(self, stage)()
            made.write.mode("overwrite").parquet(self.folder(stage))
            count = self.spark.read.parquet(self.folder(stage)).count()
            self.say(stage=stage, batch=self.batch, rows=count, seconds=round(time.monotonic() - start, 1))
            self._delete(f"{self.output}/rounds")

    def folder(self, stage):
        return f"{self.output}/{stage}/batch={self.batch}"

    def table(self, stage, until=True):
        """All rows of a stage up to this batch, or without it; `None` if there are no rows."""
        batches = [name for name in self.batches(stage) if name < self.batch or (until and name == self.batch)]
        if not batches:
            return None
        data = self.spark.read.parquet(f"{self.output}/{stage}")
        return data.where(F.col("batch").isin(batches))

    def read(self, pages):
        """Each text of an id once, in this batch and over all.

        The longest keeps the id, unless an earlier batch has it; the ids of the others get `#` and a number of the text
        added. A row without an id is named by this number alone.
        """
        pages = pages.withColumn("number", number()).withColumn("id", F.expr("coalesce(id, '#' || number)"))
        once = Window.partitionBy("id", "number").orderBy(F.asc_nulls_last("url"), F.asc_nulls_last("title"))
        pages = pages.withColumn("place", F.row_number().over(once)).where("place = 1")
        best = Window.partitionBy("id").orderBy(F.desc_nulls_last("length"), "number")
        pages = pages.withColumn("place", F.row_number().over(best))
        earlier = self.table("pages", until=False)
        if earlier is None:
            pages = pages.withColumn("holder", F.lit(None).cast("string"))
        else:
            pages = pages.join(earlier.select("id", number().alias("holder")), "id", "left")
        is_own = "coalesce(holder = number, place = 1)"
        pages = pages.withColumn("id", F.expr(f"if({is_own}, id, id || '#' || number)")).drop("number", "place", "holder")
        return pages if earlier is None else pages.join(earlier.select("id"), "id", "left_anti")

    def candidates(self):
        """Pairs that share a key; `b` is the later one and always in this batch."""
        pages = self.table("pages")
        place = F.struct("batch", "id").alias("place")
        looked_up = pages.select(place, F.explode("read_keys").alias("key"))
        # The guard: a key leads only to its first pages, which limits the pairs for a key. Spark takes the first pages
        # in each task before it sends anything, so a frequent key does not overload a task.
        first = Window.partitionBy("key").orderBy("place")
        written = pages.select(place, F.explode("write_keys").alias("key"))
        holders = written.withColumn("rank", F.row_number().over(first)).where(F.col("rank") <= HOLDERS)
        holders = holders.select("key", F.col("place").alias("holder"))
        is_new = F.col("place.batch") == self.batch
        pairs = looked_up.where(is_new).join(holders, "key")
        if self.batches("pages")[0] != self.batch:
            fresh = holders.where(F.col("holder.batch") == self.batch)
            pairs = pairs.unionByName(looked_up.where(~is_new).join(fresh, "key"))
        pairs = pairs.where("place <> holder").select(
            F.least("place", "holder").alias("a"), F.greatest("place", "holder").alias("b")
        )
        return pairs.select(F.col("a.id").alias("a"), F.col("b.id").alias("b")).distinct()

    def verdicts(self):
        """The candidates that are `same` or `partial`."""
        known = self.table("pages").select("id", F.struct("fingerprint", "digest", "url", "canonical"))
        return self._judged(known, "compare_many").where("verdict IN ('same', 'partial')")

    def _judged(self, known, function):
        """Verdict and score of all candidates, by a function of the package for what is known of each page."""
        pairs = self.spark.read.parquet(self.folder("candidates"))
        for side in ("a", "b"):
            pairs = pairs.join(known.toDF(side, f"{side}_known"), side)
        schema = arrow(self.spark, VERDICTS)

        def judge(batches):
            import offprint
            import pyarrow

            for batch in batches:
                a, b, one, other = (batch.column(batch.schema.get_field_index(name)) for name in columns)
                said = list(getattr(offprint, function)(one, other, threads=1))
                verdicts = pyarrow.array([verdict for verdict, _ in said], pyarrow.string())
                scores = pyarrow.array([score for _, score in said], pyarrow.float64())
                yield pyarrow.RecordBatch.from_arrays([a, b, verdicts, scores], schema=schema)

        columns = ["a", "b", "a_known", "b_known"]
        return pairs.select(columns).mapInArrow(judge, VERDICTS)

    def clusters(self):
        """For each page, the nearest earlier one, and the page from which a chain continues.

        Each page has at most one nearest page, which is earlier, so these are trees, and no batch changes earlier ones.
        """
        pages = self.spark.read.parquet(self.folder("pages")).select("id", "fingerprint")
        verdicts = self.spark.read.parquet(self.folder("verdicts"))
        nearest = F.min_by(F.struct("a", "verdict", "score"), F.struct(-F.col("score"), F.col("a")))
        nearest = verdicts.groupBy(F.col("b").alias("id")).agg(nearest.alias("nearest")).select("id", "nearest.*")
        judged = pages.join(nearest, "id", "left").select(
            "id",
            F.expr("coalesce(verdict, if(fingerprint IS NULL, 'unknown', 'new')) AS verdict"),
            F.col("a").alias("of"),
            "score",
        )
        roots = self._roots(nearest)
        return judged.join(roots, "id", "left").select(
            *judged.columns,
            F.coalesce("cluster", "id").alias("cluster"),
            F.coalesce("story", "id").alias("story"),
        )

    def _roots(self, nearest):
        """For each page with a nearest one, the first of its tree, over `same` and over all."""
        roots = nearest.select(
            "id", F.when(F.col("verdict") == "same", F.col("a")).otherwise(F.col("id")).alias("cluster"),
            F.col("a").alias("story"),
        )
        settled = self.table("clusters", until=False)
        moved = True
        for round in range(64):
            if not moved:
                return roots.drop("moved")
            # Earlier batches are settled: their pages resolve in one step.
            steps = roots if round or settled is None else settled
            # Each round doubles the distance, so a chain of a thousand copies takes ten rounds.
            for name in ("cluster", "story"):
                step = steps.select(F.col("id").alias(name), F.col(name).alias(f"{name}_next"))
                roots = roots.join(step, name, "left")
            went = [F.coalesce(f"{name}_next", name) for name in ("cluster", "story")]
            moved = (went[0] != F.col("cluster")) | (went[1] != F.col("story"))
            roots = roots.select("id", went[0].alias("cluster"), went[1].alias("story"), moved.alias("moved"))
            # Written to disk, since otherwise each round would repeat all earlier ones.
            folder = f"{self.output}/rounds/{round:02}"
            roots.write.mode("overwrite").parquet(folder)
            roots = self.spark.read.parquet(folder)
            moved = roots.where("moved").limit(1).count() > 0 or (round == 0 and settled is not None)
        raise RuntimeError("the nearest pages run in a circle")

    def origins(self):
        """The origins of each story that gets pages in this batch; rows of a later batch replace earlier ones."""
        touched = self.spark.read.parquet(self.folder("clusters")).select("story").distinct()
        members = self.table("clusters").join(touched, "story", "left_semi")
        for name in ("cluster", "story"):
            sizes = members.groupBy(name).agg(F.count("*").alias(f"{name}_size"))
            members = members.join(sizes, name)
        alone = members.where("story_size = 1").select(
            "id", "story", "cluster", "cluster_size", "story_size",
            F.when(F.col("verdict") != "unknown", F.lit(1)).alias("origin"),
            F.lit(None).cast("string").alias("source"), F.lit(None).cast("string").alias("original"),
            F.lit(0).alias("confidence"),
        )
        known = ["fingerprint", *FACTS, "credit_place"]
        pages = self.table("pages").select("id", *known)
        stories = members.where("story_size > 1").join(pages, "id")
        order = ["story", "batch", "id"]
        stories = stories.repartition("story").sortWithinPartitions(*order)
        schema = arrow(self.spark, ORIGINS)

        def count(batches):
            rows = chain.from_iterable(batch.to_pylist() for batch in batches)
            return rows_to_batches(chain.from_iterable(of_story(group) for _, group in groupby(rows, by_story)), schema)

        columns = ["id", "story", "cluster", "cluster_size", "story_size", *known]
        return stories.select(columns).mapInArrow(count, ORIGINS).unionByName(alone)

    def rewritings(self):
        """The candidates whose later page tells the earlier one in other words, and is not a copy of another page.

        A late copy of a report resembles what was made from the report, but it does not go back to that.
        """
        known = self.table("pages").where("sketch IS NOT NULL").select("id", F.struct("fingerprint", "url", "canonical", "sketch"))
        judged = self._judged(known, "rewriting_many").where("verdict = 'rewritten'")
        alone = self.table("clusters").where("verdict = 'new'")
        return judged.join(alone.select(F.col("id").alias("b")), "b", "left_semi").select(
            F.col("b").alias("rewriting"), F.col("a").alias("source"), "score"
        )

    def articles(self):
        """All pages with their results."""
        pages = self.table("pages").join(self.table("clusters").drop("batch"), "id")
        origins = self.table("origins")
        if origins is None:
            return pages
        latest = origins.groupBy("story").agg(F.max("batch").alias("batch"))
        return pages.join(origins.join(latest, ["story", "batch"]).drop("story", "cluster", "batch"), "id")

    def batches(self, stage):
        """The complete batches of a stage, in order."""
        folder = self._path(f"{self.output}/{stage}")
        files = self._files(folder)
        if not files.exists(folder):
            return []
        names = (status.getPath().getName() for status in files.listStatus(folder))
        names = (name.partition("=")[2] for name in names if name.startswith("batch="))
        return sorted(name for name in names if self._exists(f"{self.output}/{stage}/batch={name}/_SUCCESS"))

    def _path(self, path):
        return self.spark._jvm.org.apache.hadoop.fs.Path(path)

    def _files(self, path):
        return path.getFileSystem(self.spark._jsc.hadoopConfiguration())

    def _exists(self, path):
        path = self._path(path)
        return self._files(path).exists(path)

    def _delete(self, path):
        path = self._path(path)
        self._files(path).delete(path, True)


# The fields that show who published an article.
FACTS = ["url", "canonical", "site", "credit", "published", "title"]


def by_story(row):
    return row["story"]


def of_story(rows):
    """The rows of a story with their origins; rows beyond the limit have no origin."""
    import offprint

    columns = ["id", "story", "cluster", "cluster_size", "story_size"]
    first = list(islice(rows, STORY))
    found = offprint.origins(first)
    origin_of = {}
    for number, origin in enumerate(found["origins"], 1):
        original = None if origin["original"] is None else first[origin["original"]]["id"]
        values = {"origin": number, "source": origin["source"], "original": original}
        origin_of.update(dict.fromkeys(origin["pages"], {**values, "confidence": origin["confidence"]}))
    for place, row in enumerate(chain(first, rows)):
        yield {**{name: row[name] for name in columns}, **origin_of.get(place, {})}


def broken(spark, paths):
    """The Parquet files that cannot be read, each with the reason."""
    faults = []
    files = spark.read.format("binaryFile").option("recursiveFileLookup", "true").load(paths).select("path")
    for (path,) in files.collect():
        try:
            spark.read.parquet(path).write.format("noop").mode("overwrite").save()
        except Exception as error:
            faults.append((path, str(error).splitlines()[0]))
    return faults


def say(**values):
    print(" ".join(f"{name}={value}" for name, value in values.items()), file=sys.stderr, flush=True)


def main(words=None):
    parser = argparse.ArgumentParser(description="Finds copies among the pages of a crawl.")
    parser.add_argument("input", nargs="+", help="WARC or WET files, Parquet files, or a table of the catalogue")
    parser.add_argument("--output", required=True, help="folder of the tables")
    parser.add_argument("--batch", default="1", help="name of these pages; names are in the order of the alphabet")
    parser.add_argument("--from", dest="since", choices=STAGES, help="do this stage and those after it again")
    parser.add_argument("--origins", action="store_true", help="also count the independent origins of each story")
    parser.add_argument("--rewrites", action="store_true", help="also find reports in other words, by their facts")
    parser.add_argument("--articles", help="also write all pages with their clusters and origins to this folder")
    asked = parser.parse_args(words)
    spark = SparkSession.builder.appName("offprint").getOrCreate()
    of_archives = [bool(ARCHIVE.search(path)) for path in asked.input]
    if any(of_archives) and not all(of_archives):
        parser.error("name archives or tables, not both")
    for stage, option in (("rewritings", "rewrites"), ("origins", "origins")):
        if asked.since == stage and not getattr(asked, option):
            parser.error(f"the stage {stage} is part of a run with --{option}: pass both")
    copies = Copies(spark, asked.output, asked.batch, say, asked.origins)

    def run():
        if all(of_archives):
            pages = archives(spark, asked.input, asked.rewrites)
        else:
            pages = table(spark, asked.input[0], asked.input, asked.rewrites)
        copies.run(pages, asked.since)

    damaged = []
    try:
        run()
    except Misuse:
        raise
    except Exception:
        damaged = [] if all(of_archives) else broken(spark, asked.input)
        if not damaged:
            raise
        # A damaged file is read up to the damage.
        spark.conf.set("spark.sql.files.ignoreCorruptFiles", "true")
        run()
    faults = copies.table("pages").where(F.col("fault").isNotNull() & (F.col("batch") == asked.batch))
    damaged += faults.select("id", "fault").collect()
    for path, fault in damaged:
        print(f"{path}: {fault}", file=sys.stderr)
    if asked.articles:
        copies.articles().write.mode("overwrite").parquet(asked.articles)
    return LOSSES if damaged else 0


def code(words=None):
    """Runs the program, and returns the code that it exits with: 0 if all was done."""
    try:
        return main(words)
    except Misuse as error:
        print(f"offprint: {error}", file=sys.stderr)
        return WRONG_USE
    except Exception:
        traceback.print_exc()
        return FAILED


if __name__ == "__main__":
    sys.exit(code())
