"""Functions for `map_batches` of Ray Data.

    pages = ray.data.read_parquet("pages/").map_batches(articles, batch_format="pyarrow", batch_size=256)
    pairs.map_batches(verdicts, batch_format="pyarrow")
"""

import pyarrow

import offprint

TEXT = pyarrow.string()
KEYS = pyarrow.list_(TEXT)
# The columns of `offprint read --output` that a join and the later steps need.
SCHEMA = pyarrow.schema(
    [("id", TEXT), ("url", TEXT)]
    + [(name, TEXT) for name in "title text language published canonical credit creditPlace site fingerprint".split()]
    + [("quality", pyarrow.int32()), ("read_keys", KEYS), ("write_keys", KEYS)]
)


def articles(batch):
    """The articles of a table with `id` or `url`, and `html`."""
    names = batch.column_names
    urls = batch["url"].to_pylist() if "url" in names else [None] * len(batch)
    ids = batch["id"].to_pylist() if "id" in names else urls
    # Ray runs a process on each core.
    rows = []
    for id, url, article in zip(ids, urls, offprint.read_many(batch["html"], urls, threads=1)):
        known = article or {"keys": {"read": [], "write": []}}
        row = {name: known.get(name) for name in SCHEMA.names}
        keys = {f"{name}_keys": known["keys"][name] for name in ("read", "write")}
        rows.append({**row, **keys, "id": id, "url": url})
    return pyarrow.Table.from_pylist(rows, schema=SCHEMA)


def verdicts(batch):
    """A table of pairs in which `verdict` and `score` replace `a_fingerprint` and `b_fingerprint`."""
    said = list(offprint.compare_many(batch["a_fingerprint"], batch["b_fingerprint"], threads=1))
    pairs = batch.drop_columns(["a_fingerprint", "b_fingerprint"])
    pairs = pairs.append_column("verdict", pyarrow.array([verdict for verdict, _ in said], TEXT))
    return pairs.append_column("score", pyarrow.array([score for _, score in said], pyarrow.float64()))
