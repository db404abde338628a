#!/usr/bin/env python3
"""The Python package beside resiliparse with its main content, and what a second process adds.

    pip install resiliparse ./crates/python
    research/bench/python.py FOLDER-OF-PAGES [ROUNDS]

All take turns in each round. CPU seconds are counted, so a busy machine slows all alike; compare the ratios. Only the
gain of a second process is given by the wall clock and in CPU seconds of both: on a busy machine the wall clock shows less.
"""
import multiprocessing
import pathlib
import statistics
import sys
import time
from importlib.metadata import version

import offprint
from resiliparse.extract.html2text import extract_plain_text
from resiliparse.parse.encoding import bytes_to_str, detect_encoding


def resiliparse(page):
    """As offprint.read, of bytes in whatever charset."""
    return extract_plain_text(bytes_to_str(page, detect_encoding(page)), main_content=True)


PROGRAMS = {
    'offprint.read': lambda pages: [offprint.read(page) for page in pages],
    'offprint.read_many, one thread': lambda pages: list(offprint.read_many(pages, threads=1)),
    'resiliparse, of bytes': lambda pages: [resiliparse(page) for page in pages],
    'resiliparse, of decoded pages': lambda pages: [extract_plain_text(page, main_content=True) for page in pages],
}


def cpu(run, pages):
    start = time.process_time()
    run(pages)
    return time.process_time() - start


def work(pages):
    start = time.process_time()
    for page in pages:
        offprint.read(page)
    return time.process_time() - start


def processes(pages, count):
    """Wall-clock and CPU seconds that a number of processes take, once all of them are ready."""
    with multiprocessing.get_context('spawn').Pool(count) as pool:
        pool.map(work, [pages[:1]] * count * 4, chunksize=1)
        start = time.perf_counter()
        burnt = sum(pool.map(work, [pages[at::8] for at in range(8)], chunksize=1))
        return time.perf_counter() - start, burnt


def main(folder, rounds=10):
    raw = [path.read_bytes() for path in sorted(pathlib.Path(folder).glob('*.html'))]
    decoded = [page.decode('utf8', 'replace') for page in raw]
    megabytes = sum(map(len, raw)) / 1e6
    print(f'{len(raw)} pages, {megabytes:.1f} MB; resiliparse {version("resiliparse")}\n')
    times = {name: [] for name in PROGRAMS}
    for _ in range(int(rounds)):
        for name, run in PROGRAMS.items():
            times[name].append(cpu(run, decoded if 'decoded' in name else raw))
    ours = times['offprint.read']
    print('| | best, MB/s | median, MB/s | times |\n|---|---:|---:|---:|')
    for name, each in times.items():
        ratio = statistics.median(a / b for a, b in zip(each, ours))
        print(f'| {name} | {megabytes / min(each):.1f} | {megabytes / statistics.median(each):.1f} | {ratio:.2f} |')
    many = raw * 4
    pairs = [(processes(many, 1), processes(many, 2)) for _ in range(int(rounds) // 2)]
    wall = sorted(one[0] / two[0] for one, two in pairs)
    burnt = statistics.median(two[1] / one[1] for one, two in pairs)
    print(f'\nTwo processes: {wall[-1]:.2f} times as fast at best, {statistics.median(wall):.2f} in the median; '
          f'together they burn {burnt:.2f} times the CPU of one.')


if __name__ == '__main__':
    main(*sys.argv[1:])
