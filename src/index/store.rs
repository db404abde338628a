//! The interface and data types of all article stores.

use crate::compare::ArticleRecord;
use crate::compare::rewriting::RewriteVerdict;
use crate::compare::verdict::Verdict;
use crate::index::policy::{ClassId, Compared, Limits, Posting, Ranked, rank};
use serde::Serialize;
use std::collections::BTreeMap;

/// The judgement on an article at its arrival.
#[derive(Debug, Clone, PartialEq)]
pub struct Judgement {
    /// The verdict on it, compared with earlier articles.
    pub verdict: Verdict,
    /// Id of the earlier article that it repeats or overlaps.
    pub of: Option<String>,
    /// Similarity of the two, 0 to 1.
    pub score: f64,
    /// The class that it belongs to. For an article that was not added yet: the class that it would join, or `None` if
    /// it would begin one. For an article that was added: `None` if it has no keys.
    pub class: Option<ClassId>,
}

impl Judgement {
    /// The judgement on an article that is similar to no earlier one.
    ///
    /// ```
    /// use offprint::index::Judgement;
    /// use offprint::compare::Verdict;
    /// let alone = Judgement::unique(Verdict::Different);
    /// assert_eq!((alone.verdict, alone.of, alone.score), (Verdict::Different, None, 0.0));
    /// ```
    pub fn unique(verdict: Verdict) -> Judgement {
        Judgement { verdict, of: None, score: 0.0, class: None }
    }

    /// The verdict in a word: `new` for an article that is similar to no earlier one, otherwise the verdict's name.
    ///
    /// ```
    /// use offprint::index::Judgement;
    /// use offprint::compare::Verdict;
    /// assert_eq!(Judgement::unique(Verdict::Different).name(), "new");
    /// assert_eq!(Judgement::unique(Verdict::Unknown).name(), "unknown");
    /// ```
    pub fn name(&self) -> &'static str {
        if self.verdict == Verdict::Different { "new" } else { self.verdict.name() }
    }
}

/// An article of the index that a look-up leads to.
#[derive(Debug)]
pub struct Candidate<'a> {
    /// Its number. Articles are numbered in the order of their arrival, and numbers are never reused.
    pub number: u64,
    /// Its id.
    pub id: &'a str,
    /// Its class.
    pub class: ClassId,
    /// What is kept of it; `None` if it is among the [`Ranks`] of the look-up.
    pub record: Option<ArticleRecord>,
}

/// Everything that an index keeps of one article.
#[derive(Debug)]
pub struct Entry<'a> {
    /// Its id.
    pub id: &'a str,
    /// The judgement on it.
    pub judgement: &'a Judgement,
    /// What is kept of it.
    pub record: &'a ArticleRecord,
}

/// An article in an index that another one repeats, overlaps, or probably rewrites.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Match {
    /// Its id.
    pub id: String,
    /// Its class.
    #[serde(skip)]
    pub class: ClassId,
    /// The verdict on the two. For the first match, the verdict on the article that was looked up.
    pub verdict: Verdict,
    /// Similarity of the two, 0 to 1.
    pub score: f64,
    /// The probability that one rewrites the other, 0.95 to 1, if they are not copies and the facts of both are known;
    /// see [`Rewriting`](crate::compare::Rewriting).
    pub rewriting: Option<f64>,
}

impl From<&Match> for Compared {
    fn from(&Match { class, verdict, score, rewriting, .. }: &Match) -> Compared {
        Compared { class: Some(class), verdict, score, rewriting }
    }
}

/// The result for an article that arrived.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Insertion {
    /// The id under which it is kept: the given id or, if another text has that id, the given id with a suffix for its
    /// text.
    pub id: String,
    /// The judgement on it.
    pub judgement: Judgement,
    /// Whether the same text was already known under the same id; then the judgement is the earlier one.
    pub known: bool,
    /// Whether it is only the beginning of an article, before a paywall or a login; `None` if it was already known, or
    /// has no fingerprint.
    pub gated: Option<bool>,
    /// The earlier article that it most likely rewrites, if it is not a copy and the facts of both are known. Set only
    /// when the article first arrives.
    pub rewriting: Option<RewriteOf>,
}

/// An earlier article that a new one rewrites.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct RewriteOf {
    /// Its id.
    pub of: String,
    /// The probability, 0.95 to 1; see [`Rewriting`](crate::compare::Rewriting).
    pub score: f64,
}

/// The size of an index.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Stats {
    /// Articles that were judged.
    pub judged: u64,
    /// Articles that also have keys.
    pub stored: u64,
    /// Classes of these.
    pub classes: u64,
    /// Distinct keys.
    pub keys: u64,
    /// Keys that lead to too many classes to be followed.
    pub common_keys: u64,
    /// Total number of articles over all keys.
    pub postings: u64,
}

impl Stats {
    /// Counts the articles under each key; the postings of one key must be adjacent.
    pub(crate) fn count<E>(
        &mut self,
        postings: impl Iterator<Item = Result<(u64, Posting), E>>,
        limits: &Limits,
    ) -> Result<(), E> {
        let mut gathered: Vec<Posting> = Vec::new();
        let mut last = None;
        for posting in postings {
            let (key, posting) = posting?;
            if last.replace(key) != Some(key) {
                self.common_keys += u64::from(limits.is_common(&gathered));
                self.keys += 1;
                gathered.clear();
            }
            self.postings += 1;
            gathered.push(posting);
        }
        self.common_keys += u64::from(limits.is_common(&gathered));
        Ok(())
    }
}

/// How similar an article is to others of an index, by [`Index::ranks`].
#[derive(Debug, Clone, Default)]
pub struct Ranks(Vec<Rank>);

/// The relation of an article to the one with this number.
#[derive(Debug, Clone, Copy)]
struct Rank {
    number: u64,
    verdict: Verdict,
    score: f64,
    rewriting: Option<f64>,
}

impl Ranks {
    /// Whether the article with this number is among those that were compared.
    ///
    /// # Complexity
    /// A binary search.
    pub fn contains(&self, number: u64) -> bool {
        self.get(number).is_some()
    }

    fn get(&self, number: u64) -> Option<Rank> {
        self.0.binary_search_by_key(&number, |rank| rank.number).ok().map(|at| self.0[at])
    }
}

/// An article, and the ranks of the texts that it was compared with. Exact copies all have the same rank, and a story
/// may have hundreds of them.
struct Ranking<'a> {
    record: &'a ArticleRecord,
    compared: Vec<(ArticleRecord, Rank)>,
}

impl Ranking<'_> {
    fn rank(&mut self, number: u64, other: ArticleRecord) -> Rank {
        let alike = self.compared.iter().find(|(known, _)| known.digest == other.digest && *known == other);
        if let Some((_, rank)) = alike {
            return Rank { number, ..*rank };
        }
        let (verdict, score) = self.record.rank(&other);
        let judged = self.record.rewriting(&other, verdict);
        let rewriting = judged.score.filter(|_| judged.verdict == RewriteVerdict::Rewritten);
        let rank = Rank { number, verdict, score, rewriting };
        self.compared.push((other, rank));
        rank
    }
}

/// Articles seen so far.
///
/// ```
/// use offprint::Article;
/// use offprint::compare::{ArticleRecord, Verdict};
/// use offprint::index::{Index, InMemory};
/// let text: String = (0..600).filter_map(|i| char::from_u32(0x4E00 + i * 7919 % 20000)).collect();
/// let record = |text: &str| ArticleRecord::from(&Article::of_text(String::new(), text.to_owned()));
/// let mut index = InMemory::new();
/// let mut insert = |id, text| index.insert(id, &record(text)).map(|insertion| insertion.judgement);
/// assert_eq!(insert("first", &text)?.verdict, Verdict::Different);
/// assert_eq!(insert("second", &text)?.of.as_deref(), Some("first"));
/// assert_eq!(insert("short", "Accept all cookies?")?.verdict, Verdict::Unknown);
/// assert_eq!(insert("again", "accept ALL cookies")?.of.as_deref(), Some("short"));
/// let other = index.insert("short", &record("Another text."))?;
/// assert!(!other.known && other.id.starts_with("short#"));
///
/// let ids = |text: &str| index.find(&record(text)).map(|found| Vec::from_iter(found.into_iter().map(|one| one.id)));
/// assert_eq!(ids(&text)?, ["first", "second"]);
/// assert!(ids("Accept no cookies")?.is_empty());
/// # Ok::<(), std::convert::Infallible>(())
/// ```
pub trait Index {
    /// Errors of the store; an index in memory has none.
    type Error;

    /// The judgement on the article with this id, and what is kept of it; `None` if it has not arrived.
    ///
    /// # Errors
    /// The errors of the store, as for all methods of this trait.
    fn get(&self, id: &str) -> Result<Option<(Judgement, ArticleRecord)>, Self::Error>;

    /// The judgement on the article with this id; `None` if it has not arrived.
    fn judgement(&self, id: &str) -> Result<Option<Judgement>, Self::Error> {
        Ok(self.get(id)?.map(|(judgement, _)| judgement))
    }

    /// The id under which this text is kept if it arrives under this id, and the judgement on it if it has arrived. If
    /// another text has the id, `#` and 16 hexadecimal digits of the text are appended. So no text replaces another,
    /// and the same text has the same name in every run.
    fn kept_as(&self, id: &str, record: &ArticleRecord) -> Result<(String, Option<Judgement>), Self::Error> {
        let mut id = id.to_owned();
        while let Some((judgement, earlier)) = self.get(&id)? {
            if record.is_text_of(&earlier) {
                return Ok((id, Some(judgement)));
            }
            id = format!("{id}#{:016x}", record.text_number());
        }
        Ok((id, None))
    }

    /// Calls `visit` with the articles that the keys of a record lead to, in the order of arrival, within the
    /// [`Limits`]. For articles among `ranks`, what is kept of them is left out and need not be read.
    ///
    /// # Complexity
    /// A tree search for each key and for each article found; the number of articles is bounded.
    fn visit(&self, record: &ArticleRecord, ranks: &Ranks, visit: impl FnMut(Candidate<'_>))
    -> Result<(), Self::Error>;

    /// Calls `visit` with every article, in the order of arrival. It stops at the first error of the store or of
    /// `visit`.
    fn each<E: From<Self::Error>>(&self, visit: impl FnMut(Entry<'_>) -> Result<(), E>) -> Result<(), E>;

    /// Counts the contents of the index.
    ///
    /// # Complexity
    /// Linear in the index.
    fn stats(&self) -> Result<Stats, Self::Error>;

    /// Adds an article with its judgement, without a look-up. Replaces an article with the same id.
    ///
    /// # Complexity
    /// A tree search for each key.
    fn add(&mut self, id: &str, judgement: &Judgement, record: &ArticleRecord) -> Result<(), Self::Error>;

    /// Removes an article; returns whether it existed. Judgements on other articles stay, even if they name this one,
    /// and so does its class.
    ///
    /// # Complexity
    /// A tree search for each key.
    fn remove(&mut self, id: &str) -> Result<bool, Self::Error>;

    /// Judges an article and adds it. An article is known only if both its id and its text have arrived.
    ///
    /// # Complexity
    /// The complexity of [`visit`](Self::visit) and [`add`](Self::add), plus a comparison for each article found.
    fn insert(&mut self, id: &str, record: &ArticleRecord) -> Result<Insertion, Self::Error> {
        self.insert_ranked(id, record, &Ranks::default())
    }

    /// How similar an article is to the articles that its keys lead to. Threads can do this part of
    /// [`insert`](Self::insert) for many articles at once.
    ///
    /// # Complexity
    /// The complexity of [`visit`](Self::visit), plus a comparison for each text found.
    fn ranks(&self, record: &ArticleRecord) -> Result<Ranks, Self::Error> {
        let mut ranking = Ranking { record, compared: Vec::new() };
        let (mut ranks, mut is_known) = (Vec::new(), false);
        self.visit(record, &Ranks::default(), |Candidate { number, record: other, .. }| {
            let Some(other) = other else { return };
            // An equal text answers all further questions.
            is_known |= record.is_equal(&other);
            if !is_known {
                ranks.push(ranking.rank(number, other));
            }
        })?;
        Ok(Ranks(ranks))
    }

    /// The same as [`insert`](Self::insert), with earlier comparisons; missing ones are made now.
    ///
    /// # Complexity
    /// The complexity of [`visit`](Self::visit) and [`add`](Self::add), plus a comparison for each article that is
    /// missing.
    ///
    /// ```
    /// use offprint::Article;
    /// use offprint::compare::{ArticleRecord, Verdict};
    /// use offprint::index::{InMemory, Index};
    /// let text: String = (0..600).filter_map(|i| char::from_u32(0x4E00 + i * 7919 % 20000)).collect();
    /// let [first, copy] = [&text, &text].map(|text| ArticleRecord::from(&Article::of_text(String::new(), text.clone())));
    /// let mut index = InMemory::new();
    /// index.insert("first", &first)?;
    /// let ranks = index.ranks(&copy)?;
    /// index.insert("later", &ArticleRecord::default())?;
    /// let insertion = index.insert_ranked("copy", &copy, &ranks)?;
    /// assert_eq!(insertion.judgement.of.as_deref(), Some("first"));
    /// # Ok::<(), std::convert::Infallible>(())
    /// ```
    fn insert_ranked(&mut self, id: &str, record: &ArticleRecord, ranks: &Ranks) -> Result<Insertion, Self::Error> {
        let (id, earlier) = self.kept_as(id, record)?;
        if let Some(judgement) = earlier {
            return Ok(Insertion { id, judgement, known: true, gated: None, rewriting: None });
        }
        let mut insertion = Insertion {
            id,
            judgement: Judgement::unique(Verdict::Unknown),
            known: false,
            gated: record.fingerprint.as_ref().map(|_| record.is_gated()),
            rewriting: None,
        };
        let mut first = equal(self, record)?;
        if first.is_none() && record.fingerprint.is_some() {
            let (found, is_doubtful) = similar(self, record, ranks)?;
            let verdict = if is_doubtful { Verdict::Unknown } else { Verdict::Different };
            insertion.judgement = Judgement::unique(verdict);
            first = found.into_iter().next();
        }
        match first {
            Some(Match { id, class, verdict, score, rewriting: None }) => {
                let class = (verdict == Verdict::Same).then_some(class);
                insertion.judgement = Judgement { verdict, of: Some(id), score, class };
            }
            Some(Match { id: of, rewriting: Some(score), .. }) => insertion.rewriting = Some(RewriteOf { of, score }),
            None => {}
        }
        self.add(&insertion.id, &insertion.judgement, record)?;
        Ok(insertion)
    }

    /// The articles that an article repeats, overlaps, or probably rewrites: first the one that
    /// [`insert`](Self::insert) would name, then the others, the most similar first.
    ///
    /// # Complexity
    /// The complexity of [`visit`](Self::visit), plus a comparison for each article found.
    fn find(&self, record: &ArticleRecord) -> Result<Vec<Match>, Self::Error> {
        let equal = equal(self, record)?;
        let (mut found, _) = similar(self, record, &Ranks::default())?;
        found.retain(|other| equal.as_ref().is_none_or(|equal| equal.id != other.id));
        found.splice(0..0, equal);
        Ok(found)
    }

    /// Adds the articles of another index as if they arrived now, and returns how many were new. Articles that are
    /// known here are unchanged. Classes that share one of these are merged. Nothing is compared again, so two classes
    /// of the same article stay separate until a page is close to both.
    ///
    /// # Complexity
    /// Adds each article of the other index.
    ///
    /// ```
    /// use offprint::compare::{ArticleRecord, Verdict};
    /// use offprint::index::{Index, InMemory, Judgement};
    /// let (mut index, mut other) = (InMemory::new(), InMemory::new());
    /// let judgement = Judgement::unique(Verdict::Unknown);
    /// index.add("a", &judgement, &ArticleRecord::default())?;
    /// other.add("a", &judgement, &ArticleRecord::default())?;
    /// other.add("b", &judgement, &ArticleRecord::default())?;
    /// assert_eq!(index.merge(&other)?, 1);
    /// assert_eq!(index.judgement("b")?, Some(judgement));
    /// assert_eq!(index.merge(&other)?, 0, "nothing is new the second time");
    /// # Ok::<(), std::convert::Infallible>(())
    /// ```
    fn merge<O>(&mut self, other: &O) -> Result<u64, Self::Error>
    where
        O: Index,
        Self::Error: From<O::Error>,
    {
        let mut classes: BTreeMap<ClassId, ClassId> = BTreeMap::new();
        // Ids that other texts have here, and the ids that replace them.
        let mut renamed: BTreeMap<String, String> = BTreeMap::new();
        let mut new = 0;
        other.each(|Entry { id, judgement, record }| {
            let theirs = judgement.class;
            let (name, earlier) = self.kept_as(id, record)?;
            if earlier.is_none() {
                let class = theirs.and_then(|class| classes.get(&class).copied());
                let of = judgement.of.as_ref().map(|of| renamed.get(of).unwrap_or(of).clone());
                self.add(&name, &Judgement { class, of, ..judgement.clone() }, record)?;
                new += 1;
            }
            let ours = self.judgement(&name)?.and_then(|judgement| judgement.class);
            if name != id {
                renamed.insert(id.to_owned(), name);
            }
            if let (Some(theirs), Some(ours)) = (theirs, ours) {
                classes.entry(theirs).or_insert(ours);
            }
            Ok::<(), Self::Error>(())
        })?;
        Ok(new)
    }

    /// Makes additions permanent. Does nothing in memory.
    fn save(&mut self) -> Result<(), Self::Error> {
        Ok(())
    }
}

/// The first article with the same text according to the digests.
fn equal<I: Index + ?Sized>(index: &I, record: &ArticleRecord) -> Result<Option<Match>, I::Error> {
    let by_digest = ArticleRecord { digest: record.digest, ..ArticleRecord::default() };
    let mut first = None;
    index.visit(&by_digest, &Ranks::default(), |Candidate { id, class, record: other, .. }| {
        if first.is_none() && other.is_some_and(|other| record.is_equal(&other)) {
            let id = id.to_owned();
            first = Some(Match { id, class, verdict: Verdict::Same, score: 1.0, rewriting: None });
        }
    })?;
    Ok(first)
}

/// The ranked articles that the keys of a record lead to and that are similar to it; and whether one may be similar
/// only because both are a notice.
fn similar<I: Index + ?Sized>(
    index: &I,
    record: &ArticleRecord,
    ranks: &Ranks,
) -> Result<(Vec<Match>, bool), I::Error> {
    let mut ranking = Ranking { record, compared: Vec::new() };
    let mut found = Vec::new();
    index.visit(record, ranks, |Candidate { number, id, class, record: other }| {
        let rank = other.map(|other| ranking.rank(number, other)).or_else(|| ranks.get(number));
        if let Some(Rank { verdict, score, rewriting, .. }) = rank {
            found.push(Match { id: id.to_owned(), class, verdict, score, rewriting });
        }
    })?;
    let compared: Vec<Compared> = found.iter().map(Compared::from).collect();
    let ranked = rank(&compared).into_iter().map(|Ranked { place, verdict }| Match { verdict, ..found[place].clone() });
    let is_doubtful = found.iter().any(|other| other.verdict == Verdict::Unknown);
    Ok((ranked.collect(), is_doubtful))
}
