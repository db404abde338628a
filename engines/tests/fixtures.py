"""Synthetic pages for trying engines: `python3 engines/tests/fixtures.py 20000 pages.parquet`.

The same number and seed give the same bytes. Half of the pages are different articles; the others are copies, a
tenth of these of one story that everyone publishes. Copies are edited, cut and put into the pages of other sites.
"""

import random
import sys
from itertools import accumulate, islice

BEGINS = "b d f g k l m n p r s t v st tr gr pl".split()
SYLLABLES = [begin + vowel + end for begin in BEGINS for vowel in "aeiou" for end in ("", "n", "r")]
SITES = 200
# The share of pages with a paragraph that many sites have.
BOILERPLATE = 0.1


class Pages:
    def __init__(self, seed=1):
        self.random = random.Random(seed)
        words = ["".join(self.random.choices(SYLLABLES, k=self.random.choice((1, 2, 2, 3)))) for _ in range(20_000)]
        self.words = words
        # As in languages, few words are frequent and most are rare.
        self.weights = list(accumulate(1 / place for place in range(1, len(words) + 1)))
        self.notice = self.sentences(4)
        self.sites = [[self.sentence(3) for _ in range(60)] for _ in range(SITES)]

    def sentence(self, length=None):
        length = length or self.random.randint(8, 24)
        words = self.random.choices(self.words, cum_weights=self.weights, k=length)
        return " ".join(words).capitalize() + "."

    def sentences(self, count):
        return [self.sentence() for _ in range(count)]

    def edited(self, story):
        """A copyist's version of a story, and whether it is still the same."""
        kind = self.random.choices(("whole", "edited", "lead", "cut"), (4, 3, 2, 2))[0]
        story = list(story)
        if kind == "edited":
            story[self.random.randrange(len(story))] = self.sentence()
        if kind == "lead":
            story.insert(0, self.sentence())
        if kind == "cut":
            del story[len(story) // 2 :]
        return story, kind != "cut"

    def page(self, title, story, site):
        menu = "".join(f'<li><a href="/{at}">{word}</a></li>' for at, word in enumerate(self.sites[site]))
        if self.random.random() < BOILERPLATE:
            story = [*story, *self.notice]
        body = "".join(f"<p>{' '.join(story[at : at + 3])}</p>" for at in range(0, len(story), 3))
        day = self.random.randint(1, 28)
        return (
            f"<!doctype html><html><head><meta charset=utf-8><title>{title}</title>"
            f'<meta property="article:published_time" content="2026-03-{day:02}T08:00:00Z">'
            f'<meta property="og:site_name" content="Site {site}"></head><body><nav><ul>{menu}</ul></nav>'
            f"<article><h1>{title}</h1>{body}</article><footer><ul>{menu}</ul></footer></body></html>"
        ).encode()

    def make(self, count):
        """Rows of `id`, `url`, `html` and `story`; pages that are the same have the same `story`."""
        stories = []
        hot = self.sentences(24)
        for number in range(count):
            site = self.random.randrange(SITES)
            id = f"https://site{site}.example/{number:09}"
            dice = self.random.random()
            same = True
            if dice < 0.5 or not stories:
                name, story = str(number), self.sentences(self.random.randint(12, 40))
                stories.append((name, story))
            elif dice < 0.55:
                name, (story, same) = "hot", self.edited(hot)
            else:
                # Earlier stories have more copies.
                name, original = stories[int(len(stories) * self.random.random() ** 3)]
                story, same = self.edited(original)
            if not same:
                name = f"half of {name}"
            html = self.page(self.sentence(6), story, site)
            yield {"id": id, "url": id, "html": html, "story": name}


def main(count, path):
    import pyarrow
    import pyarrow.parquet

    schema = pyarrow.schema([(name, pyarrow.binary() if name == "html" else pyarrow.string())
                             for name in ("id", "url", "html", "story")])
    with pyarrow.parquet.ParquetWriter(path, schema) as writer:
        rows = Pages().make(int(count))
        while some := list(islice(rows, 1000)):
            writer.write_table(pyarrow.Table.from_pylist(some, schema=schema))


if __name__ == "__main__":
    main(*sys.argv[1:])
