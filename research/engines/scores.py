"""How well clusters match the true ones: both are given as the cluster's name for each page."""

from collections import Counter
from math import comb


def pairs(found, right):
    """Pairs within clusters: those found, those that are true, and those that are both."""
    together = Counter((found[id], right[id]) for id in right)
    count = lambda names: sum(comb(size, 2) for size in Counter(names).values())  # noqa: E731
    return count(found[id] for id in right), count(right.values()), sum(comb(size, 2) for size in together.values())


def pairwise(found, right):
    """Precision, recall and F1 of pairs."""
    of_found, of_right, both = pairs(found, right)
    precision = both / of_found if of_found else 1.0
    recall = both / of_right if of_right else 1.0
    return precision, recall, f1(precision, recall)


def adjusted_rand(found, right):
    """The adjusted Rand index of Hubert and Arabie (1985)."""
    of_found, of_right, both = pairs(found, right)
    by_chance = of_found * of_right / max(comb(len(right), 2), 1)
    most = (of_found + of_right) / 2
    return 1.0 if most == by_chance else (both - by_chance) / (most - by_chance)


def of_documents(found, right):
    """How well documents with duplicates are separated from those without, as text-dedup counts on CORE.

    `right` has the set of duplicates of each document. A document with duplicates counts as right if all of them are
    found with it.
    """
    members = {}
    for id, cluster in found.items():
        members.setdefault(cluster, set()).add(id)
    kinds = Counter()
    for id, duplicates in right.items():
        predicted = members[found[id]] - {id}
        if not predicted:
            kinds["missed" if duplicates else "alone"] += 1
        else:
            kinds["found" if duplicates and duplicates <= predicted else "wrong"] += 1
    share = lambda a, b: a / (a + b) if a + b else 0.0  # noqa: E731
    precision = share(kinds["found"], kinds["wrong"]), share(kinds["alone"], kinds["missed"])
    recall = share(kinds["found"], kinds["missed"]), share(kinds["alone"], kinds["wrong"])
    return {
        "precision of duplicates": precision[0],
        "recall of duplicates": recall[0],
        "precision of others": precision[1],
        "recall of others": recall[1],
        "macro precision (text-dedup prints it as macro F1)": sum(precision) / 2,
        "macro F1": sum(map(f1, precision, recall)) / 2,
    }


def f1(precision, recall):
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0
