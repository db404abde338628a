"""The program for feed readers, on a server that answers as FreshRSS or Miniflux does."""

import contextlib
import html
import io
import json
import os
import stat
import tempfile
import time
import unittest
from pathlib import Path
from unittest.mock import patch

from libgreader import ClientAuthMethod, GoogleReader, ReaderUrl
from support import ROOT

import offprint_feeds
from reader import LONG, PASSWORD, USER, Post, Reader

NOW = int(time.time())
ADDRESSES = ("http://rss.example", "https://ann:secret@rss.example", "file:///etc/passwd", "rss.example", "http://[")


def story(name):
    """A fixture page as a feed would have it: title, paragraphs, address."""
    folder = ROOT / "tests" / "pages" / name
    about = json.loads((folder / "meta.json").read_text("utf-8"))
    lines = (folder / "body.txt").read_text("utf-8").splitlines()
    return about["title"], "".join(f"<p>{html.escape(line)}</p>" for line in lines if line), about["url"]


def post(number, name, **more):
    title, body, url = story(name)
    return Post(number, title, body, url, **{"feed": number, "published": NOW - 1000 + number, **more})


def posts():
    """One story in five versions, and two others, each in a feed of its own."""
    names = (
        "zh-dam-original",
        "zh-dam-big5",  # the same
        "zh-dam-abridged",  # holds no more than the original
        "zh-dam-merged",  # has a part of its own
        "zh-dam-table-gbk",  # has other figures
        "zh-nightbus-original",
        "en-kettle",
    )
    return [post(number, name) for number, name in enumerate(names, 1)]


class Feeds(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.state = Path(folder.name) / "new" / "feeds.db"

    def run_on(self, reader, *words, **more):
        with reader.serving() as address:
            return self.run_at(address, *words, **more)

    def run_at(self, address, *words, user=USER, password=PASSWORD, expect=0):
        """What the program prints; its exit code must be as expected."""
        out = io.TextIOWrapper(io.BytesIO(), "utf-8")
        err = io.TextIOWrapper(io.BytesIO(), "utf-8")
        with (
            patch.dict(os.environ, {offprint_feeds.PASSWORD: password}),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
        ):
            code = offprint_feeds.main([address, "--user", user, "--state", str(self.state), *words])
            out.flush()
            err.flush()
        said = (out.buffer.getvalue() + err.buffer.getvalue()).decode()
        self.assertEqual(code, expect, said)
        self.assertNotIn(PASSWORD, said)
        return said

    def labelled(self, reader):
        return {number for number, post in reader.posts.items() if "repeat" in post.labels}

    def test_says_what_repeats_and_changes_nothing(self):
        for kind in ("freshrss", "miniflux"):
            with self.subTest(kind):
                reader = Reader(posts(), kind)
                said = self.run_on(reader)
                self.assertTrue(said.startswith("7 sources, 3 independent: 7 unread items.\n"), said)
                self.assertEqual(said.count("  repeat "), 2)
                self.assertIn("34% is its own: ", said)
                self.assertIn("other figures: 370, 70", said)
                self.assertIn("Nothing was changed", said)
                self.assertEqual(reader.edits, [])
                self.assertEqual(self.run_on(reader), said)
                self.assertEqual(self.run_on(reader, "--rewrites").count("  repeat "), 2)

    def test_labels_repeats_once(self):
        reader = Reader(posts())
        self.run_on(reader, "--tag")
        self.assertEqual(self.labelled(reader), {2, 3})
        self.assertFalse(any(post.read for post in reader.posts.values()))
        edits = list(reader.edits)
        self.run_on(reader, "--tag")
        self.assertEqual(reader.edits, edits)
        # Later, and as a further step, the same items are marked as read; nothing else ever is.
        self.run_on(reader, "--tag", "--read")
        self.run_on(reader, "--tag", "--read")
        self.assertEqual({number for number, post in reader.posts.items() if post.read}, {2, 3})
        self.assertEqual(len(reader.edits), len(edits) + 1)

    def test_what_was_read_is_not_offered_again(self):
        for kind, way in (("freshrss", "--tag"), ("miniflux", "--read")):
            with self.subTest(kind):
                self.state = self.state.with_name(kind)
                reader = Reader([post(1, "zh-dam-original", read=True), post(2, "zh-dam-big5")], kind)
                said = self.run_on(reader, way)
                self.assertIn("of what was read", said)
                self.assertEqual([len(ids) for _, _, ids in reader.edits], [1])
                self.assertTrue(reader.posts[2].labels or reader.posts[2].read)

    def test_what_was_read_may_be_gone_from_the_server(self):
        reader = Reader([post(1, "zh-dam-original", read=True)])
        self.run_on(reader)
        reader.posts = {2: post(2, "zh-dam-big5")}
        self.assertIn("of what was read", self.run_on(reader, "--tag"))
        self.assertEqual(self.labelled(reader), {2})
        # It counts for some days only, and for this account alone.
        reader.posts = {3: post(3, "zh-dam-credited")}
        self.run_on(reader, "--tag", "--days", "0")
        self.assertEqual(self.labelled(reader), set())

    def test_an_item_kept_unread_does_not_repeat_itself(self):
        reader = Reader([post(1, "zh-dam-original", read=True)])
        self.run_on(reader)
        reader.posts[1].read = False
        self.run_on(reader, "--tag", "--read")
        self.assertEqual(reader.edits, [])

    def test_what_the_program_marked_was_not_read(self):
        """Else the item that was kept would repeat its own repeat, and the story would be lost."""
        for kind, way in (("miniflux", ["--read"]), ("freshrss", ["--tag", "--read"])):
            with self.subTest(kind):
                self.state = self.state.with_name(kind)
                reader = Reader(posts()[:2], kind)
                for _ in range(3):
                    self.run_on(reader, *way)
                self.assertEqual([reader.posts[1].read, reader.posts[2].read], [False, True])
                # Even if an earlier, likelier original arrives.
                reader.posts[3] = post(3, "zh-dam-credited", published=NOW - 9000)
                self.run_on(reader, *way)
                self.assertEqual([post.read for post in reader.posts.values()].count(False), 1)

    def test_one_of_a_group_always_stays(self):
        reader = Reader(posts()[:2])
        self.run_on(reader, "--tag")
        self.assertEqual(self.labelled(reader), {2})
        # The labelled one now seems to be the first.
        reader.posts[2].published = NOW - 9000
        said = self.run_on(reader, "--tag")
        self.assertEqual(self.labelled(reader), {2})
        self.assertIn("  labelled same ", said)

    def test_a_digest_does_not_replace_its_stories(self):
        dam, bus = post(1, "zh-dam-original"), post(3, "zh-nightbus-original")
        digest = Post(2, "早报", dam.html + bus.html, "https://digest.example/1", feed=2, published=NOW - 999)
        reader = Reader([dam, digest, bus])
        self.run_on(reader, "--tag")
        self.assertEqual(self.labelled(reader), set())
        digest.published = NOW - 9999
        self.assertIn("part of a digest", self.run_on(reader, "--tag"))
        self.assertEqual(self.labelled(reader), set())

    def test_the_user_decides(self):
        starred = [post(1, "zh-dam-original"), post(2, "zh-dam-big5", starred=True)]
        self.assertIn("starred", self.run_on(Reader(starred), "--tag"))
        self.assertEqual(starred[1].labels, set())
        reader = Reader(posts())
        self.run_on(reader, "--tag", "--read")
        reader.posts[2].labels.clear()
        reader.posts[2].read = False
        self.assertIn("its label was removed", self.run_on(reader, "--tag", "--read"))
        self.assertEqual(self.labelled(reader), {3})
        self.assertIn("Taken back", self.run_on(reader, "--undo"))
        self.assertFalse(any(post.read or post.labels for post in reader.posts.values()))
        self.run_on(reader, "--tag", "--read")
        self.assertEqual(self.labelled(reader), set())

    def test_an_interrupted_run_is_finished_by_the_next(self):
        copies = [post(number, "zh-dam-original", feed=number) for number in range(1, 181)]
        for each in copies:
            each.url = f"https://site{each.id}.example/dam"
        reader = Reader(copies)
        reader.fails = lambda path, _: 502 if path.endswith("edit-tag") and len(reader.edits) == 2 else None
        self.run_on(reader, "--tag", expect=1)
        self.assertEqual(len(self.labelled(reader)), 100)
        reader.fails = lambda *_: None
        self.run_on(reader, "--tag")
        self.assertEqual(self.labelled(reader), set(range(2, 181)))
        edits = len(reader.edits)
        self.run_on(reader, "--tag")
        self.assertEqual(len(reader.edits), edits)
        # The server did it, and the program died before it knew.
        reader = Reader(posts()[:2], "miniflux")
        note = offprint_feeds.State.note

        def dying(state, ids, action, done):
            if done:
                raise offprint_feeds.Trouble("killed")
            note(state, ids, action, done)

        with patch.object(offprint_feeds.State, "note", dying):
            self.run_on(reader, "--read", expect=1)
        self.assertTrue(reader.posts[2].read)
        self.run_on(reader, "--read")
        self.assertEqual([reader.posts[1].read, reader.posts[2].read], [False, True])

    def test_bad_items_spoil_nothing(self):
        bad = [
            Post(101, 7, "<p>", None, published="soon"),
            Post(102, "\ud800 \x1b[2J", "\udfff" * 9, "https://[", published=10**30),
            Post(103, None, None, 5),
            Post(104, "T", 7, "https://a.example"),
            Post(105, "Deep", "<div>" * 100_000, "https://b.example/"),
            post(106, "zh-dam-credited"),
        ]
        for kind in ("freshrss", "miniflux"):
            with self.subTest(kind):
                self.state = self.state.with_name(kind)
                reader = Reader([*posts(), *bad], kind)
                reader.fails = lambda _, ids: 500 if f"{LONG}{106:016x}" in ids else None
                way = "--tag" if kind == "freshrss" else "--read"
                said = self.run_on(reader, way, expect=3)
                done = {number for number, post in reader.posts.items() if post.labels or post.read}
                self.assertEqual(done, {2, 3})
                self.assertNotIn("\x1b", said)
                self.assertEqual(said.count("left out"), 2)
                for each in posts():
                    reader.posts[each.id] = each

    def test_short_items_are_repeats_only_if_all_their_words_are_there(self):
        text = "<p>A storm hit the coast on Sunday. Two boats sank, and the harbour of Skarn is shut.</p>"
        news = [
            Post(1, "Storm hits Skarn", text, "https://a.example/1", feed=1),
            Post(2, "Storm hits Skarn", text, "https://b.example/1", feed=2),  # a repeat
            Post(3, "Storm hits Skarn", text.replace("Two", "Three"), "https://c.example/1", feed=3),
            Post(4, "Storm hits Skarn", text, "https://a.example/9", feed=1),  # of a series, perhaps
            Post(5, "Choir sings in Skarn", text, "https://d.example/1", feed=4),  # a standing text
            Post(6, "Storm hits Skarn", text, "https://a.example/1", feed=5),  # the same page in another feed
        ]
        reader = Reader(news)
        said = self.run_on(reader, "--tag")
        self.assertEqual(self.labelled(reader), {2, 6}, said)
        self.assertIn("6 judged by title and summary alone", said)
        # A feed whose items all have one address.
        same = [
            Post(n, f"Day {n} in Skarn", f"<p>On day {n} it rained.</p>", "https://a.example/") for n in range(1, 9)
        ]
        reader = Reader(same)
        self.assertNotIn("  same ", self.run_on(reader, "--tag"))
        self.assertEqual(reader.edits, [])

    def test_thousands_of_items_come_page_by_page(self):
        many = [Post(n, f"Item {n}", f"<p>This is text {n}.</p>", f"https://a.example/{n}") for n in range(1, 2301)]
        for kind in ("freshrss", "miniflux"):
            with self.subTest(kind):
                reader = Reader(many, kind)
                self.assertIn("2300 unread items", self.run_on(reader, "--limit", "5000"))
                self.assertIn("1500 newest", self.run_on(reader, "--limit", "1500"))
                lists = [query for path, query, _ in reader.requests if path.endswith("/ids") and "xt" in query]
                self.assertEqual([query["n"][0] for query in lists], ["1000", "1000", "1000", "1000", "500"])

    def test_tiny_tiny_rss(self):
        many = [Post(n, f"Item {n}", f"<p>This is text {n}.</p>", f"https://a.example/{n}") for n in range(100, 400)]
        reader = Reader([*posts(), *many], "ttrss")
        self.assertIn("first make a label", self.run_on(reader, "--ttrss", "--tag", expect=1))
        reader.folders = ("News", "repeat")
        self.assertIn("307 unread items", self.run_on(reader, "--ttrss", "--tag"))
        self.assertEqual(self.labelled(reader), {2, 3})
        self.run_on(reader, "--ttrss", "--tag", "--read")
        self.assertEqual({number for number, post in reader.posts.items() if post.read}, {2, 3})
        edits = len(reader.edits)
        self.run_on(reader, "--ttrss", "--tag", "--read")
        self.assertEqual(len(reader.edits), edits)
        self.run_on(reader, "--ttrss", "--undo")
        self.assertFalse(any(post.read or post.labels for post in reader.posts.values()))
        reader.posts[1].read = True
        self.assertIn("of what was read", self.run_on(reader, "--ttrss"))
        self.assertIn("refuses this user", self.run_on(reader, "--ttrss", password="wrong", expect=1))

    def test_a_server_that_repeats_itself_ends(self):
        reader = Reader(posts())
        listed = reader.listed
        reader.listed = lambda query: (listed({**query, "c": [""]})[0], "7")
        self.run_on(reader)

    def test_a_label_that_is_not_set_is_noticed(self):
        self.assertIn("--label", self.run_on(Reader(posts(), folders=("repeat",)), "--tag", expect=1))
        self.assertIn("Miniflux cannot label", self.run_on(Reader(posts(), "miniflux"), "--tag", expect=1))

    def test_errors_say_what_to_do(self):
        reader = Reader(posts())
        self.assertIn("password of their own", self.run_on(reader, password="wrong", expect=1))
        self.assertIn(offprint_feeds.PASSWORD, self.run_on(reader, password="", expect=1))
        for code, words in ((302, "redirects to https://other.example/: pass that"), (503, " 503 "), (404, " 404 ")):
            reader.fails = lambda path, _, code=code: code
            self.assertIn(words, self.run_on(reader, expect=1))
        reader.fails = lambda *_: None
        with patch.object(offprint_feeds, "MOST_BYTES", 500):
            self.assertIn("an answer of", self.run_on(reader, expect=1))
        with patch.object(reader, "auth", "a b"):
            self.assertIn("right address", self.run_on(reader, expect=1))
        for answer in ("", "[]", "[" * 99_999, '{"itemRefs": 7}', '{"itemRefs": [{"id": 1}], "items": {}}'):
            with patch("reader.Handler.json", lambda self, _, answer=answer: self.answer(answer)):
                self.run_on(reader, expect=1 if "items" not in answer else 0)
                self.assertIn("right address", self.run_on(Reader([], "ttrss"), "--ttrss", expect=1))
        self.state.write_text("no database, but a text of some length" * 99)
        self.assertIn("cannot be used", self.run_on(reader, expect=1))
        self.assertEqual(reader.edits, [])

    def test_the_password_goes_to_no_other_place(self):
        for address in ADDRESSES:
            with self.assertRaises(offprint_feeds.Trouble):
                offprint_feeds.Server(address)
        for address in ("https://rss.example/api/greader.php/", "http://localhost:8080", "http://[::1]/"):
            offprint_feeds.Server(address)
        file = self.state.parent.parent / "password"
        file.write_text(PASSWORD + "\n")
        reader = Reader(posts())
        self.run_on(reader, "--password-file", str(file), password="")
        self.assertEqual(stat.S_IMODE(self.state.parent.stat().st_mode), 0o700)
        self.assertNotIn(PASSWORD.encode(), self.state.read_bytes())

    def test_an_independent_client_agrees_with_the_server(self):
        reader = Reader(posts())
        with reader.serving() as address:
            urls = {name: value for name, value in vars(ReaderUrl).items() if str(value).startswith("https://")}
            moved = {name: value.replace("https://www.google.com", address) for name, value in urls.items()}
            with (
                patch.multiple(ReaderUrl, **moved),
                patch.object(ClientAuthMethod, "CLIENT_URL", f"{address}/accounts/ClientLogin"),
            ):
                client = GoogleReader(ClientAuthMethod(USER, PASSWORD))
                self.assertTrue(client.buildSubscriptionList())
                client.makeSpecialFeeds()
                feed = client.getSpecialFeed(ReaderUrl.READING_LIST)
                feed.loadItems(excludeRead=True, loadLimit=4)
                feed.loadMoreItems(excludeRead=True, loadLimit=4)
                self.assertEqual([item.title for item in feed.items], [each.title for each in posts()[::-1]])
                self.assertEqual(client.addItemTag(feed.items[0], "user/-/label/seen"), "OK")
                feed.items[1].markRead()
        self.assertEqual(reader.posts[7].labels, {"seen"})
        self.assertEqual([number for number, post in reader.posts.items() if post.read], [6])


if __name__ == "__main__":
    unittest.main()
