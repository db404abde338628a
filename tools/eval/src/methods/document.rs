//! `docs/methods.md`, the figures in the pages of `docs/methods/`, and the plots.

use super::plot::{Axes, Curve, svg};
use super::sweep::{Concepts, Point};
use super::{Evaluated, Measured, Scores, rows, time};
use crate::markdown::{part, parts, percent, row, table};
use crate::pairs::rates::{self, FalsePositives, Row};
use anyhow::{Context, Result};
use offprint_baselines::methods::Name;

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
        ("credit", credit_edits(of)),
        ("concept-network", concepts(of)),
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
        Name::WordNetwork => "concept-network",
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
        by_kind(of),
        edits(of),
        text_sets(of),
        times(of),
        costs(of),
        elsewhere(of),
    ]
    .join("\n")
}

/// The name, leading to its page.
fn linked(name: Name) -> String {
    match page(name) {
        Some(page) => format!("[{name}](methods/{page}.md)"),
        None => format!("[**{name}**](verdict.md)"),
    }
}

impl Evaluated<'_> {
    fn rows<'a>(&'a self, method: &Measured) -> Vec<Row<'a>> {
        rows(&self.bench.pairs, &method.verdicts)
    }

    /// The methods of some names, in their order.
    fn named<'a>(&'a self, names: &'a [Name]) -> impl Iterator<Item = &'a Measured> {
        let all = self.methods.iter();
        all.filter(|method| names.contains(&method.name))
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
        row(linked(method.name), parts(scores.f1s).chain(cells))
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
        let mut ranked: Vec<(Name, f64)> = of
            .methods
            .iter()
            .map(|method| (method.name, of.scores(method).f1s[task]))
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

fn edits(of: &Evaluated) -> String {
    let curves = by_edit_rate(of, Name::ALL);
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

/// For each method the share of Chinese pairs called same or partial, by the rate of edited sentences.
fn by_edit_rate(of: &Evaluated, names: &[Name]) -> Vec<Curve> {
    let curve = |method: &Measured| {
        let shares = rates::by_edit_rate(&of.rows(method)).into_iter();
        let points = shares
            .filter(|((language, _), _)| language == "zh")
            .map(|((_, rate), shares)| (f64::from(rate) / 10.0, shares.same + shares.partial));
        Curve {
            name: method.name.to_string(),
            points: points.collect(),
        }
    };
    of.named(names).map(curve).collect()
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
        row(linked(method.name), cells)
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
        row(linked(method.name), sign.chain([micros(times.compare)]))
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
        row(linked(method.name), cells)
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
    let lines = of.methods.iter().enumerate().map(|(i, method)| {
        let others = of.elsewhere.iter().map(|other| cell(&other.scores[i]));
        row(
            linked(method.name),
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
        .filter(|method| page(method.name).is_some());
    let (names, shares): (Vec<&str>, Vec<_>) = others
        .map(|method| (method.name.as_str(), rates::by_kind(&of.rows(method))))
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
    format!(
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
on the same articles, found by Offprint's extractor, each method with the parameters of its paper. Where a paper gives
no threshold, it was chosen on these pairs, and the method's page says so. On the command line `--method NAME` chooses a
method. [verdict.md](verdict.md) describes the labelled sets, [datasets.md](datasets.md) says where such sets come from.

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
            },
        };
        assert_eq!(words(&overview(&evaluated)), words(&of("methods")));
        let figures = [ratios, credit_edits, concepts].map(|figures| figures(&evaluated));
        for (page, figures) in ["feature-code", "credit", "concept-network"]
            .into_iter()
            .zip(figures)
        {
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
