"""Is this page a copy of an article seen before?

    >>> import offprint
    >>> article = offprint.read(b"<title>T</title><p>One sentence is too little to recognise.")
    >>> article["title"], article["fingerprint"], article["no_fingerprint_reason"]
    ('T', None, 'short')
    >>> offprint.compare(article["fingerprint"], None)["verdict"]
    'unknown'

Objects are those that `offprint read --json` and `offprint compare --json` print, with names in `snake_case`.
"""

import json
import operator
import os
import re
import sys
from functools import partial
from itertools import islice, zip_longest
from typing import (
    TYPE_CHECKING,
    Any,
    BinaryIO,
    Callable,
    Dict,
    Iterable,
    Iterator,
    List,
    Literal,
    Mapping,
    NamedTuple,
    Optional,
    TextIO,
    Tuple,
    TypeVar,
    Union,
    cast,
    overload,
)

from . import _offprint, types
from .types import (
    Article, Copies, FoldedResults, Insertion, Judgement, Keys, Match, Origins, ReadOptions, Relation, Rewriting,
    Sentence, Stats,
)

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = [
    "Index",
    "OffprintError",
    "align",
    "compare",
    "compare_many",
    "dedupe",
    "digest",
    "fingerprint",
    "fingerprint_many",
    "fold",
    "keys",
    "origins",
    "read",
    "read_many",
    "rewriting",
    "rewriting_many",
    "sketch",
    "types",
]

__version__ = _offprint.VERSION

_ADDRESS = re.compile(r"\s*https?://[^\s<>]+\s*", re.IGNORECASE)
# Text has been decoded already, whatever charset the page states.
_DECODED = "text/html; charset=utf-8"
_END = object()
# The fields of a result.
_LISTED = [
    *_offprint.METADATA,
    *("address", "snippet", "text", "html", "fingerprint", "sketch", "no_fingerprint_reason", "article"),
]
# More threads than any machine has cores. Each reads many pages at a time.
_MOST_THREADS = 1024

# `bytes`, and every object with a buffer of them: `bytearray`, `memoryview`, `mmap`, an array of NumPy.
Page = Union[bytes, bytearray, memoryview, str, "os.PathLike[str]", BinaryIO, TextIO]


class OffprintError(ValueError):
    """Misuse. `code` is the same in every release, the message may change. Pages never cause one."""

    def __init__(self, code: str, message: str) -> None:
        # Pass both: an error that is sent to another process is rebuilt from them.
        super().__init__(code, message)
        self.code = code

    def __str__(self) -> str:
        return str(self.args[1])


def read(
    html: Page,
    url: Optional[str] = None,
    content_type: Optional[str] = None,
    **options: "Unpack[ReadOptions]",
) -> Article:
    """The article of a page: title, text, length, script, credit, fingerprint, keys and more.

    The page is its bytes (`bytes`, `bytearray`, `memoryview` or any other buffer), its HTML as a `str`,
    which is never taken for the name of a file, a `pathlib.Path` to it, or an open file, binary or text,
    which is read from its current position; neither is read further than eight times `max_bytes`.

    `options` are those of `types.ReadOptions`. `content_type` is the HTTP header of the page and helps to find its
    charset; `url` is passed on and makes links absolute. At most `max_bytes` are read, 8 MiB by default, not counting
    scripts, styles and long tags. A page with too little text, a list and an error page have no fingerprint (`None`),
    and `no_fingerprint_reason` gives the reason. A file that is not a page (an image, a PDF, a gzip file) is `other`,
    and `media_type` names its type. `markup` adds the body as `markdown` and as `html`, with its `links` and `images`
    as lists; `without` leaves links, images or tables out of Markdown and HTML. `explain` adds the `candidates`, all
    texts that may state a field, and all `blocks` of the page, each with the rule that dropped it. Other threads run
    meanwhile.
    """
    most, native = _options(options)
    page, decoded = _bytes(html, most)
    content_type = _DECODED if decoded else content_type
    return cast(Article, json.loads(_checked_call(_offprint.read, page, url, content_type, *native)))


@overload
def read_many(
    pages: Iterable[Any],
    urls: Optional[Iterable[Optional[str]]] = None,
    content_types: Optional[Iterable[Optional[str]]] = None,
    *,
    threads: Optional[int] = None,
    errors: Literal["raise"] = "raise",
    **options: "Unpack[ReadOptions]",
) -> Iterator[Optional[Article]]: ...


@overload
def read_many(
    pages: Iterable[Any],
    urls: Optional[Iterable[Optional[str]]] = None,
    content_types: Optional[Iterable[Optional[str]]] = None,
    *,
    threads: Optional[int] = None,
    errors: Literal["return"],
    **options: "Unpack[ReadOptions]",
) -> Iterator[Union[Article, Exception, None]]: ...


def read_many(
    pages: Iterable[Any],
    urls: Optional[Iterable[Optional[str]]] = None,
    content_types: Optional[Iterable[Optional[str]]] = None,
    *,
    threads: Optional[int] = None,
    errors: Literal["raise", "return"] = "raise",
    **options: "Unpack[ReadOptions]",
) -> Iterator[Any]:
    """The articles of many pages, in their order, read on all cores.

    A page is anything that `read` takes, or `None`, which gives `None`. The pages may be any iterable, such
    as a generator, a column of pandas or Polars, or an array of Arrow; so may `urls` and `content_types`,
    which are paired with them one by one. Pages are taken a few hundred at a time, and only when their
    articles are needed, so a stream of any length takes bounded memory. Other Python code runs meanwhile.

    A page that cannot be read, such as a missing file, raises its error in its turn, and `next` continues
    after it. With `errors="return"` the error is returned instead of the article. Columns that are not as
    long as the pages raise `OffprintError`: at once if all have a length, otherwise where the shorter one
    ends. An error that `pages` itself raises comes after the articles before it.

        >>> import offprint
        >>> [article["title"] for article in offprint.read_many([b"<title>A</title>", "<title>B</title>"])]
        ['A', 'B']
        >>> [type(one).__name__ for one in offprint.read_many([b"<p>", open], errors="return")]
        ['dict', 'TypeError']
    """
    if errors not in ("raise", "return"):
        raise OffprintError("options", f'errors must be "raise" or "return", not {errors!r}')
    threads = _threads(threads)
    most, native = _options(options)

    def prepared(row: Tuple[Any, ...]) -> Union[Tuple[bytes, Optional[str], Optional[str]], Exception, None]:
        try:
            page, url, content_type = (_known(value) for value in row)
            if page is None:
                return None
            html, decoded = _bytes(page, most)
            return html, _text("url", url), _DECODED if decoded else _text("content_type", content_type)
        except Exception as error:  # Any error of the page's own file, socket or archive.
            return error

    def read(rows: List[Tuple[Any, ...]]) -> List[Union[Article, Exception, None]]:
        pages = [prepared(row) for row in rows]
        held = [None if isinstance(page, Exception) else page for page in pages]
        articles = _checked_call(_offprint.read_many, held, *native, threads)
        return [
            page if isinstance(page, Exception) else None if article is None else cast(Article, json.loads(article))
            for page, article in zip(pages, articles)
        ]

    found = _many(_rows(pages=pages, urls=urls, content_types=content_types), 32 * threads, read)
    return found if errors == "return" else map(_raised, found)


def _raised(article: Any) -> Any:
    if isinstance(article, Exception):
        raise article
    return article


def fingerprint(title: Optional[str], text: str) -> Optional[str]:
    """The fingerprint of a text that is not a page; `None` if it is too short to be recognised."""
    return _offprint.fingerprint(title or "", text)


def fingerprint_many(
    titles: Iterable[Optional[str]], texts: Iterable[str], *, threads: Optional[int] = None
) -> Iterator[Optional[str]]:
    """The fingerprints of many texts, in their order, on all cores.

        >>> import offprint
        >>> list(offprint.fingerprint_many([None], ["Too short."]))
        [None]
    """
    threads = _threads(threads)

    def sign(rows: List[Tuple[Any, ...]]) -> List[Optional[str]]:
        return cast(List[Optional[str]], _checked_call(_offprint.fingerprint_many, rows, threads))

    def known(row: Tuple[Any, ...]) -> Tuple[Any, ...]:
        return _text("a title", _known(row[0])) or "", _text("a text", row[1])

    return _many(_each(known, _rows(titles=titles, texts=texts)), 256 * threads, sign)


_Table = TypeVar("_Table")
Known = Union[None, str, Mapping[str, Any]]


class _Side(NamedTuple):
    """What is known of an article."""

    fingerprint: Optional[str] = None
    # If false, this is a text without a page, whose fingerprint is not made yet.
    is_read: bool = True
    digest: Optional[int] = None
    sketch: Optional[str] = None
    title: str = ""
    text: Optional[str] = None
    # Whether some of the text is missing.
    is_cut: bool = False
    # Whether the text belongs to an article, so that it has facts.
    is_article: bool = True
    about: Mapping[str, str] = {}


def compare(
    a: Known,
    b: Known,
    metadata_a: Optional[Mapping[str, Any]] = None,
    metadata_b: Optional[Mapping[str, Any]] = None,
) -> Relation:
    """The verdict on two articles: `same`, `partial`, `different`, or `unknown` if one has no fingerprint.
    Two with the same headline and text are `same`, however short they are.

    Each is an article as `read` returns it, or its stored parts, such as a row of a table: its `fingerprint`, or its
    `title` and `text` without one; or a fingerprint alone, `None` or NaN (as in data frames) if it is missing. Other
    facts of the two determine which is the original, and whether they are on one site, where `partial` requires more
    shared text; `metadata_a` and `metadata_b` replace the metadata of the articles.

    Raises `OffprintError` for a value that is not a fingerprint, and for an article with neither it nor a text.
    """
    return cast(Relation, _checked(_offprint.compare, _side(a, metadata_a), _side(b, metadata_b)))


def compare_many(
    a: Iterable[Known], b: Iterable[Known], *, threads: Optional[int] = None
) -> Iterator[Tuple[str, float]]:
    """Verdict and score of many pairs, the first of `a` with the first of `b` and so on, on all cores.

    It is for the candidates that a join finds: it uses the fingerprints, and whole texts that are equal are `same`; it
    gives no evidence and no original. The two may be any iterables of equal length, such as columns of a data frame or
    arrays of Arrow, and are taken a few thousand at a time.

        >>> import offprint
        >>> list(offprint.compare_many([None], [None]))
        [('unknown', 0.0)]
    """
    return _judged(_offprint.compare_many, _side, a, b, threads)


_Result = TypeVar("_Result")


def _many(
    rows: Iterable[Any], at_once: int, work: Callable[[List[Any]], List[_Result]]
) -> Iterator[_Result]:
    """The results for rows, in their order; rows are taken in batches, when the earlier results are used up.

    An error of the rows is raised after the results of earlier rows.
    """
    rows = iter(rows)
    end: Optional[Exception] = None
    while end is None:
        taken: List[Any] = []
        try:
            for row in islice(rows, at_once):
                taken.append(row)
            end = StopIteration() if len(taken) < at_once else None
        except Exception as error:
            end = error
        yield from work(taken)
    if not isinstance(end, StopIteration):
        raise end


def rewriting(a: Mapping[str, Any], b: Mapping[str, Any]) -> Rewriting:
    """Whether one of two articles is a rewriting of the other, with facts that a person can check.

    Each is an article as `read` returns it, or a mapping with its `text` and, if known, `title` and `fingerprint`,
    which is otherwise made from the text. The answer is `rewritten`, `independent`, `copied` if the two are `same` or
    `partial` by their fingerprints, or `unknown` if there are too few facts or they do not decide it. It supports
    Chinese and English. Do not act on it alone.
    """
    return cast(Rewriting, _checked(_offprint.rewriting, _side(a), _side(b)))


def rewriting_many(
    a: Iterable[Mapping[str, Any]], b: Iterable[Mapping[str, Any]], *, threads: Optional[int] = None
) -> Iterator[Tuple[str, Optional[float]]]:
    """Verdict and score of `rewriting` for many pairs, the first of `a` with the first of `b` and so on, on all cores.

    It uses only what was kept of each article: a mapping with its `fingerprint` and the result of `sketch` as
    `sketch`. Without a sketch the answer is `unknown`; the score is `None` if it cannot be measured. As for
    `compare_many`, the two may be any iterables of equal length, such as arrays of structs of Arrow.

        >>> import offprint
        >>> list(offprint.rewriting_many([{"fingerprint": None, "sketch": None}], [{}]))
        [('unknown', None)]
    """
    return _judged(_offprint.rewriting_many, _kept, a, b, threads)


def sketch(article: Mapping[str, Any]) -> Optional[str]:
    """The facts of an article, to find it in other words later: at most 400 bytes, as text.

    It is an article as `read` returns it, or a mapping with its `text` and, if known, `title`, `published` and
    `fingerprint`. `None` if it has too few facts, or is neither in Chinese nor in English.

        >>> import offprint
        >>> offprint.sketch({"text": "Too little."}) is None
        True
    """
    return cast(Optional[str], _checked_call(_offprint.sketch, _side(article)))


def align(a: str, b: str) -> Tuple[List[Sentence], List[Sentence]]:
    """Aligns the sentences of two texts: all of each, in order, with how each was changed in the other.

    It shows what differs; `compare` decides.

        >>> import offprint
        >>> first, second = offprint.align("One dam filled. The gate was shut.", "Rain fell. ONE dam filled")
        >>> [sentence["kind"] for sentence in first]
        ['same', 'only']
    """
    first, second = json.loads(_offprint.align(a, b))
    return first, second


def digest(article: Mapping[str, Any]) -> Optional[str]:
    """A number of the text of an article, the same for equal texts, however short: 16 hexadecimal digits.

    It is an article as `read` returns it, or a mapping with a `text` and, if known, a `title`. `None` if there are no
    letters, or if some of the text is missing.

        >>> import offprint
        >>> offprint.digest({"text": "Accept all?"}) == offprint.digest({"text": "ACCEPT ALL"})
        True
    """
    return cast(Optional[str], _checked_call(_offprint.digest, _side(article)))


def keys(fingerprint: Optional[str], sketch: Optional[str] = None, digest: Optional[str] = None) -> Keys:
    """The keys to look a fingerprint up by, `read`, and to store it under, `write`.

    With a `sketch`, the keys of its facts follow, at most 8 and 4, by which rewritings of the article are found. With a
    `digest`, its key follows, by which equal texts are found that are too short for a fingerprint.

    Raises `OffprintError` for a value that is not a fingerprint or a sketch.
    """
    return cast(Keys, _checked(_offprint.keys, fingerprint, sketch, None if digest is None else int(digest, 16)))


@overload
def dedupe(articles: Iterable[Known], *, threads: Optional[int] = None) -> Copies: ...


@overload
def dedupe(
    articles: _Table,
    *,
    text: str,
    id: Optional[str] = None,
    title: Optional[str] = None,
    threads: Optional[int] = None,
    progress: Optional[Callable[[int], object]] = None,
) -> _Table: ...


def dedupe(
    articles: Any,
    *,
    text: Optional[str] = None,
    id: Optional[str] = None,
    title: Optional[str] = None,
    threads: Optional[int] = None,
    progress: Optional[Callable[[int], object]] = None,
) -> Any:
    """Finds which of many articles are copies of each other, judged in their order as `offprint dedupe` does.

    Each is anything that `compare` takes. The answer refers to them by position: `clusters`, the largest first,
    `unique`, and `unknown`. Texts are read on all cores, while other threads run.

    With `text`, the name of a column, `articles` is a table of pandas, Polars, Arrow or DuckDB, and so is the answer (of
    Arrow for DuckDB), with a row for each row: `id`, `cluster` (the id of its first text), `verdict`, `of`, `score` and
    `kept`, which is true for the first of each cluster. `id` and `title` name columns, too; without `id`, rows are
    numbered from 0, and a missing one is `#` and this number. An id with another text is renamed, as by `Index.add`.
    `progress` is called with 1 for each row that was judged, such as `tqdm(total=len(table)).update`.
    """
    if text is None:
        return cast(Copies, _checked(_offprint.dedupe, _each(_side, articles), _threads(threads)))
    table = articles.to_arrow_table() if hasattr(articles, "to_arrow_table") else articles
    names = list(getattr(table, "column_names", None) or table.columns)

    def column(name: Optional[str]) -> Iterable[Any]:
        if name is None:
            return (None for _ in range(len(table)))
        if name not in names:
            raise OffprintError("column", f"there is no column {name!r}, but {', '.join(map(str, names))}")
        return _values(name, table[name])

    named = enumerate(map(_known, column(id)))
    ids = (str(at) if id is None else f"#{at}" if name is None else name for at, name in named)
    rows = ({"title": heading, "text": _known(body) or ""} for heading, body in zip(column(title), column(text)))
    cluster: Dict[str, str] = {}
    made: Mapping[str, List[Any]] = {name: [] for name in ("id", "cluster", "verdict", "of", "score", "kept")}
    for said in Index().add_many(ids, rows, threads=threads):
        name, of = said["id"], said["id"] if said["known"] else said["of"]
        is_copy = said["known"] or said["verdict"] == "same"
        first = cluster.setdefault(name, cluster[of] if is_copy and of is not None else name)
        verdict, score = ("same", 1.0) if said["known"] else (said["verdict"], said["score"])
        for values, value in zip(made.values(), (name, first, verdict, of, score, not is_copy)):
            values.append(value)
        if progress is not None:
            progress(1)
    return type(table).from_pydict(made) if hasattr(table, "from_pydict") else type(table)(made)


def origins(articles: Iterable[Mapping[str, Any]], *, rewrites: bool = False) -> Origins:
    """Counts the independent origins of articles: forty pages with one agency's story have one.

    Each is an article as `read` returns it, or its stored parts, such as a row of a data frame or of a query: its
    `fingerprint`, and the fields that show its source (`url`, `canonical`, `site`, `credit`, `credit_place`,
    `published`, `title`). The answer refers to them by position: `sentence`, `origins`, `clusters` with the source of
    each copy, `unique`, `unknown`. With `rewrites`, articles that tell a report in other words also go back to its
    origin, and are listed as `rewritings`; for that an article needs its `text`. Other threads run meanwhile.

    Raises `OffprintError` for a value that is not a fingerprint.
    """
    return cast(Origins, _checked(_offprint.origins, _each(_side, articles), rewrites, _threads(None)))


def fold(results: Iterable[Mapping[str, Any]], *, rewrites: bool = False) -> FoldedResults:
    """Folds a list of results, the best first: ten that are one article become one, with the others under it.

    A result is an article as `read` returns it, its stored parts, or what a list shows of a page: `url` (or `address`),
    `title`, and `text`, `html` or `snippet`; an `article` may be nested in it. `rewrites` also puts reports in other
    words together. The more pages are read, the surer the folding, so call it again when more are. The answer refers to
    results by position: `sentence`, `independent_origins`, `groups`, each with its `representative` and the `others`
    under it, and `unread`, those judged only by address, title and snippet. `similar` results are probably one article;
    only reading both shows whether they are. Other threads run meanwhile.

    Raises `OffprintError` for a result that cannot be used.
    """
    rows = [json.dumps({name: _field(result, name) for name in _LISTED}) for result in results]
    return cast(FoldedResults, _checked(_offprint.fold, rows, rewrites))


class Index:
    """Articles seen before, in memory or in a file; the file is the one of `offprint dedupe --index`.

    Threads may share one. A file belongs to one process at a time; additions are written to it by `save`,
    or at the end of a `with` block that ends without an error. With `read_only` the file stays as it is, and any number of
    processes may look articles up in it by `find`.

    With `rewrites` it also keeps the facts of the articles' texts, up to 400 bytes of each, and finds rewritings. For
    that an article needs its text: a fingerprint alone is found only by its words, and so are articles that a file
    holds without facts.

        >>> import offprint
        >>> index = offprint.Index()
        >>> index.add("a", None)["verdict"], "a" in index, len(index)
        ('unknown', True, 1)
    """

    def __init__(
        self,
        path: Union[None, str, "os.PathLike[str]"] = None,
        *,
        rewrites: bool = False,
        read_only: bool = False,
    ) -> None:
        self._path = None if path is None else os.fspath(path)
        self._rewrites, self._read_only = rewrites, read_only
        self._index = _checked_call(_offprint.Index, self._path, rewrites, read_only)

    def add(self, id: Union[str, int], article: Known) -> Insertion:
        """Judges an article among the earlier ones, and keeps it. The verdict is `new` if it has no earlier copy.

        An article is `known` if both its id and its text were added before; the first answer is repeated. A text with
        the id of another one is kept under an id to which its `digest` is added: the `id` of the answer.

        With `rewrites`, `rewriting` is the earlier article that this one most likely rewrites, if it is not a copy and
        the likelihood is 0.95 or more. Do not act on it alone.
        """
        (said,) = _checked_call(self._index.add, [(_id(id), _side(article))], 1)
        return cast(Insertion, json.loads(said))

    def add_many(
        self, ids: Iterable[Union[str, int]], articles: Iterable[Known], *, threads: Optional[int] = None
    ) -> Iterator[Insertion]:
        """The answers of `add` on many articles, in their order; texts are read on all cores.

        Ids and articles may be any iterables of equal length. They are taken some thousands at a time, and added only
        when their answers are asked for. An error names its row, or the id of its article.

            >>> import offprint
            >>> [said["verdict"] for said in offprint.Index().add_many("ab", [{"text": "Accept all?"}] * 2)]
            ['unknown', 'same']
        """
        count = _threads(threads)

        def add(rows: List[Tuple[Any, ...]]) -> List[Insertion]:
            return [cast(Insertion, json.loads(said)) for said in _checked_call(self._index.add, rows, count)]

        def known(row: Tuple[Any, ...]) -> Tuple[str, _Side]:
            return _id(_known(row[0])), _side(row[1])

        return _many(_each(known, _rows(ids=iter(ids), articles=articles)), 1024 * count, add)

    def find(self, article: Known) -> List[Match]:
        """The articles that it repeats or overlaps, first the one that `add` names, then the same ones; it is not kept.

        With `rewrites`, the articles that it rewrites follow; `rewriting` is how likely that is.
        """
        return cast(List[Match], _checked(self._index.find, _side(article)))

    def get(self, id: str) -> Optional[Judgement]:
        """The answer on an article when it was added; `None` if it was not."""
        written = _checked_call(self._index.get, id)
        return cast(Optional[Judgement], None if written is None else json.loads(written))

    def remove(self, id: str) -> bool:
        """Forgets an article; returns whether it was there."""
        return cast(bool, _checked_call(self._index.remove, id))

    def stats(self) -> Stats:
        """How much the index holds."""
        return cast(Stats, _checked(self._index.stats))

    def save(self) -> None:
        """Writes the additions to the file, if there is one."""
        _checked_call(self._index.save)

    def close(self) -> None:
        """Closes the file. Additions that were not saved are lost."""
        self._index.close()

    def __contains__(self, id: object) -> bool:
        return isinstance(id, str) and self.get(id) is not None

    def __len__(self) -> int:
        return self.stats()["judged"]

    def __enter__(self) -> "Index":
        return self

    def __exit__(self, kind: Any, *_: Any) -> None:
        if kind is None:
            self.save()
        self.close()

    def __reduce__(self) -> Tuple[Any, ...]:
        # The other process opens a file by its path; an index in memory cannot be sent.
        if self._path is None:
            message = "an index in memory cannot be sent to another process: keep it in a file, or send the articles"
            raise OffprintError("index_memory", message)
        return partial(Index, rewrites=self._rewrites, read_only=self._read_only), (self._path,)


def _judged(native: Any, kept: Callable[[Any], Any], a: Any, b: Any, threads: Optional[int]) -> Iterator[Any]:
    """The judgements of a native function on pairs. It gets only what is kept of each article."""
    count, judged = _threads(threads), 0

    def judge(pairs: List[Tuple[Any, ...]]) -> List[Any]:
        nonlocal judged
        first, judged = judged, judged + len(pairs)
        return cast(List[Any], _checked_call(native, pairs, first, count))

    def known(pair: Tuple[Any, ...]) -> Tuple[_Side, _Side]:
        return kept(pair[0]), kept(pair[1])

    return _many(_each(known, _rows(a=a, b=b)), 2048 * count, judge)


def _each(known: Callable[[Any], Any], rows: Iterable[Any]) -> Iterator[Any]:
    """What is known of each row. An error names its row, counted from 0."""
    for at, row in enumerate(rows):
        try:
            yield known(row)
        except TypeError as error:
            raise TypeError(f"row {at}: {error}") from None
        except OffprintError as error:
            raise OffprintError(error.code, f"row {at}: {error}") from None


def _cores() -> int:
    """The number of processors that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def _options(options: ReadOptions) -> Tuple[int, Tuple[str, bool]]:
    """The limit of bytes, and what the native part takes: JSON, which it checks, and whether to explain."""
    for name in options:
        if name not in ReadOptions.__annotations__:
            raise TypeError(f"there is no option {name!r}; there are {', '.join(ReadOptions.__annotations__)}")
    most, without = _most(options.get("max_bytes")), options.get("without", ())
    given = {**options, "max_bytes": most, "without": without if isinstance(without, str) else list(without)}
    explain = bool(given.pop("explain", False))
    return most, (json.dumps(given), explain)


def _most(max_bytes: Optional[int]) -> int:
    return _count("max_bytes", _offprint.MAX_BYTES if max_bytes is None else max_bytes, 0, sys.maxsize - 1)


def _threads(threads: Optional[int]) -> int:
    return _count("threads", _cores() if threads is None else threads, 1, _MOST_THREADS)


def _count(name: str, value: int, least: int, most: int) -> int:
    number = operator.index(value)
    if not least <= number <= most:
        raise OffprintError("options", f"{name} must be a whole number from {least} to {most}, or None, not {number}")
    return number


def _rows(**columns: Optional[Iterable[Any]]) -> Iterator[Tuple[Any, ...]]:
    """Iterates over columns in parallel; a column that is `None` yields `None`. The columns have one length."""
    given = {name: _values(name, column) for name, column in columns.items() if column is not None}
    lengths = {name: len(cast(Any, columns[name])) for name in given if hasattr(columns[name], "__len__")}
    if len(set(lengths.values())) > 1:
        raise _uneven(f"{length} {name}" for name, length in lengths.items())
    return _side_by_side(columns, given)


def _side_by_side(
    columns: Mapping[str, Optional[Iterable[Any]]], given: Mapping[str, Iterable[Any]]
) -> Iterator[Tuple[Any, ...]]:
    for at, values in enumerate(zip_longest(*given.values(), fillvalue=_END)):
        row = dict(zip(given, values))
        if any(value is _END for value in values):
            raise _uneven(f"{at} {name}" if value is _END else f"more {name}" for name, value in row.items())
        yield tuple(row.get(name) for name in columns)


def _uneven(lengths: Iterable[str]) -> OffprintError:
    return OffprintError("lengths", f"columns must have the same length, not {', '.join(lengths)}")


def _values(name: str, column: Iterable[Any]) -> Iterable[Any]:
    """The values of a column, as Python objects."""
    if isinstance(column, (bytes, bytearray, memoryview, str)):
        raise TypeError(f"{name} must hold several values: pass a list, even for one")
    chunks = getattr(column, "chunks", None)
    if chunks is not None and hasattr(column, "to_pylist"):
        return (value for chunk in chunks for value in _slices(chunk))
    return _slices(column) if hasattr(column, "to_pylist") else column


def _slices(array: Any) -> Iterator[Any]:
    """The values of an Arrow array, a few at a time, so that it is not in memory twice."""
    for at in range(0, len(array), 256):
        yield from array.slice(at, 256).to_pylist()


def _id(id: Any) -> str:
    """An id as text. A number is its digits, even if a data frame has made it a decimal."""
    if isinstance(id, float) and id.is_integer():
        id = int(id)
    return id if isinstance(id, str) else str(operator.index(id))


def _side(article: Any, about: Optional[Mapping[str, Any]] = None) -> _Side:
    """An article, a text or a fingerprint alone, with other metadata if `about` has it."""
    if not hasattr(article, "get"):
        return _Side(_text("a fingerprint", _known(article)), about=_facts(about))
    if "fingerprint" not in article and "text" not in article:
        raise OffprintError("article", "an article needs a `fingerprint` or a `text`")
    digest = _known(article.get("digest"))
    return _kept(article, about)._replace(
        is_read="fingerprint" in article,
        digest=None if digest is None else int(digest, 16),
        title=_text("a title", _known(article.get("title"))) or "",
        text=_text("a text", _known(article.get("text"))),
        is_cut=any(_known(article.get(name)) for name in ("gated", "truncated")),
        is_article=_field(article, "no_fingerprint_reason") in (None, "short"),
    )


def _kept(article: Mapping[str, Any], about: Optional[Mapping[str, Any]] = None) -> _Side:
    """What was kept of an article, without its text."""
    fingerprint, sketch = (_text(f"a {name}", _known(article.get(name))) for name in ("fingerprint", "sketch"))
    return _Side(fingerprint, sketch=sketch, about=_facts(article if about is None else about))


def _bytes(page: Any, most: int) -> Tuple[bytes, bool]:
    """A page as bytes, cut off after the part that is read, and whether it was text."""
    most = _offprint.most_bytes(most) + 1
    if isinstance(page, bytes):
        return page, False
    if isinstance(page, str):
        if _ADDRESS.fullmatch(page):
            message = "this is the address of a page: fetch it, and pass the bytes of the response"
            raise OffprintError("page_address", message)
        return page[:most].encode("utf-8", "replace"), True
    if isinstance(page, os.PathLike):
        with open(page, "rb") as file:
            return file.read(most), False
    if hasattr(page, "read"):
        pieces = []
        while most > 0:
            # A socket may return less at a time.
            piece = page.read(most)
            if not piece:
                break
            pieces.append(piece)
            most -= len(piece)
        if pieces and isinstance(pieces[0], str):
            return "".join(pieces).encode("utf-8", "replace"), True
        return b"".join(pieces), False
    try:
        buffer = memoryview(page)
    except TypeError:
        message = f"a page must be bytes, text, a path or an open file, not {type(page).__name__}"
        raise TypeError(message) from None
    return buffer.tobytes(), False


def _text(name: str, value: Any) -> Optional[str]:
    """A text that UTF-8 can encode, or `None`."""
    if value is None:
        return None
    if not isinstance(value, str):
        raise TypeError(f"{name} must be text, not {type(value).__name__}")
    value.encode()
    return value


def _known(value: Any) -> Any:
    """A value; `None` for the values by which data frames mark a missing one."""
    missing = type(value).__name__ == "NAType" or (isinstance(value, float) and value != value)
    return None if missing else value


def _field(article: Mapping[str, Any], name: str) -> Any:
    """A field of an article, under its name here or, in lines of the command line, in camelCase."""
    value = _known(article.get(name))
    head, *words = name.split("_")
    return value if value is not None or not words else _known(article.get(head + "".join(map(str.title, words))))


def _facts(about: Optional[Mapping[str, Any]]) -> Mapping[str, str]:
    if about is None:
        return {}
    known = {name: _field(about, name) for name in _offprint.METADATA}
    return {name: value for name, value in known.items() if value is not None}


def _checked(call: Any, *values: Any) -> Any:
    return json.loads(_checked_call(call, *values))


def _checked_call(call: Any, *values: Any) -> Any:
    try:
        return call(*values)
    except ValueError as error:
        if len(error.args) == 2:
            raise OffprintError(*error.args) from None
        raise
