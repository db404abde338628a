"""A made-up collection with copies, and how many of them a run of `dedupe` finds.

    python research/engines/copies.py make COUNT > articles.jsonl
    python research/engines/copies.py compare OFFPRINT COUNT …

`compare` makes collections and sets `dedupe` beside MinHash by rensa and gaoya, each in a process of its own that reads
the file and writes verdicts, and measures processor time, memory and bytes written. It needs `requirements-peers.txt`.

An article begins a family or is a copy of an article in one: identical, in other case and punctuation, with words
replaced, cut at an end, or wrapped in a notice that many articles have. Families are small, but for a few that grow to
hundreds; a copy may be of a copy. Sentences begin with common phrases, so that unrelated articles share keys. A seed
determines everything: two runs write the same bytes.

An article is found if it is `same`, and right if the article that it is the same as is of its family.
"""

import collections
import json
import os
import random
import subprocess
import sys
import tempfile
import time

SEED = 20240613
WORDS = 40_000
PHRASES = 3_000
NOTICES = 400
# Of the articles, this share are copies.
COPIES = 0.35
# A few families take a tenth of all copies. The rest are of recent articles, evenly.
LARGE = 40
# The letters of an article are drawn from these ranges, with these weights.
LENGTHS = {(200, 400): 2, (400, 1500): 5, (1500, 5000): 3}
# MinHash of this many hashes of shingles of three words. Shorter shingles find more copies and more strangers. A smaller
# limit of resemblance does the same.
HASHES = 128
SHINGLE = 3
LIMITS = ["0.5", "0.7"]
BANDS = {0.5: 32, 0.7: 16}
# A family with more articles is large, and an article with at most so many letters is short.
LARGE_FAMILY = 200
SHORT = 400


class Writer:
    def __init__(self, seed):
        self.random = random.Random(seed)
        words = {self.word() for _ in range(2 * WORDS)}
        self.words = sorted(words, key=lambda word: (len(word), word))[:WORDS]
        self.random.shuffle(self.words)
        self.weights = self.zipf(len(self.words))
        self.phrases = [" ".join(self.some(self.random.randint(4, 7))) for _ in range(PHRASES)]
        self.common = self.zipf(PHRASES)
        self.notices = [self.text(self.random.randint(100, 350)) for _ in range(NOTICES)]
        self.usual = self.zipf(NOTICES)
        self.starts = {notice[:40] for notice in self.notices}

    def word(self):
        count = self.random.choice([1, 2, 2, 3, 3, 4])
        parts = ["bcdfghjklmnprstvwz", "aeiou", ["", "", "n", "r", "s"]]
        return "".join(self.random.choice(part) for _ in range(count) for part in parts)

    @staticmethod
    def zipf(count):
        """The sums of the weights of so many, of which the first are much more frequent."""
        total, sums = 0, []
        for rank in range(count):
            total += 1 / (rank + 3)
            sums.append(total)
        return sums

    def some(self, count):
        return self.random.choices(self.words, cum_weights=self.weights, k=count)

    def sentence(self):
        words = self.some(self.random.randint(6, 20))
        if self.random.random() < 0.4:
            words = self.random.choices(self.phrases, cum_weights=self.common)[0].split() + words
        return " ".join(words).capitalize() + "."

    def text(self, letters):
        sentences, length = [], 0
        while length < letters:
            sentences.append(self.sentence())
            length += len(sentences[-1])
        return " ".join(sentences)

    def article(self):
        low, high = self.random.choices(list(LENGTHS), weights=list(LENGTHS.values()))[0]
        text = self.text(self.random.randint(low, high))
        return self.noticed(text) if self.random.random() < 0.5 else text

    def noticed(self, text):
        """With a notice of another site, at most a sixth of the text."""
        text = "\n".join(line for line in text.split("\n") if line[:40] not in self.starts) or text
        notice = self.random.choices(self.notices, cum_weights=self.usual)[0][: max(len(text) // 6, 40)]
        return f"{notice}\n{text}" if self.random.random() < 0.3 else f"{text}\n{notice}"

    def copy(self, text):
        """A copy, and what was done to it."""
        way = self.random.choices(["identical", "folded", "edited", "cut", "wrapped"], weights=[3, 2, 3, 1, 2])[0]
        if way == "folded":
            text = text.upper() if self.random.random() < 0.3 else text.replace(".", " —").replace(" ", "  ")
        elif way == "edited":
            words = text.split()
            for _ in range(max(1, int(len(words) * self.random.uniform(0.005, 0.05)))):
                words[self.random.randrange(len(words))] = self.some(1)[0]
            text = " ".join(words)
        elif way == "cut":
            words = text.split()
            left = int(len(words) * self.random.uniform(0.86, 0.97))
            text = " ".join(words[:left] if self.random.random() < 0.5 else words[-left:])
        elif way == "wrapped":
            text = self.noticed(text)
        return text, way


def make(count):
    writer = Writer(SEED)
    draw = writer.random
    recent = collections.deque(maxlen=20_000)
    large = []
    for number in range(count):
        family, way = number, "first"
        if recent and draw.random() < COPIES:
            pool = large if large and draw.random() < 0.1 else recent
            versions, family = draw.choice(pool)
            text, way = writer.copy(draw.choice(versions[:1] + versions))
            # Edits of edits drift apart until little is left, so later copies are of early ones.
            if len(versions) < 8 and way in ("folded", "wrapped"):
                versions.append(text)
        else:
            text = writer.article()
            recent.append(([text], family))
            if len(large) < LARGE and draw.random() < LARGE / 2_000:
                large.append(recent[-1])
        print(json.dumps({"id": f"{draw.getrandbits(48):012x}", "family": family, "way": way, "text": text}))


def shingles(text):
    words = "".join(letter if letter.isalnum() else " " for letter in text.lower()).split()
    return [" ".join(words[at : at + SHINGLE]) for at in range(max(len(words) - SHINGLE + 1, 1))]


def by_rensa(limit):
    from rensa import RMinHash, RMinHashLSH

    index, kept, names = RMinHashLSH(limit, HASHES, BANDS[limit]), {}, []

    def first(name, text):
        hashes = RMinHash(HASHES, SEED)
        hashes.update(shingles(text))
        like = {key: hashes.jaccard(kept[key]) for key in index.query(hashes)}
        best = max(like, key=like.get, default=None)
        if best is not None and like[best] >= limit:
            return names[best]
        key = len(names)
        names.append(name)
        kept[key] = hashes
        index.insert(key, hashes)
        return None

    return first


def by_gaoya(limit):
    from gaoya.minhash import MinHashStringIndex

    size = HASHES // BANDS[limit]
    index = MinHashStringIndex(64, limit, BANDS[limit], size, HASHES, "word", True, (SHINGLE, SHINGLE))
    names = []

    def first(name, text):
        like = index.query(text)
        if like:
            return names[like[0]]
        index.insert_document(len(names), text)
        names.append(name)
        return None

    return first


def find(peer, limit, articles):
    """The verdicts of a peer: the same as the first article that resembles it enough."""
    first = {"rensa": by_rensa, "gaoya": by_gaoya}[peer](limit)
    with open(articles, encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            of = first(row["id"], row["text"])
            print(json.dumps({"id": row["id"], "verdict": "same" if of else "different", "of": of}))


def compare(offprint, counts):
    shares = ["precision", "recall", "large families", "short copies"]
    titles = ["articles", "program", *shares, "CPU s", "s", "MB", "written MB"]
    print("|", " | ".join(titles), "|\n|--:|---|" + "--:|" * (len(titles) - 2))
    this = [sys.executable, __file__]
    programs = {f"{peer} {limit}": [*this, "find", peer, limit] for peer in ["rensa", "gaoya"] for limit in LIMITS}
    programs = {"offprint": [offprint, "dedupe"]} | programs
    with tempfile.TemporaryDirectory() as folder:
        articles, verdicts = f"{folder}/articles.jsonl", f"{folder}/verdicts.jsonl"
        for count in counts:
            with open(articles, "w") as out:
                subprocess.run([*this, "make", count], stdout=out, check=True)
            for name, command in programs.items():
                start = time.monotonic()
                with open(verdicts, "w") as out:
                    child = subprocess.Popen([*command, articles], stdout=out)
                    _, status, used = os.wait4(child.pid, 0)
                if status:
                    sys.exit(f"{name} ended with {os.waitstatus_to_exitcode(status)}")
                rounded = [f"{right / all_:.4f}" if all_ else "–" for right, all_ in rates(articles, verdicts)]
                spent = [used.ru_utime + used.ru_stime, time.monotonic() - start]
                spent += [used.ru_maxrss / 1000, used.ru_oublock / 2000]
                print("|", " | ".join([count, name, *rounded, *(f"{of:.0f}" for of in spent)]), "|", flush=True)


def rates(articles, verdicts):
    """Of what was found, how much is right; and of all copies, those in large families and short ones, how many are."""
    about, sizes = {}, collections.Counter()
    with open(articles, encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            about[row["id"]] = (row["family"], row["way"], len(row["text"]))
            sizes[row["family"]] += 1
    precision, recall, large, short = tallies = [[0, 0] for _ in range(4)]
    with open(verdicts, encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            family, way, letters = about[row["id"]]
            is_found = row["verdict"] == "same"
            is_right = is_found and about[row["of"]][0] == family
            kinds = [(precision, is_found), (recall, way != "first")]
            kinds += [(large, way != "first" and sizes[family] > LARGE_FAMILY)]
            kinds += [(short, way != "first" and letters <= SHORT)]
            for tally in [tally for tally, counts in kinds if counts]:
                tally[0] += is_right
                tally[1] += 1
    return tallies


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["make", count]:
            make(int(count))
        case ["find", peer, limit, articles]:
            find(peer, float(limit), articles)
        case ["compare", offprint, *counts]:
            compare(offprint, counts)
        case _:
            sys.exit(__doc__)
