"""Is this page a copy of an article seen before?

    >>> import offprint
    >>> article = offprint.read(b"<title>T</title><p>One sentence is too little to recognise.")
    >>> article["title"], article["fingerprint"], article["abstention"]
    ('T', None, 'short')
    >>> offprint.compare(article["fingerprint"], None)["verdict"]
    'unknown'

Objects have the names that `offprint read --json` and `offprint compare --json` print.
"""

import json
import os
import re
from typing import Any, BinaryIO, Iterable, Mapping, Optional, TextIO, Tuple, Union

from . import _offprint

__all__ = ["OffprintError", "compare", "fingerprint", "keys", "origins", "read"]

_ADDRESS = re.compile(r"\s*https?://[^\s<>]+\s*", re.IGNORECASE)
# Text has no charset any more, whatever the page says of itself.
_DECODED = "text/html; charset=utf-8"

# `bytes`, and all that has a buffer of them: `bytearray`, `memoryview`, `mmap`, an array of NumPy.
Page = Union[bytes, bytearray, memoryview, str, "os.PathLike[str]", BinaryIO, TextIO]


class OffprintError(ValueError):
    """Misuse. `code` does not change between releases, the message may. Pages never cause one."""

    def __init__(self, code: str, message: str) -> None:
        # Both, since that is what an error is made of again where it was sent to another process.
        super().__init__(code, message)
        self.code = code

    def __str__(self) -> str:
        return self.args[1]


def read(
    html: Page,
    url: Optional[str] = None,
    content_type: Optional[str] = None,
    *,
    max_bytes: Optional[int] = None,
) -> dict:
    """The article of a page: title, text, length, script, credit, fingerprint, keys and more.

    The page is its bytes (`bytes`, `bytearray`, `memoryview` or any other buffer), its HTML as a `str`,
    which is never taken for the name of a file, a `pathlib.Path` to it, or an open file, binary or text,
    from which it is read on from where that stands; neither is read further than `max_bytes`.

    `content_type` is the HTTP header of the page and helps to find its charset; `url` is passed on
    and makes links absolute. No more than `max_bytes` are read, 8 MiB unless given. A page with too
    little text, a list and an error page have no fingerprint (`None`), and `abstention` says why. What
    is no page, an image, a PDF, a gzip file, is `other`, and `mediaType` says what. Other threads run
    meanwhile.
    """
    if max_bytes is None:
        max_bytes = _offprint.MAX_BYTES
    page, decoded = _bytes(html, max_bytes + 1)
    return json.loads(_offprint.read(page, url, _DECODED if decoded else content_type, max_bytes))


def fingerprint(title: str, text: str) -> Optional[str]:
    """The fingerprint of a text that is no page; `None` if there is too little to recognise."""
    return _offprint.fingerprint(title, text)


def compare(
    a: Optional[str],
    b: Optional[str],
    about_a: Optional[Mapping[str, Any]] = None,
    about_b: Optional[Mapping[str, Any]] = None,
) -> dict:
    """The verdict on two fingerprints: `same`, `partial`, `different`, or `unknown` if one is `None`
    (or NaN, which data frames have for it).

    What else is known of the two, articles as `read` gives them or as much of one as was kept, tells
    which is the original, and whether they stand on one site, where `partial` needs more in common.
    Raises `OffprintError` for what is no fingerprint.
    """
    return _checked(_offprint.compare, _known(a), _known(b), _facts(about_a), _facts(about_b))


def keys(fingerprint: str) -> dict:
    """What to look a fingerprint up by, `read`, and to keep it under, `write`.

    Raises `OffprintError` for what is no fingerprint.
    """
    return _checked(_offprint.keys, fingerprint)


def origins(articles: Iterable[Mapping[str, Any]]) -> dict:
    """How many independent origins articles have: forty pages with one agency's story have one.

    Each is an article as `read` gives it, or as much of one as was kept, such as a row of a data frame
    or of a query: its `fingerprint`, and what tells whom it is from (`url`, `canonical`, `site`,
    `credit`, `published`, `title`). The answer calls them by their places: `sentence`, `origins`,
    `clusters` with who took it from whom, `alone`, `unknown`. Other threads run meanwhile.

    Raises `OffprintError` for what is no fingerprint.
    """
    known = [(_known(article.get("fingerprint")), _facts(article)) for article in articles]
    return _checked(_offprint.origins, known)


def _bytes(page: Any, most: int) -> Tuple[bytes, bool]:
    """A page as bytes, no more than so many, and whether it was text."""
    if isinstance(page, bytes):
        return page, False
    if isinstance(page, str):
        if _ADDRESS.fullmatch(page):
            message = "this is the address of a page: fetch it, and pass the bytes that come"
            raise OffprintError("page_address", message)
        return page[:most].encode("utf-8", "replace"), True
    if isinstance(page, os.PathLike):
        with open(page, "rb") as file:
            return file.read(most), False
    if hasattr(page, "read"):
        pieces = []
        while most > 0:
            # A socket may have less at a time.
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
        message = f"a page is bytes, text, a path or an open file, not {type(page).__name__}"
        raise TypeError(message) from None
    return buffer.tobytes(), False


def _known(fingerprint: Any) -> Optional[str]:
    """A fingerprint; `None` for whatever stands in a data frame where there is none."""
    missing = type(fingerprint).__name__ == "NAType" or fingerprint != fingerprint
    return None if missing else fingerprint


def _facts(about: Optional[Mapping[str, Any]]) -> dict:
    about = about or {}
    known = {name: _known(about.get(name)) for name in _offprint.METADATA}
    return {name: value for name, value in known.items() if value is not None}


def _checked(call, *values) -> dict:
    try:
        return json.loads(call(*values))
    except ValueError as error:
        if len(error.args) == 2:
            raise OffprintError(*error.args) from None
        raise
