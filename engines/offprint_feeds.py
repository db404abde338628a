"""Finds the unread items of a feed reader that repeat what was read, or each other, and tags them on request.

    export OFFPRINT_FEEDS_PASSWORD=…
    python engines/offprint_feeds.py https://rss.example/api/greader.php --user ann
    python engines/offprint_feeds.py https://rss.example/api/greader.php --user ann --tag

The server is FreshRSS, Miniflux, or another with the API of Google Reader; with `--ttrss` it is Tiny Tiny RSS.
"""

import argparse
import json
import os
import re
import sqlite3
import sys
import time
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime, timezone
from html import escape
from http.client import HTTPException
from ipaddress import ip_address
from itertools import islice
from pathlib import Path
from unicodedata import normalize
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, ProxyHandler, Request, build_opener

import offprint

PASSWORD = "OFFPRINT_FEEDS_PASSWORD"
# A socket may be silent this long, and an answer may take this long in all.
SILENCE, PATIENCE = 30, 300
MOST_BYTES, MOST_ITEM_BYTES = 64 << 20, 1 << 20
# Requests with 50 ids stay below the limits of PHP, and an interrupted run has little to repeat.
BATCH, PAGE = 50, 1000
# Of what was read.
MOST_READ = 20_000
# If the server refuses this many single items, the reason is not theirs.
MOST_REFUSED = 20
# Of a repeat's text, the share of sentences that the other lacks: a credit line, but no paragraph.
OWN = 0.05
# Repeats are compared with so many items of their group that stay, or that were read.
COMPARED = 16


class Trouble(Exception):
    """What went wrong, and what the user can do."""


class Refused(Trouble):
    """An answer of the server that is an error; `code` is its HTTP status."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


@dataclass
class Item:
    id: str
    # The feed's identifier and title.
    feed: str
    source: str
    html: str = ""
    labels: list = field(default_factory=list)
    is_read: bool = False
    is_starred: bool = False
    # What `offprint.fold` takes.
    about: dict = field(default_factory=dict)

    @property
    def title(self):
        return self.about.get("title") or ""

    @property
    def text(self):
        return self.about.get("text") or ""


# Servers


class NoRedirect(HTTPRedirectHandler):
    """A redirect would take the login to another place."""

    def redirect_request(self, *_):
        return None


class Server:
    """Requests to one address, of limited time and size."""

    def __init__(self, address):
        try:
            parts = urlsplit(address)
            host, port = parts.hostname or "", parts.port
        except ValueError as error:
            raise Trouble(f"{address} is not an address: {error}") from None
        if parts.scheme not in ("http", "https") or not host:
            raise Trouble("the address must be that of the API, such as https://rss.example/api/greader.php")
        if "@" in parts.netloc:
            raise Trouble(f"leave user and password out of the address: use --user, and {PASSWORD} or --password-file")
        if parts.scheme == "http" and not is_local(host):
            raise Trouble(f"http:// would send the password to {host} in the clear: use https://, or a tunnel to it")
        self.name = host + (f":{port}" if port else "") + parts.path.rstrip("/")
        self.root = f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"
        # A proxy would not be on this machine.
        direct = [ProxyHandler({})] if is_local(host) else []
        self.opener = build_opener(NoRedirect(), *direct)
        self.headers = {"User-Agent": "offprint-feeds"}
        self.faults, self.refused = [], 0

    def ask(self, path, query=(), body=None, kind="application/x-www-form-urlencoded"):
        url = self.root + path + ("?" + urlencode(query) if query else "")
        try:
            request = Request(url, body, {**self.headers, **({"Content-Type": kind} if body is not None else {})})
            with self.opener.open(request, timeout=SILENCE) as answer:
                return self.whole(answer)
        except HTTPError as error:
            error.close()
            to = error.headers.get("Location")
            if to:
                raise Refused(error.code, f"{self.name} redirects to {printable(to)}: pass that address") from None
            raise Refused(error.code, f"{self.name}{path} answers {error.code} {printable(error.reason)}") from None
        except (OSError, HTTPException, ValueError) as error:
            raise Trouble(f"{self.name} cannot be used: {printable(error)}") from None

    def whole(self, answer):
        end, pieces, size = time.monotonic() + PATIENCE, [], 0
        while piece := answer.read1(1 << 16):
            pieces.append(piece)
            size += len(piece)
            if size > MOST_BYTES or time.monotonic() > end:
                raise Trouble(f"an answer of {self.name} is over {MOST_BYTES >> 20} MB, or takes over {PATIENCE} s")
        return b"".join(pieces)

    def checked(self, answer, kind=dict):
        """A value, or JSON, that must be of a kind."""
        try:
            answer = json.loads(answer) if isinstance(answer, bytes) else answer
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, kind):
            raise Trouble(f"{self.name} does not speak this API: is it the right address?")
        return answer

    def items(self, ids):
        """The items with these ids, in batches. One that the server cannot give is left out."""
        for at in range(0, len(ids), BATCH):
            yield self.batch(ids[at : at + BATCH])

    def batch(self, ids):
        try:
            raw = self.contents(ids)
        except Refused as error:
            if error.code in (401, 403, 429, 503) or self.refused >= MOST_REFUSED:
                raise
            if len(ids) == 1:
                self.refused += 1
                self.faults.append(f"{ids[0]}: {error}")
                return []
            half = len(ids) // 2
            return self.batch(ids[:half]) + self.batch(ids[half:])
        return list(filter(None, map(self.usable, raw)))

    def usable(self, raw):
        try:
            return self.item(raw)
        except (AttributeError, IndexError, KeyError, OverflowError, TypeError, ValueError) as error:
            name = raw.get("id") if isinstance(raw, dict) else raw
            self.faults.append(f"{printable(name)[:80]}: an item that cannot be used ({type(error).__name__})")
            return None


class GoogleReader(Server):
    """FreshRSS and Miniflux agree on this part: ids by stream, contents by ids, `edit-tag`.

    An id is a decimal number in lists and a long name in contents; both servers accept the long one everywhere.
    """

    LONG = "tag:google.com,2005:reader/item/"
    READ, ALL = "user/-/state/com.google/read", "user/-/state/com.google/reading-list"

    def login(self, user, password):
        form = encoded({"Email": user, "Passwd": password, "service": "reader", "client": "offprint"})
        try:
            answer = self.ask("/accounts/ClientLogin", body=form).decode("utf-8", "replace")
        except Refused as error:
            if error.code in (400, 401, 403):
                raise Trouble(
                    f"{self.name} refuses this login ({error.code}): both FreshRSS and Miniflux have a password of "
                    "their own for this API, which is set on the user's page"
                ) from None
            raise
        found = re.search(r"^Auth=([!-~]+)\s*$", answer, re.MULTILINE)
        if not found:
            raise Trouble(f"{self.name} does not speak the API of Google Reader: is it the right address?")
        self.headers["Authorization"] = f"GoogleLogin auth={found[1]}"
        self.token = self.ask("/reader/api/0/token").decode("utf-8", "replace").strip()

    def unread(self, most):
        return self.ids({"s": self.ALL, "xt": self.READ}, most)

    def read(self, since):
        # Miniflux has a stream of what was read; FreshRSS filters all by `it`, which Miniflux ignores.
        return self.ids({"s": self.READ, "it": self.READ, "ot": int(since)}, MOST_READ)

    def ids(self, query, most):
        found, more = {}, {}
        while len(found) < most:
            size = min(PAGE, most - len(found))
            query = {**query, "output": "json", "n": size, **more}
            answer = self.checked(self.ask("/reader/api/0/stream/items/ids", query))
            before = len(found)
            for each in self.checked(answer.get("itemRefs") or [], list):
                if isinstance(each, dict) and each.get("id"):
                    found.setdefault(self.long(clean(each["id"])))
            more = {"c": answer.get("continuation")}
            if not more["c"] or len(found) == before:
                break
        return list(islice(found, most))

    def long(self, id):
        is_number = re.fullmatch(r"-?[0-9]{1,20}", id)
        return f"{self.LONG}{int(id) & (1 << 64) - 1:016x}" if is_number else id

    def post(self, path, ids, **more):
        form = [*more.items(), ("T", self.token), *(("i", id) for id in ids)]
        return self.ask(f"/reader/api/0/{path}", body=encoded(form))

    def contents(self, ids):
        answer = self.checked(self.post("stream/items/contents", ids, output="json"))
        return self.checked(answer.get("items") or [], list)

    def item(self, raw):
        origin = raw.get("origin") or {}
        states = [str(each) for each in raw.get("categories") or []]
        bodies = [(raw.get(name) or {}).get("content") or "" for name in ("content", "summary")]
        links = [*(raw.get("canonical") or []), *(raw.get("alternate") or [])]
        return Item(
            id=self.long(clean(raw["id"])),
            feed=clean(origin.get("streamId")),
            source=clean(origin.get("title")),
            html=clean(max(bodies, key=len)),
            labels=[each.split("/label/", 1)[1] for each in states if "/label/" in each],
            is_read=any(each.endswith("/state/com.google/read") for each in states),
            is_starred=any(each.endswith("/state/com.google/starred") for each in states),
            about=known(raw.get("title"), links[0].get("href") if links else None, raw.get("published")),
        )

    def label(self, ids, name, on=True):
        try:
            self.post("edit-tag", ids, **{"a" if on else "r": f"user/-/label/{name}"})
        except Refused as error:
            if error.code >= 500:
                raise Trouble(f"{error}: Miniflux cannot label items, so use --read without --tag there") from None
            raise

    def mark(self, ids, read=True):
        self.post("edit-tag", ids, **{"a" if read else "r": self.READ})


class TinyTinyRSS(Server):
    """Its own API; the address is that of the start page."""

    session = None

    def call(self, op, kind=list, **more):
        body = json.dumps({"op": op, "sid": self.session, **more}).encode()
        answer = self.checked(self.ask("/api/", body=body, kind="application/json"))
        content = answer.get("content")
        if answer.get("status") != 0:
            error = content.get("error") if isinstance(content, dict) else None
            advice = {
                "LOGIN_ERROR": "it refuses this user and password",
                "API_DISABLED": 'switch on "Enable API" in its preferences',
            }
            said = advice.get(error) or printable(error or "is it the right address?")
            raise Trouble(f"{self.name}, {op}: {said}")
        return self.checked(content, kind)

    def login(self, user, password):
        self.session = self.call("login", dict, user=user, password=password).get("session_id")

    def unread(self, most):
        return [id for id, _ in islice(self.headlines("unread"), most)]

    def read(self, since):
        recent = islice(self.headlines("all_articles", since), MOST_READ)
        return [id for id, raw in recent if not raw.get("unread")]

    def headlines(self, view, since=0):
        seen = set()
        while True:
            newest = {"feed_id": -4, "order_by": "feed_dates", "view_mode": view, "show_content": False}
            page = self.call("getHeadlines", limit=200, skip=len(seen), **newest)
            new = {clean(raw["id"]): raw for raw in page if isinstance(raw, dict) and raw.get("id")}
            new = {id: raw for id, raw in new.items() if id not in seen}
            yield from new.items()
            seen.update(new)
            if not new or all((raw.get("updated") or 0) < since for raw in new.values()):
                break

    def contents(self, ids):
        return self.call("getArticle", article_id=",".join(ids))

    def item(self, raw):
        return Item(
            id=clean(raw["id"]),
            feed=clean(raw.get("feed_id")),
            source=clean(raw.get("feed_title")),
            html=clean(raw.get("content")),
            labels=[str(each[1]) for each in raw.get("labels") or []],
            is_read=not raw.get("unread"),
            is_starred=bool(raw.get("marked")),
            about=known(raw.get("title"), raw.get("link"), raw.get("updated")),
        )

    def label(self, ids, name, on=True):
        found = [each["id"] for each in self.call("getLabels") if each.get("caption") == name]
        if not found:
            raise Trouble(f'first make a label "{name}" in the preferences of {self.name}')
        self.call("setArticleLabel", dict, article_ids=",".join(ids), label_id=found[0], assign=on)

    def mark(self, ids, read=True):
        self.call("updateArticle", dict, article_ids=",".join(ids), mode=int(not read), field=2)


def encoded(form):
    # A password from the environment may have bytes that are not UTF-8.
    return urlencode(form, errors="surrogateescape").encode()


def is_local(host):
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def known(title, url, published):
    """What a server states about an item, under the names that Offprint uses."""
    try:
        day = datetime.fromtimestamp(int(published), timezone.utc).isoformat()
    except (OSError, OverflowError, TypeError, ValueError):
        day = None
    about = {"title": title, "url": url, "published": day}
    return {name: clean(value) for name, value in about.items() if value}


def clean(value):
    """Text that can be stored: JSON may hold halves of characters."""
    return "" if value is None else str(value).encode("utf-8", "replace").decode()


def printable(value):
    """Text of strangers without what would control a terminal."""
    return "".join(each if each.isprintable() else " " for each in str(value)).strip()


# What was read, and what was done


class State:
    """What the reader has had, and what this program did, in one file for any number of accounts.

    An action is noted before the server is asked for it, and then as done. What this program marked never counts as
    read, even after a crash: else it would make the item that was kept a repeat.
    """

    TABLES = """
        PRAGMA locking_mode = EXCLUSIVE;
        BEGIN IMMEDIATE;
        CREATE TABLE IF NOT EXISTS had (
            account TEXT, id TEXT, seen REAL, feed TEXT, source TEXT, about TEXT, PRIMARY KEY (account, id));
        CREATE TABLE IF NOT EXISTS marked (
            account TEXT, id TEXT, action TEXT, done INTEGER, PRIMARY KEY (account, id, action));
        COMMIT;
    """

    def __init__(self, path, account):
        self.account = account
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.db = sqlite3.connect(path, timeout=5)
            self.db.executescript(self.TABLES)
        except (OSError, sqlite3.Error) as error:
            raise Trouble(f"the state in {path} cannot be used: {error} (is another run still going on?)") from None

    def close(self):
        self.db.close()

    def ids(self, table):
        return {id for (id,) in self.db.execute(f"SELECT id FROM {table} WHERE account = ?", [self.account])}

    def learn(self, items):
        rows = [
            (self.account, each.id, time.time(), each.feed, each.source, json.dumps(each.about, ensure_ascii=True))
            for each in items
        ]
        with self.db:
            self.db.executemany("INSERT OR IGNORE INTO had VALUES (?, ?, ?, ?, ?, ?)", rows)

    def forget(self, ids, before):
        """Items that are unread again, and those seen before a time."""
        with self.db:
            rows = [(self.account, id) for id in ids]
            self.db.executemany("DELETE FROM had WHERE account = ? AND id = ?", rows)
            self.db.execute("DELETE FROM had WHERE account = ? AND seen < ?", [self.account, before])

    def had(self):
        rows = self.db.execute("SELECT id, feed, source, about FROM had WHERE account = ?", [self.account])
        return [Item(id, feed, source, about=json.loads(about)) for id, feed, source, about in rows]

    def actions(self):
        """For each item that was marked, what was done."""
        done = {}
        for id, action, is_done in self.db.execute(
            "SELECT id, action, done FROM marked WHERE account = ?", [self.account]
        ):
            done.setdefault(id, set()).update([action] if is_done else [])
        return done

    def note(self, ids, action, done):
        with self.db:
            rows = [(self.account, id, action, done) for id in ids]
            self.db.executemany("INSERT OR REPLACE INTO marked VALUES (?, ?, ?, ?)", rows)


# Judging

UNLIKE = {"rewritten": "in other words", "similar": "only title or summary agree"}


@dataclass
class Finding:
    """How an item resembles another one, and why it is not a repeat of it, if it is not."""

    item: Item
    by: Item
    likeness: str
    score: float
    was_read: bool = False
    kept: str = ""


def read_texts(items):
    """Reads the texts of items."""
    times = Counter((item.feed, item.about.get("url")) for item in items)
    pages = (f"<title>{escape(item.title)}</title><h1>{escape(item.title)}</h1>{item.html}" for item in items)
    for item, article in zip(items, offprint.read_many(pages, max_bytes=MOST_ITEM_BYTES, errors="return")):
        if not isinstance(article, Exception):
            names = ("text", "fingerprint", "no_fingerprint_reason", "credit", "length", "language")
            item.about.update({name: article[name] for name in names})
        item.about["site"] = item.source
        # An address that items of one feed share is not that of an article.
        if times[item.feed, item.about.get("url")] > 1:
            item.about.pop("url", None)
        item.html = ""


def resembles(item, by):
    """A `Finding` if the one may repeat the other."""
    if item.about.get("fingerprint") and by.about.get("fingerprint"):
        said = offprint.compare(by.about, item.about)
        if said["verdict"] not in ("same", "partial"):
            return None
        found = Finding(item, by, said["verdict"], said["score"])
    elif item.about.get("fingerprint") or not is_one_post(item, by):
        return None
    else:
        found = Finding(item, by, "summary", 1.0)
    sentences = offprint.align(by.text, item.text)[1]
    own = [item.text[each["start"] : each["end"]] for each in sentences if each["kind"] == "only"]
    share = sum(map(len, own)) / max(1, len(item.text))
    new = figures(item) - figures(by)
    if share > OWN:
        found.kept = f"{share:.0%} is its own: {max(own, key=len)[:60]}"
    elif new:
        found.kept = f"other figures: {', '.join(sorted(new)[:5])}"
    elif found.likeness == "summary" and any(each["kind"] != "same" for each in sentences):
        found.kept = "other words"
    return found


def is_one_post(item, by):
    """Whether a text that is too short to be recognised may be the other one: a site has more posts of one title."""
    pages = [each.about.get("url") for each in (item, by)]
    hosts = [urlsplit_host(page) for page in pages]
    is_elsewhere = bool(item.text) and all(hosts) and hosts[0] != hosts[1] and item.feed != by.feed
    return bool(item.title) and key(item) == key(by) and (pages[0] and pages[0] == pages[1] or is_elsewhere)


def urlsplit_host(url):
    try:
        return urlsplit(url or "").hostname
    except ValueError:
        return None


def key(item):
    return normalize("NFKC", item.title).casefold().strip()


def figures(item):
    """A corrected or updated report differs from the first in little else. Words for numbers are not seen."""
    return set(re.findall(r"\d+", normalize("NFKC", f"{item.title} {item.text}")))


def judge(items, had, marked=(), rewrites=False):
    """Folds the items, the first published first: the answer of `offprint.fold`, the groups, and findings by id.

    Items that were marked come last in their group and are no reason to mark another: one of a group always stays.
    """
    folded = offprint.fold([item.about for item in items], rewrites=rewrites)
    repeats_read = reader_of(had)
    groups, findings = [], {}
    for group in folded["groups"]:
        others = {items[other["result"]].id: other for other in group["others"]}
        members = [items[group["representative"]], *(items[other["result"]] for other in group["others"])]
        members.sort(key=lambda item: item.id in marked)
        groups.append(members)
        kept = []
        for item in members:
            found = repeats_read(item)
            if not found or found.kept:
                found = best(resembles(item, each) for each in kept[:COMPARED]) or found
            other = others.get(item.id)
            if not found and other and kept:
                found = Finding(item, items[other["of"]], other["likeness"], other["score"])
                found.kept = UNLIKE.get(other["likeness"], "not all of it is there")
            if found:
                findings[item.id] = found
            if (not found or found.kept) and item.id not in marked:
                kept.append(item)
        spare_digested([findings[item.id] for item in members if item.id in findings])
    return folded, groups, findings


def spare_digested(findings):
    """A digest holds several stories, and replaces none of them, even if it is dated before them."""
    held = {}
    for found in findings:
        if found.likeness == "partial" and not found.kept and not found.was_read:
            held.setdefault(found.by.id, []).append(found)
    for first, *others in held.values():
        if any(offprint.compare(first.item.about, each.item.about)["verdict"] == "different" for each in others):
            for each in (first, *others):
                each.kept = "part of a digest"


def reader_of(had):
    """A function that finds which item that was read another repeats."""
    by_id, by_title = {each.id: each for each in had}, {}
    index = offprint.Index()
    for each in had:
        index.add(each.id, each.about.get("fingerprint"))
        by_title.setdefault(key(each), []).append(each)

    def find(item):
        fingerprint = item.about.get("fingerprint")
        near = (
            [by_id[match["id"]] for match in index.find(fingerprint)]
            if fingerprint
            else by_title.get(key(item), [])[::-1]
        )
        found = best(resembles(item, each) for each in near[:COMPARED])
        if found:
            found.was_read = True
        return found

    return find


def best(findings):
    """The first by which the item is a repeat, else the first."""
    first = None
    for found in findings:
        if found and not found.kept:
            return found
        first = first or found
    return first


# The program


def arguments(words=None):
    parser = argparse.ArgumentParser(
        description="Finds the unread items of a feed reader that repeat what was read, or each other.",
        epilog=f"The password is read from {PASSWORD} or a file. Without --tag, --read or --undo nothing is changed.",
    )
    parser.add_argument("address", help="of the API: https://HOST/api/greader.php (FreshRSS), https://HOST (Miniflux)")
    parser.add_argument("--user", required=True)
    parser.add_argument("--password-file", type=Path, metavar="FILE")
    parser.add_argument("--ttrss", action="store_true", help="the server is Tiny Tiny RSS")
    parser.add_argument("--tag", action="store_true", help="label the repeats")
    parser.add_argument("--read", action="store_true", help="mark the repeats as read")
    parser.add_argument("--undo", action="store_true", help="take back all that --tag and --read did")
    parser.add_argument("--label", default="repeat", help='name of the label ("repeat")')
    parser.add_argument("--rewrites", action="store_true", help="also group reports in other words, which are kept")
    parser.add_argument("--limit", type=int, default=2000, help="newest unread items to look at (2000)")
    parser.add_argument("--days", type=float, default=30, help="how long what was read counts (30)")
    home = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
    parser.add_argument("--state", type=Path, default=home / "offprint" / "feeds.db", metavar="FILE")
    options = parser.parse_args(words)
    if options.undo and (options.tag or options.read):
        parser.error("--undo takes back what was done: use it alone")
    if not re.fullmatch(r"[^\s/&?#,<>\"]([^/&?#,<>\"]*\S)?", options.label):
        parser.error("--label must be a name without / & ? # , < > and quotation marks")
    if options.limit < 1 or options.days < 0:
        parser.error("--limit must be at least 1, and --days at least 0")
    return options


def password(file):
    try:
        found = file.read_text("utf-8").strip("\r\n") if file else os.environ.get(PASSWORD)
    except (OSError, ValueError) as error:
        raise Trouble(f"the password cannot be read: {error}") from None
    if not found:
        raise Trouble(f"put the password into the variable {PASSWORD}, or into a file for --password-file")
    return found


def run(options):
    server = (TinyTinyRSS if options.ttrss else GoogleReader)(options.address)
    secret = password(options.password_file)
    with closing(State(options.state, f"{options.user}@{server.name}")) as state:
        server.login(options.user, secret)
        if options.undo:
            undo(server, state, options.label)
        else:
            look(server, state, options)
    for fault in server.faults:
        print(f"left out: {fault}", file=sys.stderr)
    return 3 if server.faults else 0


def look(server, state, options):
    since = time.time() - options.days * 86400
    ours = state.actions()
    known_ids = state.ids("had") | {id for id, done in ours.items() if "undone" not in done}
    for batch in server.items([id for id in server.read(since) if id not in known_ids]):
        had = [each for each in batch if each.is_read and options.label not in each.labels]
        read_texts(had)
        state.learn(had)
    unread = server.unread(options.limit)
    # Read once, and now kept as unread: the reader wants it again.
    state.forget(unread, since)
    items = [each for batch in server.items(unread) for each in batch if not each.is_read]
    items.sort(key=lambda item: (item.about.get("published") or "~", item.id))
    read_texts(items)
    marked = {item.id for item in items if is_marked(item, ours, options.label)}
    folded, groups, findings = judge(items, state.had(), marked, options.rewrites)
    for found in findings.values():
        if not found.kept:
            found.kept = reason_to_keep(found.item, ours.get(found.item.id, set()), options.label)
    show(items, folded, groups, findings, options)
    if len(unread) == options.limit:
        print(f"\nOnly the {options.limit} newest unread items were looked at: see --limit.")
    repeats = [found.item for found in findings.values() if not found.kept]
    if options.tag:
        todo = [each for each in repeats if options.label not in each.labels]
        do(state, "label", todo, lambda ids: labelled(server, ids, options.label))
        # An interrupted run may have labelled these and not noted it.
        state.note([each.id for each in repeats if options.label in each.labels and each.id in ours], "label", True)
    if options.read:
        do(state, "read", repeats, server.mark)
    changed = [word for word, on in (("labelled", options.tag), ("marked as read", options.read)) if on]
    if changed:
        print(f"\nRepeats {' and '.join(changed)}: {len(repeats)}. Take it back with --undo.")
    elif repeats:
        print(f"\nNothing was changed. With --tag, the repeats get the label {options.label}: {len(repeats)}.")


def is_marked(item, ours, label):
    return label in item.labels or item.id in ours and not reason_to_keep(item, ours[item.id], label)


def reason_to_keep(item, done, label):
    if item.is_starred:
        return "starred"
    if "undone" in done:
        return "taken back"
    if "label" in done and label not in item.labels:
        return "its label was removed"
    return "marked as unread again" if "read" in done else ""


def do(state, action, items, work):
    for at in range(0, len(items), BATCH):
        ids = [item.id for item in items[at : at + BATCH]]
        state.note(ids, action, False)
        work(ids)
        state.note(ids, action, True)


def labelled(server, ids, name):
    server.label(ids, name)
    missing = [each.id for each in server.batch(ids) if name not in each.labels]
    if missing:
        raise Trouble(f"{server.name} did not label {len(missing)} items: if a folder is called {name}, use --label")


def undo(server, state, label):
    done = state.actions()
    for action, back in (
        ("label", lambda ids: server.label(ids, label, on=False)),
        ("read", lambda ids: server.mark(ids, read=False)),
    ):
        ids = [id for id, actions in done.items() if action in actions and "undone" not in actions]
        for at in range(0, len(ids), BATCH):
            back(ids[at : at + BATCH])
    state.note(list(done), "undone", True)
    print(f"Taken back: {len(done)}. These items are not marked again.")


def show(items, folded, groups, findings, options):
    sources = len({item.feed for item in items})
    short = len(folded["unread"])
    s = "" if sources == 1 else "s"
    print(f"{sources} source{s}, {folded['independent_origins']} independent: {len(items)} unread items", end="")
    print(f"; {short} judged by title and summary alone." if short else ".")
    word = "repeat" if not (options.tag or options.read) else "labelled" if options.tag else "read"
    for members in groups:
        first = members[0]
        if len(members) == 1 and first.id not in findings:
            continue
        print(f"\n{line(first)}")
        for item in members:
            found = findings.get(item.id)
            if not found:
                continue
            what = f"{'kept' if found.kept else word:9}{found.likeness:10}{found.score:.3f}"
            print(f"  {what}  {line(item) if item is not first else 'itself'}")
            if found.was_read:
                print(f"           of what was read: {line(found.by)}")
            elif found.by is not first:
                print(f"           of {line(found.by)}")
            if found.kept:
                print(f"           {printable(found.kept)}")


def line(item):
    parts = [item.title or "(no title)", item.source, item.about.get("url")]
    return "  ".join(printable(part)[:200] for part in parts if part)


def main(words=None):
    options = arguments(words)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")
    try:
        return run(options)
    except Trouble as error:
        print(f"offprint_feeds: {error}", file=sys.stderr)
    except sqlite3.Error as error:
        print(f"offprint_feeds: the state in {options.state} cannot be written: {error}", file=sys.stderr)
    except KeyboardInterrupt:
        print("offprint_feeds: interrupted; the next run does the rest", file=sys.stderr)
    except BrokenPipeError:
        # Who reads the list has seen enough; Python would complain at its end once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1


if __name__ == "__main__":
    sys.exit(main())
