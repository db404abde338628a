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
    for (page, methods) in pages(of) {
        let path = format!("docs/methods/{page}.md");
        let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {path}"))?;
        let figures = page_figures(of, page, &methods);
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

/// The pages in the order of their methods.
fn pages<'a>(of: &'a Evaluated) -> Vec<(&'static str, Vec<&'a Measured>)> {
    let mut pages: Vec<(&str, Vec<&Measured>)> = Vec::new();
    for method in &of.methods {
        let Some(page) = page(method.name) else {
            continue;
        };
        match pages.iter_mut().find(|(name, _)| *name == page) {
            Some((_, methods)) => methods.push(method),
            None => pages.push((page, vec![method])),
        }
    }
    pages
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
        main_table(of, &of.methods.iter().collect::<Vec<_>>()),
        best(of),
        format!(
            "## By share of edited sentences\n\nChinese pages, of which a share of the sentences was edited: how \
             often a pair is called same or partial.\n\n![The papers' methods](methods/edits-papers.svg)\n![The baselines](methods/edits-baselines.svg)\n\n{}",
            edits(of)
        ),
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

fn main_row(of: &Evaluated, method: &Measured, name: String) -> Vec<String> {
    let scores = of.scores(method);
    let stream = method.stream;
    let pool = method.pool.touched as f64 / method.pool.docs.max(1) as f64;
    let cells = [
        percent(scores.false_positives),
        stream.wrong_classes.to_string(),
        part(stream.precision),
        part(stream.recall),
        percent(pool),
    ];
    row(name, parts(scores.f1s).chain(cells))
}

fn main_table(of: &Evaluated, methods: &[&Measured]) -> String {
    let lines = methods
        .iter()
        .map(|method| main_row(of, method, linked(method.name)));
    let classes = methods
        .first()
        .map(|method| method.stream.classes)
        .unwrap_or(0);
    format!(
        "## All methods\n\nF1 of each task on {} pairs of pages; the share of the different pairs called same or \
         partial; of {classes} classes of a stream those that are wrong, and precision and recall of what is said as pages \
         arrive; the share of documents of a pool of strangers that are reported.\n\n{}",
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
    table(&head, lines)
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
        "## Pairs of texts\n\nF1 of *same* and of *any reuse*. What these sets are is told in \
         [verdict.md](verdict.md): labels of all but `judged` are computed from shared shingles, which suits methods \
         that count shingles.\n\n{}",
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
        "## Time\n\nMicroseconds on one core, measured in one run on a busy machine, so only ratios count: to make the \
         signature of a text, by its length in characters, and to compare two.\n\n{}",
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
        "## Size and look-ups\n\nBytes of the middle one of the pages' signatures, and the keys that a page is looked \
         up by and stored under, on the average.\n\n{}",
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
        "## With other extractors\n\nF1 of *same* and of *any reuse* on the pairs of pages, the article found in another \
         way: how much of a method is its extractor. *rules* are Offprint's without its model.\n\n{}",
        table(&head, lines)
    )
}

/// What stands in the page of some methods.
fn page_figures(of: &Evaluated, page: &str, methods: &[&Measured]) -> String {
    let lines = methods
        .iter()
        .map(|method| main_row(of, method, method.name.to_string()));
    let mut out = format!(
        "Made by `cargo xtask evaluate FOLDER`; what the columns mean, and all other methods, is told in\n\
         [methods.md](../methods.md).\n\n{}\n{}",
        table(&MAIN, lines),
        by_kind(of, methods)
    );
    out += &match page {
        "feature-code" => format!("\n{}", ratios(of)),
        "credit" => format!("\n{}", credit_edits(of)),
        "concept-network" => format!("\n{}", concepts(of)),
        _ => String::new(),
    };
    out
}

/// The share that is right, and reported at all, of each kind of pair.
fn by_kind(of: &Evaluated, methods: &[&Measured]) -> String {
    let shares: Vec<_> = methods
        .iter()
        .map(|method| rates::by_kind(&of.rows(method)))
        .collect();
    let head: Vec<&str> = ["kind", "is", "n"]
        .into_iter()
        .chain(methods.iter().map(|method| method.name.as_str()))
        .collect();
    let lines = shares[0].iter().map(|(kind, first)| {
        let cells = shares.iter().map(|shares| {
            let shares = shares[kind];
            format!("{:.2} / {:.2}", shares.same, shares.same + shares.partial)
        });
        let (label, name) = kind;
        let of = [label.name().to_owned(), first.n.to_string()];
        row(name.clone(), of.into_iter().chain(cells))
    });
    format!(
        "The share called *same* / the share called *same* or *partial*, by kind of pair.\n\n{}",
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
        "The paper's table: the largest length ratio `a` of two copies, for the code at the first stop and at sixteen; the \
         last line leaves the length out. The paper finds 9 wrong classes of 300 at 1.10, and 26 without length.\n\n{}\n\
         ![Wrong classes by length ratio](length-ratio.svg)\n",
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
        "The paper's figures 3 and 4: precision and recall of *any reuse* by the share of edited sentences, on Chinese \
         pages; precision against as many different pairs.\n\n{}",
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
        "The paper's figure 8: how many key concepts are kept, and how *same* is told by them. It finds 20 best.\n\n{}\n\
         Its figure 9: how many nodes of highest degree are tried. It finds no gain beyond 30, at a time that grows with their \
         number; here the time is for texts of 500 to 2,000 characters.\n\n{}\n\
         ![Precision and recall by key concepts](concepts.svg)\n",
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
# Ways to tell reprints, side by side

Made by `cargo xtask evaluate FOLDER`; do not edit. The folder holds real pages and texts that may not be passed on; what
the sets are is told in [verdict.md](verdict.md). Every method is run by the same program on the same articles, as
Offprint's extractor finds them, with the parameters of its paper (thresholds that a paper does not give are chosen on these
pairs, and each page says which). Each name is one that `--method` takes. Methods that only know *same* have no F1 of *partial*, and
their recall of *any reuse* suffers for it.
";

#[cfg(test)]
mod tests {
    use super::*;

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
