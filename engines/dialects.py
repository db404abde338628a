"""Writes the statements of docs/sql/duckdb in the SQL of Spark.

`python3 engines/dialects.py` writes target/sql/ENGINE/NAME.sql for both.
"""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ROOT / "docs" / "sql" / "duckdb"

# What to replace in the statements of DuckDB.
DIALECTS = {
    "duckdb": [],
    # Tables of Parquet files cannot be replaced, but they can be overwritten while nothing reads them.
    "spark": [
        (r"t\.k AS k\n  FROM pages CROSS JOIN UNNEST\((\w+)\) AS t\(k\)", r"explode(\1) AS k\n  FROM pages"),
        (r"CREATE OR REPLACE TABLE (\w+) AS", r"INSERT OVERWRITE TABLE \1"),
    ],
}

# Statements that only Spark needs.
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
