//! `docs/verdict.md`: what was measured, as tables.

use super::codes::{Decider, LENGTHS};
use super::curves::{DIALS, MOVES, READ, SAMPLES, Sampled, WRITTEN, is_in_use};
use super::{BY_SITE, Measured, Sizes, by_language, rows};
use crate::figures::Figure;
use crate::markdown::{part, parts, percent, rounded_up, row, table};
use crate::pairs::rates::{self, FalsePositives, Row, Shares, Tally, Task};
use crate::pairs::sets::Label;
use crate::score::mean;
use offprint::internals::verdict::THRESHOLDS;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

pub fn document(measured: &Measured, figures: &BTreeMap<String, Figure>) -> String {
    [
        INTRODUCTION.to_owned(),
        pages(measured),
        cost(measured, figures),
        by_kind(measured),
        edits(measured),
        texts(measured),
        pool_and_stream(measured),
        thresholds(measured),
        close(measured),
        codes(measured),
        samples(measured),
        keys(measured),
        sizes(measured),
    ]
    .join("\n")
}

/// Precision, recall and F1 of each task.
fn tasks(name: &str, rows: &[Row]) -> Vec<Vec<String>> {
    let task = |task| {
        let tally = Tally::of(rows.iter().copied(), task);
        let (low, high) = rates::interval(rows, task);
        row(
            format!("{name}{}", Task::name(task)),
            [
                part(tally.precision()),
                part(tally.recall()),
                format!("**{:.3}**", tally.f1()),
                format!("{low:.3}–{high:.3}"),
            ],
        )
    };
    Task::ALL.map(task).to_vec()
}

const TASKS: [&str; 5] = ["", "P", "R", "F1", "95 % interval"];

fn pages(measured: &Measured) -> String {
    let rows = measured.rows();
    let mut lines = tasks("", &rows);
    for (language, rows) in by_language(&rows) {
        lines.extend(tasks(&format!("{language}: "), &rows));
    }
    let of = FalsePositives::of(&rows);
    let reported = (of.any * of.negatives as f64).round() as usize;
    let groups: BTreeSet<&str> = rows.iter().map(|row| &*row.0.group).collect();
    format!(
        "## Pairs of pages\n\n{} pairs of {} groups, {} of them different. Of the different pairs, {} are called same \
         and {} same or partial (at 95 % confidence, at most {}).\n\n{}",
        rows.len(),
        groups.len(),
        of.negatives,
        percent(of.same),
        percent(of.any),
        percent(rates::upper(reported, of.negatives)),
        table(&TASKS, lines)
    )
}

/// F1 of each task, and the share of false positives.
fn cells(rows: &[Row]) -> [f64; 4] {
    let [same, partial, any] = super::curves::f1s(rows);
    [same, partial, any, FalsePositives::of(rows).any]
}

fn cost(measured: &Measured, figures: &BTreeMap<String, Figure>) -> String {
    let lines = measured.reprints().flat_map(|of| {
        let pairs = of.pairs.len().to_string();
        let line = |name: &str, cells: Vec<String>| {
            let name = format!("`{}`, {name}", of.name);
            row(name, [pairs.clone()].into_iter().chain(cells))
        };
        let truth = cells(&rows(&of.true_texts));
        let distance = |read: [f64; 4]| {
            let parts =
                [0, 1, 2, 3].map(|i| ((read[i] - truth[i]) * 1000.0).round() / 1000.0 + 0.0);
            parts.map(|part| format!("{part:+.3}")).to_vec()
        };
        let read = cells(&of.rows());
        let mut lines = vec![
            line("from true texts", parts(truth).collect()),
            line("from pages", parts(read).collect()),
            line("distance", distance(read)),
        ];
        // Measured now, or the last time that it was.
        let figure = |name: &str| {
            figures
                .get(&format!("{}{BY_SITE}: {name}", of.name))
                .map(Figure::value)
        };
        let [same, partial, any] = Task::ALL.map(|task| figure(&format!("F1 {}", task.name())));
        if let (Some(same), Some(partial), Some(any), Some(wrong)) =
            (same, partial, any, figure("false positives"))
        {
            let read = [same, partial, any, wrong];
            lines.push(line("from pages, by site", parts(read).collect()));
            lines.push(line("distance", distance(read)));
        }
        lines
    });
    let streams = measured.modern.iter().map(|of| {
        format!(
            "\nOf the stream of `{}`, {} of {} classes are wrong; precision is {}, recall {}.\n",
            of.name,
            of.stream.wrong_classes,
            of.stream.classes,
            percent(of.stream.precision),
            percent(of.stream.recall)
        )
    });
    format!(
        "## What reading costs\n\nF1 and false positives on the pages, and on the texts that were put into them: the \
         distance is what is lost by reading pages less than perfectly. The body model was fitted to the pages that \
         the reprints were put into; *by site* are models that have seen no page of the site. `reprint_modern` holds \
         reprints made in the same way in pages of 2014 to 2026; all other sections tell of `reprint`.\n\n{}{}",
        table(
            &[
                "",
                "pairs",
                "same",
                "partial",
                "any reuse",
                "false positives"
            ],
            lines
        ),
        streams.collect::<String>()
    )
}

fn shares(shares: Shares) -> [String; 4] {
    [
        shares.same,
        shares.partial,
        shares.different,
        shares.unknown,
    ]
    .map(part)
}

fn kinds(rows: &[Row]) -> String {
    let lines = rates::by_kind(rows).into_iter().map(|((label, kind), of)| {
        let right = of.right(label).map_or("–".to_owned(), part);
        let cells = [label.name().to_owned(), of.n.to_string()];
        row(kind, cells.into_iter().chain(shares(of)).chain([right]))
    });
    table(
        &[
            "kind",
            "is",
            "n",
            "same",
            "partial",
            "different",
            "unknown",
            "right",
        ],
        lines,
    )
}

fn by_kind(measured: &Measured) -> String {
    format!(
        "## By kind\n\nThe share of each verdict. For different pairs, same and partial are false positives.\n\n{}",
        kinds(&measured.rows())
    )
}

fn edits(measured: &Measured) -> String {
    let rows = measured.rows();
    let negatives = |language: &str| {
        let of_language: Vec<Row> = rows
            .iter()
            .filter(|(pair, _)| pair.lang == language)
            .copied()
            .collect();
        FalsePositives::of(&of_language)
    };
    let lines = rates::by_edit_rate(&rows)
        .into_iter()
        .map(|((language, rate), of)| {
            let any = of.same + of.partial;
            let wrong = negatives(&language);
            let precision = |right: f64, wrong: f64| right / (right + wrong).max(f64::MIN_POSITIVE);
            let name = format!("{language}, {:.0} %", f64::from(rate) / 10.0);
            let figures = [
                of.same,
                of.partial,
                any,
                precision(of.same, wrong.same),
                precision(any, wrong.any),
            ];
            row(name, [of.n.to_string()].into_iter().chain(parts(figures)))
        });
    format!(
        "## By share of edited sentences\n\nUp to 10 % is labelled same, from 30 % partial, and between them grey. \
         Precision is measured against as many different pairs of the same language.\n\n{}",
        table(
            &["edited", "n", "same", "partial", "any", "P same", "P any"],
            lines
        )
    )
}

fn texts(measured: &Measured) -> String {
    let mut lines = Vec::new();
    for (name, pairs) in &measured.texts {
        let rows = rows(pairs);
        let of = FalsePositives::of(&rows);
        let graded = rows.iter().filter(|row| row.0.label != Label::Grey).count();
        let mut cells = vec![graded.to_string()];
        for task in Task::ALL {
            let tally = Tally::of(rows.iter().copied(), task);
            cells.extend(parts([tally.precision(), tally.recall(), tally.f1()]));
        }
        cells.push(format!("{} of {}", percent(of.any), of.negatives));
        lines.push(row(format!("`{name}`"), cells));
    }
    let mut out = format!(
        "## Pairs of texts\n\n`judged` are real pairs that were labelled by reading both texts. These texts still \
         contain what stood around the article, and most of the false positives share a site's notice and nothing \
         else. The labels of `zh_events` and `natural_*` are computed from shared shingles, which is easy for a \
         method that counts shingles. `en_clough` are answers that were copied, revised or written independently. \
         *Pairs* counts those that are not grey.\n\n{}",
        table(
            &[
                "set",
                "pairs",
                "same P",
                "R",
                "F1",
                "partial P",
                "R",
                "F1",
                "any P",
                "R",
                "F1",
                "false positives"
            ],
            lines
        )
    );
    if let Some(judged) = measured.texts.get("judged") {
        out += &format!("\n`judged` by kind:\n\n{}", kinds(&rows(judged)));
    }
    out
}

fn pool_and_stream(measured: &Measured) -> String {
    let pool = &measured.pool;
    let stream = &measured.reprint.stream;
    let million = |n: usize| {
        let rate = 1e6 * n as f64 / pool.pairs.max(1) as f64;
        let upper = 1e6 * rates::upper(n, pool.pairs);
        format!("{rate:.2} of a million, at 95 % confidence no more than {upper:.2}")
    };
    format!(
        "## A pool of unrelated texts\n\nNo two of {} documents share more than 30 % of the smaller one; all {} pairs \
         were compared. {} are called same ({}) and {} partial ({}), in {} documents ({}). {} documents are too short \
         for a fingerprint.\n\n## A stream\n\n{} pages arrive one by one and are looked up by their keys, as `dedupe` \
         does it. Of {} classes **{} are wrong**: they are not found as exactly one class. Of the pages called same \
         as an earlier one, {} are; of the pages whose article came before, {} are found. For pairs of pages within a \
         class, precision is {} and recall {}. A page takes {:.2} look-ups.\n",
        pool.docs,
        pool.pairs,
        pool.same,
        million(pool.same),
        pool.partial,
        million(pool.partial),
        pool.touched,
        percent(pool.touched as f64 / pool.docs.max(1) as f64),
        pool.unknown,
        stream.pages,
        stream.classes,
        stream.wrong_classes,
        percent(stream.precision),
        percent(stream.recall),
        part(stream.pair_precision),
        part(stream.pair_recall),
        stream.reads,
    )
}

fn thresholds(measured: &Measured) -> String {
    let lines = DIALS.iter().zip(&measured.moves).map(|(dial, moves)| {
        let value = (dial.get)(&THRESHOLDS);
        let cells = moves
            .iter()
            .map(|[same, partial, _]| format!("{same:.3} {partial:.3}"));
        row(
            format!("`{}`", dial.name),
            std::iter::once(value.to_string()).chain(cells),
        )
    });
    let mut head = vec!["threshold".to_owned(), "value".to_owned()];
    head.extend(MOVES.map(|by| match by == 0.0 {
        true => "in use".to_owned(),
        false => format!("{:+.0} %", 100.0 * by),
    }));
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    let searched = measured.searched;
    let in_use = super::curves::f1s(&measured.rows());
    let compared = [
        ("in use, measured on all pairs", in_use),
        ("searched and measured on all pairs", searched.on_the_same),
        (
            "searched on four fifths of the groups, measured on the last",
            searched.on_others,
        ),
    ];
    format!(
        "## Thresholds\n\nF1 of same and of partial on the pairs of pages when one threshold of \
         `src/compare/verdict.rs` is moved by a share of its value (for a length ratio, of what it exceeds 1 \
         by).\n\n{}\nThe thresholds in use were chosen on these same pairs. To see what that is worth, a search \
         starts in the middle of each range and sets one threshold after the other to the best of 21 values, until \
         none improves. In the last line it is run without a fifth of the groups and measured on that fifth, so it \
         has seen none of the reprints that it is measured on.\n\n{}",
        table(&head, lines),
        table(
            &["thresholds", "same", "partial", "any reuse"],
            compared.map(|(name, f1s)| row(name, parts(f1s)))
        )
    )
}

/// How often verdicts are close, and how often those are right.
fn close(measured: &Measured) -> String {
    let lines = measured.sets().map(|(name, pairs)| {
        let known = pairs.iter().filter_map(|pair| {
            let likeness = pair.likeness?;
            let right = Shares::of(&[likeness.verdict(&THRESHOLDS)]).right(pair.label)?;
            Some((likeness.is_close(&THRESHOLDS), right))
        });
        let (close, clear): (Vec<_>, Vec<_>) = known.partition(|(is_close, _)| *is_close);
        let right = |of: &[(bool, f64)]| percent(mean(of.iter().map(|(_, right)| *right)));
        let share = close.len() as f64 / (close.len() + clear.len()).max(1) as f64;
        row(name, [percent(share), right(&close), right(&clear)])
    });
    format!(
        "## Close verdicts\n\nA verdict is `close` if one of its conditions, within the standard error of the sample, \
         would turn it. How often that is, and how often close verdicts and the others are right:\n\n{}",
        table(&["set", "close", "close and right", "others right"], lines)
    )
}

/// What the feature codes in a fingerprint could decide.
fn codes(measured: &Measured) -> String {
    let lines = Decider::ALL.iter().enumerate().map(|(i, (_, name))| {
        let cells = measured.codes.iter().map(|(_, tallies)| {
            let tally = &tallies[i];
            format!(
                "{:.3} {:.3} **{:.3}**",
                tally.precision(),
                tally.recall(),
                tally.f1()
            )
        });
        row(*name, cells)
    });
    let classes = LENGTHS.iter().zip(&measured.codes);
    let classes: Vec<String> = classes
        .map(|((name, _), (n, _))| format!("{name} ({n} pairs)"))
        .collect();
    let mut head = vec!["reuse is told by"];
    head.extend(classes.iter().map(String::as_str));
    format!(
        "## Feature codes\n\nA fingerprint keeps the hashes of up to eight feature codes. They are told as evidence and \
         decide nothing. This is what they would do: precision, recall and F1 of *any reuse* on the pairs of pages that \
         have fingerprints, by the length of the shorter body.\n\n{}",
        table(&head, lines)
    )
}

fn samples(measured: &Measured) -> String {
    let line = |name: String, sampled: &Sampled| {
        let agree = [sampled.agree, sampled.agree_on_reuse].map(percent);
        row(name, agree.into_iter().chain(parts(sampled.f1s)))
    };
    let stored = line("the fingerprint".to_owned(), &measured.stored);
    let others = SAMPLES.iter().zip(&measured.samples).map(|(n, sampled)| {
        let name = n.map_or("all".to_owned(), |n| n.to_string());
        line(name, sampled)
    });
    format!(
        "## Samples\n\nVerdicts on the pairs of pages from samples of other sizes: that many shingles of each text, \
         with whole hashes, up to all of them. *Agree* is the share of verdicts that equal those from all shingles, \
         *on reuse* the same among the pairs that all shingles call same or partial. The thresholds are the same \
         throughout, and were chosen for the sample in the fingerprint.\n\n{}",
        table(
            &[
                "samples",
                "agree",
                "on reuse",
                "F1 same",
                "partial",
                "any reuse"
            ],
            std::iter::once(stored).chain(others)
        )
    )
}

fn keys(measured: &Measured) -> String {
    let found = &measured.keys;
    let lines =
        READ.iter().zip(&found.shares).map(|(&read, shares)| {
            let cells = WRITTEN.iter().zip(shares).map(|(&written, &share)| {
                match is_in_use(read, written) {
                    true => format!("**{share:.4}**"),
                    false => format!("{share:.4}"),
                }
            });
            row(format!("{read} read"), cells)
        });
    let head: Vec<String> = WRITTEN.iter().map(|n| format!("{n} written")).collect();
    let head: Vec<&str> = std::iter::once("")
        .chain(head.iter().map(String::as_str))
        .collect();
    format!(
        "## Keys\n\nFor the pairs of pages that are labelled and called same or partial, each in both orders ({} \
         cases): the share in which the keys of one page find the other, by how many keys are read and written. \
         Comparing with every page would find all. In use: {:.4}.\n\n{}",
        found.cases,
        found.in_use,
        table(&head, lines)
    )
}

fn sizes(measured: &Measured) -> String {
    let line = |name: &str, sizes: Sizes| {
        let Sizes {
            fingerprints,
            least,
            median,
            p90,
            most,
            ..
        } = sizes;
        row(
            name,
            [fingerprints, least, median, p90, most].map(|n| n.to_string()),
        )
    };
    let mut out = format!(
        "## Size and time\n\nBytes of a fingerprint.\n\n{}",
        table(
            &[
                "of",
                "fingerprints",
                "least",
                "median",
                "90 % up to",
                "most"
            ],
            [
                line("pages", measured.page_sizes),
                line("texts of the pool", measured.text_sizes),
            ]
        )
    );
    let [make, compare] = measured.times.map(rounded_up);
    let _ = writeln!(
        out,
        "\nOn one core of an ordinary server, making a fingerprint of an extracted text takes less than {make} µs, \
         and comparing two less than {compare} µs."
    );
    out
}

const INTRODUCTION: &str = "\
# How good the verdicts are

Written by `cargo xtask gate FOLDER`; do not edit. The pages and texts are real and may not be redistributed, so the
folder is not part of the repository; `docs/datasets.md` says how such sets are made and what each kind of pair is.

Each pair of pages goes through the whole pipeline: both are read from their bytes, with no charset given, and compared
by their fingerprints alone. The reprints were made for this measurement: real articles, put in the place of the article
on other sites' pages, whole, edited, cut, merged or extended in known ways. The different pairs include articles that
share their first sentences, their stock phrases, or their whole page except the article.

*Same* and *partial* are right if the pair is labelled so; *any reuse* counts the two as one. `unknown` is a miss where
there is reuse, and right where there is none. Pairs labelled grey are in no rate. The interval is that of 1,000 sets of
groups drawn with replacement, where a group is all pairs that go back to one article. The thresholds were chosen on
these same pairs; the section on thresholds says what that is worth. `docs/methods.md` has other methods on the same
pairs.
";
