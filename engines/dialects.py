"""Writes the statements of docs/sql/duckdb as other engines want them: `python3 engines/dialects.py`."""

import re
from pathlib import Path

SQL = Path(__file__).resolve().parents[1] / "docs" / "sql"

UNNEST = r"SELECT id, t\.k AS k\n  FROM pages CROSS JOIN UNNEST\((\w+)\) AS t\(k\)"
CREATE = r"CREATE TABLE (\w+) AS"
REPLACE = r"CREATE OR REPLACE TABLE (\w+) AS"
MERGE_TREE = r"TABLE \1 ENGINE = MergeTree ORDER BY tuple() AS"

DIALECTS = {
    "clickhouse": [
        (UNNEST, r"SELECT id, arrayJoin(\1) AS k\n  FROM pages"),
        (CREATE, f"CREATE {MERGE_TREE}"),
        (REPLACE, f"CREATE OR REPLACE {MERGE_TREE}"),
        # Else what a left join does not find is an empty text, not null.
        (r"(?s)(LEFT JOIN.*);", r"\1\nSETTINGS join_use_nulls = 1;"),
    ],
    "datafusion": [
        (UNNEST, r"SELECT id, unnest(\1) AS k\n  FROM pages"),
        # A keyword there. (No comment has it.)
        (r"\bcluster\b", '"cluster"'),
    ],
    # Tables of Parquet files cannot be replaced, but written anew if nothing reads them.
    "spark": [
        (UNNEST, r"SELECT id, explode(\1) AS k\n  FROM pages"),
        (REPLACE, r"INSERT OVERWRITE TABLE \1"),
    ],
    "bigquery": [(UNNEST, r"SELECT id, k\n  FROM pages CROSS JOIN UNNEST(\1) AS k")],
    "trino": [],
}

# What an engine wants beside.
MORE = {
    ("spark", "clusters_next.sql"): """\
-- The table that round.sql writes to. Wants a table `clusters`, and no table `clusters_next`.

CREATE TABLE clusters_next AS
SELECT id, cluster FROM clusters;
"""
}


def written():
    """Each file, by its path, and what it holds."""
    files = {SQL / engine / name: text for (engine, name), text in MORE.items()}
    for path in (SQL / "duckdb").glob("*.sql"):
        for engine, changes in DIALECTS.items():
            text = path.read_text(encoding="utf-8")
            for pattern, replacement in changes:
                text = re.sub(pattern, replacement, text)
            files[SQL / engine / path.name] = text
    return files


if __name__ == "__main__":
    for path, text in written().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
