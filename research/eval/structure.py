#!/usr/bin/env python3
"""How much structure Offprint and other extractors keep of articles; run by `offprint-eval structure`.

structure.py FOLDER SCORERS OFFPRINT reads the sets of FOLDER/wide and FOLDER/markdown.jsonl, and what Offprint made of the
pages from OFFPRINT/SET.jsonl; it lets trafilatura, Readability (with markdownify) and Defuddle read the same pages, has
SCORERS/score_markdown.py and SCORERS/score_structure.py score them all, and prints the figures as JSON. A tool gets the
pages decoded.
"""
import contextlib
import json
import logging
import pathlib
import re
import subprocess
import sys
import tempfile
from importlib.metadata import version

# Sets of articles, documentation, blogs and news. Blogs in other languages are scored as Markdown alone.
SETS = ['wcxb_article', 'wcxb_documentation', 'blog_en', 'blog_zh', 'fundus']
FIGURE = re.compile(r'^(\w[\w ]*?)\s+(?:F1 |pages +\d+ .*(?:F1|R) )?(0\.\d+|1\.0+)\b', re.M)
COUNT = re.compile(r'^(\w[\w ]*?)\s.*?pages +(\d+)', re.M)


def merged(folder, sets, into):
    """Joins sets into one, so that the scores are those of all pages."""
    lines = []
    for kind in ('pages', 'gold'):
        (into / kind).mkdir(parents=True)
    for name in sets:
        for path in (folder / 'wide' / name / 'pages').iterdir():
            (into / 'pages' / path.name).symlink_to(path.resolve())
        for path in (folder / 'wide' / name / 'gold').iterdir():
            (into / 'gold' / path.name).symlink_to(path.resolve())
        lines.append((folder / 'wide' / name / 'meta.jsonl').read_text('utf8'))
    (into / 'meta.jsonl').write_text(''.join(lines), 'utf8')
    return into


def by_trafilatura(pages):
    import trafilatura
    logging.disable(logging.CRITICAL)
    options = dict(include_comments=False, include_links=True, include_images=True, include_formatting=True)
    for path in pages:
        html = path.read_bytes().decode('utf8', 'replace')
        read = {'id': path.stem}
        for form in ('markdown', 'html'):
            read[form] = ''
            with contextlib.suppress(Exception):
                read[form] = trafilatura.extract(html, output_format=form, **options) or ''
        yield read


def by_javascript(folder):
    """Their versions, and what Readability and Defuddle read."""
    from markdownify import markdownify
    script = pathlib.Path(__file__).with_suffix('.mjs')
    out = subprocess.run(['node', script, folder], check=True, capture_output=True, text=True).stdout.strip().split('\n')
    readability, defuddle = [], []
    for read in map(json.loads, out[1:]):
        markdown = ''
        with contextlib.suppress(Exception):
            markdown = markdownify(read['readability'], heading_style='ATX')
        readability.append({'id': read['id'], 'html': read['readability'], 'markdown': markdown})
        defuddle.append({'id': read['id'], 'html': read['defuddle'], 'markdown': read['markdown']})
    return json.loads(out[0]), readability, defuddle


def by_offprint(folder):
    for path in sorted(folder.glob('*.jsonl')):
        yield from map(json.loads, path.read_text('utf8').strip().split('\n'))


def scored(scorers, name, *arguments):
    """What a scorer prints: the figure of each kind, and of how many pages."""
    out = subprocess.run([sys.executable, scorers / name, *arguments], check=True, capture_output=True, text=True).stdout
    kinds = {kind.replace(' ', '_'): float(figure) for kind, figure in FIGURE.findall(out)}
    return kinds, {kind.replace(' ', '_'): int(count) for kind, count in COUNT.findall(out)}


def main():
    folder, scorers, offprint = map(pathlib.Path, sys.argv[1:])
    gold = folder / 'markdown.jsonl'
    blogs = sorted({json.loads(line)['set'] for line in gold.read_text('utf8').strip().split('\n')})
    with tempfile.TemporaryDirectory() as made:
        made = pathlib.Path(made)
        everything = merged(folder, sorted({*SETS, *blogs}), made / 'everything')
        chosen = merged(folder, SETS, made / 'chosen')
        pages = sorted((everything / 'pages').iterdir())
        versions, readability, defuddle = by_javascript(everything / 'pages')
        systems = {
            'Offprint': by_offprint(offprint),
            f'trafilatura {version("trafilatura")}': by_trafilatura(pages),
            f'Readability {versions["readability"]}': readability,
            f'Defuddle {versions["defuddle"]}': defuddle,
        }
        results = {'markdown': [], 'elements': []}
        for name, reads in systems.items():
            lines = made / 'read.jsonl'
            lines.write_text(''.join(json.dumps(read) + '\n' for read in reads), 'utf8')
            figures, counts = scored(scorers, 'score_markdown.py', '--gold', gold, '--pred', lines)
            results['markdown'].append({'system': name, **figures})
            figures, of = scored(scorers, 'score_structure.py', '--set', chosen, '--pred', lines)
            results['elements'].append({'system': name, **figures})
        results['pages'] = {'markdown': counts, 'elements': of}
        print(json.dumps(results))


if __name__ == '__main__':
    try:
        main()
    except ImportError as error:
        sys.exit(f'{error}: pip install lxml lxml_html_clean markdownify rapidfuzz trafilatura, best into a virtual '
                 'environment, and name its Python with --python')
