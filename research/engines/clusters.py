"""Clusters the same labelled pages in every way and compares them, with time and memory.

    cargo xtask test engines                         # makes the environment target/engines
    cargo xtask wheel && target/engines/bin/pip install target/wheels/*.whl
    cargo xtask wasm
    python3 -m venv target/peers && target/peers/bin/pip install -r research/engines/requirements-peers.txt
    PEERS=target/peers/bin/python target/engines/bin/python research/engines/clusters.py FOLDER …

A folder has `pages/ID.html` and `stream.jsonl`, lines of `id` and `cluster` (docs/datasets.md). Pages are read once;
each way gets the same articles, in the order of their ids, and runs in a process of its own.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from math import comb
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1] / "engines"), str(HERE.parents[1] / "engines" / "tests")]
COLUMNS = ["id", "read_keys", "write_keys", "fingerprint", "digest"]
# Both tools split words at spaces. Each such character counts as a word, or Chinese would have no words.
HAN = re.compile(r"([\u3400-\u9fff])")


def labels(folders):
    """Each page: its path and the name of its cluster."""
    found = {}
    for folder in map(Path, folders):
        with open(folder / "stream.jsonl", encoding="utf-8") as lines:
            rows = list(map(json.loads, lines))
        found.update({row["id"]: (folder / "pages" / f"{row['id']}.html", row["cluster"]) for row in rows})
    return found


def read(path, *folders):
    """Writes the articles of folders to a table."""
    import offprint
    import pyarrow
    import pyarrow.parquet

    pages = labels(folders)
    ids = sorted(pages)
    articles = list(offprint.read_many(pages[id][0] for id in ids))
    digests = list(map(offprint.digest, articles))
    keys = [offprint.keys(article["fingerprint"], None, digest) for article, digest in zip(articles, digests)]
    columns = {
        "id": ids,
        "read_keys": [key["read"] for key in keys],
        "write_keys": [key["write"] for key in keys],
        "fingerprint": [article["fingerprint"] for article in articles],
        "digest": digests,
        "words": [HAN.sub(r" \1 ", f"{article['title']}\n{article['text']}") for article in articles],
    }
    pyarrow.parquet.write_table(pyarrow.table(columns), path)


def table(path, columns=COLUMNS):
    import pyarrow.parquet

    return pyarrow.parquet.read_table(path, columns=columns)


def named(ids, clusters):
    """For each id, the first of its cluster; clusters are of places in the list."""
    found = {id: id for id in ids}
    for members in clusters:
        found.update({ids[member]: ids[members[0]] for member in members})
    return found


# The ways


def dedupe(path):
    """`offprint.dedupe`, as the command line with `--no-site-memory`"""
    import offprint

    rows = table(path, ["id", "fingerprint"]).to_pylist()
    clusters = offprint.dedupe([row["fingerprint"] for row in rows])["clusters"]
    return named([row["id"] for row in rows], clusters)


def collection(path):
    """`Collection` of the npm package"""
    script = """
      import { readFileSync } from 'node:fs';
      import init, { Collection } from 'offprint/full';
      await init();
      const articles = readFileSync(0, 'utf8').trim().split('\\n').map(JSON.parse);
      const collection = new Collection();
      for (const { id, fingerprint } of articles) collection.add(id, { fingerprint });
      console.log(JSON.stringify(collection.dedupe().clusters));
    """
    rows = table(path, ["id", "fingerprint"]).to_pylist()
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    command = ["node", "--input-type=module", "-e", script]
    # There, `offprint` is the package of this repository.
    ran = subprocess.run(command, input=lines, capture_output=True, text=True, check=True, cwd=HERE.parents[1])
    return named([row["id"] for row in rows], json.loads(ran.stdout))


def sql(path, edges="verdicts"):
    """SQL in DuckDB, chains of `same`"""
    import run_sql

    return run_sql.clusters(run_sql.DuckDB(), table(path), edges)


def sql_nearest(path):
    """SQL in DuckDB, over `nearest`"""
    return sql(path, "nearest")


def spark(path):
    """the Spark job"""
    from pyspark.sql import SparkSession

    import offprint_spark

    os.environ["PYSPARK_PYTHON"] = sys.executable
    settings = {"driver.memory": "2g", "ui.enabled": "false", "sql.shuffle.partitions": "2"}
    builder = SparkSession.builder.master("local[2]")
    for name, value in settings.items():
        builder = builder.config(f"spark.{name}", value)
    session = builder.getOrCreate()
    with tempfile.TemporaryDirectory() as output:
        copies = offprint_spark.Copies(session, output)
        wanted = ", ".join(offprint_spark.NAMES)
        missing = [f"NULL AS {name}" for name in offprint_spark.NAMES if name not in COLUMNS]
        session.read.parquet(path).createOrReplaceTempView("known")
        pages = session.sql(f"SELECT {wanted} FROM (SELECT {', '.join(COLUMNS + missing)} FROM known)")
        copies.run(pages)
        return dict(copies.table("clusters").select("id", "cluster").toLocalIterator())


def text_dedup(path):
    """text-dedup 0.4.0, MinHash, its defaults (5-grams, 256 hashes, threshold 0.7)"""
    return _text_dedup(path)


def text_dedup_half(path):
    """the same with a threshold of 0.5"""
    return _text_dedup(path, "--threshold", "0.5")


def _text_dedup(path, *options):
    import pickle

    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "text_dedup.minhash", "--path", "parquet", "--data_files", path]
        command += ["--split", "train", "--column", "words", "--output", folder, "--cache_dir", folder + "/cache"]
        command += ["--debug", "--num_proc", "2", *options]
        subprocess.run(command, check=True, capture_output=True)
        with open(folder + "/uf.pkl", "rb") as file:
            saved = pickle.load(file)
    parent = saved.parent if hasattr(saved, "parent") else saved
    ids = table(path, ["id"])["id"].to_pylist()

    def first(at):
        while parent.get(at, at) != at:
            at = parent[at]
        return at

    return {id: ids[first(at)] for at, id in enumerate(ids)}


def datatrove(path):
    """datatrove 0.10.1, MinHash, its defaults (5-grams, 14 buckets of 8)"""
    return datatrove_of(table(path, ["id", "words"]).to_pylist())


def datatrove_of(rows):
    import struct
    from types import SimpleNamespace

    from datatrove.data import Document
    from datatrove.pipeline.dedup import MinhashDedupBuckets, MinhashDedupCluster, MinhashDedupSignature
    from datatrove.pipeline.dedup import minhash

    # Its own tokenizers need models; these are the words that the other tool gets.
    minhash.load_word_tokenizer = lambda language: SimpleNamespace(word_tokenize=str.split)
    found = {row["id"]: row["id"] for row in rows}
    with tempfile.TemporaryDirectory() as folder:
        signatures, buckets, clusters = (f"{folder}/{name}" for name in ("signatures", "buckets", "clusters"))
        documents = (Document(text=row["words"], id=row["id"]) for row in rows)
        MinhashDedupSignature(signatures).run(documents, 0, 1)
        for bucket in range(14):
            MinhashDedupBuckets(signatures, buckets).run(None, bucket, 14)
        MinhashDedupCluster(buckets, clusters, save_cluster_id=True).run(None, 0, 1)
        data = Path(clusters, "000000.clusters").read_bytes()
    found.update({rows[at]["id"]: cluster for at, cluster in struct.iter_unpack("<2I", data)})
    return found


def agreement(found, right):
    """Precision, recall and F1 of pairs within clusters, and the adjusted Rand index of Hubert and Arabie (1985)."""

    def pairs(names):
        return sum(comb(size, 2) for size in Counter(names).values())

    of_found, of_right = pairs(found[id] for id in right), pairs(right.values())
    both = pairs((found[id], right[id]) for id in right)
    precision = both / of_found if of_found else 1.0
    recall = both / of_right if of_right else 1.0
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    by_chance = of_found * of_right / max(comb(len(right), 2), 1)
    most = (of_found + of_right) / 2
    rand = 1.0 if most == by_chance else (both - by_chance) / (most - by_chance)
    return precision, recall, f1, rand


OURS = [dedupe, collection, sql, sql_nearest, spark]
PEERS = [text_dedup, text_dedup_half, datatrove]


def run(way, *words):
    """The clusters that a method finds, its seconds, processor seconds with the start of its process, and peak
    megabytes."""
    python = os.environ.get("PEERS", sys.executable) if way in PEERS else sys.executable
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
        child = subprocess.Popen([python, __file__, "--way", way.__name__, *words], stdout=out, stderr=errors)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        errors.seek(0)
        if child.returncode:
            message = errors.read().decode(errors="replace").strip().splitlines()
            print(f"{way.__name__}: {message[-1] if message else child.returncode}", file=sys.stderr)
            return None
        result = json.loads(out.read().splitlines()[-1])
    return result["found"], result["seconds"], used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def main(*folders):
    right = {id: cluster for id, (_, cluster) in labels(folders).items()}
    with tempfile.TemporaryDirectory() as scratch:
        path = f"{scratch}/articles.parquet"
        reading = run(read, path, *folders)
        if reading is None:
            return 1
        print(f"{len(right)} pages, read in {reading[1]:.1f} s, {reading[2]:.1f} s of processors\n")
        print("| way | precision | recall | F1 | ARI | seconds | CPU seconds, with its start | MB |")
        print("|---|--:|--:|--:|--:|--:|--:|--:|")
        failed = False
        for way in OURS + PEERS:
            result = run(way, path)
            failed |= result is None
            if result is None:
                continue
            found, seconds, processor, megabytes = result
            cells = " | ".join(f"{figure:.3f}" for figure in agreement(found, right))
            # Most of Spark's memory is Java's, and Java is not a child of this process.
            used = "– | –" if way is spark else f"{processor:.1f} | {megabytes:.0f}"
            print(f"| {way.__doc__} | {cells} | {seconds:.1f} | {used} |", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--way"]:
        begun = time.monotonic()
        clusters = globals()[sys.argv[2]](*sys.argv[3:])
        print(json.dumps({"found": clusters, "seconds": time.monotonic() - begun}))
    else:
        sys.exit(main(*sys.argv[1:]) if sys.argv[1:] else __doc__)
