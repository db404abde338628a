//! The output of `origins`: a sentence and a list for people, an object for programs.

use super::{Form, Plain, print_line, printed};
use offprint::compare::{ArticleRecord, Change, Verdict};
use offprint::index::{Cluster, ClusterEvidence, CopyLink, Origin, Origins, RewritingLink};
use serde::Serialize;
use std::fmt::{self, Write};

/// [`Origins`] with ids instead of positions.
#[derive(Serialize)]
struct Report<'a> {
    sentence: &'a str,
    origins: Vec<Source<'a>>,
    clusters: Vec<Copies<'a>>,
    rewritings: Vec<Rewriting<'a>>,
    unique: Vec<&'a str>,
    unknown: Vec<&'a str>,
}

#[derive(Serialize)]
struct Source<'a> {
    source: Option<&'a str>,
    original: Option<&'a str>,
    confidence: u8,
    evidence: &'a [ClusterEvidence],
    pages: Vec<&'a str>,
}

#[derive(Serialize)]
struct Copies<'a> {
    original: Option<&'a str>,
    confidence: u8,
    representative: &'a str,
    size: usize,
    density: f64,
    members: Vec<&'a str>,
    links: Vec<Link<'a>>,
}

#[derive(Serialize)]
struct Link<'a> {
    copy: &'a str,
    source: &'a str,
    confidence: u8,
    verdict: Verdict,
    score: f64,
    version: bool,
    changes: &'a [Change],
}

#[derive(Serialize)]
struct Rewriting<'a> {
    rewriting: &'a str,
    source: &'a str,
    score: f64,
}

/// The origins of many articles, each with its id.
///
/// ```
/// use offprint::compare::ArticleRecord;
/// use offprint::index::origins;
/// use offprint_report::Form;
/// let (ids, members) = (["a".to_owned()], [ArticleRecord::default()]);
/// let found = origins(&members);
/// let output = offprint_report::origins(&ids, &members, &found, Form::Plain);
/// assert_eq!(output, "No comparable articles (1 page).\n\nnot judged\n  a\n");
/// ```
pub fn origins<'a>(ids: &'a [String], members: &[ArticleRecord], found: &'a Origins, form: Form) -> String {
    let one = |place: usize| &*ids[place];
    let all = |places: &[usize]| -> Vec<&str> { places.iter().map(|&place| one(place)).collect() };
    let origins = found.origins.iter().map(|origin| Source {
        source: origin.source.as_deref(),
        original: origin.original.map(one),
        confidence: origin.confidence,
        evidence: &origin.evidence,
        pages: all(&origin.pages),
    });
    let clusters = found.clusters.iter().map(|cluster| Copies {
        original: cluster.original.map(one),
        confidence: cluster.confidence,
        representative: one(cluster.representative),
        size: cluster.members.len(),
        density: cluster.density,
        members: all(&cluster.members),
        links: cluster.links.iter().map(|link| of_link(link, one)).collect(),
    });
    let rewritings = found.rewritings.iter().map(|link| Rewriting {
        rewriting: one(link.rewriting),
        source: one(link.source),
        score: link.score,
    });
    let report = Report {
        sentence: &found.sentence,
        origins: origins.collect(),
        clusters: clusters.collect(),
        rewritings: rewritings.collect(),
        unique: all(&found.unique),
        unknown: all(&found.unknown),
    };
    printed(form, &report, |out| Table::new(ids, members, found).print(out))
}

fn of_link<'a>(link: &'a CopyLink, one: impl Fn(usize) -> &'a str) -> Link<'a> {
    Link {
        copy: one(link.copy),
        source: one(link.source),
        confidence: link.confidence,
        verdict: link.verdict,
        score: link.score,
        version: link.version,
        changes: &link.changes,
    }
}

struct Table<'a> {
    ids: &'a [String],
    members: &'a [ArticleRecord],
    found: &'a Origins,
    /// Of each page, its cluster and what makes it a copy or a rewriting.
    clusters: Vec<Option<&'a Cluster>>,
    links: Vec<Option<&'a CopyLink>>,
    rewritings: Vec<Option<&'a RewritingLink>>,
}

impl<'a> Table<'a> {
    fn new(ids: &'a [String], members: &'a [ArticleRecord], found: &'a Origins) -> Table<'a> {
        let mut clusters = vec![None; ids.len()];
        let mut links = vec![None; ids.len()];
        for cluster in &found.clusters {
            for &member in &cluster.members {
                clusters[member] = Some(cluster);
            }
            for link in &cluster.links {
                links[link.copy] = Some(link);
            }
        }
        let mut rewritings = vec![None; ids.len()];
        for link in &found.rewritings {
            rewritings[link.rewriting] = Some(link);
        }
        Table { ids, members, found, clusters, links, rewritings }
    }

    fn print(&self, out: &mut String) -> fmt::Result {
        writeln!(out, "{}", Plain(&self.found.sentence))?;
        for (number, origin) in self.found.origins.iter().enumerate() {
            writeln!(out, "\norigin {}: {}", number + 1, Plain(&heading(origin)))?;
            for &page in &origin.pages {
                self.page(out, page)?;
            }
        }
        if !self.found.unknown.is_empty() {
            writeln!(out, "\nnot judged")?;
        }
        for &page in &self.found.unknown {
            writeln!(out, "  {}", Plain(&self.ids[page]))?;
        }
        Ok(())
    }

    fn page(&self, out: &mut String, page: usize) -> fmt::Result {
        let about = &self.members[page].metadata;
        let mut line = format!("  {}", self.ids[page]);
        let facts = [about.published.clone(), about.source()];
        for fact in facts.into_iter().flatten() {
            write!(line, "  {fact}")?;
        }
        match (self.links[page], self.clusters[page]) {
            (Some(link), _) => {
                let what = match link.confidence {
                    _ if link.version => "version of",
                    0 => "like",
                    _ => "copy of",
                };
                let (source, verdict) = (&self.ids[link.source], link.verdict.name());
                write!(line, "  {what} {source}, {verdict} {:.3}", link.score)?;
                for change in &link.changes {
                    let (kind, share) = (change.kind.name(), 100.0 * change.share);
                    write!(line, ", {kind} {share:.0} %")?;
                }
            }
            (None, Some(cluster)) => {
                let what = if cluster.original == Some(page) { "original of" } else { "text shared with" };
                let copies = cluster.members.len() - 1;
                write!(line, "  {what} {copies}, density {:.2}", cluster.density)?;
            }
            (None, None) => {}
        }
        if let Some(link) = self.rewritings[page] {
            write!(line, "  rewrites {}, {:.2}", self.ids[link.source], link.score)?;
        }
        print_line(&line, out)
    }
}

/// How many pages have this origin, who published them, and what the count rests on.
fn heading(origin: &Origin) -> String {
    let count = origin.pages.len();
    let mut line = format!("{count} {}", if count == 1 { "page" } else { "pages" });
    match &origin.source {
        Some(source) => line += &format!(", by {source}"),
        None => line += ", by whom is undetermined",
    }
    let evidence: Vec<&str> = origin.evidence.iter().map(|one| one.name()).collect();
    if !evidence.is_empty() {
        line += &format!(" ({}", evidence.join(", "));
        if origin.confidence > 0 {
            line += &format!("; confidence {} of 100", origin.confidence);
        }
        line += ")";
    }
    line.replace(['\n', '\r'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use offprint::Fingerprint;
    use offprint::article::CreditPlace;

    #[test]
    fn prints_the_same_for_people_and_programs() {
        let text = |from: u32| -> String {
            (from..from + 600).filter_map(|i| char::from_u32(0x4E00 + i * 7919 % 20000)).collect()
        };
        let member = |from: u32, host: &str, credit: Option<&str>| {
            let mut article = ArticleRecord::default();
            let about = &mut article.metadata;
            about.url = Some(format!("https://{host}/1"));
            (about.credit, about.credit_place) = (credit.map(str::to_owned), Some(CreditPlace::Top));
            article.fingerprint = Fingerprint::new("", &text(from));
            article
        };
        let members = [
            member(0, "portal.example", Some("daily.example")),
            member(0, "daily.example", None),
            member(900, "other\n.example", None),
            ArticleRecord::default(),
        ];
        let ids = ["a", "b\u{1B}[2J", "c", "d"].map(str::to_owned);
        let found = offprint::index::origins(&members);
        let output = origins(&ids, &members, &found, Form::Plain);
        let lines: Vec<&str> = output.lines().collect();
        assert_eq!(
            lines,
            [
                "2 of 4 pages go back to one report by daily.example; 1 is independent; 1 could not be judged.",
                "",
                "origin 1: 2 pages, by daily.example (credit; confidence 75 of 100)",
                "  b[2J  daily.example  original of 1, density 1.00",
                "  a  portal.example  copy of b[2J, same 1.000",
                "",
                "origin 2: 1 page, by other .example",
                "  c  other .example",
                "",
                "not judged",
                "  d",
            ]
        );
        let json: serde_json::Value = serde_json::from_str(&origins(&ids, &members, &found, Form::Json)).unwrap();
        assert_eq!(json["origins"][0]["original"], ids[1]);
        assert_eq!(json["origins"][0]["evidence"][0], "credit");
        assert_eq!(json["clusters"][0]["links"][0]["copy"], "a");
        assert_eq!((&json["unique"][0], &json["unknown"][0]), (&"c".into(), &"d".into()));
    }
}
