"""Written by tests/schema.rs."""

from typing import List, Literal, Optional, Tuple, TypedDict

Verdict = Literal["unknown", "different", "partial", "same"]
Structure = Literal["links", "images", "tables"]
SentenceKind = Literal["same", "changed", "only"]
RewriteVerdict = Literal["unknown", "independent", "copied", "rewritten"]
Likelihood = Literal["low", "medium", "high"]
MeasureName = Literal["rare-words", "figures", "details", "covered", "order", "own-names", "own-figures", "neighbours",
"quotations", "lead", "own-subjects"]
FactKind = Literal["word", "name", "number", "date"]
Likeness = Literal["same", "partial", "rewritten", "similar"]
ClusterEvidence = Literal["canonical", "credit", "title", "published", "longer", "central", "publisher", "rewritten"]
BytesPart = Literal["header", "measures", "codes", "keys", "samples", "uncertain"]


class PageLink(TypedDict):
    """A link on the page: to another article, or in the body."""

    text: str
    href: str


class BodyImage(TypedDict):
    """An image in the body."""

    src: str
    alt: str
    caption: Optional[str]


class Candidate(TypedDict):
    """A text that may state a field of an article, and the decision on it."""

    field: str
    text: str
    place: Literal["link", "json-ld", "meta", "item", "class", "time", "title", "heading", "top", "body", "end", "data",
    "address"]
    decision: Literal["taken", "agrees", "outranked", "not-in-title", "short", "site", "whole-title", "guess",
    "of-page", "no-name", "no-date", "elsewhere"]


class Block(TypedDict):
    """A block of a page."""

    text: str
    rule: Optional[Literal["landmark", "class-word", "comments", "related", "hidden", "outside", "links", "headline",
    "credit", "editor", "original-title", "caption", "disclaimer", "promo", "teaser", "notice", "another"]]


class Side(TypedDict):
    """One text seen from the other, in shares of 0 to 1."""

    coverage: float
    coverage_low: float
    coverage_high: float
    long_coverage: float
    head: float
    inside: float
    tail: float
    uncertain: float
    clustering: float
    gated: bool


class Evidence(TypedDict):
    """A condition that was tested."""

    metric: str
    value: float
    threshold: float
    at_least: bool
    passed: bool
    margin: float


class Change(TypedDict):
    """How the first text was changed in the second."""

    kind: Literal["head-cut", "middle-cut", "tail-cut", "head-added", "inserted", "tail-added", "uncertain-cut",
    "uncertain-added", "first-contains", "second-contains", "overlap", "one-form"]
    share: float


class Reason(TypedDict):
    """Why one of two articles may be the original."""

    evidence: Literal["canonical-address", "canonical-site", "credit", "title", "published", "longer"]
    favors: Literal["first", "second"]
    weight: int


class Original(TypedDict):
    """Which of two articles is the original."""

    which: Optional[Literal["first", "second"]]
    confidence: int
    reasons: List[Reason]


class Comparison(TypedDict):
    """The verdict on two texts, with its evidence."""

    verdict: Literal["unknown", "different", "partial", "same"]
    score: float
    borderline: bool
    sides: Optional[Tuple[Side, Side]]
    evidence: List[Evidence]


class Relation(Comparison):
    """The verdict on two articles, how they differ, and which of them is the original."""

    changes: List[Change]
    original: Optional[Original]
    version: bool


class ArticleFields(TypedDict):
    """What the core finds on a page."""

    title: str
    language: str
    credit: Optional[str]
    credit_place: Optional[Literal["head", "top", "end"]]
    via: List[str]
    authors: List[str]
    site: Optional[str]
    published: Optional[str]
    published_text: Optional[str]
    canonical: Optional[str]
    url: Optional[str]
    modified: Optional[str]
    description: Optional[str]
    image: Optional[str]
    tags: List[str]
    favicon: Optional[str]
    next_page: Optional[str]
    text: str
    text_source: Literal["page", "json-ld", "data", "inert"]
    length: int
    word_count: int
    script: str
    direction: Literal["ltr", "rtl"]
    charset: str
    charset_source: Optional[Literal["bom", "bytes", "http", "meta", "detected", "ascii"]]
    media_type: Optional[str]
    page_type: Literal["article", "documentation", "forum", "product", "service", "list", "other"]
    quality: int
    noindex: bool
    gated: bool
    other_articles: int
    truncated: bool
    fingerprint: Optional[str]
    no_fingerprint_reason: Optional[Literal["unreadable", "list", "no-article", "boilerplate", "short"]]
    related: List[PageLink]
