//! The origin of one text: which of its pages, or which other source, wrote it.
//!
//! Every page votes by what it states; reasons for one candidate multiply its doubts away. The best candidate must lead
//! the others clearly. Votes are added up, so the order of the pages does not matter, and nothing can go round in
//! circles.

use super::{ClusterEvidence, Origin};
use crate::address;
use crate::compare::original::{
    CANONICAL_ADDRESS, CANONICAL_SITE, CREDIT, CREDIT_AT_END, Doubt, LEAST_CONFIDENCE, LONGER, PUBLISHED, TITLE,
    is_published_before, says_reprinted,
};
use crate::compare::record::ArticleRecord;
use crate::compare::source::is_name;
use crate::hash::hash_str;
use crate::index::clusters::in_order;
use crate::metadata::Metadata;
use crate::text::{hash_of, normalize};

/// Confidence, out of 100, because one page is the most similar to all others. Most pages were copied from it, but it
/// may be a copy itself.
pub const CENTRAL: u8 = 40;
/// How much more similar to the others the central page of a cluster must be than any other page, to count as the page
/// that was copied. Larger: fewer and surer answers.
pub const CENTRAL_LEAD: f64 = 0.005;
/// Fewest pages that can have a central page: among fewer, similarities show no center.
pub const LEAST_PAGES: usize = 4;
/// Most distinct sources that the pages of a cluster may name. Larger: more sources are considered among thousands of
/// pages; smaller: pages with made-up names cost less.
pub const SOURCES: usize = 64;

/// A cluster, or an article without copies, with its publisher.
pub struct Report {
    /// Its pages are given by position.
    pub origin: Origin,
    /// Reports that share one of these come from the same publisher.
    pub publisher: Vec<u64>,
}

/// A possible author of the text that the pages of a cluster share: one of the pages, or a source that is not among
/// them.
struct Candidate {
    source: Option<String>,
    doubt: Doubt,
    evidence: Vec<ClusterEvidence>,
}

impl Candidate {
    fn new(source: Option<String>) -> Candidate {
        Candidate { source, doubt: Doubt::FULL, evidence: Vec::new() }
    }

    /// Adds a reason with this weight; `votes` of the `of` pages with a reason of this kind give it.
    fn support(&mut self, evidence: ClusterEvidence, weight: u8, votes: usize, of: usize) {
        let is_firm = evidence != ClusterEvidence::Credit || weight >= CREDIT;
        let weight = u32::from(weight) * votes as u32 / of as u32;
        self.doubt = self.doubt.with_reason(weight, is_firm);
        if !self.evidence.contains(&evidence) {
            self.evidence.push(evidence);
        }
    }
}

impl Report {
    /// Evaluates the pages, in time order, and the similarity of each to the others.
    pub fn new(pages: &[&ArticleRecord], places: &[usize], likeness: &[[f64; 3]]) -> Report {
        let mut votes = Votes::new(pages);
        votes.count_canonicals();
        votes.count_credits();
        votes.count_titles();
        votes.find_first();
        votes.count_lengths(likeness);
        votes.find_center(likeness);
        let (best, lead) = votes.best();
        let Votes { facts, hosts, mut candidates, .. } = votes;
        let is_said = lead >= u32::from(LEAST_CONFIDENCE);
        let named = candidates.swap_remove(best);
        let one_site = hosts.iter().all(|host| host.is_some() && *host == hosts[0]);
        let by = facts.get(best).filter(|_| is_said || one_site || facts.len() == 1);
        let is_outside = is_said && by.is_none();
        let source = match by {
            Some(about) => about.source(),
            None => named.source.filter(|_| is_outside),
        };
        let is_here = by.is_some() && (is_said || facts.len() == 1);
        Report {
            publisher: publisher(by.copied(), source.as_deref()),
            origin: Origin {
                source,
                original: is_here.then(|| places[best]),
                confidence: if is_said { lead as u8 } else { 0 },
                evidence: if is_said { named.evidence } else { Vec::new() },
                pages: places.to_vec(),
            },
        }
    }
}

/// The names of a publisher: of the page's site, or of a source that is not among the pages.
fn publisher(by: Option<&Metadata>, source: Option<&str>) -> Vec<u64> {
    match by {
        Some(about) => {
            let names = [about.site.as_deref().map(name_hash), about.host().map(|host| hash_str(&host))];
            names.into_iter().flatten().collect()
        }
        None => source.iter().flat_map(|source| [name_hash(source), hash_str(&source.to_ascii_lowercase())]).collect(),
    }
}

struct Votes<'a> {
    pages: &'a [&'a ArticleRecord],
    facts: Vec<&'a Metadata>,
    hosts: Vec<Option<String>>,
    /// The pages, followed by sources that are not among them.
    candidates: Vec<Candidate>,
}

impl<'a> Votes<'a> {
    fn new(pages: &'a [&'a ArticleRecord]) -> Votes<'a> {
        let facts: Vec<&Metadata> = pages.iter().map(|page| &page.metadata).collect();
        let mut candidates = Vec::new();
        candidates.resize_with(facts.len(), || Candidate::new(None));
        Votes { pages, hosts: facts.iter().map(|about| about.host()).collect(), facts, candidates }
    }

    /// Counts the addresses that pages state as their own although they lead elsewhere.
    fn count_canonicals(&mut self) {
        let facts = self.facts.clone();
        for (stated, votes, of) in counted(facts.iter().filter_map(|about| about.points_to())) {
            let site = address::site(stated);
            let mut weight = CANONICAL_ADDRESS;
            let mut named = self.pages_that(|about| about.points_to() != Some(stated) && about.is_at(stated));
            if named.is_empty() {
                weight = CANONICAL_SITE;
                named = (0..facts.len()).filter(|&page| self.hosts[page] == site).collect();
            }
            self.support(named, (ClusterEvidence::Canonical, weight), (votes, of), site);
        }
    }

    fn count_credits(&mut self) {
        let facts = self.facts.clone();
        for weight in [CREDIT, CREDIT_AT_END] {
            let crediting = facts.iter().filter(|about| about.credit_weight() == weight);
            for (credit, votes, of) in counted(crediting.filter_map(|about| about.credits_another())) {
                let named = self.pages_that(|about| about.is_named_by(credit));
                let source = Some(credit.to_owned());
                self.support(named, (ClusterEvidence::Credit, weight), (votes, of), source);
            }
        }
    }

    /// Supports the only page whose headline does not call it a reprint.
    fn count_titles(&mut self) {
        if let [page] = self.pages_that(|about| !says_reprinted(&about.title))[..]
            && self.facts.len() > 1
        {
            self.candidates[page].support(ClusterEvidence::Title, TITLE, 1, 1);
        }
    }

    /// Supports the page that was published before all others with a date.
    fn find_first(&mut self) {
        let facts = &self.facts;
        let dated = facts.iter().filter(|about| about.minutes().is_some());
        let mut later = dated.clone().skip(1);
        let (Some(first), count) = (dated.clone().next(), dated.count()) else {
            return;
        };
        let is_first = count > 1 && later.all(|other| is_published_before(first, other));
        if is_first && self.is_whole(0) {
            self.candidates[0].support(ClusterEvidence::Published, PUBLISHED, count, facts.len());
        }
    }

    /// Supports each page by the share of the others that it contains and extends.
    fn count_lengths(&mut self, likeness: &[[f64; 3]]) {
        for (candidate, [.., held]) in self.candidates.iter_mut().zip(likeness) {
            let weight = (f64::from(LONGER) * held) as u8;
            if weight > 0 {
                candidate.support(ClusterEvidence::Longer, weight, 1, 1);
            }
        }
    }

    /// Supports the page that all others are most similar to.
    fn find_center(&mut self, likeness: &[[f64; 3]]) {
        if self.facts.len() < LEAST_PAGES {
            return;
        }
        let most_similar = (0..self.facts.len()).max_by(|&a, &b| likeness[a][0].total_cmp(&likeness[b][0]));
        // Furniture mistaken for a part of an article is at its head and tail, so a page that is central only because
        // of its furniture does not count.
        if let Some(page) = most_similar.filter(|&page| (0..2).all(|by| lead(likeness, page, by) >= CENTRAL_LEAD)) {
            self.candidates[page].support(ClusterEvidence::Central, CENTRAL, 1, 1);
        }
    }

    /// The candidate with the least doubt, and its lead over all others, 0 to 100.
    fn best(&self) -> (usize, u32) {
        let mut sure: Vec<u32> = Vec::with_capacity(self.candidates.len());
        for (page, candidate) in self.candidates.iter().enumerate() {
            // A source that is not among the pages states nothing.
            let own_word = self.facts.get(page).map_or(1_000_000, |about| about.own_word());
            sure.push(candidate.doubt.confidence() * own_word / 1_000_000);
        }
        let best = (0..sure.len()).rev().max_by_key(|&page| sure[page]).unwrap_or(0);
        let host = |page: usize| self.hosts.get(page).and_then(Option::as_ref);
        // Pages of one publisher do not contradict each other.
        let others = (0..sure.len()).filter(|&page| page != best && (host(page).is_none() || host(page) != host(best)));
        let next = others.map(|page| sure[page].min(sure[best])).max();
        (best, sure[best] - next.unwrap_or(0))
    }

    /// Whether a page has the whole article, or no page does. The beginning of an article may be dated, and fetched,
    /// before the whole.
    fn is_whole(&self, page: usize) -> bool {
        !self.pages[page].is_gated() || self.pages.iter().all(|page| page.is_gated())
    }

    fn pages_that(&self, hold: impl Fn(&Metadata) -> bool) -> Vec<usize> {
        let pages = 0..self.facts.len();
        pages.filter(|&page| hold(self.facts[page])).collect()
    }

    /// Adds votes for the named candidates, or for a source that is not among them.
    fn support(
        &mut self,
        named: Vec<usize>,
        (evidence, weight): (ClusterEvidence, u8),
        (votes, of): (usize, usize),
        source: Option<String>,
    ) {
        for &page in &named {
            self.candidates[page].support(evidence, weight, votes, of);
        }
        let (true, Some(source)) = (named.is_empty(), source) else {
            return;
        };
        let known = self.candidates.iter().position(|candidate| {
            let name = candidate.source.as_deref();
            name.is_some_and(|name| is_name(name, &source) || is_name(&source, name))
        });
        let at = known.unwrap_or_else(|| {
            self.candidates.push(Candidate::new(Some(source)));
            self.candidates.len() - 1
        });
        self.candidates[at].support(evidence, weight, votes, of);
    }
}

/// How much more similar to the others a page is than any of them, by this figure.
fn lead(likeness: &[[f64; 3]], page: usize, by: usize) -> f64 {
    let others = (0..likeness.len()).filter(|&other| other != page);
    let most = others.map(|other| likeness[other][by]).fold(0.0, f64::max);
    likeness[page][by] - most
}

/// Each text with the number of its occurrences, and the number of occurrences of all texts; only the first [`SOURCES`]
/// texts.
fn counted<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<(&'a str, usize, usize)> {
    let texts: Vec<&str> = texts.collect();
    let order = in_order(texts.len(), &|a, b| texts[a].cmp(texts[b]));
    let different = order.chunk_by(|&a, &b| texts[a] == texts[b]);
    different.map(|same| (texts[same[0]], same.len(), texts.len())).take(SOURCES).collect()
}

/// A hash that ignores case, width, variants and spaces of names.
fn name_hash(name: &str) -> u64 {
    hash_of(&normalize(name).tokens)
}
