"""Asks the surfaces in Python, and those that it reaches, about the pages in FOLDER/pages.json: pairs, then others.

    surfaces.py FOLDER LIBRARY_FOR_C FOLDER_OF_ENGINES

Prints a JSON object: by surface, the answer on each pair, or on each page when it arrives.
"""

import ctypes
import json
import os
import sys
import types
from unittest.mock import MagicMock

FOLDER, LIBRARY, ENGINES = sys.argv[1:]
sys.path[:0] = [FOLDER, ENGINES]

import offprint  # noqa: E402

APART = {"verdict": "apart"}
with open(os.path.join(FOLDER, "pages.json"), encoding="utf-8") as file:
    GIVEN = json.load(file)
PAGES = GIVEN["pages"]
READ = offprint.read_many([page["html"] for page in PAGES], [page["url"] for page in PAGES])
ARTICLES = [{**article, "id": page["id"]} for page, article in zip(PAGES, READ)]
OF_PAIRS = ARTICLES[: 2 * GIVEN["pairs"]]
FIRSTS, SECONDS = OF_PAIRS[::2], OF_PAIRS[1::2]


def ranked(pairs):
    return [{"verdict": verdict, "score": score} for verdict, score in pairs]


def added(index):
    """The answers of an index on pages that arrive."""
    return [index.add(article["id"], article) for article in ARTICLES]


def found(index):
    """The same, as each page is found before it is kept."""
    said = []
    for article in ARTICLES:
        first = next(iter(index.find(article)), APART)
        said.append({**first, "of": first.get("id")})
        index.add(article["id"], article)
    return said


def in_file():
    """The second pages of pairs come in another run."""
    path = os.path.join(FOLDER, "python.offprint")
    later = {article["id"] for article in SECONDS}
    said = {}
    for is_later in (False, True):
        with offprint.Index(path) as index:
            for article in ARTICLES:
                if (article["id"] in later) == is_later:
                    said[article["id"]] = index.add(article["id"], article)
    return [said[article["id"]] for article in ARTICLES]


def in_clusters(clusters):
    later = {place for members in clusters for place in members[1:]}
    return [{"verdict": "same"} if place in later else APART for place in range(1, len(OF_PAIRS), 2)]


def linked(clusters):
    links = {max(link["copy"], link["source"]): link for cluster in clusters for link in cluster["links"]}
    return [links.get(place, APART) for place in range(1, len(OF_PAIRS), 2)]


def folded(groups):
    others = {max(other["result"], other["of"]): other for group in groups for other in group["others"]}
    said = {place: {"verdict": other["likeness"], "score": other["score"]} for place, other in others.items()}
    # `similar` is a guess by headlines, for pages without a fingerprint.
    sure = {place: answer for place, answer in said.items() if answer["verdict"] != "similar"}
    return [sure.get(place, APART) for place in range(1, len(OF_PAIRS), 2)]


# C


class Library:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        for name in ("offprint_compare", "offprint_fold"):
            getattr(self.library, name).restype = ctypes.c_void_p
        self.library.offprint_free.argtypes = [ctypes.c_void_p]

    def call(self, name, *values):
        pointer = getattr(self.library, name)(*values)
        said = json.loads(ctypes.string_at(pointer))
        self.library.offprint_free(pointer)
        return said

    def compare(self, a, b):
        return self.call("offprint_compare", *(json.dumps(in_c(article)).encode() for article in (a, b)))

    def fold(self, articles):
        return self.call("offprint_fold", json.dumps([in_c(article) for article in articles]).encode(), False)


def in_c(article):
    """An article as C has it: as in JavaScript, names have capitals."""
    camel = lambda name: name.split("_")[0] + "".join(map(str.title, name.split("_")[1:]))  # noqa: E731
    return {camel(name): value for name, value in article.items()}


# Engines, as far as their modules use them.


class Column:
    def __init__(self, value):
        self.value = value


class Table:
    """Rows, by the calls of a table of Spark that `Copies.verdicts` makes."""

    def __init__(self, rows):
        self.rows = rows

    def select(self, *columns):
        columns = columns[0] if isinstance(columns[0], list) else columns
        ways = [getattr(column, "value", lambda row, name=column: row[name]) for column in columns]
        names = [f"_{place}" if isinstance(column, Column) else column for place, column in enumerate(columns)]
        return Table([dict(zip(names, (way(row) for way in ways))) for row in self.rows])

    def toDF(self, *names):
        return Table([dict(zip(names, row.values())) for row in self.rows])

    def join(self, other, on):
        by = {row[on]: row for row in other.rows}
        return Table([{**row, **by[row[on]]} for row in self.rows])

    def mapInArrow(self, function, _):
        return Table([row for batch in function([Batch(self.rows)]) for row in batch.rows()])

    def where(self, _):
        return Table([row for row in self.rows if row["verdict"] in ("same", "partial")])


class Batch:
    def __init__(self, rows):
        self.names = list(rows[0])
        self.columns = [[row[name] for row in rows] for name in self.names]
        self.schema = types.SimpleNamespace(names=self.names, get_field_index=self.names.index)

    @classmethod
    def from_arrays(cls, arrays, schema):
        return cls([dict(zip(schema, values)) for values in zip(*arrays)])

    def column(self, place):
        return self.columns[place]

    def rows(self):
        return [dict(zip(self.names, values)) for values in zip(*self.columns)]


def of_spark():
    functions = MagicMock()
    functions.struct = lambda *names: Column(lambda row: {name: row[name] for name in names})
    sql = MagicMock(functions=functions)
    pandas = MagicMock(to_arrow_schema=lambda ddl: [column.split()[0] for column in ddl.split(",")])
    arrow = MagicMock(RecordBatch=Batch, array=lambda values, _: list(values))
    stubs = {"pyspark": MagicMock(sql=sql), "pyspark.sql": sql, "pyspark.sql.pandas.types": pandas, "pyarrow": arrow}
    sys.modules.update(stubs, **{"pyspark.sql.pandas": MagicMock(types=pandas)})
    from offprint_spark import Copies, row

    candidates = Table([{"a": a["id"], "b": b["id"]} for a, b in zip(FIRSTS, SECONDS)])
    spark = MagicMock()
    spark.read.parquet = lambda _: candidates
    spark.createDataFrame = lambda _, ddl: types.SimpleNamespace(schema=ddl)
    copies = object.__new__(Copies)
    copies.spark, copies.output, copies.batch = spark, "tables", "1"
    copies.table = lambda _: Table([row(article["id"], article, False) for article in OF_PAIRS])
    said = {judged["b"]: judged for judged in copies.verdicts().rows}
    return [said.get(article["id"], APART) for article in SECONDS]


class PipelineStep:
    def stat_update(self, *_):
        pass

    def update_doc_stats(self, _):
        pass

    def track_time(self):
        return MagicMock()


def of_datatrove():
    for name in ("", ".pipeline", ".pipeline.base", ".utils", ".utils.typeshelper"):
        sys.modules[f"datatrove{name}"] = MagicMock(PipelineStep=PipelineStep)
    from offprint_datatrove import Articles, DropCopies

    document = types.SimpleNamespace
    made = [document(id=page["id"], text=page["html"], metadata={"url": page["url"]}) for page in PAGES]
    for _ in DropCopies(None).run(Articles().run(made)):
        pass
    # A page without a text is dropped before.
    return [{"verdict": "unknown", **document.metadata} for document in made]


def main():
    library = Library(LIBRARY)
    answers = {
        "python compare": [offprint.compare(a, b) for a, b in zip(FIRSTS, SECONDS)],
        "python compare_many": ranked(offprint.compare_many(FIRSTS, SECONDS)),
        "python Index.add": added(offprint.Index()),
        "python Index.find": found(offprint.Index()),
        "python Index.add, in a file": in_file(),
        "python dedupe": in_clusters(offprint.dedupe(OF_PAIRS)["clusters"]),
        "python origins": linked(offprint.origins(OF_PAIRS)["clusters"]),
        "python fold": folded(offprint.fold(OF_PAIRS)["groups"]),
        "c offprint_compare": [library.compare(a, b) for a, b in zip(FIRSTS, SECONDS)],
        "c offprint_fold": folded(library.fold(OF_PAIRS)["groups"]),
        "spark verdicts": of_spark(),
        "datatrove DropCopies": of_datatrove(),
    }
    short = {
        name: [{key: answer.get(key) for key in ("verdict", "score", "of")} for answer in given]
        for name, given in answers.items()
    }
    json.dump(short, sys.stdout)


main()
