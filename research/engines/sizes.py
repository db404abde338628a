"""How copies are found in made-up collections of several sizes, with time and memory.

    cargo build --release --package offprint-cli
    python3 -m venv target/peers && target/peers/bin/pip install -r research/engines/requirements-peers.txt
    OFFPRINT=target/release/offprint target/peers/bin/python research/engines/sizes.py NUMBER …

Each way gets the same lines (`collection.py`), and runs in a process of its own, on one thread. Prints the table of
`docs/clusters.md`, and draws `docs/pictures/sizes.svg`.
"""

import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from math import log10
from pathlib import Path

from clusters import agreement
from collection import collection

HERE = Path(__file__).resolve().parent
PICTURE = HERE.parents[1] / "docs/pictures/sizes.svg"


def rows(path):
    with open(path, encoding="utf-8") as lines:
        yield from map(json.loads, lines)


# The ways: each yields the ids of the texts in their order, and the first of the cluster of each.


def rensa(path):
    """rensa, 128 hashes, 16 bands, threshold 0.8"""
    from rensa import RMinHash, RMinHashLSH

    index, kept, firsts = RMinHashLSH(threshold=0.8, num_perm=128, num_bands=16), [], []
    for number, row in enumerate(rows(path)):
        words = row["text"].lower().split()
        hashes = RMinHash(num_perm=128, seed=42)
        hashes.update([" ".join(words[at : at + 3]) for at in range(max(1, len(words) - 2))])
        similar = (other for other in sorted(index.query(hashes)) if hashes.jaccard(kept[other]) >= 0.8)
        firsts.append(next((firsts[other] for other in similar), row["id"]))
        index.insert(number, hashes)
        kept.append(hashes)
        yield row["id"], firsts[-1]


def gaoya(path):
    """gaoya, 126 hashes, 42 bands, threshold 0.8"""
    from gaoya.minhash import MinHashStringIndex

    options = {"analyzer": "word", "lowercase": True, "ngram_range": (3, 3)}
    index, firsts = MinHashStringIndex(32, 0.8, 42, 3, num_hashes=126, **options), []
    for number, row in enumerate(rows(path)):
        similar = index.query(row["text"])
        firsts.append(firsts[min(similar)] if similar else row["id"])
        index.insert_document(number, row["text"])
        yield row["id"], firsts[-1]


def datatrove(path):
    """datatrove 0.10.1, MinHash, 5-grams, 14 buckets of 8"""
    import clusters

    table = [{"id": row["id"], "words": row["text"].lower()} for row in rows(path)]
    yield from clusters.datatrove_of(table).items()


def offprint(path):
    """Offprint"""
    with tempfile.NamedTemporaryFile(suffix=".jsonl") as found:
        command = [os.environ["OFFPRINT"], "--threads", "1", "--quiet", "dedupe", path, "--clusters", found.name]
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        yield from ((row["id"], row["cluster"]) for row in rows(found.name))


def used(way):
    """The CPU seconds of a way that has run in this process, and its peak in bytes."""
    if way == "offprint":
        times = resource.getrusage(resource.RUSAGE_CHILDREN)
        return times.ru_utime + times.ru_stime, times.ru_maxrss << 10
    # What `getrusage` calls the peak of a process begins with the parent's peak.
    peak = re.search(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text())
    return time.process_time(), int(peak[1]) << 10


def run(way, path):
    """The clusters that a way finds, its CPU seconds, and its peak in bytes."""
    with tempfile.NamedTemporaryFile("r", suffix=".jsonl") as found:
        subprocess.run([sys.executable, __file__, "--way", way.__name__, path, found.name], check=True)
        *clusters, (seconds, peak) = rows(found.name)
    return dict(clusters), seconds, peak


WAYS = [offprint, rensa, gaoya, datatrove]
# Texts above which a way is left out, since it takes longer than all others together.
MOST = {datatrove: 100_000}


def measure(size):
    """A row of the table for each way."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        right = {}
        for row in collection(size):
            right[row["id"]] = row["cluster"]
            file.write(json.dumps(row) + "\n")
        file.flush()
        for way in (way for way in WAYS if size <= MOST.get(way, size)):
            found, seconds, peak = run(way, file.name)
            precision, recall, _, _ = agreement(found, right)
            yield way.__name__, size, precision, recall, 1e6 * seconds / size, peak / 1e3 / size


PANELS = [("precision", 2, 1.0), ("recall", 3, 1.0), ("CPU, µs a text", 4, None), ("memory, KB a text", 5, None)]
COLORS = ["#37308c", "#b01c66", "#2c7a4b", "#9a5b00"]


def picture(table):
    """Precision, recall, CPU and memory by size, a line for each way."""
    names, sizes = (list(dict.fromkeys(row[at] for row in table)) for at in (0, 1))
    texts = "".join(
        f'<text x="{20 + 172 * at}" y="214" fill="{color}">{name}</text>'
        for at, (name, color) in enumerate(zip(names, COLORS))
    )
    for panel, (title, column, most) in enumerate(PANELS):
        left, most = 20 + 178 * panel, most or max(row[column] for row in table)
        texts += f'<text x="{left}" y="28">{title}</text><path d="M{left} 180h150" stroke="#999"/>'
        texts += f'<text x="{left}" y="46" font-size="12" fill="#555">{most:.3g}</text>'

        def at(row):
            x = left + 22 + 106 * (log10(row[1] / sizes[0]) / max(log10(sizes[-1] / sizes[0]), 1e-9))
            return f"{x:.0f},{180 - 130 * row[column] / most:.0f}"

        for size in sizes:
            x = at((None, size, *[0] * 4)).split(",")[0]
            texts += f'<text x="{x}" y="196" font-size="12" fill="#555" text-anchor="middle">{size // 1000}k</text>'
        for name, color in zip(names, COLORS):
            points = " ".join(at(row) for row in table if row[0] == name)
            texts += f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="3"/>'
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 724 230" font-family="system-ui, sans-serif" '
        'font-size="15" fill="#222">\n<title>Precision, recall, CPU and memory by size</title>\n'
        f'<rect width="724" height="230" fill="#f4f5f3"/>\n{texts}\n</svg>\n'.replace("><", ">\n<")
    )


def main(sizes):
    print("| way | texts | precision | recall | CPU, µs a text | memory, KB a text |")
    print("|---|--:|--:|--:|--:|--:|")
    table = []
    for size in sizes:
        for row in measure(size):
            table.append(row)
            name, _, *quality, micros, kilobytes = row
            cells = " | ".join(f"{share:.3f}" for share in quality)
            print(f"| {name} | {size:,} | {cells} | {micros:.0f} | {kilobytes:.2f} |", flush=True)
    PICTURE.write_text(picture(table), encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1] == "--way":
        _, _, name, path, out = sys.argv
        with open(out, "w", encoding="utf-8") as found:
            for pair in globals()[name](path):
                found.write(json.dumps(pair) + "\n")
            found.write(json.dumps(used(name)) + "\n")
    else:
        main(list(map(int, sys.argv[1:])))
