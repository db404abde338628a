"""Writes the statements of docs/sql/duckdb in the SQL of other engines.

`python3 engines/dialects.py` writes target/sql/ENGINE/NAME.sql for all of them.
"""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ROOT / "docs" / "sql" / "duckdb"

UNNEST = r"SELECT id, t\.k AS k\n  FROM pages CROSS JOIN UNNEST\((\w+)\) AS t\(k\)"
CREATE = r"CREATE TABLE (\w+) AS"
REPLACE = r"CREATE OR REPLACE TABLE (\w+) AS"
MERGE_TREE = r"TABLE \1 ENGINE = MergeTree ORDER BY tuple() AS"

# What to replace in the statements of DuckDB.
DIALECTS = {
    "duckdb": [],
    "clickhouse": [
        (UNNEST, r"SELECT id, arrayJoin(\1) AS k\n  FROM pages"),
        (CREATE, f"CREATE {MERGE_TREE}"),
        (REPLACE, f"CREATE OR REPLACE {MERGE_TREE}"),
        # Without it, a left join without a match gives an empty text, not null.
        (r"(?s)(LEFT JOIN.*);", r"\1\nSETTINGS join_use_nulls = 1;"),
    ],
    "datafusion": [
        (UNNEST, r"SELECT id, unnest(\1) AS k\n  FROM pages"),
        # It is a keyword there. (It occurs in no comment.)
        (r"\bcluster\b", '"cluster"'),
    ],
    # Tables of Parquet files cannot be replaced, but they can be overwritten while nothing reads them.
    "spark": [
        (UNNEST, r"SELECT id, explode(\1) AS k\n  FROM pages"),
        (REPLACE, r"INSERT OVERWRITE TABLE \1"),
    ],
    "bigquery": [(UNNEST, r"SELECT id, k\n  FROM pages CROSS JOIN UNNEST(\1) AS k")],
    "trino": [],
}

# Statements that only one engine needs.
MORE = {
    ("spark", "clusters_next"): """\
-- The table that round.sql writes to. Wants a table `clusters`, and no table `clusters_next`.

CREATE TABLE clusters_next AS
SELECT id, cluster FROM clusters;
"""
}


def statement(engine, name):
    """The text of a statement in the SQL of an engine."""
    if (engine, name) in MORE:
        return MORE[engine, name]
    text = (SOURCES / f"{name}.sql").read_text(encoding="utf-8")
    for pattern, replacement in DIALECTS[engine]:
        text = re.sub(pattern, replacement, text)
    return text


def statements():
    """All statements, by engine and name."""
    names = [path.stem for path in SOURCES.glob("*.sql")]
    pairs = [(engine, name) for engine in DIALECTS for name in names] + list(MORE)
    return {pair: statement(*pair) for pair in pairs}


def write(folder):
    for (engine, name), text in statements().items():
        (folder / engine).mkdir(parents=True, exist_ok=True)
        (folder / engine / f"{name}.sql").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write(ROOT / "target" / "sql")
