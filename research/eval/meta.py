#!/usr/bin/env python3
"""What trafilatura or newspaper4k states of pages: a line {"id", "tool", "title", "author", "date"} for each, which
`cargo research meta FOLDER --peers FILE …` judges.

meta.py FOLDER TOOL reads FOLDER/meta. A tool gets the page decoded by its true charset, and its address; nothing is fetched.
"""
import contextlib
import json
import logging
import pathlib
import re
import socket
import sys
from importlib.metadata import version

CHARSET = re.compile(rb'<meta[^>]{0,200}?charset\s*=\s*["\']?\s*([\w-]+)', re.I)


def decoded(html, charset):
    """Decodes by the labelled charset, by UTF-8, or by the charset that the page declares, in this order."""
    declared = CHARSET.search(html)
    for name in (charset or 'utf8', declared and declared[1].decode()):
        with contextlib.suppress(LookupError, TypeError, UnicodeDecodeError):
            return html.decode(name)
    return html.decode('windows-1252', 'replace')


def trafilatura():
    import trafilatura as tool

    def read(html, url):
        found = tool.extract_metadata(html, default_url=url or None)
        # The names are joined by "; ".
        return found and {'title': found.title, 'author': found.author, 'date': found.date}

    return read


def newspaper4k():
    import newspaper as tool

    def read(html, url):
        # It refuses pages without an address.
        page = tool.Article(url or 'https://example.org/', fetch_images=False)
        page.download(input_html=html)
        page.parse()
        day = page.publish_date and page.publish_date.date().isoformat()
        return {'title': page.title, 'author': page.authors, 'date': day}

    return read


TOOLS = {'trafilatura': trafilatura, 'newspaper4k': newspaper4k}


def refuse(*_):
    raise OSError('no page is fetched')


def main():
    folder, name = pathlib.Path(sys.argv[1]) / 'meta', sys.argv[2]
    read, tool = TOOLS[name](), f'{name} {version(name)}'
    logging.disable(logging.CRITICAL)
    socket.getaddrinfo = refuse
    with open(folder / 'gold.jsonl', encoding='utf8') as golds:
        for gold in map(json.loads, golds):
            html = decoded((folder / 'pages' / f'{gold["id"]}.html').read_bytes(), gold.get('encoding'))
            stated = None
            # If a tool fails on a page, it states nothing about it.
            with contextlib.suppress(Exception):
                stated = read(html, gold.get('url'))
            print(json.dumps({'id': gold['id'], 'tool': tool, **(stated or {})}))


if __name__ == '__main__':
    try:
        main()
    except ImportError as error:
        sys.exit(f'{error}: pip install -r research/eval/requirements-meta.txt, best into a virtual environment')
