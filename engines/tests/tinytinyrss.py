"""Tiny Tiny RSS as Debian packages it, on its own database, fetching made feeds through a proxy in this process."""

import os
import re
import shutil
import socket
import subprocess
import tempfile
import threading
import time
from contextlib import ExitStack, contextmanager
from email.utils import formatdate
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(os.environ.get("TT_RSS", "/usr/share/tt-rss"))
POSTGRESQL = Path(os.environ.get("POSTGRESQL", "/usr/lib/postgresql"))
USER, PASSWORD = "admin", "password"
# The database server refuses to run as root.
AS_USER = ["runuser", "-u", "postgres", "--"] if os.name == "posix" and os.geteuid() == 0 else []
RSS = """<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>
<title>{name}</title><link>{url}</link><description>{name}</description>
<item><title>{title}</title><link>{url}</link><guid>{url}</guid><pubDate>{date}</pubDate>
<content:encoded>{html}</content:encoded></item></channel></rss>"""


@contextmanager
def serving(stories):
    """Its address, and a function that returns the rows of a query, once it has fetched a feed of each story by name:
    title, HTML and address."""
    with ExitStack() as stack:
        folder = Path(tempfile.mkdtemp())
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        proxy = stack.enter_context(feeds(stories))
        query = stack.enter_context(database(folder))
        port = free_port()
        address = f"http://127.0.0.1:{port}"
        shutil.copytree(ROOT / "www", folder / "www", ignore=shutil.ignore_patterns("config.php"))
        for name in ("lock", *(f"cache/{kind}" for kind in ("export", "feeds", "images", "upload"))):
            (folder / name).mkdir(parents=True)
        (folder / "www" / "config.php").write_text(config(folder, address, proxy))
        if AS_USER:
            subprocess.run(["chown", "-R", "postgres", folder / "www", folder / "lock", folder / "cache"], check=True)
        log = stack.enter_context((folder / "php.log").open("w"))
        php = [*AS_USER, "php", "-d", "display_errors=0", "-S", f"127.0.0.1:{port}"]
        server = subprocess.Popen(php, cwd=folder / "www", stdout=log, stderr=log, start_new_session=True)
        stack.callback(stop, server)
        answering(port)
        yield address, query


def config(folder, address, proxy):
    """What it is told first holds; what its own file defines again does not."""
    first = {
        "DB_TYPE": "pgsql",
        "DB_HOST": folder,
        "DB_PORT": "5432",
        "DB_USER": "reader",
        "DB_NAME": "reader",
        "DB_PASS": "",
        "SELF_URL_PATH": f"{address}/",
        "LOCK_DIRECTORY": folder / "lock",
        "CACHE_DIR": folder / "cache",
        "LOG_DESTINATION": "",
        "_HTTP_PROXY": f"tcp://{proxy}",
    }
    rest = (ROOT / "www" / "config.php").read_text().replace("<?php", "", 1)
    rest = re.sub(r"include_once\(.*?\);|define\('DB_.*?\);", "", rest)
    return "<?php\n" + "".join(f"define('{name}', '{value}');\n" for name, value in first.items()) + rest


@contextmanager
def database(folder):
    programs = max(POSTGRESQL.glob("*/bin"))
    data = folder / "data"
    data.mkdir()
    if AS_USER:
        shutil.chown(folder, "postgres")
        shutil.chown(data, "postgres")

    def run(program, *words, **more):
        command = [*AS_USER, str(programs / program), *map(str, words)]
        return subprocess.run(command, check=True, capture_output=True, text=True, cwd="/", **more).stdout

    def query(statement):
        rows = run("psql", "-h", folder, "-U", "reader", "-qAtc", statement, "reader")
        return [tuple(row.split("|")) for row in rows.splitlines()]

    run("initdb", "-D", data, "-A", "trust", "-U", "reader", "-E", "UTF8", "--no-sync")
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    options = f"-k {folder} -h '' -c fsync=off"
    start = [*AS_USER, programs / "pg_ctl", "-D", data, "-w", "-o", options, "start"]
    subprocess.run(start, check=True, cwd="/", **quiet)
    try:
        run("createdb", "-h", folder, "-U", "reader", "reader")
        run("psql", "-h", folder, "-U", "reader", "-qf", ROOT / "schema" / "ttrss_schema_pgsql.sql", "reader")
        query(
            "INSERT INTO ttrss_user_prefs (owner_uid, pref_name, value) SELECT 1, pref_name, def_value FROM ttrss_prefs"
        )
        query("UPDATE ttrss_user_prefs SET value = 'true' WHERE pref_name = 'ENABLE_API_ACCESS'")
        yield query
    finally:
        run("pg_ctl", "-D", data, "-m", "immediate", "-w", "stop")


@contextmanager
def feeds(stories):
    """The address of a proxy that has the feed of each story at `http://NAME.example/`, and nothing else."""
    begin = time.time() - 86_400

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_):
            pass

        def do_GET(self):
            name = (urlsplit(self.path).hostname or "").removesuffix(".example")
            if name not in stories:
                return self.send_error(404)
            title, html, url = stories[name]
            date = formatdate(begin + 60 * list(stories).index(name))
            told = {"name": name, "title": title, "html": html, "url": url, "date": date}
            body = RSS.format(**{key: escape(value) for key, value in told.items()}).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/rss+xml")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_HEAD = do_GET

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever).start()
    try:
        yield f"127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


def answering(port):
    end = time.monotonic() + 30
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)


def stop(server):
    """Ends it with the program that started it as another user."""
    os.killpg(server.pid, 15)
    server.wait()
