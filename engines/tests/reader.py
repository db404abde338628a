"""A feed reader for tests, with the API of Google Reader as FreshRSS or Miniflux answers it, or that of Tiny Tiny RSS.

The first two were followed where they differ: Miniflux takes the login of a POST from its form, continues by an offset,
ignores `it`, cannot label items, refuses ids of which none is there, and answers anything unknown with an empty list.
"""

import json
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

LONG = "tag:google.com,2005:reader/item/"
STATE = "user/-/state/com.google/"
USER, PASSWORD = "ann", "pass & word="


@dataclass
class Post:
    id: int
    title: object
    html: object
    url: object
    feed: int = 1
    published: object = 1_700_000_000
    read: bool = False
    starred: bool = False
    labels: set = field(default_factory=set)


class Reader:
    """`posts` are what it holds; `edits` what it was asked to change; `fails` decides which requests fail, and how."""

    def __init__(self, posts, kind="freshrss", folders=("News",)):
        self.posts = {post.id: post for post in posts}
        self.kind = kind
        self.is_miniflux = kind == "miniflux"
        self.folders = folders
        self.port = 0
        self.edits = []
        self.requests = []
        self.fails = lambda path, ids: None
        self.auth = f"{USER}/0123456789abcdef"
        self.token = self.auth if self.is_miniflux else "0123456789abcdef".ljust(57, "Z")

    @contextmanager
    def serving(self):
        """Its address, the same each time."""
        server = ThreadingHTTPServer(("127.0.0.1", self.port), type("Bound", (Handler,), {"reader": self}))
        self.port = server.server_port
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield f"http://127.0.0.1:{self.port}" + ("/api/greader.php" if self.kind == "freshrss" else "")
        finally:
            server.shutdown()
            thread.join()
            server.server_close()

    def listed(self, query):
        """The ids of a stream, the newest first, and the continuation."""
        stream, only, without = (query.get(name, [""])[0] for name in ("s", "it", "xt"))
        posts = sorted(self.posts.values(), key=lambda post: -post.id)
        if self.is_miniflux and stream == STATE + "read":
            posts = [post for post in posts if post.read]
        elif self.is_miniflux and stream != STATE + "reading-list":
            raise ValueError(stream)
        if only == STATE + "read" and not self.is_miniflux:
            posts = [post for post in posts if post.read]
        if without == STATE + "read":
            posts = [post for post in posts if not post.read]
        since = int(query.get("ot", ["0"])[0])
        posts = [post for post in posts if not isinstance(post.published, int) or post.published >= since]
        size = int(query.get("n", ["20"])[0])
        more = query.get("c", [""])[0]
        if self.is_miniflux:
            at = int(more or 0)
            page = posts[at : at + size]
            return page, str(at + len(page)) if at + len(page) < len(posts) else None
        page = [post for post in posts if not more or post.id < int(more)][:size]
        return page, str(page[-1].id) if page and len(page) >= size else None

    def shown(self, post):
        states = ["reading-list", *(["read"] if post.read else []), *(["starred"] if post.starred else [])]
        user = "user/1" if self.is_miniflux else "user/-"
        states = [f"{user}/state/com.google/{state}" for state in states]
        body = {"content": post.html}
        return {
            "id": f"{LONG}{post.id:016x}",
            "title": post.title,
            "published": post.published,
            "timestampUsec": f"{post.id}",
            "alternate": [{"href": post.url}],
            "summary": body,
            "categories": [*states, f"{user}/label/News", *(f"{user}/label/{name}" for name in sorted(post.labels))],
            "origin": {"streamId": f"feed/{post.feed}", "title": f"Feed {post.feed}"},
            **({"content": body, "canonical": [{"href": post.url}]} if self.is_miniflux else {}),
        }

    def found(self, ids):
        numbers = [int(id.removeprefix(LONG), 16) if id.startswith(LONG) else int(id) for id in ids]
        return [self.posts[number] for number in numbers if number in self.posts]

    def edit(self, form):
        add, remove = (form.get(name, [""])[-1] for name in "ar")
        if self.is_miniflux and "/label/" in add + remove:
            return 500
        self.edits.append((add, remove, form.get("i", [])))
        for post in self.found(form.get("i", [])):
            for stream, on in ((add, True), (remove, False)):
                name = stream.partition("/label/")[2]
                if stream == STATE + "read":
                    post.read = on
                elif name and on and name not in self.folders:
                    post.labels.add(name)
                elif name and not on:
                    post.labels.discard(name)
        return 200

    def called(self, op, sid=None, **given):
        """The answer of Tiny Tiny RSS: whether all is well, and what it says."""
        if op == "login":
            known = (given["user"], given["password"]) == (USER, PASSWORD)
            return (0, {"session_id": self.auth}) if known else (1, {"error": "LOGIN_ERROR"})
        if sid != self.auth:
            return 1, {"error": "NOT_LOGGED_IN"}
        ids = [int(id) for id in given.get("article_ids", given.get("article_id", "")).split(",") if id]
        posts = [self.posts[id] for id in ids if id in self.posts]
        if op == "getHeadlines":
            listed = [post for post in self.posts.values() if given["view_mode"] != "unread" or not post.read]
            listed.sort(key=lambda post: -post.published)
            page = listed[given["skip"] :][: min(given["limit"], 200)]
            return 0, [self.article(post) for post in page]
        if op == "getArticle":
            return 0, [{**self.article(post), "content": post.html} for post in posts]
        if op == "getLabels":
            return 0, [{"id": -1025 - at, "caption": name} for at, name in enumerate(self.folders)]
        self.edits.append((op, given, ids))
        for post in posts:
            if op == "updateArticle" and given["field"] == 2:
                post.read = not given["mode"]
            elif op == "setArticleLabel":
                name = self.folders[-1025 - given["label_id"]]
                (post.labels.add if given["assign"] else post.labels.discard)(name)
        return 0, {"status": "OK", "updated": len(posts)}

    def article(self, post):
        return {
            "id": post.id,
            "title": post.title,
            "link": post.url,
            "updated": post.published,
            "unread": not post.read,
            "marked": post.starred,
            "labels": [[-1025, name, "", ""] for name in post.labels],
            "feed_id": post.feed,
            "feed_title": f"Feed {post.feed}",
        }


class Handler(BaseHTTPRequestHandler):
    reader: Reader

    def log_message(self, *_):
        pass

    def do_GET(self):
        self.respond({})

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        if self.reader.kind == "ttrss":
            status, content = self.reader.called(**json.loads(body))
            return self.json({"seq": 0, "status": status, "content": content})
        self.respond(parse_qs(body, keep_blank_values=True))

    def respond(self, form):
        reader, parts = self.reader, urlsplit(self.path)
        path, query = parts.path.removeprefix("/api/greader.php"), parse_qs(parts.query)
        reader.requests.append((path, query, form))
        failure = reader.fails(path, form.get("i", []))
        if failure:
            return self.answer("out of order", failure)
        if path == "/accounts/ClientLogin":
            known = form.get("Email") == [USER] and form.get("Passwd") == [PASSWORD]
            auth = reader.auth
            return self.answer(
                f"SID={auth}\nLSID=null\nAuth={auth}\n" if known else "Unauthorized!", 200 if known else 401
            )
        by_header = self.headers.get("Authorization") == f"GoogleLogin auth={reader.auth}"
        by_form = form.get("T", [""])[0].strip() == reader.token
        if not (by_form if reader.is_miniflux and self.command == "POST" else by_header):
            return self.answer("Unauthorized!", 401)
        method = path.removeprefix("/reader/api/0/")
        if method == "token":
            return self.answer(reader.token + ("" if reader.is_miniflux else "\n"))
        if method == "user-info":
            return self.json({"userId": "1", "userName": USER, "userProfileId": "1", "userEmail": ""})
        if method == "stream/items/ids":
            page, more = reader.listed(query)
            return self.paged({"itemRefs": [{"id": str(post.id)} for post in page]}, more)
        if method == "stream/items/contents" and self.command == "POST":
            posts = reader.found(form.get("i", []))
            if reader.is_miniflux and not posts:
                return self.answer("no items", 400)
            return self.json({"items": [reader.shown(post) for post in posts]})
        if method == "edit-tag" and self.command == "POST":
            if not by_form:
                return self.answer("Unauthorized!", 401)
            status = reader.edit(form)
            return self.answer("OK" if status == 200 else "unsupported tag type", status)
        if reader.is_miniflux:
            return self.json([])
        if method.startswith("stream/contents/"):
            page, more = reader.listed({**query, "s": [method.removeprefix("stream/contents/")]})
            return self.paged({"items": [reader.shown(post) for post in page]}, more)
        if method in ("unread-count", "subscription/list"):
            feeds = sorted({post.feed for post in reader.posts.values()})
            unread = [{"id": f"feed/{feed}", "count": 0} for feed in feeds]
            listed = [{"id": f"feed/{feed}", "title": f"Feed {feed}", "categories": []} for feed in feeds]
            return self.json({"unreadcounts": unread} if method == "unread-count" else {"subscriptions": listed})
        return self.answer("Bad Request!", 400)

    def paged(self, value, more):
        self.json({**value, **({"continuation": more} if more else {})})

    def json(self, value):
        self.answer(json.dumps(value), kind="application/json; charset=UTF-8")

    def answer(self, text, status=200, kind="text/plain; charset=UTF-8"):
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        if status == 302:
            self.send_header("Location", "https://other.example/")
        self.end_headers()
        self.wfile.write(body)
