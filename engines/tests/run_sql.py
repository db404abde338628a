"""Runs the statements of docs/sql/duckdb in DuckDB."""

import os
import subprocess
import tempfile
from pathlib import Path

import pyarrow

import offprint

SOURCES = Path(__file__).resolve().parents[2] / "docs" / "sql" / "duckdb"

COLUMNS = ["id", "read_keys", "write_keys", "fingerprint", "digest"]


def statement(name):
    return (SOURCES / f"{name}.sql").read_text(encoding="utf-8")


class DuckDB:
    def __init__(self):
        import duckdb

        self.db = duckdb.connect()

    def load(self, name, table):
        self.db.register("loaded", table)
        self.db.execute(f"CREATE TABLE {name} AS SELECT * FROM loaded")
        self.db.unregister("loaded")

    def run(self, text):
        self.db.execute(text)

    def rows(self, text):
        return self.db.sql(text).to_arrow_table()

    def close(self):
        self.db.close()


def judge(engine):
    """Computes the verdicts on the candidates outside the engine and writes them back."""
    pairs = engine.rows("SELECT * FROM candidates")
    sides = [[pairs[f"{side}_{name}"].to_pylist() for name in ("fingerprint", "digest")] for side in "ab"]
    a, b = ([{"fingerprint": print, "digest": digest} for print, digest in zip(*side)] for side in sides)
    said = list(offprint.compare_many(a, b))
    columns = {
        "a": pairs["a"].cast(pyarrow.string()),
        "b": pairs["b"].cast(pyarrow.string()),
        "verdict": pyarrow.array([verdict for verdict, _ in said], pyarrow.string()),
        "score": pyarrow.array([score for _, score in said], pyarrow.float64()),
    }
    engine.load("verdicts", pyarrow.table(columns))
    return pairs.num_rows


def settle(engine, edges="verdicts"):
    """The first page of the cluster of each page that these verdicts name."""
    import pyarrow.parquet

    with tempfile.TemporaryDirectory() as folder:
        given, made = f"{folder}/verdicts.parquet", f"{folder}/clusters.parquet"
        # `nearest` replaces `verdicts` to give the same clusters as `dedupe`.
        pyarrow.parquet.write_table(engine.rows(f"SELECT a, b, verdict FROM {edges}"), given)
        subprocess.run([os.environ["OFFPRINT"], "clusters", given, "--output", made], check=True)
        rows = pyarrow.parquet.read_table(made).to_pylist()
    return {row["id"]: row["cluster"] for row in rows}


def clusters(engine, pages, edges="verdicts"):
    """For each page of a table, as `offprint read --output` writes it, the first of its cluster."""
    engine.load("pages", pages.select(COLUMNS))
    engine.run(statement("candidates"))
    judge(engine)
    if edges == "nearest":
        engine.run(statement("nearest"))
    found = settle(engine, edges)
    return {id: found.get(id, id) for id in pages["id"].to_pylist()}
