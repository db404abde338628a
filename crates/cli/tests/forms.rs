//! The forms of lists: Parquet, compressed lines, shards in folders, and other names of fields.

mod common;

use common::{Folder, packed, page, story, text_line};
use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use serde_json::{Value, json};
use std::sync::Arc;

fn text(subject: u64) -> String {
    story(subject).join("\n")
}

/// A Parquet file with groups of two rows: numbers and texts of these subjects.
fn table(subjects: &[u64]) -> Vec<u8> {
    let schema = "message rows { REQUIRED INT64 id; REQUIRED BYTE_ARRAY body; }";
    let schema = Arc::new(parse_message_type(schema).unwrap());
    let mut bytes = Vec::new();
    let mut file = SerializedFileWriter::new(&mut bytes, schema, Default::default()).unwrap();
    for two in subjects.chunks(2) {
        let mut group = file.next_row_group().unwrap();
        let numbers: Vec<i64> = two.iter().map(|&one| one as i64).collect();
        let texts: Vec<ByteArray> = two.iter().map(|&one| text(one).as_str().into()).collect();
        let mut column = group.next_column().unwrap().unwrap();
        let typed = column.typed::<Int64Type>();
        typed.write_batch(&numbers, None, None).unwrap();
        column.close().unwrap();
        let mut column = group.next_column().unwrap().unwrap();
        let typed = column.typed::<ByteArrayType>();
        typed.write_batch(&texts, None, None).unwrap();
        column.close().unwrap();
        group.close().unwrap();
    }
    file.close().unwrap();
    bytes
}

#[test]
fn a_list_may_be_parquet() {
    let folder = Folder::new();
    folder.write("list.parquet", table(&[1, 2, 3, 1, 4]));
    let list = ["@list.parquet", "--text-field", "body"];
    let run = folder.offprint(&[&["dedupe"], &list[..], &["--keep", "@kept.jsonl"]].concat());
    assert_eq!((run.code, run.ids()), (0, ["1", "2", "3", "1", "4"].map(str::to_owned).to_vec()));
    assert_eq!(run.lines()[3]["known"], true);
    assert_eq!(folder.lines("kept.jsonl").last().unwrap(), &json!({"id": 4, "body": text(4)}));
    let run = folder.offprint(&[&["read", "--jsonl"], &list[..]].concat());
    assert_eq!(run.lines()[3]["text"], text(4));
    // A column that is not there.
    folder.fails(&["dedupe", "@list.parquet"], "no row has the field `text`, but body, id");
    // What `read --output` has written.
    folder.write("pages/a.html", page("A", &story(7)));
    folder.write("pages/b.html", page("A", &story(7)));
    folder.offprint(&["read", "@pages", "--output", "@out.parquet"]).good();
    let run = folder.offprint(&["dedupe", "@out.parquet"]).good();
    assert_eq!(run.ids(), ["a", "b"]);
    assert_eq!(run.lines()[1]["verdict"], "same");
}

#[test]
fn damage_in_a_parquet_file_loses_one_group_of_rows() {
    let folder = Folder::new();
    for (lost, others) in [(3, [1, 2, 5, 6]), (1, [3, 4, 5, 6])] {
        let mut bytes = table(&[1, 2, 3, 4, 5, 6]);
        let wanted = text(lost).into_bytes();
        let at = bytes.windows(99).position(|some| some == &wanted[..99]).unwrap();
        bytes[at - 60..at].fill(0xFF);
        folder.write("list.parquet", bytes);
        let run = folder.offprint(&["dedupe", "@list.parquet", "--text-field", "body"]);
        assert_eq!(run.code, 3, "{run:?}");
        assert_eq!(run.ids(), others.map(|row| row.to_string()), "{run:?}");
        let expected = format!("cannot use rows {lost} to {} (", lost + 1);
        assert!(run.err.contains(&expected), "{}", run.err);
        assert!(run.summary.contains("6 read in ") && run.summary.contains("2 failed: "), "{}", run.summary);
    }
}

#[test]
fn a_folder_of_shards_is_a_list() {
    let folder = Folder::new();
    let line = |id: &str, subject| text_line(id, &story(subject));
    let plain = line("a", 1) + &line("b", 2);
    folder.write("shards/1.jsonl", &plain);
    folder.write("shards/2.jsonl.gz", packed(line("c", 1)));
    let zst = zstd::encode_all(line("d", 3).as_bytes(), 1).unwrap();
    folder.write("shards/sub/3.ndjson.zst", &zst);
    let mut rows = table(&[4]);
    folder.write("shards/sub/4.parquet", &rows);
    let run = folder.offprint(&["dedupe", "@shards"]);
    assert_eq!(run.ids(), ["a", "b", "c", "d"]);
    assert!(run.failure().contains("no row has the field `text`, but body, id"), "{run:?}");
    let run = folder.offprint(&["dedupe", "@shards", "--exclude", "*.parquet"]).good();
    assert_eq!(run.lines()[2]["of"], "a");
    // Among pages, a list is rather what an earlier run has written.
    folder.write("shards/page.html", page("A", &story(9)));
    let run = folder.offprint(&["dedupe", "@shards"]);
    assert_eq!((run.code, run.ids()), (0, vec!["page".to_owned()]), "{run:?}");
    assert!(run.err.contains("skipped 4 files that are not pages"), "{}", run.err);
    // Alone, compressed, and damaged.
    assert_eq!(folder.offprint(&["dedupe", "@shards/sub/3.ndjson.zst"]).good().ids(), ["d"]);
    folder.write("torn.jsonl.zst", &zst[..zst.len() / 2]);
    folder.fails(&["dedupe", "@torn.jsonl.zst"], "the compressed file is truncated");
    rows.truncate(99);
    folder.write("torn.parquet", &rows);
    folder.fails(&["dedupe", "@torn.parquet"], "cannot use this Parquet file (");
}

#[test]
fn the_fields_of_a_list_may_have_other_names() {
    let folder = Folder::new();
    let line =
        |id: Value, subject| format!("{}\n", json!({"id": "not it", "key": id, "text": "", "content": text(subject)}));
    folder.write("list.jsonl", line(json!("a"), 1) + &line(json!(7), 2) + &line(json!("a"), 3) + &line(json!("c"), 1));
    let options = ["--text-field", "content", "--id-field", "key", "--keep", "@kept.jsonl"];
    let run = folder.offprint(&[&["dedupe", "@list.jsonl"], &options[..]].concat());
    let renamed = run.ids()[2].clone();
    assert!(renamed.starts_with("a#"), "{renamed}");
    assert_eq!(run.ids(), ["a", "7", &renamed, "c"]);
    assert_eq!(run.lines()[3]["of"], "a");
    let kept = folder.lines("kept.jsonl");
    assert_eq!([0, 1, 2].map(|line| kept[line]["key"].clone()), [json!("a"), json!(7), json!(renamed)]);
    assert!(kept.iter().all(|line| line["id"] == "not it"));
}

#[test]
fn a_line_that_is_too_long_loses_only_itself() {
    let folder = Folder::new();
    let line = |id: &str, subject| text_line(id, &story(subject));
    let long = format!("{{\"id\": \"b\", \"text\": \"{}\"}}\n", "a ".repeat(33 << 20));
    for list in [line("a", 1) + &long + &line("c", 1), long.clone() + &line("a", 1) + &line("c", 1)] {
        folder.write("list.jsonl", list);
        let run = folder.offprint(&["dedupe", "@list.jsonl"]);
        assert_eq!((run.code, run.ids()), (3, vec!["a".to_owned(), "c".to_owned()]), "{}", run.err);
        assert!(run.err.contains("the line is longer than 64 MiB"), "{}", run.err);
        assert!(run.summary.contains("3 read in "), "{}", run.summary);
    }
}
