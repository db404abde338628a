"""The results of this package's functions: plain dictionaries, with their keys named here."""

from typing import Iterable, List, Literal, Optional, Tuple, TypedDict

from ._schema import *


class ReadOptions(TypedDict, total=False):
    """How pages are read: keyword arguments of `read` and `read_many`, which document them."""

    max_bytes: Optional[int]
    markup: bool
    without: Iterable[Structure]
    explain: bool


class Keys(TypedDict):
    """The keys to look a fingerprint up by in a store, and to store it under; with a sketch also those of the facts."""

    read: List[str]
    write: List[str]


class _Article(ArticleFields):
    keys: Keys


class Article(_Article, total=False):
    """The article of a page. The last seven keys are present if they were requested."""

    markdown: str
    html: str
    links: List[PageLink]
    images: List[BodyImage]
    comments: str
    candidates: List[Candidate]
    blocks: List[Block]


class Fact(TypedDict):
    """A `word`, `name`, `number` or `date` where it first occurs; places count characters."""

    kind: FactKind
    form: str
    rarity: int
    start: int
    end: int
    quoted: bool


class SharedFacts(TypedDict):
    """The facts of two texts; `in_order` are places in `shared`, the longest sequence that has one order in both.
    `altered` are figures, days and names that the second text has in place of the first one's: at most 20, and only if
    one is `rewritten`."""

    shared: List[Tuple[Fact, Fact]]
    in_order: List[int]
    only_first: List[Fact]
    only_second: List[Fact]
    altered: List[Tuple[Fact, Fact]]


class Measure(TypedDict):
    """A measurement of two texts' facts, and what it adds to the logarithm of the odds."""

    name: MeasureName
    value: float
    adds: float


class _Rewriting(TypedDict):
    verdict: RewriteVerdict
    compared: int
    shared: int
    measures: List[Measure]


class Rewriting(_Rewriting, total=False):
    """Whether one article is a rewriting of another: `rewritten`, `independent`, `copied` or `unknown`. The last three
    keys are present if something could be measured: the `score`; the `likelihood`, which is `high` from 0.95, `medium`
    from 0.5, otherwise `low`; and the facts. For copies there are only the score, which is 0, and `low`."""

    score: float
    likelihood: Likelihood
    facts: SharedFacts


class Sentence(TypedDict):
    """A sentence of a text, compared with another text: `same`, `changed` or `only`. Places count characters."""

    start: int
    end: int
    kind: SentenceKind
    other: Optional[int]
    moved: bool


class RewriteOf(TypedDict):
    """The earlier article that one rewrites, and how likely that is, 0 to 1."""

    of: str
    score: float


Arrival = Literal["unknown", "new", "partial", "same"]


class Insertion(TypedDict):
    """The answer on an article that was added to an index. An index with `rewrites` adds whether it rewrites an earlier
    one, except when the article is added again."""

    id: str
    verdict: Arrival
    of: Optional[str]
    score: float
    known: bool
    gated: Optional[bool]
    rewriting: Optional[RewriteOf]


class Judgement(TypedDict):
    """The answer on an article when it was added."""

    id: str
    verdict: Arrival
    of: Optional[str]
    score: float


class Match(TypedDict):
    """An article seen before: `same` or `partial`; or neither by its words, but probably a rewriting."""

    id: str
    verdict: Verdict
    score: float
    rewriting: Optional[float]


class Stats(TypedDict):
    """The contents of an index."""

    judged: int
    stored: int
    classes: int
    keys: int
    common_keys: int
    postings: int


class Copies(TypedDict):
    """Which of many articles are copies of each other, each named by its position."""

    clusters: List[List[int]]
    unique: List[int]
    unknown: List[int]


class Origin(TypedDict):
    """The origin of a number of pages."""

    source: Optional[str]
    original: Optional[int]
    confidence: int
    evidence: List[ClusterEvidence]
    pages: List[int]


class Link(TypedDict):
    """Two articles that share their text: the probable copy and its probable source."""

    copy: int
    source: int
    confidence: int
    verdict: Verdict
    score: float
    version: bool
    changes: List[Change]


class Cluster(TypedDict):
    """Articles that share their text."""

    original: Optional[int]
    confidence: int
    representative: int
    density: float
    members: List[int]
    links: List[Link]


class GroupedResult(TypedDict):
    """A result under the representative of its group, and the one that it resembles."""

    result: int
    of: int
    likeness: Likeness
    score: float


class ResultGroup(TypedDict):
    """Results that are one article, or parts or versions of it."""

    representative: int
    source: Optional[str]
    confidence: int
    others: List[GroupedResult]


class FoldedResults(TypedDict):
    """A folded list of results, each named by its position."""

    sentence: str
    independent_origins: int
    groups: List[ResultGroup]
    unread: List[int]


class RewritingLink(TypedDict):
    """An article in other words than an earlier one."""

    rewriting: int
    source: int
    score: float


class Origins(TypedDict):
    """The number of independent origins of articles, each named by its position."""

    sentence: str
    origins: List[Origin]
    clusters: List[Cluster]
    rewritings: List[RewritingLink]
    unique: List[int]
    unknown: List[int]
