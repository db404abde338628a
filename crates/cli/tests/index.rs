//! The index in memory and the one in a file find what a naive one finds, whatever is done to them. Also tests
//! `offprint index`.

mod common;

use common::{Folder, story, text_line};
use offprint::Fingerprint;
use offprint::compare::{ArticleRecord, Verdict};
use offprint::index::{ClassId, InMemory, Index, Judgement, Limits, Ranks, Stats};
use offprint_cli::index::OnFile;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// Small, so that every limit is reached.
const LIMITS: Limits = Limits { classes: 2, articles: 2, candidates: 3 };

/// An article: its judgement with its class, its number, and what is kept of it.
type Known = (Judgement, u64, ArticleRecord);

/// The same behavior as the real indexes, by lists that are searched from end to end.
#[derive(Default, Clone)]
struct Naive {
    known: BTreeMap<String, Known>,
    /// Key, number, class, in the order of arrival.
    postings: Vec<(String, u64, u64)>,
    next: u64,
}

impl Naive {
    fn add(&mut self, id: &str, judgement: &Judgement, record: &ArticleRecord) {
        self.remove(id);
        let number = self.next;
        self.next += 1;
        let keys = record.write_keys();
        let class = judgement.class.map_or(number, |class| class.0);
        for key in &keys {
            let of_class = self.postings.iter().filter(|(k, _, c)| k == key && *c == class);
            if of_class.count() < LIMITS.articles && !self.is_common(key) {
                self.postings.push((key.clone(), number, class));
            }
        }
        let class = (!keys.is_empty()).then_some(ClassId(class));
        let judgement = Judgement { class, ..judgement.clone() };
        self.known.insert(id.to_owned(), (judgement, number, record.clone()));
    }

    /// Whether its articles belong to too many classes.
    fn is_common(&self, key: &str) -> bool {
        let postings = self.postings.iter().filter(|(k, ..)| k == key);
        postings.map(|posting| posting.2).collect::<BTreeSet<_>>().len() > LIMITS.classes
    }

    fn remove(&mut self, id: &str) -> bool {
        let removed = self.known.remove(id);
        if let Some((_, number, _)) = &removed {
            self.postings.retain(|(_, n, _)| n != number);
        }
        removed.is_some()
    }

    fn in_order(&self) -> Vec<(&String, &Known)> {
        let mut order: Vec<_> = self.known.iter().collect();
        order.sort_by_key(|(_, (_, number, _))| *number);
        order
    }

    fn merge(&mut self, other: &Naive) -> u64 {
        let mut new = 0;
        let (mut classes, mut names) = (BTreeMap::new(), BTreeMap::new());
        for (id, (judgement, _, record)) in other.in_order() {
            let mut name = id.clone();
            let digest = record.digest.unwrap();
            while self.known.get(&name).is_some_and(|(.., here)| here.digest != Some(digest)) {
                name += &format!("#{digest:016x}");
            }
            if !self.known.contains_key(&name) {
                let class = judgement.class.and_then(|class| classes.get(&class).copied());
                let of = judgement.of.as_ref().map(|of| names.get(of).unwrap_or(of).clone());
                self.add(&name, &Judgement { class, of, ..judgement.clone() }, record);
                new += 1;
            }
            if let (Some(theirs), Some(ours)) = (judgement.class, self.known[&name].0.class) {
                classes.entry(theirs).or_insert(ours);
            }
            names.insert(id.clone(), name);
        }
        new
    }

    fn visit(&self, record: &ArticleRecord) -> Vec<(String, ClassId)> {
        let mut shared: BTreeMap<u64, usize> = BTreeMap::new();
        for key in record.read_keys().iter().filter(|key| !self.is_common(key)) {
            for (_, number, _) in self.postings.iter().filter(|(k, ..)| k == key) {
                *shared.entry(*number).or_default() += 1;
            }
        }
        while shared.len() > LIMITS.candidates {
            let least = *shared.values().min().unwrap();
            let last = *shared.iter().rev().find(|(_, count)| **count == least).unwrap().0;
            shared.remove(&last);
        }
        let found = self.in_order().into_iter().filter(|(_, (_, number, _))| shared.contains_key(number));
        found.map(|(id, (judgement, ..))| (id.clone(), judgement.class.unwrap())).collect()
    }

    fn stats(&self) -> Stats {
        let classes = || self.known.values().filter_map(|(judgement, ..)| judgement.class);
        let keys: BTreeSet<&str> = self.postings.iter().map(|(key, ..)| key.as_str()).collect();
        let mut stats = Stats::default();
        stats.judged = self.known.len() as u64;
        stats.stored = classes().count() as u64;
        stats.classes = classes().collect::<BTreeSet<_>>().len() as u64;
        stats.keys = keys.len() as u64;
        stats.common_keys = keys.iter().filter(|key| self.is_common(key)).count() as u64;
        stats.postings = self.postings.len() as u64;
        stats
    }
}

#[derive(Debug, Clone)]
enum Act {
    /// Its digest; the parts of its text; the class of the earlier article that it joins.
    Add(u8, u64, Vec<u8>, Option<u8>),
    Remove(u8),
    /// The contents of another index.
    Merge(Vec<Act>),
    Save,
}

fn act() -> impl Strategy<Value = Act> {
    let parts = || prop::collection::vec(0u8..4, 0..3);
    let add = || {
        (0u8..12, 0u64..6, parts(), prop::option::of(0u8..12))
            .prop_map(|(id, digest, parts, class)| Act::Add(id, digest, parts, class))
    };
    prop_oneof![
        8 => add(),
        2 => (0u8..12).prop_map(Act::Remove),
        1 => prop::collection::vec(add(), 0..8).prop_map(Act::Merge),
        1 => Just(Act::Save),
    ]
}

/// A record of a text with these parts. Texts with the same parts share keys.
fn record(digest: Option<u64>, parts: &[u8]) -> ArticleRecord {
    let part = |of: &u8| {
        let of = u32::from(*of);
        (0..90).filter_map(move |i| char::from_u32(0x4E00 + of * 9_700 % 19_000 + i * 53)).chain(['。'])
    };
    let text: String = parts.iter().flat_map(part).collect();
    let mut record = Fingerprint::new("", &text).map(ArticleRecord::from).unwrap_or_default();
    record.digest = digest;
    record
}

/// The three side by side.
struct Three(Naive, InMemory, OnFile);

impl Three {
    fn new(folder: &Folder, name: &str) -> Three {
        let on_file = OnFile::open_with(&folder.path(name), LIMITS).unwrap();
        Three(Naive::default(), InMemory::with(LIMITS), on_file)
    }

    fn act(&mut self, act: &Act, folder: &Folder) {
        let Three(naive, in_memory, on_file) = self;
        match act {
            Act::Add(id, digest, parts, class) => {
                // A look-up would take the class from the index too.
                let found = class.and_then(|of| in_memory.judgement(&of.to_string()).unwrap());
                let class = found.and_then(|judgement| judgement.class);
                let of = class.map(|class| class.0.to_string());
                let judgement = Judgement { of, class, ..Judgement::unique(Verdict::Same) };
                let (id, record) = (id.to_string(), record(Some(*digest), parts));
                naive.add(&id, &judgement, &record);
                in_memory.add(&id, &judgement, &record).unwrap();
                on_file.add(&id, &judgement, &record).unwrap();
            }
            Act::Remove(id) => {
                let id = id.to_string();
                let removed = naive.remove(&id);
                assert_eq!(in_memory.remove(&id).unwrap(), removed);
                assert_eq!(on_file.remove(&id).unwrap(), removed);
            }
            Act::Merge(acts) => {
                let _ = std::fs::remove_file(folder.path("other"));
                let mut other = Three::new(folder, "other");
                acts.iter().for_each(|act| other.act(act, folder));
                let new = naive.merge(&other.0);
                assert_eq!(in_memory.merge(&other.1).unwrap(), new);
                assert_eq!(on_file.merge(&other.2).unwrap(), new);
            }
            Act::Save => on_file.save().unwrap(),
        }
    }
}

fn agrees<I: Index>(index: &I, naive: &Naive) -> Result<(), TestCaseError>
where
    I::Error: std::fmt::Debug,
{
    prop_assert_eq!(index.stats().unwrap(), naive.stats());
    for sought in [record(Some(1), &[]), record(None, &[0]), record(Some(2), &[1, 2]), record(None, &[3, 0])] {
        let mut found = Vec::new();
        index
            .visit(&sought, &Ranks::default(), |candidate| found.push((candidate.id.to_owned(), candidate.class)))
            .unwrap();
        prop_assert_eq!(found, naive.visit(&sought));
    }
    let mut known = Vec::new();
    let each = index.each(|entry| {
        known.push((entry.id.to_owned(), entry.judgement.clone(), entry.record.clone()));
        Ok::<(), I::Error>(())
    });
    each.unwrap();
    let right = naive
        .in_order()
        .into_iter()
        .map(|(id, (judgement, _, record))| (id.clone(), judgement.clone(), record.clone().without_metadata()));
    prop_assert_eq!(known, right.collect::<Vec<_>>());
    for id in 0..12 {
        let judgement = index.judgement(&id.to_string()).unwrap();
        prop_assert_eq!(judgement.as_ref(), naive.known.get(&id.to_string()).map(|(judgement, ..)| judgement));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn all_find_what_a_naive_index_finds(acts in prop::collection::vec(act(), 0..40)) {
        let folder = Folder::new();
        let mut three = Three::new(&folder, "index");
        for act in &acts {
            three.act(act, &folder);
            agrees(&three.1, &three.0)?;
            agrees(&three.2, &three.0)?;
        }
        let Three(naive, _, mut on_file) = three;
        on_file.save().unwrap();
        drop(on_file);
        agrees(&OnFile::open_with(&folder.path("index"), LIMITS).unwrap(), &naive)?;
    }
}

#[test]
fn an_index_that_outgrows_its_filter_misses_nothing() {
    let folder = Folder::new();
    let mut index = OnFile::open(&folder.path("index")).unwrap();
    for i in 0..3_000 {
        index.add(&i.to_string(), &Judgement::unique(Verdict::Unknown), &record(Some(i), &[])).unwrap();
    }
    let found = |index: &OnFile, i| {
        let mut count = 0;
        index.visit(&record(Some(i), &[]), &Ranks::default(), |_| count += 1).unwrap();
        count
    };
    assert!((0..3_000).all(|i| found(&index, i) == 1));
    assert!((3_000..4_000).all(|i| found(&index, i) == 0));
    index.save().unwrap();
    drop(index);
    let index = OnFile::open(&folder.path("index")).unwrap();
    assert!((0..3_000).all(|i| found(&index, i) == 1));
}

#[test]
fn an_operator_counts_removes_and_merges() {
    let folder = Folder::new();
    let list = |ids: &[(&str, u64)]| -> String { ids.iter().map(|(id, of)| text_line(id, &story(*of))).collect() };
    folder.write("a.jsonl", list(&[("1", 1), ("2", 2), ("3", 1)]));
    folder.write("b.jsonl", list(&[("3", 1), ("4", 4)]));
    let dedupe = |docs, index| folder.offprint(&["dedupe", docs, "--index", index]).good();
    dedupe("@a.jsonl", "@a");
    dedupe("@b.jsonl", "@b");
    let stats = || folder.offprint(&["index", "@a", "stats"]).good().json();
    assert_eq!(
        stats(),
        serde_json::json!({"judged": 3, "stored": 3, "classes": 2, "keys": 10, "commonKeys": 0, "postings": 15})
    );
    let merge = || folder.offprint(&["index", "@a", "merge", "@b"]).good().out;
    assert_eq!(merge(), "1 new articles\n");
    assert_eq!(merge(), "0 new articles\n");
    assert_eq!(stats()["judged"], 4);

    folder.offprint(&["index", "@a", "remove", "1"]).good();
    assert_eq!(stats()["stored"], 3);
    let lines = dedupe("@a.jsonl", "@a").lines();
    assert_eq!(lines[0]["known"], false);
    assert_eq!((&lines[0]["verdict"], &lines[0]["of"]), (&"same".into(), &"3".into()));
    assert_eq!(lines[2]["of"], "1", "what was said stays said");
    let clustered = ["--index", "@a", "--clusters", "@clusters.csv"];
    let arguments = [&["dedupe", "@a.jsonl"], &clustered[..]].concat();
    folder.offprint(&arguments).good();
    assert_eq!(folder.text("clusters.csv").lines().count(), 4, "each is a copy of the other");
}

#[test]
fn many_read_an_index_at_a_time_and_none_changes_it() {
    let folder = Folder::new();
    folder.write("a.jsonl", text_line("1", &story(1)) + &text_line("2", &story(2)));
    folder.offprint(&["dedupe", "@a.jsonl", "--index", "@a"]).good();
    let (path, bytes) = (folder.path("a"), || std::fs::read(folder.path("a")).unwrap());
    let before = bytes();
    let mut readers = [1, 2].map(|_| OnFile::read_only(&path).unwrap());
    let told = folder.offprint(&["dedupe", "@a.jsonl", "--index", "@a"]);
    assert_eq!((told.code, told.err.contains("an index in use")), (4, true), "{}", told.err);
    for index in &mut readers {
        let verdicts = folder.offprint(&["dedupe", "@a.jsonl", "--against", "@a"]).good().verdicts();
        assert_eq!(verdicts, serde_json::json!([["1", "same", "1"], ["2", "same", "2"]]));
        assert_eq!(index.stats().unwrap().judged, 2);
        let (judgement, record) = index.get("1").unwrap().unwrap();
        assert_eq!(index.find(&record).unwrap()[0].id, "1");
        for refused in [index.add("3", &judgement, &record), index.remove("1").map(|_| ())] {
            assert!(refused.unwrap_err().to_string().contains("for reading only"));
        }
        index.save().unwrap();
    }
    drop(readers);
    assert_eq!(bytes(), before);
    folder.offprint(&["dedupe", "@a.jsonl", "--index", "@a"]).good();
}

#[test]
fn reports_what_is_wrong_to_operators() {
    let folder = Folder::new();
    folder.write("a.jsonl", text_line("1", &story(1)));
    folder.offprint(&["dedupe", "@a.jsonl", "--index", "@a"]).good();
    for (arguments, message) in [
        (&["@a", "remove", "7"][..], "no article with the id `7`, a: use an id that dedupe printed"),
        (&["@gone", "stats"], "no such file or folder, gone: check the path"),
        (&["@a", "merge", "@a"], "an index in use, a: wait until the other run has ended"),
    ] {
        assert_eq!(folder.failure(&[&["index"], arguments].concat()), message);
    }
}
