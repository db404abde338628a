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
from typing import Any, Mapping, Optional

from . import _offprint

__all__ = ["OffprintError", "compare", "fingerprint", "keys", "read"]

_FACTS = ("url", "canonical", "title", "site", "credit", "published", "firstSeen")


class OffprintError(ValueError):
    """Misuse. `code` does not change between releases, the message may. Pages never cause one."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def read(
    html: bytes,
    url: Optional[str] = None,
    content_type: Optional[str] = None,
    *,
    max_bytes: Optional[int] = None,
) -> dict:
    """The article of a page: title, text, length, script, credit, fingerprint, keys and more.

    `content_type` is the HTTP header of the page and helps to find its charset; `url` is passed on
    and makes links absolute. No more than `max_bytes` are read, 8 MiB unless given. A page with too
    little text, a list and an error page have no fingerprint (`None`), and `abstention` says why.
    Other threads run meanwhile.
    """
    return json.loads(_offprint.read(html, url, content_type, max_bytes))


def fingerprint(title: str, text: str) -> Optional[str]:
    """The fingerprint of a text that is no page; `None` if there is too little to recognise."""
    return _offprint.fingerprint(title, text)


def compare(
    a: Optional[str],
    b: Optional[str],
    about_a: Optional[Mapping[str, Any]] = None,
    about_b: Optional[Mapping[str, Any]] = None,
) -> dict:
    """The verdict on two fingerprints: `same`, `partial`, `different`, or `unknown` if one is `None`.

    What else is known of the two, articles as `read` gives them or as much of one as was kept, tells
    which is the original, and whether they stand on one site, where `partial` needs more in common.
    Raises `OffprintError` for what is no fingerprint.
    """
    return _checked(_offprint.compare, a, b, _facts(about_a), _facts(about_b))


def keys(fingerprint: str) -> dict:
    """What to look a fingerprint up by, `read`, and to keep it under, `write`.

    Raises `OffprintError` for what is no fingerprint.
    """
    return _checked(_offprint.keys, fingerprint)


def _facts(about: Optional[Mapping[str, Any]]) -> dict:
    about = about or {}
    return {name: about[name] for name in _FACTS if about.get(name) is not None}


def _checked(call, *values) -> dict:
    try:
        return json.loads(call(*values))
    except ValueError as error:
        if len(error.args) == 2:
            raise OffprintError(*error.args) from None
        raise
