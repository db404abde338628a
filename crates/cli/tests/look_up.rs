//! The index in a file follows the look-up policy of the core; see `tests/look_up.rs`.

use offprint::compare::{ArticleRecord, Verdict};
use offprint::index::Index;
use offprint_cli::index::OnFile;

#[test]
fn the_index_in_a_file_finds_what_is_recorded_whenever_it_was_saved() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("index");
    let list = include_str!("../../../tests/golden/look-ups.jsonl");
    for lines in list.lines().collect::<Vec<_>>().chunks(10) {
        let mut index = OnFile::open(&path).unwrap();
        for line in lines {
            let row: serde_json::Value = serde_json::from_str(line).unwrap();
            let id = row["id"].as_str().unwrap();
            let fingerprint = row["fingerprint"].as_str().map(|text| text.parse::<offprint::Fingerprint>().unwrap());
            let record = fingerprint.map(ArticleRecord::from).unwrap_or_default();
            let judgement = index.insert(id, &record).unwrap().judgement;
            let verdict: Verdict = serde_json::from_value(row["verdict"].clone()).unwrap();
            assert_eq!((judgement.verdict, judgement.of.as_deref()), (verdict, row["of"].as_str()), "{id}");
        }
        index.save().unwrap();
    }
}
