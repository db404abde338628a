//! The edge follows the look-up policy of the core, with one article per key; see `tests/look_up.rs`. The keys that it
//! holds find what a store of all keys would, and settle a page as all records would.

use offprint::Metadata;
use offprint::compare::Verdict;
use offprint_edge::{Candidate, Extent, Keys, Record, decide, pack, read_keys};
use std::collections::BTreeMap;

#[test]
fn the_edge_names_the_first_of_what_the_index_finds() {
    let mut store: BTreeMap<String, Record> = BTreeMap::new();
    let mut records: Vec<Record> = Vec::new();
    let mut keys = Keys::default();
    let none = Extent { digits: 0, ending: 0, layout: Some(0), from: 0, upto: 0 };
    for shard in offprint_edge::shards() {
        assert!(keys.load(&none.name(&shard), pack(&none, &[])));
    }
    let (mut read, mut settled) = (0, 0);
    let list = include_str!("../../../tests/golden/look-ups.jsonl");
    let rows = list.lines().count();
    for (second, line) in list.lines().enumerate() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let url = |id: &serde_json::Value| id.as_str().map(|id| format!("https://{id}.example/"));
        let fingerprint: Option<offprint::Fingerprint> = row["fingerprint"].as_str().map(|text| text.parse().unwrap());
        let all: Vec<(String, Record)> = fingerprint
            .iter()
            .flat_map(|fingerprint| read_keys(Some(fingerprint), None))
            .filter_map(|key| Some((key.clone(), store.get(&key)?.clone())))
            .collect();
        let steps = fingerprint.as_ref().map(|fingerprint| {
            let found = keys.look_up(fingerprint, None);
            assert!(found.missing.is_empty());
            found.steps
        });
        let metadata = Metadata { url: url(&row["id"]), ..Metadata::default() };
        let page = Candidate { metadata, fingerprint, ..Candidate::default() };
        let now = format!("2026-01-01T00:{:02}:{:02}Z", second / 60, second % 60);
        let id = row["id"].as_str().unwrap();
        let decision = decide(&page, &all, &now, id);
        let mut found = Vec::new();
        for (step, names) in steps.unwrap_or_default().into_iter().enumerate() {
            read += names.len();
            found.extend(names.into_iter().map(|name| {
                let number: usize = name.rsplit('/').next().unwrap().parse().unwrap();
                (name, records[number - 1].clone())
            }));
            let early = decide(&page, &found, &now, id);
            if early.settled || step == 1 {
                settled += usize::from(step == 0);
                assert_eq!(early.finding, decision.finding, "{}", row["id"]);
                break;
            }
        }
        let verdict: Verdict = serde_json::from_value(row["verdict"].clone()).unwrap();
        assert_eq!(
            (decision.finding.verdict, decision.finding.original),
            (verdict, url(&row["first"])),
            "{}",
            row["id"]
        );
        if let Some(record) = decision.record {
            records.push(record.clone());
            let name = |shard: &str| offprint_edge::record_name(shard, records.len() as u32);
            keys.learn(&name(&offprint_edge::shard(&record.fingerprint)), &decision.write);
            for key in decision.write {
                store.insert(key, record.clone());
            }
        }
    }
    assert!(settled >= 7, "{settled}");
    assert!(read <= rows, "{read} records for {rows} pages");
}
