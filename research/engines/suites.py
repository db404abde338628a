"""Public suites of near-duplicate detection: `cargo xtask suite news-copy DATA.json PAIRS.json`, or `core FILE …`.

NEWS-COPY (Silcock and others, 2023): `DATA.json` is an object of articles by id, each with its `article` or `text` and
perhaps a `headline`; `PAIRS.json` is a list of pairs of ids that are duplicates.

CORE (the deduplication set of 2020-05-10): files of JSON lines or Parquet, each document with `core_id`,
`processed_title`, `processed_abstract` and `labelled_duplicates`, a list of ids.
"""

import json
import sys
from pathlib import Path

import offprint
import scores


def name_clusters(ids, fingerprints):
    """For each id, the first of its cluster."""
    found = {id: id for id in ids}
    for cluster in offprint.dedupe(fingerprints)["clusters"]:
        found.update({ids[member]: ids[cluster["members"][0]] for member in cluster["members"]})
    return found


def news_copy(data, pairs):
    articles = json.loads(Path(data).read_text(encoding="utf-8"))
    right = {id: id for id in articles}

    def first(id):
        while right[id] != id:
            id = right[id]
        return id

    for a, b in json.loads(Path(pairs).read_text(encoding="utf-8")):
        right[first(a)] = first(b)
    right = {id: first(id) for id in articles}
    body = [article.get("article") or article.get("text") or "" for article in articles.values()]
    titles = [article.get("headline") or "" for article in articles.values()]
    fingerprints = list(map(offprint.fingerprint, titles, body))
    found = name_clusters(list(articles), fingerprints)
    precision, recall, f1 = scores.pairwise(found, right)
    return {
        "documents": len(articles),
        "without a fingerprint": fingerprints.count(None),
        "ARI": scores.adjusted_rand(found, right),
        "pairwise precision": precision,
        "pairwise recall": recall,
        "pairwise F1": f1,
    }


def core(*files):
    documents = [document for file in files for document in rows(file)]
    ids = [str(document["core_id"]) for document in documents]
    fingerprints = [
        offprint.fingerprint(document["processed_title"] or "", document["processed_abstract"] or "")
        for document in documents
    ]
    found = name_clusters(ids, fingerprints)
    right = {id: set(map(str, document["labelled_duplicates"] or ())) for id, document in zip(ids, documents)}
    figures = {"documents": len(ids), "without a fingerprint": fingerprints.count(None)}
    return {**figures, **scores.of_documents(found, right)}


def rows(file):
    if file.endswith(".parquet"):
        import pyarrow.parquet

        return pyarrow.parquet.read_table(file).to_pylist()
    with open(file, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def main(words):
    suites = {"news-copy": news_copy, "core": core}
    if len(words) < 2 or words[0] not in suites or (words[0] == "news-copy" and len(words) != 3):
        sys.exit(__doc__)
    for name, value in suites[words[0]](*words[1:]).items():
        print(f"{name}: {value:.4f}" if isinstance(value, float) else f"{name}: {value}")


if __name__ == "__main__":
    main(sys.argv[1:])
