#!/usr/bin/env python3
"""What each rule of the extraction gains: `rules.py FOLDER …`, each as `offprint-eval measure` reads it.

In a copy of the sources, each rule of `RULES` gets a switch; then the pages are read without one rule after the other.
Prints a table of F1 (mean over the sets) without each, and of the pages that are then read worse and better by `MOVED`.
"""
import collections
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
COPY = ROOT / 'target/rules'
BODY, LINES, PARSE = 'src/extract/body/', 'src/extract/lines/', 'src/parse/'
MOVED = 0.05

# A file, and either a function and what it returns when it is off, or a condition and what replaces it.
FUNCTIONS = [
    (f'{BODY}mod.rs', 'has_article', 'false'),
    (f'{BODY}mod.rs', 'drop_dateline', ''),
    (f'{BODY}mod.rs', 'drop_copies', ''),
    (f'{BODY}decide.rs', 'under_headline', 'None'),
    (f'{BODY}decide.rs', 'keep_between', ''),
    (f'{BODY}decide.rs', 'yields_to_model', 'false'),
    (f'{BODY}decide.rs', 'gives_way_to_unit', 'false'),
    (f'{BODY}parts.rs', 'drop_others', '0'),
    (f'{BODY}rules.rs', 'consent', 'vec![0; page.containers.len()]'),
    (f'{BODY}rules.rs', 'end_at_section', ''),
    (f'{BODY}rules.rs', 'threads', 'vec![false; page.blocks.len()]'),
    (f'{BODY}rules.rs', 'is_text', 'false'),
    (f'{BODY}rules.rs', 'trim', ''),
    (f'{BODY}units.rs', 'is_apart', 'vec![false; page.containers.len()]'),
    (f'{BODY}units.rs', 'is_slide', 'false'),
    (f'{BODY}units.rs', 'data_tables', 'vec![false; page.containers.len()]'),
    (f'{LINES}mod.rs', 'is_teaser', 'false'),
    (f'{LINES}mod.rs', 'is_in', 'false'),
    (f'{LINES}mod.rs', 'is_repeated_by', 'false'),
    (f'{LINES}mod.rs', 'section_rule', 'None'),
    (f'{LINES}words.rs', 'is_statement', 'false'),
    ('src/extract/gate.rs', 'drop_gate', ''),
    (f'{PARSE}hidden.rs', 'is_stuffed', 'false'),
    (f'{PARSE}hidden.rs', 'read', ''),
    (f'{PARSE}hidden.rs', 'is_unseen', 'false'),
    (f'{PARSE}hidden.rs', 'is_far', 'false'),
    (f'{PARSE}hidden.rs', 'is_empty_rect', 'false'),
    (f'{PARSE}hidden.rs', 'color_of', 'None'),
    (f'{PARSE}noise.rs', 'are_unseen', 'false'),
    (f'{PARSE}noise.rs', 'are_content', 'false'),
    (f'{PARSE}collector/data.rs', 'may_hold_article', 'false'),
    (f'{PARSE}collector/mod.rs', 'drop_decoration', ''),
    (f'{PARSE}collector/mod.rs', 'forget_link', ''),
]
CONDITIONS = [
    (f'{BODY}mod.rs', '!kept.contains(&true)', 'false', 'a thread of comments alone'),
    (f'{BODY}decide.rs', 'is_article && prose < FRAGMENT', 'false', 'a fragment with what is doubted'),
    (f'{BODY}decide.rs', 'f64::from(evidence.prose(&kept)) < LEFT * f64::from(evidence.prose(&by_rules))', 'false',
     'the rules decide'),
    (f'{BODY}rules.rs', 'container.hints.contains(Hints::CONTENT) || container.tag == Tag::Article', 'false',
     'votes of content'),
    (f'{BODY}rules.rs', 'best != 0', 'false', 'the body grows to its parents'),
    (f'{BODY}rules.rs', '5 * before >= 3 * total', 'false', 'nothing after a section'),
    (f'{BODY}rules.rs', 'f64::from(held[id]) < OUTWEIGHS * total && (!short || is_short)', 'true',
     'prose outweighs a rule'),
    (f'{BODY}rules.rs', 'article < ARTICLE', 'false', 'a thread is the content'),
]
KINDS = ['Landmark', 'ClassWord', 'Comments', 'Related', 'Hidden', 'Links', 'Headline', 'Credit', 'Editor', 'OriginalTitle',
         'Caption', 'Disclaimer', 'Promo', 'Teaser', 'Notice']
SWITCH = """
pub(crate) fn is_off(rule: usize) -> bool {
    static OFF: std::sync::LazyLock<Option<usize>> =
        std::sync::LazyLock::new(|| std::env::var("RULE").ok().and_then(|rule| rule.parse().ok()));
    *OFF == Some(rule)
}
"""


def patched():
    """Copies the sources, puts a switch into each rule, and returns their names."""
    files = subprocess.run(['git', 'ls-files', '-z'], cwd=ROOT, check=True, capture_output=True, text=True)
    for name in filter(None, files.stdout.split('\0')):
        target = COPY / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes((ROOT / name).read_bytes())
    names = []

    def put(file, old, new, name):
        text = (COPY / file).read_text('utf8')
        if text.count(old) != 1:
            sys.exit(f'rules.py: {file} has this {text.count(old)} times: {old}')
        (COPY / file).write_text(text.replace(old, new.replace('OFF', f'crate::is_off({len(names)})')), 'utf8')
        names.append(name)

    for file, name, value in FUNCTIONS:
        text = (COPY / file).read_text('utf8')
        start = text.index(f'fn {name}(')
        head = text[start:text.index('{\n', start) + 2]
        put(file, head, f'{head}if OFF {{ return {value}; }}\n', f'`{name}`')
    for file, old, value, name in CONDITIONS:
        put(file, old, f'(if OFF {{ {value} }} else {{ {old} }})', name)
    for kind in KINDS:
        end = '    trim(page, measured, &mut rules);\n'
        off = f'for rule in &mut rules {{ if OFF && *rule == Some(Rule::{kind}) {{ *rule = None; }} }}\n'
        put(f'{BODY}rules.rs', end, off + end, f'kind {kind}')
    with open(COPY / 'src/lib.rs', 'a', encoding='utf8') as lib:
        lib.write(SWITCH)
    return names


def scores(rule, folders):
    """F1 of each page by set and id, without a rule."""
    found = {}
    for folder in folders:
        read = [COPY / 'research/target/release/offprint-eval', 'scores', folder]
        lines = subprocess.run(read, env=os.environ | {'RULE': str(rule)}, check=True, capture_output=True, text=True)
        for line in lines.stdout.splitlines():
            *page, f1 = line.split('\t')
            found[folder, *page] = float(f1)
    return found


def mean(found):
    sets = collections.defaultdict(list)
    for (_, name, _), f1 in found.items():
        sets[name].append(f1)
    return sum(sum(f1s) / len(f1s) for f1s in sets.values()) / len(sets)


def main(folders):
    names = patched()
    build = ['cargo', 'build', '--release', '--manifest-path', COPY / 'research/Cargo.toml', '--package', 'offprint-eval']
    fast = {'CARGO_PROFILE_RELEASE_LTO': 'off', 'CARGO_PROFILE_RELEASE_CODEGEN_UNITS': '16'}
    subprocess.run(build, env=os.environ | fast | {'CARGO_TARGET_DIR': COPY / 'research/target'}, check=True)
    today = scores('', folders)
    print(f'{len(today)} pages, mean F1 {mean(today):.4f}\n')
    print('| rule | mean F1 without it | pages that lose without it | pages that gain |\n|---|--:|--:|--:|', flush=True)
    for number, name in enumerate(names):
        without = scores(number, folders)
        moved = [without[page] - f1 for page, f1 in today.items()]
        lose, gain = sum(by <= -MOVED for by in moved), sum(by >= MOVED for by in moved)
        print(f'| {name} | {mean(without) - mean(today):+.4f} | {lose} | {gain} |', flush=True)


if __name__ == '__main__':
    main([os.path.abspath(folder) for folder in sys.argv[1:]])
