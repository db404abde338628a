//! The clusters and origins of many articles, as a table.

use super::{Form, printed};
use offprint::compare::{ArticleRecord, Verdict};
use offprint::index::{Cluster, CopyLink, Judgement, Origins};
use serde::Serialize;
use std::fmt::Write;

/// An article and its place among the others.
#[derive(Serialize)]
struct Row<'a> {
    id: &'a str,
    /// Counted from 1.
    cluster: Option<usize>,
    /// Counted from 1: pages with the same number have one origin.
    origin: Option<usize>,
    /// `original`, `copy`, `undetermined` (it is in a cluster and not a copy, but nothing shows that it is the original),
    /// `unique` or `unknown`.
    role: &'static str,
    /// The article that it copies.
    of: Option<&'a str>,
    verdict: Option<Verdict>,
    score: Option<f64>,
    confidence: Option<u8>,
    title: &'a str,
    source: Option<String>,
    published: Option<&'a str>,
    length: u32,
    url: Option<&'a str>,
    /// The article that it rewrites.
    rewrites: Option<&'a str>,
}

const COLUMNS: &str = "id,cluster,origin,role,of,verdict,score,confidence,title,source,published,length,url,rewrites";

/// All articles, cluster by cluster in the order of time, then those without copies, then those without a fingerprint;
/// as JSON, or as CSV (RFC 4180) for [`Form::Plain`].
///
/// ```
/// use offprint::compare::ArticleRecord;
/// use offprint::index::origins;
/// let ids = ["a".to_owned()];
/// let mut members = [ArticleRecord::default()];
/// members[0].metadata.title = "=1+1".to_owned();
/// let found = origins(&members);
/// let csv = offprint_report::clusters(&ids, &members, &found, offprint_report::Form::Plain);
/// assert_eq!(csv.lines().nth(1), Some("a,,,unknown,,,,,'=1+1,,,0,,"));
/// ```
pub fn clusters(ids: &[String], members: &[ArticleRecord], found: &Origins, form: Form) -> String {
    let mut origins = vec![None; members.len()];
    for (number, origin) in found.origins.iter().enumerate() {
        for &page in &origin.pages {
            origins[page] = Some(number + 1);
        }
    }
    let mut rewrites = vec![None; members.len()];
    for link in &found.rewritings {
        rewrites[link.rewriting] = Some(&*ids[link.source]);
    }
    let table = Table { ids, members, origins: &origins, rewrites: &rewrites };
    let clustered = found.clusters.iter().enumerate().flat_map(|(i, cluster)| {
        let rows = cluster.members.iter();
        rows.map(move |&member| table.in_cluster(i + 1, cluster, member))
    });
    let unique = found.unique.iter();
    let unknown = found.unknown.iter();
    let rows: Vec<Row> = clustered
        .chain(unique.map(|&member| table.row(member, "unique")))
        .chain(unknown.map(|&member| table.row(member, "unknown")))
        .collect();
    printed(form, &rows, |out| {
        write!(out, "{COLUMNS}\r\n")?;
        rows.iter().try_for_each(|row| write!(out, "{}\r\n", row.cells().join(",")))
    })
}

/// The first line of a table of [`clustered`] rows as CSV.
pub const CLUSTER_HEADER: &str = "id,cluster,verdict,of,score,kept\r\n";

/// An article of a stream and its cluster.
#[derive(Serialize)]
struct ClusterRow<'a> {
    id: &'a str,
    /// The id of the first article that it is the same as, or its own.
    cluster: &'a str,
    verdict: &'a str,
    of: Option<&'a str>,
    score: f64,
    /// Whether it is the first of its cluster; the others can be dropped.
    kept: bool,
}

/// The row of an article of a stream, given the id of the first of its cluster: JSON in one line, or CSV (RFC 4180) for
/// [`Form::Plain`].
///
/// ```
/// use offprint::compare::Verdict;
/// use offprint::index::Judgement;
/// use offprint_report::{CLUSTER_HEADER, Form, clustered};
/// let copy = Judgement { of: Some("b".to_owned()), score: 0.98, ..Judgement::unique(Verdict::Same) };
/// assert_eq!(CLUSTER_HEADER.trim_end(), "id,cluster,verdict,of,score,kept");
/// assert_eq!(clustered("c", "a", &copy, Form::Plain), "c,a,same,b,0.980,false\r\n");
/// let alone = Judgement::unique(Verdict::Different);
/// assert_eq!(clustered("a", "a", &alone, Form::Plain), "a,a,new,,0.000,true\r\n");
/// ```
pub fn clustered(id: &str, cluster: &str, judgement: &Judgement, form: Form) -> String {
    let (verdict, score, of) = (judgement.name(), judgement.score, judgement.of.as_deref());
    let row = ClusterRow { id, cluster, verdict, of, score, kept: id == cluster };
    printed(form, &row, |out| {
        let (id, cluster, of) = (cell(id), cell(cluster), cell(row.of.unwrap_or_default()));
        let kept = row.kept;
        write!(out, "{id},{cluster},{verdict},{of},{score:.3},{kept}\r\n")
    })
}

#[derive(Clone, Copy)]
struct Table<'a> {
    ids: &'a [String],
    members: &'a [ArticleRecord],
    origins: &'a [Option<usize>],
    rewrites: &'a [Option<&'a str>],
}

impl<'a> Table<'a> {
    fn in_cluster(self, number: usize, cluster: &Cluster, member: usize) -> Row<'a> {
        let link = cluster.links.iter().find(|link| link.copy == member);
        let role = match link {
            _ if cluster.original == Some(member) => "original",
            Some(_) => "copy",
            None => "undetermined",
        };
        Row {
            cluster: Some(number),
            of: link.map(|link| &*self.ids[link.source]),
            verdict: link.map(|link| link.verdict),
            score: link.map(|link| link.score),
            confidence: link.map(|CopyLink { confidence, .. }| *confidence),
            ..self.row(member, role)
        }
    }

    fn row(self, member: usize, role: &'static str) -> Row<'a> {
        let ArticleRecord { metadata, length, .. } = &self.members[member];
        Row {
            id: &self.ids[member],
            cluster: None,
            origin: self.origins[member],
            role,
            of: None,
            verdict: None,
            score: None,
            confidence: None,
            title: &metadata.title,
            source: metadata.source(),
            published: metadata.published.as_deref(),
            length: *length,
            url: metadata.url.as_deref(),
            rewrites: self.rewrites[member],
        }
    }
}

impl Row<'_> {
    fn cells(&self) -> [String; 14] {
        let number = |value: Option<usize>| value.map(|value| value.to_string());
        let text = |value: Option<&str>| value.map(cell);
        [
            Some(cell(self.id)),
            number(self.cluster),
            number(self.origin),
            Some(self.role.to_owned()),
            text(self.of),
            self.verdict.map(|verdict| verdict.name().to_owned()),
            self.score.map(|score| format!("{score:.3}")),
            self.confidence.map(|confidence| confidence.to_string()),
            Some(cell(self.title)),
            text(self.source.as_deref()),
            text(self.published),
            number(Some(self.length as usize)),
            text(self.url),
            text(self.rewrites),
        ]
        .map(Option::unwrap_or_default)
    }
}

/// A cell of text. Spreadsheets run a cell that begins like a formula, and the text comes from untrusted pages, so such
/// a cell gets an apostrophe in front.
fn cell(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let text = format!("{}{text}", if formula { "'" } else { "" });
    if text.contains(['"', ',', '\n', '\r']) {
        return format!("\"{}\"", text.replace('"', "\"\""));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use offprint::Fingerprint;

    #[test]
    fn a_table_names_what_each_article_is() {
        let text: String = (0..600).filter_map(|i| char::from_u32(0x4E00 + i * 7919 % 20000)).collect();
        let member = |title: &str, published: &str| {
            let mut article = ArticleRecord::default();
            article.metadata.title = title.to_owned();
            article.metadata.published = Some(published.to_owned());
            article.fingerprint = Fingerprint::new("", &text);
            article
        };
        let members = [member("A, \"B\"", "2026-03-02"), member("B", "2026-03-01"), ArticleRecord::default()];
        let ids = ["a", "b", "c"].map(str::to_owned);
        let found = offprint::index::origins(&members);
        let csv = super::clusters(&ids, &members, &found, Form::Plain);
        let lines: Vec<&str> = csv.split("\r\n").collect();
        assert_eq!(
            lines,
            [
                COLUMNS,
                "b,1,1,original,,,,,B,,2026-03-01,0,,",
                "a,1,1,copy,b,same,1.000,45,\"A, \"\"B\"\"\",,2026-03-02,0,,",
                "c,,,unknown,,,,,,,,0,,",
                "",
            ]
        );
        let json = super::clusters(&ids, &members, &found, Form::Json);
        let rows: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(rows[1]["of"], "b");
        assert_eq!(rows[2]["role"], "unknown");
    }
}
