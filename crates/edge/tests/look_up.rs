//! The edge follows the look-up policy of the core, with one article a key: see `tests/look_up.rs`.

use offprint::Metadata;
use offprint::compare::Verdict;
use offprint_edge::{Candidate, Record, decide, read_keys};
use std::collections::BTreeMap;

#[test]
fn the_edge_names_the_first_of_what_the_index_finds() {
    let mut store: BTreeMap<String, Record> = BTreeMap::new();
    let (mut read, mut all, mut settled) = (0, 0, 0);
    let list = include_str!("../../../tests/golden/look-ups.jsonl");
    for (second, line) in list.lines().enumerate() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        let url = |id: &serde_json::Value| id.as_str().map(|id| format!("https://{id}.example/"));
        let fingerprint = row["fingerprint"]
            .as_str()
            .map(|text| text.parse().unwrap());
        let steps = fingerprint.as_ref().map(read_keys).unwrap_or_default();
        let find = |keys: &[String]| -> Vec<(String, Record)> {
            let record = |key: &String| Some((key.clone(), store.get(key)?.clone()));
            keys.iter().filter_map(record).collect()
        };
        let metadata = Metadata {
            url: url(&row["id"]),
            ..Metadata::default()
        };
        let page = Candidate {
            metadata,
            fingerprint,
            ..Candidate::default()
        };
        let now = format!("2026-01-01T00:{:02}:{:02}Z", second / 60, second % 60);
        let decision = decide(&page, &find(&steps.concat()), &now, "id");
        all += steps.concat().len();
        let mut found = Vec::new();
        for (step, keys) in steps.iter().enumerate() {
            read += keys.len();
            found.extend(find(keys));
            let early = decide(&page, &found, &now, "id");
            if early.settled && step < 2 {
                settled += 1;
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
        for key in decision.write {
            store.insert(key, decision.record.clone().unwrap());
        }
    }
    assert!(settled >= 8, "{settled}");
    assert!(read + 12 * settled <= all, "{read} of {all} keys");
}
