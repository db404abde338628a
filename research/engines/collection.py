"""A made-up collection of news with copies of known kinds: `collection.py SIZE > collection.jsonl`.

Words of an invented language follow Zipf's law, and form stock phrases, notices of sites, and reports written by one
form. Each line has `id`, `title`, `text`, `cluster` (the id of the original), and `kind`: how it was made.
"""

import json
import random
import sys
from itertools import accumulate

WORDS = 60_000
NAMES = 2_000
STOCK_PHRASES = 3_000
SITES = 400
FORMS = 40
# The shares of originals, of originals written by one form, and of originals that end in a notice.
ORIGINAL, FORMAL, NOTICED = 0.6, 0.08, 0.25
ONSETS = "b br c ch d dr f fl g gr h j k kl l m n p pr qu r s sh sk st t th tr v w y z".split()
RHYMES = "a al an ar as at e el en er es i il in ing is o ol on or os ou u um un us".split()


class Language:
    def __init__(self, chance):
        self.chance = chance
        # A dict keeps the order in which they were made, unlike a set.
        words = {}
        while len(words) < WORDS:
            syllables = chance.choices([1, 2, 3, 4], [1, 4, 3, 1])[0]
            words["".join(chance.choice(ONSETS) + chance.choice(RHYMES) for _ in range(syllables))] = None
        self.words = sorted(words, key=lambda word: (len(word) + 6 * chance.random(), word))
        self.names = [word.capitalize() for word in chance.sample(self.words, NAMES)]
        self.weights = list(accumulate(1 / (rank + 2.7) for rank in range(WORDS)))
        self.phrases = [self.draw(chance.randint(3, 7)) for _ in range(STOCK_PHRASES)]
        self.popular = list(accumulate(1 / (rank + 1) for rank in range(STOCK_PHRASES)))
        self.notices = [self.prose(chance.randint(12, 45)) for _ in range(SITES)]
        self.forms = [[self.part() for _ in range(chance.randint(4, 12))] for _ in range(FORMS)]

    def draw(self, count):
        return self.chance.choices(self.words, cum_weights=self.weights, k=count)

    def prose(self, count):
        """This many words in sentences, a seventh of them in stock phrases."""
        chance, sentences, sentence, left = self.chance, [], [], count
        words = iter(self.draw(count + 60))
        while left > 0:
            if chance.random() < 0.035:
                sentence += chance.choices(self.phrases, cum_weights=self.popular)[0]
            elif chance.random() < 0.02:
                sentence.append(str(chance.randint(2, 4000)))
            else:
                sentence.append(next(words))
            if len(sentence) > chance.randint(6, 40):
                left -= len(sentence)
                sentences.append(" ".join(sentence).capitalize() + ".")
                sentence = []
        return sentences or [" ".join(self.draw(6)) + "."]

    def part(self):
        """A sentence of a form, and its two last words: each a figure or a name."""
        chance = self.chance
        first, *rest = self.draw(chance.randint(10, 25))
        return " ".join([first.capitalize(), *rest]), chance.choices([range(1, 100), self.names], k=2)

    def formal(self):
        """A report of another match, day or quarter by the same form, and its headline, which names it."""
        form = self.chance.choice(self.forms)
        sentences = [[phrase, *(str(self.chance.choice(facts)) for facts in ends)] for phrase, ends in form]
        headline = [*form[-1][0].split()[:3], *sentences[0][1:], *sentences[1][1:]]
        return " ".join(headline), [" ".join(sentence) + "." for sentence in sentences]



def edited(sentences, share, language):
    """The sentences with this share of their words replaced, left out, or followed by another."""
    chance = language.chance

    def word(old):
        if chance.random() >= share:
            return [old]
        return chance.choice([language.draw(1), [], [old, *language.draw(1)]])

    texts = (" ".join(new for old in sentence.split() for new in word(old)) for sentence in sentences)
    return [text for text in texts if text]


def copied(sentences, language):
    """A copy, and how it was made."""
    chance = language.chance
    kind = chance.choices(["exact", "form", "edited", "wrapped", "cut"], [30, 10, 25, 25, 10])[0]
    match kind:
        case "form":
            return [" ".join(sentences).upper().replace(",", " -")], kind
        case "edited":
            return edited(sentences, chance.choice([0.005, 0.01, 0.02, 0.03]), language), kind
        case "wrapped":
            # What a site puts around a text: up to a sixth of it.
            most = sum(len(sentence.split()) for sentence in sentences) // 6
            around = " ".join(chance.choice(language.notices)).split()[:most]
            before = chance.randint(0, min(len(around), 8))
            return [" ".join(around[:before]), *sentences, " ".join(around[before:])], kind
        case "cut":
            words = " ".join(sentences).split()
            return [" ".join(words[: len(words) - len(words) * chance.randint(1, 9) // 100])], kind
    return sentences, kind


def collection(size, seed=71):
    chance = random.Random(seed)
    language = Language(chance)
    recent = []
    for number in range(size):
        id = f"{number:07}"
        if recent and chance.random() >= ORIGINAL:
            # Popular stories are copied more often.
            cluster, title, sentences = recent[int(len(recent) * chance.random() ** 2)]
            sentences, kind = copied(sentences, language)
        else:
            cluster, title, kind = id, " ".join(language.draw(chance.randint(4, 10))).capitalize(), "original"
            if chance.random() < FORMAL:
                (title, sentences), kind = language.formal(), "formal"
            else:
                sentences = language.prose(min(3000, max(12, int(chance.lognormvariate(5.1, 0.9)))))
            if chance.random() < NOTICED:
                sentences = sentences + chance.choice(language.notices)
            recent.append((cluster, title, sentences))
            if len(recent) > 40_000:
                recent[chance.randrange(40_000)] = recent.pop()
        yield {"id": id, "title": title, "text": "\n".join(filter(None, sentences)), "cluster": cluster, "kind": kind}


if __name__ == "__main__":
    for row in collection(int(sys.argv[1])):
        print(json.dumps(row))
