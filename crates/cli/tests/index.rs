//! The index in memory and the one in a file find what a naive one finds, whatever is done to them. Also tests
//! `offprint index`.

mod common;

use common::{Folder, story, text_line};
use offprint::Fingerprint;
use offprint::compare::Signature;
use offprint::compare::Verdict;
use offprint::index::{ClassId, InMemory, Index, Judgement, Limits, Stats, Stored};
use offprint_cli::index::OnFile;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// Small, so that every limit is reached.
const LIMITS: Limits = Limits { classes: 2, articles: 2, candidates: 3 };

/// An article: its judgement, the digest of its text and, if it is stored, its number, class, signature and keys.
type Known = (Judgement, Option<u64>, Option<(u64, u64, Signature, Vec<String>)>);

/// The same behavior as the real indexes, by lists that are searched from end to end.
#[derive(Default, Clone)]
struct Naive {
    known: BTreeMap<String, Known>,
    /// Digest and id.
    firsts: Vec<(u64, String)>,
    /// Key, number, class, in the order of arrival.
    postings: Vec<(String, u64, u64)>,
    next: u64,
}

impl Naive {
    fn add(&mut self, id: &str, judgement: &Judgement, digest: Option<u64>, stored: Option<Stored>) {
        self.remove(id);
        if let Some(digest) = digest.filter(|digest| self.first_with(*digest).is_none()) {
            self.firsts.push((digest, id.to_owned()));
        }
        let stored = stored.map(|stored| {
            let number = self.next;
            let class = stored.class.map_or(number, |class| class.0);
            self.next += 1;
            for key in &stored.keys {
                let of_class = self.postings.iter().filter(|(k, n, c)| k == key && *n != number && *c == class);
                if of_class.count() < LIMITS.articles && !self.is_common(key, number) {
                    self.postings.retain(|(k, n, _)| (k, *n) != (key, number));
                    self.postings.push((key.clone(), number, class));
                }
            }
            (number, class, stored.signature, stored.keys)
        });
        self.known.insert(id.to_owned(), (judgement.clone(), digest, stored));
    }

    fn first_with(&self, digest: u64) -> Option<String> {
        let first = self.firsts.iter().find(|first| first.0 == digest);
        first.map(|(_, id)| id.clone())
    }

    /// Whether the articles other than this one belong to too many classes.
    fn is_common(&self, key: &str, except: u64) -> bool {
        let postings = self.postings.iter().filter(|(k, n, _)| k == key && *n != except);
        postings.map(|posting| posting.2).collect::<BTreeSet<_>>().len() > LIMITS.classes
    }

    fn remove(&mut self, id: &str) -> bool {
        let removed = self.known.remove(id);
        self.firsts.retain(|(_, first)| first != id);
        if let Some((.., Some((number, ..)))) = &removed {
            self.postings.retain(|(_, n, _)| n != number);
        }
        removed.is_some()
    }

    fn merge(&mut self, other: &Naive) -> u64 {
        let mut new = 0;
        let mut classes: BTreeMap<u64, u64> = BTreeMap::new();
        let mut order: Vec<_> = other.known.iter().collect();
        order.sort_by_key(|(_, (.., stored))| stored.as_ref().map_or(u64::MAX, |stored| stored.0));
        for (id, (judgement, digest, stored)) in order {
            if !self.known.contains_key(id) {
                let stored = stored.clone().map(|(_, class, signature, keys)| Stored {
                    class: classes.get(&class).copied().map(ClassId),
                    signature,
                    keys,
                });
                self.add(id, judgement, *digest, stored);
                new += 1;
            }
            if let (Some(theirs), Some(ours)) = (stored, &self.known[id].2) {
                classes.entry(theirs.1).or_insert(ours.1);
            }
        }
        new
    }

    fn by_number(&self, number: u64) -> (&str, u64) {
        let stored = |known: &Known| known.2.as_ref().map(|stored| (stored.0, stored.1));
        let found = self.known.iter().find_map(|(id, known)| {
            let (own, class) = stored(known)?;
            (own == number).then_some((id.as_str(), class))
        });
        found.unwrap()
    }

    fn visit(&self, keys: &[String]) -> Vec<(String, u64)> {
        let mut shared: BTreeMap<u64, usize> = BTreeMap::new();
        for key in keys.iter().filter(|key| !self.is_common(key, u64::MAX)) {
            for (_, number, _) in self.postings.iter().filter(|(k, ..)| k == key) {
                *shared.entry(*number).or_default() += 1;
            }
        }
        while shared.len() > LIMITS.candidates {
            let least = *shared.values().min().unwrap();
            let last = *shared.iter().rev().find(|(_, count)| **count == least).unwrap().0;
            shared.remove(&last);
        }
        shared.keys().map(|&number| self.by_number(number)).map(|(id, class)| (id.to_owned(), class)).collect()
    }

    fn stats(&self) -> Stats {
        let stored = || self.known.values().filter_map(|(.., stored)| stored.as_ref());
        let keys: BTreeSet<&str> = self.postings.iter().map(|(key, ..)| key.as_str()).collect();
        let common = keys.iter().filter(|key| self.is_common(key, u64::MAX));
        Stats {
            judged: self.known.len() as u64,
            stored: stored().count() as u64,
            classes: stored().map(|s| s.1).collect::<BTreeSet<_>>().len() as u64,
            keys: keys.len() as u64,
            common_keys: common.count() as u64,
            postings: self.postings.len() as u64,
        }
    }
}

#[derive(Debug, Clone)]
enum Act {
    /// Its digest; whether it is stored; the class of the earlier article that it joins; its keys.
    Add(u8, Option<u64>, bool, Option<u8>, Vec<String>),
    Remove(u8),
    /// The contents of another index.
    Merge(Vec<Act>),
    Save,
}

fn keys() -> impl Strategy<Value = Vec<String>> {
    prop::collection::btree_set("[ab]{1,2}", 0..4).prop_map(|keys| keys.into_iter().collect())
}

fn act() -> impl Strategy<Value = Act> {
    let add = || {
        (0u8..12, prop::option::of(0u64..6), prop::bool::weighted(0.9), prop::option::of(0u8..12), keys())
            .prop_map(|(id, digest, stored, class, keys)| Act::Add(id, digest, stored, class, keys))
    };
    prop_oneof![
        8 => add(),
        2 => (0u8..12).prop_map(Act::Remove),
        1 => prop::collection::vec(add(), 0..8).prop_map(Act::Merge),
        1 => Just(Act::Save),
    ]
}

fn fingerprint(of: u8) -> Signature {
    let text = (0..90).filter_map(|i| char::from_u32(0x4E00 + u32::from(of) * 97 + i * 53));
    Fingerprint::of("", &text.collect::<String>()).unwrap().into()
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
            Act::Add(id, digest, stored, class, keys) => {
                // A look-up would take the class from the index too.
                let found = class.and_then(|of| in_memory.stored(&of.to_string()).unwrap());
                let class = found.map(|(class, _)| class);
                let of = class.map(|class| class.0.to_string());
                let judgement = Judgement { of, ..Judgement::unique(Verdict::Same) };
                let stored = || {
                    let (signature, keys) = (fingerprint(*id), keys.clone());
                    stored.then_some(Stored { class, signature, keys })
                };
                let id = id.to_string();
                naive.add(&id, &judgement, *digest, stored());
                in_memory.add(&id, &judgement, *digest, stored()).unwrap();
                on_file.add(&id, &judgement, *digest, stored()).unwrap();
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
    let all: Vec<String> = ["a", "b", "aa", "ab", "ba", "bb"].map(str::to_owned).into();
    for keys in [&all[..], &all[..1], &all[2..4], &all[3..]] {
        let mut found = Vec::new();
        let visit = |f: offprint::index::Found<'_>| found.push((f.id.to_owned(), f.class.0));
        index.visit(keys, visit).unwrap();
        prop_assert_eq!(found, naive.visit(keys));
    }
    let mut known = BTreeMap::new();
    let each = index.each(|entry| {
        let stored = entry.stored.map(|s| (s.class.unwrap().0, s.signature.clone(), s.keys.clone()));
        let judged = (entry.judgement.clone(), entry.digest, stored);
        known.insert(entry.id.to_owned(), judged);
        Ok::<(), I::Error>(())
    });
    each.unwrap();
    let right = naive.known.iter().map(|(id, (judgement, digest, stored))| {
        let stored = stored.clone().map(|(_, class, signature, keys)| (class, signature, keys));
        (id.clone(), (judgement.clone(), *digest, stored))
    });
    prop_assert_eq!(known, right.collect::<BTreeMap<_, _>>());
    for id in 0..12 {
        let known = naive.known.get(&id.to_string());
        let class = index.stored(&id.to_string()).unwrap().map(|(class, _)| class.0);
        prop_assert_eq!(class, known.and_then(|(.., stored)| Some(stored.as_ref()?.1)));
        let judgement = index.judgement(&id.to_string()).unwrap();
        prop_assert_eq!(judgement.as_ref(), known.map(|(judgement, ..)| judgement));
    }
    for digest in 0..6 {
        prop_assert_eq!(index.first_with(digest).unwrap(), naive.first_with(digest));
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
    let key = |i: u32| vec![format!("{i:010x}")];
    for i in 0..3_000 {
        let (signature, keys) = (fingerprint(1), key(i));
        let stored = Stored { class: None, signature, keys };
        let alone = Judgement::unique(Verdict::Different);
        index.add(&i.to_string(), &alone, None, Some(stored)).unwrap();
    }
    let found = |index: &OnFile, i| {
        let mut count = 0;
        index.visit(&key(i), |_| count += 1).unwrap();
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
        serde_json::json!({"judged": 3, "stored": 3, "classes": 2, "keys": 8, "commonKeys": 0, "postings": 12})
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
