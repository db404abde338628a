#!/usr/bin/env python3
"""Other extractors on the same pages, timed round by round.

Lists the extractors that it has, with their versions. Then it reads a name from each line of standard input, reads all
pages with that extractor, and answers with the CPU seconds and the milliseconds of each page. `cargo research bench`
runs it. The pages are decoded before the clock starts, so a peer has less to do than Offprint.
"""
import pathlib
import sys
import time
from importlib.metadata import version


def resiliparse():
    from resiliparse.extract.html2text import extract_plain_text
    return lambda page: extract_plain_text(page, main_content=True, preserve_formatting=False)


def trafilatura():
    import logging
    import trafilatura as tool
    logging.disable(logging.CRITICAL)
    return lambda page: tool.extract(page, include_comments=False)


TOOLS = {'resiliparse': resiliparse, 'trafilatura': trafilatura}


def milliseconds(extract, page):
    start = time.perf_counter()
    extract(page)
    return (time.perf_counter() - start) * 1000


def main():
    pages = [path.read_bytes().decode('utf8', 'replace') for path in sorted(pathlib.Path(sys.argv[1]).glob('*.html'))]
    extractors = {name: load() for name, load in TOOLS.items()}
    versions = [f'{name} {version(name)}' for name in extractors]
    print(f'ready {", ".join(extractors)}; {", ".join(versions)}', flush=True)
    for line in sys.stdin:
        extract = extractors[line.strip()]
        start = time.process_time()
        each = [milliseconds(extract, page) for page in pages]
        print(time.process_time() - start, *each, flush=True)


if __name__ == '__main__':
    try:
        main()
    except ImportError as error:
        sys.exit(f'{error}: pip install resiliparse trafilatura lxml_html_clean, best into a virtual environment, and name its Python with --python')
