//! `docs/methods.md`, the figures in the pages of `docs/methods/`, and the plots.

use super::credits::{By, Credits, Found, WRITINGS};
use super::plot::{Axes, Curve, svg};
use super::sweep::{Concepts, Point};
use super::{Evaluated, Measured, Scores, Way, reversed, rows, time};
use crate::markdown::{part, parts, percent, row, table};
use crate::pairs::rates::{self, FalsePositives, Row, Tally, Task};
use anyhow::{Context, Result};
use offprint_methods::methods::Name;

/// What begins and ends the part of a page that is made here.
const FIGURES: [&str; 2] = ["<!-- figures -->", "<!-- end of figures -->"];

/// Methods whose curves are drawn in one plot: ours with those of the papers, and with the baselines.
const PAPERS: [Name; 7] = [
    Name::Offprint,
    Name::FeatureCode,
    Name::FeatureCodeAll,
    Name::Credit,
    Name::TermVector,
    Name::LongSentence,
    Name::ConceptNetwork,
];
const BASELINES: [Name; 8] = [
    Name::Offprint,
    Name::Shingle,
    Name::Supershingle,
    Name::IMatch,
    Name::SimHash,
    Name::MinHash,
    Name::SpotSigs,
    Name::Iscc,
];

/// Every file that tells what was measured, with its content.
pub fn documents(of: &Evaluated) -> Result<Vec<(String, String)>> {
    let mut files = vec![
        ("docs/methods.md".to_owned(), overview(of)),
        (
            "docs/methods/edits-papers.svg".to_owned(),
            edits_plot(of, &PAPERS)?,
        ),
        (
            "docs/methods/edits-baselines.svg".to_owned(),
            edits_plot(of, &BASELINES)?,
        ),
        ("docs/methods/length-ratio.svg".to_owned(), ratio_plot(of)?),
        ("docs/methods/concepts.svg".to_owned(), concepts_plot(of)?),
    ];
    for (page, figures) in [
        ("feature-code", ratios(of)),
        (
            "credit",
            format!("{}\n{}", credit_set(&of.credits), credit_edits(of)),
        ),
        ("term-vector", vectors(of)),
        ("long-sentence", sentences(of)),
        ("concept-network", concepts(of)),
        ("papers", printed(of)),
    ] {
        let path = format!("docs/methods/{page}.md");
        let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {path}"))?;
        let filled =
            filled(&text, &figures).with_context(|| format!("{path} has no {}", FIGURES[0]))?;
        files.push((path, filled));
    }
    Ok(files)
}

/// The page that tells of a method; Offprint's own has `docs/verdict.md`.
fn page(name: Name) -> Option<&'static str> {
    Some(match name {
        Name::Offprint => return None,
        Name::FeatureCode | Name::FeatureCodeLength | Name::FeatureCodeAll => "feature-code",
        Name::LongSentence | Name::LongSentenceBins => "long-sentence",
        Name::TermVector | Name::TermVectorWords => "term-vector",
        Name::WordNetwork | Name::ConceptNetworkWords => "concept-network",
        one => one.as_str(),
    })
}

/// The page with its figures replaced; `None` if it has no place for them.
fn filled(page: &str, figures: &str) -> Option<String> {
    let [begin, end] = FIGURES;
    let (before, rest) = page.split_once(begin)?;
    let (_, after) = rest.split_once(end)?;
    Some(format!("{before}{begin}\n{figures}\n{end}{after}"))
}

fn overview(of: &Evaluated) -> String {
    [
        INTRODUCTION.to_owned(),
        main_table(of),
        best(of),
        by_language_table(of),
        by_kind(of),
        edits(of),
        text_sets(of),
        times(of),
        costs(of),
        reversed_table(of),
        procedures(of),
        elsewhere(of),
    ]
    .join("\n")
}

impl Way {
    fn name(self) -> &'static str {
        match self {
            Way::Named(name) => name.as_str(),
            Way::LongSentenceOfFormatGroup => "long-sentence, format-group",
            Way::CharacterFrequency => "characters' frequencies",
        }
    }

    /// The name, leading to its page.
    fn linked(self) -> String {
        let page = match self {
            Way::Named(name) => page(name),
            _ => Some("long-sentence"),
        };
        match page {
            Some(page) => format!("[{}](methods/{page}.md)", self.name()),
            None => format!("[**{}**](verdict.md)", self.name()),
        }
    }
}

impl Evaluated<'_> {
    fn rows<'a>(&'a self, method: &Measured) -> Vec<Row<'a>> {
        rows(&self.bench.pairs, &method.verdicts)
    }

    /// The methods of some names, in their order.
    fn named<'a>(&'a self, names: &'a [Name]) -> impl Iterator<Item = &'a Measured> {
        let all = self.methods.iter();
        all.filter(|method| names.iter().any(|&name| method.way == Way::Named(name)))
    }

    fn scores(&self, method: &Measured) -> Scores {
        Scores::of(&self.rows(method))
    }
}

const MAIN: [&str; 9] = [
    "method",
    "same",
    "partial",
    "any reuse",
    "false positives",
    "wrong classes",
    "arrival P",
    "R",
    "pool",
];

fn main_table(of: &Evaluated) -> String {
    let lines = of.methods.iter().map(|method| {
        let scores = of.scores(method);
        let stream = method.stream;
        let cells = [
            percent(scores.false_positives),
            stream.wrong_classes.to_string(),
            part(stream.precision),
            part(stream.recall),
            percent(method.pool.touched as f64 / method.pool.docs.max(1) as f64),
        ];
        row(method.way.linked(), parts(scores.f1s).chain(cells))
    });
    let classes = of.methods.first().map_or(0, |method| method.stream.classes);
    format!(
        "## All methods\n\nF1 for each task on {} pairs of pages. *False positives* is the share of the different \
         pairs called same\nor partial; *wrong classes*, how many of {classes} classes of a stream are not found \
         exactly; *arrival P* and *R*, precision\nand recall of what is said of each page as it arrives; *pool*, the \
         share of a pool of unrelated documents that are\nreported.\n\n{}",
        of.bench.pairs.len(),
        table(&MAIN, lines)
    )
}

/// Which method leads, by task.
fn best(of: &Evaluated) -> String {
    let mut lines = String::new();
    for (task, name) in ["same", "partial", "any reuse"].into_iter().enumerate() {
        let mut ranked: Vec<(&str, f64)> = of
            .methods
            .iter()
            .map(|method| (method.way.name(), of.scores(method).f1s[task]))
            .collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
        let [first, second] = [ranked[0], ranked[1]];
        lines += &format!(
            "- *{name}*: {} leads with {}, before {} with {}.\n",
            first.0,
            part(first.1),
            second.0,
            part(second.1)
        );
    }
    lines
}

fn by_language_table(of: &Evaluated) -> String {
    let lines = of.methods.iter().map(|method| {
        let rows = of.rows(method);
        let cells = ["zh", "en"].into_iter().flat_map(|language| {
            let rows: Vec<Row> = rows
                .iter()
                .filter(|(pair, _)| pair.lang == language)
                .copied()
                .collect();
            let scores = Scores::of(&rows);
            parts(scores.f1s)
                .chain([percent(scores.false_positives)])
                .collect::<Vec<_>>()
        });
        row(method.way.linked(), cells)
    });
    let head = [
        "method",
        "zh same",
        "partial",
        "any reuse",
        "false positives",
        "en same",
        "partial",
        "any reuse",
        "false positives",
    ];
    format!(
        "## By language\n\nThe same by the language of the pair. The sets have no labels of fields, which the fourth \
         paper measures by.\n\n{}",
        table(&head, lines)
    )
}

fn reversed_table(of: &Evaluated) -> String {
    let lines = of.methods.iter().map(|method| {
        let cells = method
            .reversed
            .iter()
            .map(|share| share.map_or("–".to_owned(), percent));
        row(method.way.linked(), cells)
    });
    let head: Vec<&str> = std::iter::once("method")
        .chain(reversed::CLASSES.map(|class| class.0))
        .collect();
    format!(
        "## In reverse order\n\nThe share of texts that a method calls the same as themselves with all sentences in \
         reverse order, by language and\ncharacters.\n\n{}",
        table(&head, lines)
    )
}

/// The papers' own procedures.
fn procedures(of: &Evaluated) -> String {
    let lines = of.procedures.iter().map(|procedure| {
        let cells = [&procedure.own, &procedure.plain]
            .into_iter()
            .flat_map(|run| {
                let figures = run.figures;
                let rates = [figures.precision, figures.recall].map(part);
                let wrong = figures.wrong_classes.to_string();
                std::iter::once(wrong)
                    .chain(rates)
                    .chain([micros(run.micros)])
                    .collect::<Vec<_>>()
            });
        row(procedure.name, cells)
    });
    let staged = of.staged.as_ref().map_or([0.0; 5], |staged| {
        let found = (staged.figures.recall * staged.repeats as f64).round();
        let precision = staged.figures.precision * 100.0;
        [
            found,
            staged.repeats as f64,
            staged.lookups as f64,
            staged.figures.pages as f64,
            precision,
        ]
    });
    let [found, repeats, lookups, pages, precision] = staged;
    let head = [
        "procedure, method",
        "wrong classes",
        "P",
        "R",
        "µs",
        "index: wrong classes",
        "P",
        "R",
        "µs",
    ];
    format!(
        "## The papers' own procedures\n\nThe stream again, through the index that each paper describes and \
         through the \
         one that all methods share here: wrong\nclasses, precision and recall on arrival, and microseconds for a \
         page whose signature is made. The papers take the earliest\npage that matches; the shared index takes the \
         nearest.\n\n{}\nThe two stages of the crawler (`TwoStage`), with one look-up in a group for {lookups:.0} of \
         {pages:.0} pages, find {found:.0} of\n{repeats:.0} repeats, with a precision of {precision:.1} %.\n",
        table(&head, lines)
    )
}

/// What of the vectors is looked up, and how the time grows.
fn vectors(of: &Evaluated) -> String {
    let lines = of.sweeps.queried.iter().map(|queried| {
        let figures = queried.stream;
        let rates = [figures.precision, figures.recall].map(part);
        row(
            queried.n.to_string(),
            [figures.wrong_classes.to_string()].into_iter().chain(rates),
        )
    });
    let growth = of
        .growth
        .iter()
        .map(|&(n, time)| row(n.to_string(), [micros(time)]));
    format!(
        "The paper's step 5: a page is looked up by its *n* heaviest terms. The stream of pages, by *n*; the \
         paper's is \
         missing.\n\n{}\nThe paper claims a time that grows nearly in proportion to the texts. Microseconds for each \
         text of so many that differ,\nvector and look-up together; equal figures would be proportion.\n\n{}",
        table(&["n", "wrong classes", "arrival P", "R"], lines),
        table(&["texts", "µs"], growth)
    )
}

/// The number of sentences, the threshold, and the rejected way.
fn sentences(of: &Evaluated) -> String {
    let lines = of.sweeps.sentences.iter().map(|swept| {
        let scores = swept.point.scores;
        let wrong = swept.point.wrong_classes.to_string();
        let cells = [format!("{:.1}", swept.similarity)];
        row(
            swept.most.to_string(),
            cells.into_iter().chain(parts(scores.f1s)).chain([wrong]),
        )
    });
    let frequencies = of.sweeps.frequencies.iter().map(|(cosine, scores)| {
        row(
            format!("{cosine}"),
            [part(scores.f1s[0]), percent(scores.false_positives)],
        )
    });
    format!(
        "The number *m* of sentences and the threshold, which our copy lacks, on the body that the paper's \
         own extractor \
         finds: F1\nand wrong classes of the stream.\n\n{}\nThe rejected way, the cosine of how often each character \
         occurs, by threshold:\n\n{}",
        table(
            &[
                "m",
                "threshold",
                "same",
                "partial",
                "any reuse",
                "wrong classes"
            ],
            lines
        ),
        table(&["cosine", "same", "false positives"], frequencies)
    )
}

/// The tables that the papers print, and ours.
fn printed(of: &Evaluated) -> String {
    let classes = of
        .methods
        .first()
        .map_or(0, |method| method.stream.classes)
        .max(1);
    let wrong = |n: usize| format!("{n} of {classes} ({})", percent(n as f64 / classes as f64));
    let ratio = |setting: &str| {
        of.sweeps
            .ratio_first
            .iter()
            .find(|point| point.setting == setting)
    };
    let mut lines: Vec<Vec<String>> = Vec::new();
    for (setting, theirs) in [("1.05", 20), ("1.10", 9), ("1.12", 10), ("1.14", 9)] {
        let ours = ratio(setting).map_or(String::new(), |point| wrong(point.wrong_classes));
        let theirs = format!("{theirs} of 300 ({})", percent(f64::from(theirs) / 300.0));
        lines.push(row(
            format!("feature code and length, a = {setting}: wrong classes"),
            [theirs, ours],
        ));
    }
    let alone = wrong(of.sweeps.no_ratio[0].wrong_classes);
    lines.push(row(
        "feature code alone: wrong classes",
        ["26 of 300 (8.7 %)".to_owned(), alone],
    ));
    let rates = |tally: &Tally| {
        format!(
            "{}, {}",
            percent(tally.precision()),
            percent(tally.recall())
        )
    };
    let way = |name: &str, task: usize| {
        let way = of.credits.ways.iter().find(|way| way.name == name);
        way.map_or(String::new(), |way| rates(&way.tasks[task].2))
    };
    for (what, theirs, ours) in [
        (
            "credit, whole copies: P, R",
            "96.81 %, 95.36 %",
            way("credit", 0),
        ),
        (
            "credit, partial copies: P, R",
            "93.05 %, 91.42 %",
            way("credit", 1),
        ),
        (
            "feature code on the same pages, whole copies: P, R",
            "97.15 %, 92.71 %",
            way("feature code", 0),
        ),
    ] {
        lines.push(row(what, [theirs.to_owned(), ours]));
    }
    for (name, theirs) in [
        (Name::ConceptNetwork, "over 90 %, over 85 %"),
        (Name::WordNetwork, "lower (a curve, lost)"),
        (Name::IMatch, "lower but in one field (a curve, lost)"),
    ] {
        for method in of.named(&[name]) {
            for (language, code) in [("English", "en"), ("Chinese", "zh")] {
                let rows = of
                    .rows(method)
                    .into_iter()
                    .filter(|(pair, _)| pair.lang == code);
                let what = format!("{name}, {language}: P, R of *same*");
                lines.push(row(
                    what,
                    [theirs.to_owned(), rates(&Tally::of(rows, Task::Same))],
                ));
            }
        }
    }
    for method in of.named(&[Name::ConceptNetwork]) {
        let theirs = ["1,685 ms", "6,931 ms", "24,377 ms", "256,328 ms"];
        for ((class, theirs), ours) in time::CLASSES.iter().zip(theirs).zip(method.times.sign) {
            let ours = ours.map_or(String::new(), |micros| format!("{:.2} ms", micros / 1000.0));
            let what = format!("concept-network, a text of {} characters", class.0);
            lines.push(row(what, [theirs.to_owned(), ours]));
        }
    }
    format!(
        "Not one of the papers' collections can be had, so ours are other pages, and harder ones: edits of every kind, \
         and different\narticles with the same opening.\n\n{}",
        table(&["", "printed", "here"], lines)
    )
}

fn edits(of: &Evaluated) -> String {
    let curves: Vec<Curve> = of
        .methods
        .iter()
        .map(|method| edit_curve(of, method))
        .collect();
    let rates = curves
        .first()
        .map(|curve| &curve.points)
        .into_iter()
        .flatten();
    let head: Vec<String> = rates.map(|point| format!("{:.0} %", point.0)).collect();
    let head: Vec<&str> = std::iter::once("method")
        .chain(head.iter().map(String::as_str))
        .collect();
    let lines = curves
        .iter()
        .map(|curve| row(&curve.name, parts(curve.points.iter().map(|point| point.1))));
    format!(
        "## By share of edited sentences\n\nThe share of the pairs called same or partial, on Chinese pages of which \
         a share of the sentences was edited.\n\n![The papers' methods](methods/edits-papers.svg)\n![The \
         baselines](methods/edits-baselines.svg)\n\n{}",
        table(&head, lines)
    )
}

/// For each of these methods the share of Chinese pairs called same or partial, by the rate of edited sentences.
fn by_edit_rate(of: &Evaluated, names: &[Name]) -> Vec<Curve> {
    of.named(names)
        .map(|method| edit_curve(of, method))
        .collect()
}

fn edit_curve(of: &Evaluated, method: &Measured) -> Curve {
    let shares = rates::by_edit_rate(&of.rows(method)).into_iter();
    let points = shares
        .filter(|((language, _), _)| language == "zh")
        .map(|((_, rate), shares)| (f64::from(rate) / 10.0, shares.same + shares.partial));
    Curve {
        name: method.way.name().to_owned(),
        points: points.collect(),
    }
}

fn edits_plot(of: &Evaluated, names: &[Name]) -> Result<String> {
    let axes = Axes {
        title: "Found at a share of edited sentences",
        x: "edited sentences, %",
        y: "same or partial",
        range: Some((0.0, 1.0)),
    };
    svg(&axes, &by_edit_rate(of, names))
}

fn text_sets(of: &Evaluated) -> String {
    let sets: Vec<&String> = of.bench.texts.keys().collect();
    let head: Vec<&str> = std::iter::once("method")
        .chain(sets.iter().map(|set| set.as_str()))
        .collect();
    let lines = of.methods.iter().map(|method| {
        let cells = of.bench.texts.iter().map(|(set, (_, pairs))| {
            let scores = Scores::of(&rows(pairs, &method.texts[set]));
            format!("{:.3} {:.3}", scores.f1s[0], scores.f1s[2])
        });
        row(method.way.linked(), cells)
    });
    format!(
        "## Pairs of texts\n\nF1 of *same* and of *any reuse*. [verdict.md](verdict.md) describes the sets. The \
         labels of `zh_events` and `natural_*` are\ncomputed from shared shingles, which favours methods that count \
         shingles.\n\n{}",
        table(&head, lines)
    )
}

fn times(of: &Evaluated) -> String {
    let head: Vec<&str> = std::iter::once("characters")
        .chain(time::CLASSES.iter().map(|class| class.0))
        .chain(["compare"])
        .collect();
    let lines = of.methods.iter().map(|method| {
        let times = &method.times;
        let sign = times
            .sign
            .iter()
            .map(|time| time.map_or("–".to_owned(), micros));
        row(method.way.linked(), sign.chain([micros(times.compare)]))
    });
    format!(
        "## Time\n\nMicroseconds on one core, in one run on a busy machine: compare the ratios, not the times. The \
         last column is the time to\ncompare two signatures; the others are the time to make the signature of a text \
         of that many characters.\n\n{}",
        table(&head, lines)
    )
}

fn micros(time: f64) -> String {
    match time {
        _ if time < 10.0 => format!("{time:.1}"),
        _ => format!("{time:.0}"),
    }
}

fn costs(of: &Evaluated) -> String {
    let lines = of.methods.iter().map(|method| {
        let cells = [
            method.bytes.to_string(),
            format!("{:.1}", method.stream.reads),
            format!("{:.1}", method.writes),
        ];
        row(method.way.linked(), cells)
    });
    format!(
        "## Size and look-ups\n\nThe median size of a page's signature in bytes, and the mean number of keys that a \
         page is looked up by (*reads*) and\nstored under (*writes*).\n\n{}",
        table(&["method", "bytes", "reads", "writes"], lines)
    )
}

fn elsewhere(of: &Evaluated) -> String {
    let head: Vec<&str> = ["method", "offprint"]
        .into_iter()
        .chain(of.elsewhere.iter().map(|other| other.extractor))
        .collect();
    let cell = |scores: &Scores| format!("{:.3} {:.3}", scores.f1s[0], scores.f1s[2]);
    let named = of
        .methods
        .iter()
        .filter(|method| matches!(method.way, Way::Named(_)));
    let lines = named.enumerate().map(|(i, method)| {
        let others = of.elsewhere.iter().map(|other| cell(&other.scores[i]));
        row(
            method.way.linked(),
            std::iter::once(cell(&of.scores(method))).chain(others),
        )
    });
    format!(
        "## With other extractors\n\nF1 of *same* and of *any reuse* on the pairs of pages when another extractor \
         finds the article: how much of a method's result\nis its extractor. *rules* is Offprint's extractor without \
         its model.\n\n{}",
        table(&head, lines)
    )
}

/// How often each method says *same*, and *same* or *partial*, of each kind of pair.
fn by_kind(of: &Evaluated) -> String {
    let others = of
        .methods
        .iter()
        .filter(|method| method.way != Way::Named(Name::Offprint));
    let (names, shares): (Vec<&str>, Vec<_>) = others
        .map(|method| (method.way.name(), rates::by_kind(&of.rows(method))))
        .unzip();
    let head: Vec<&str> = ["kind", "is", "n"].into_iter().chain(names).collect();
    let lines = shares.iter().take(1).flatten().map(|(kind, first)| {
        let cells = shares.iter().map(|shares| {
            let shares = shares[kind];
            let [same, any] =
                [0.0, shares.partial].map(|more| format!("{:.2}", shares.same + more));
            match same == any {
                true => same,
                false => format!("{same} {any}"),
            }
        });
        let (label, name) = kind;
        let of = [label.name().to_owned(), first.n.to_string()];
        row(name.clone(), of.into_iter().chain(cells))
    });
    format!(
        "## By kind of pair\n\nThe share of the pairs called *same*, then the share called *same* or *partial* if \
         that is larger. Offprint's own shares are\nin [verdict.md](verdict.md).\n\n{}",
        table(&head, lines)
    )
}

fn ratios(of: &Evaluated) -> String {
    let sweeps = &of.sweeps;
    let line = |(first, all): (&Point, &Point)| {
        let cells = |point: &Point| {
            [
                part(point.scores.f1s[0]),
                part(point.scores.f1s[1]),
                point.wrong_classes.to_string(),
            ]
        };
        row(
            first.setting.clone(),
            cells(first).into_iter().chain(cells(all)),
        )
    };
    let [first, all] = &sweeps.no_ratio;
    let lines = sweeps
        .ratio_first
        .iter()
        .zip(&sweeps.ratio_all)
        .chain([(first, all)]);
    format!(
        "The paper's table: `a` is the largest length ratio of two copies, for the code at the first stop and for \
         codes at sixteen; the last\nline ignores the length. The paper finds 9 wrong classes of 300 at 1.10, and 26 \
         without the length.\n\n{}\n![Wrong classes by length ratio](length-ratio.svg)\n",
        table(
            &[
                "a",
                "same, first",
                "partial",
                "wrong classes",
                "same, all",
                "partial",
                "wrong classes"
            ],
            lines.map(line)
        )
    )
}

fn ratio_plot(of: &Evaluated) -> Result<String> {
    let curve = |name: &str, points: &[Point]| Curve {
        name: name.to_owned(),
        points: points
            .iter()
            .map(|point| (point.x, point.wrong_classes as f64))
            .collect(),
    };
    let curves = [
        curve("code at the first stop", &of.sweeps.ratio_first),
        curve("codes at sixteen stops", &of.sweeps.ratio_all),
    ];
    let axes = Axes {
        title: "Wrong classes by length ratio",
        x: "largest ratio of lengths",
        y: "wrong classes",
        range: None,
    };
    svg(&axes, &curves)
}

/// The second paper's figures 3 and 4.
fn credit_edits(of: &Evaluated) -> String {
    let shown = [Name::FeatureCode, Name::Credit, Name::Offprint];
    let curves: Vec<(f64, Curve)> = of
        .named(&shown)
        .map(|method| false_positives_zh(of, method))
        .zip(by_edit_rate(of, &shown))
        .collect();
    let head: Vec<String> = curves
        .iter()
        .flat_map(|(_, curve)| [format!("{} P", curve.name), "R".to_owned()])
        .collect();
    let head: Vec<&str> = std::iter::once("edited")
        .chain(head.iter().map(String::as_str))
        .collect();
    let lines = curves[0].1.points.iter().enumerate().map(|(i, (rate, _))| {
        let cells = curves.iter().flat_map(|(wrong, curve)| {
            let recall = curve.points[i].1;
            [recall / (recall + wrong).max(f64::MIN_POSITIVE), recall]
        });
        row(format!("{rate:.0} %"), parts(cells))
    });
    format!(
        "The paper's figures 3 and 4: precision and recall of *any reuse* by the share of edited sentences, on \
         Chinese pages. Precision is\nmeasured against as many different pairs.\n\n{}",
        table(&head, lines)
    )
}

/// The second paper's tables 1 and 2 on pages with true credits.
fn credit_set(of: &Credits) -> String {
    let counts = |wanted: usize, found: &Found, tally: &Tally| {
        let numbers = [wanted, found.reported, found.right].map(|n| n.to_string());
        let rates = [tally.precision(), tally.recall()].map(percent);
        numbers.into_iter().chain(rates).collect::<Vec<_>>()
    };
    let tasks = ["whole copies", "partial copies"];
    let first = of.ways.iter().take(1).flat_map(|way| {
        (0..2).flat_map(move |task| {
            let (wanted, all, tally) = &way.tasks[task];
            let by = By::ALL.iter().filter_map(move |(by, name)| {
                let found = way.by[task].get(by)?;
                let share = |part: usize, whole: usize| percent(part as f64 / whole.max(1) as f64);
                let cells = [
                    String::new(),
                    found.reported.to_string(),
                    found.right.to_string(),
                    share(found.right, found.reported),
                    share(found.right, *wanted),
                ];
                Some(row(format!("by {name}"), cells))
            });
            std::iter::once(row(tasks[task], counts(*wanted, all, tally))).chain(by)
        })
    });
    let first: Vec<_> = first.collect();
    let second = of.ways.iter().map(|way| {
        let rates = way
            .tasks
            .iter()
            .flat_map(|(_, _, tally)| [tally.precision(), tally.recall()]);
        row(way.name, rates.map(percent))
    });
    let second: Vec<_> = second.collect();
    let writings = of.read.iter().enumerate().map(|(i, read)| {
        let name = match WRITINGS.get(i) {
            Some([zh, en]) => format!("`{zh}`, `{en}`").replace('|', "¦"),
            None => "the site's own".to_owned(),
        };
        let cells = read.iter().flat_map(|of| {
            let share = |part: usize| percent(part as f64 / of.pages.max(1) as f64);
            [
                of.pages.to_string(),
                share(of.any),
                share(of.right),
                share(of.originals),
                share(of.wrong),
            ]
        });
        row(name, cells)
    });
    format!(
        "The reprints with the true credit of each article on its {} pages (`research/eval/src/methods/credits.rs`), all \
         pairs compared.\nThe paper's table 1, on pages about one story: of 6,872 whole copies 6,769 are reported and \
         6,553 of these are right, a\nprecision of 96.81 % and a recall of 95.36 %; of 1,548 partial copies 1,522 and \
         1,416, 93.05 % and 91.42 %. Ours, and what\nled to it:\n\n{}\nIts table 2, of whole copies: the feature code \
         alone 97.15 % and 92.71 %, with credits 96.81 % and 95.36 %. Ours:\n\n{}\nHow many credits are read, and \
         read right, by how they are written. *S* is the source, *A* an alias of it, *T* another one,\n*D* the \
         time. *Source* and *stranger*: the page is said to be copied from a page of which only the host is known, \
         that\nof the source and that of another one. The hosts stand in the table of sources, \
         `src/compare/data/sources.txt`.\n\n{}",
        of.pages,
        table(
            &["", "existing", "reported", "correct", "precision", "recall"],
            first
        ),
        table(&["", "whole P", "R", "partial P", "R"], second),
        table(
            &[
                "writing", "zh pages", "read", "right", "source", "stranger", "en pages", "read",
                "right", "source", "stranger"
            ],
            writings
        ),
    )
}

/// The share of different Chinese pairs that is reported.
fn false_positives_zh(of: &Evaluated, method: &Measured) -> f64 {
    let rows: Vec<Row> = of
        .rows(method)
        .into_iter()
        .filter(|(pair, _)| pair.lang == "zh")
        .collect();
    FalsePositives::of(&rows).any
}

/// The fourth paper's figures 8 and 9.
fn concepts(of: &Evaluated) -> String {
    let lines = |concepts: &[Concepts]| {
        let line = |concepts: &Concepts| {
            let Concepts { n, tally, sign } = concepts;
            let of = [tally.precision(), tally.recall(), tally.f1()];
            row(n.to_string(), parts(of).chain([micros(*sign)]))
        };
        concepts.iter().map(line).collect::<Vec<_>>()
    };
    let head = |name| [name, "P", "R", "F1", "µs"];
    let merged = of.sweeps.merged.iter().map(|merged| {
        let what = match merged.relatedness >= 1.0 {
            true => "words".to_owned(),
            false => format!("concepts, `Rel` > {}", merged.relatedness),
        };
        let tallies = merged.tallies.iter();
        let cells = tallies.flat_map(|of| [of.precision(), of.recall(), of.f1()].map(part));
        let first = [merged.least_frequency.to_string(), percent(merged.left)];
        row(what, first.into_iter().chain(cells))
    });
    format!(
        "Concepts beside words, by the least frequency *f* of a node: *same*, in Chinese and in English. *Left* is the \
         share of the\nwords of English pages that are concepts of their own; the paper has 63 %. Chinese has no \
         synonyms to merge.\n\n{}\n",
        table(
            &["nodes", "f", "left", "zh P", "R", "F1", "en P", "R", "F1"],
            merged
        )
    ) + &format!(
        "The paper's figure 8: precision and recall of *same* by the number of key concepts kept. The paper finds 20 \
         best.\n\n{}\nIts figure 9: the same by the number of nodes of highest degree that are tried. The paper finds \
         no gain beyond 30, while the time\ngrows with the number. Times here are for texts of 500 to 2,000 \
         characters.\n\n{}\n![Precision and recall by key concepts](concepts.svg)\n",
        table(&head("p"), lines(&of.sweeps.kept)),
        table(&head("l"), lines(&of.sweeps.candidates)),
    )
}

fn concepts_plot(of: &Evaluated) -> Result<String> {
    let curve = |name: &str, of: &[Concepts], value: fn(&Concepts) -> f64| Curve {
        name: name.to_owned(),
        points: of
            .iter()
            .map(|point| (point.n as f64, value(point)))
            .collect(),
    };
    let curves = [
        curve("precision, by p", &of.sweeps.kept, |point| {
            point.tally.precision()
        }),
        curve("recall, by p", &of.sweeps.kept, |point| {
            point.tally.recall()
        }),
        curve("precision, by l", &of.sweeps.candidates, |point| {
            point.tally.precision()
        }),
        curve("recall, by l", &of.sweeps.candidates, |point| {
            point.tally.recall()
        }),
    ];
    let axes = Axes {
        title: "Same, by numbers of concepts",
        x: "key concepts p, or candidates l",
        y: "precision, recall",
        range: Some((0.0, 1.0)),
    };
    svg(&axes, &curves)
}

const INTRODUCTION: &str = "\
# Methods side by side

Written by `cargo xtask evaluate FOLDER`; do not edit. Offprint and the methods of published papers run in one program
on the same articles, found by Offprint's extractor unless a row names another, each method with the parameters of its
paper as far as that prints them; the method's page says which were chosen here, and on what. `cargo
xtask methods compare A B` sets them side by side for two pages. [papers.md](methods/papers.md) says what of the five
papers is built and what is not, [verdict.md](verdict.md) describes the labelled sets, and [datasets.md](datasets.md) says where such sets come from.

A method that cannot say *partial* has no F1 for it, and loses recall of *any reuse*.
";

#[cfg(test)]
mod tests {
    use super::super::sweep::Sweeps;
    use super::super::{Bench, measure};
    use super::*;

    /// The words of a document, without what a measurement changes.
    fn words(document: &str) -> Vec<String> {
        let lines = document
            .lines()
            .filter(|line| !line.starts_with(['|', '-']));
        let digits = |c: char| c.is_ascii_digit();
        lines
            .map(|line| line.replace(digits, "").trim_end().to_owned())
            .collect()
    }

    #[test]
    fn the_documents_have_the_words_that_are_written_here() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
        let of = |page: &str| std::fs::read_to_string(format!("{root}/docs/{page}.md")).unwrap();
        let scores = Scores::of(&[]);
        let point = || Point {
            setting: String::new(),
            x: 0.0,
            scores,
            wrong_classes: 0,
        };
        let bench = Bench::default();
        let evaluated = Evaluated {
            bench: &bench,
            methods: Name::ALL
                .iter()
                .map(|&name| measure(name, &bench).unwrap())
                .collect(),
            elsewhere: Vec::new(),
            sweeps: Sweeps {
                ratio_first: Vec::new(),
                ratio_all: Vec::new(),
                no_ratio: [point(), point()],
                kept: Vec::new(),
                candidates: Vec::new(),
                merged: Vec::new(),
                queried: Vec::new(),
                sentences: Vec::new(),
                frequencies: Vec::new(),
            },
            credits: Default::default(),
            procedures: Vec::new(),
            staged: None,
            growth: Vec::new(),
        };
        assert_eq!(words(&overview(&evaluated)), words(&of("methods")));
        let figures: [(&str, String); 6] = [
            ("feature-code", ratios(&evaluated)),
            (
                "credit",
                format!(
                    "{}\n{}",
                    credit_set(&evaluated.credits),
                    credit_edits(&evaluated)
                ),
            ),
            ("term-vector", vectors(&evaluated)),
            ("long-sentence", sentences(&evaluated)),
            ("concept-network", concepts(&evaluated)),
            ("papers", printed(&evaluated)),
        ];
        for (page, figures) in figures {
            let page = of(&format!("methods/{page}"));
            assert_eq!(words(&filled(&page, &figures).unwrap()), words(&page));
        }
    }

    #[test]
    fn figures_are_put_between_their_marks_each_time() {
        let page = "# A\n<!-- figures -->\n<!-- end of figures -->\nWhy.\n";
        let once = filled(page, "1 2 3").unwrap();
        assert_eq!(
            once,
            "# A\n<!-- figures -->\n1 2 3\n<!-- end of figures -->\nWhy.\n"
        );
        assert_eq!(filled(&once, "1 2 3").unwrap(), once);
        assert_eq!(filled("# A\n", "1"), None);
    }
}
