//! Values that are written as JSON can be read back.

use offprint::compare::{ArticleRecord, Comparison, Relation, Rewriting, Verdict, relate};
use offprint::{Article, ReadOptions, read};
use std::fs;
use std::path::Path;

fn articles() -> Vec<Article> {
    let mut articles = Vec::new();
    for folder in ["tests/pages", "tests/stubs", "tests/kinds"] {
        for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let page = if path.is_dir() { path.join("page.html") } else { path };
            if page.extension().is_some_and(|ending| ending == "html") && page.exists() {
                let (url, markup) = (Some("https://a.example/1".to_owned()), articles.len() % 2 == 0);
                let options = ReadOptions { url, markup, ..ReadOptions::new() };
                articles.push(read(&fs::read(page).unwrap(), options));
            }
        }
    }
    articles.push(read(b"%PDF-1.7\n%\xE2\xE3\xCF\xD3", ReadOptions::default()));
    assert!(articles.len() > 20);
    articles
}

#[test]
fn articles_and_verdicts_come_back_as_they_were() {
    let articles = articles();
    for article in &articles {
        let json = serde_json::to_string(article).unwrap();
        let back: Article = serde_json::from_str(&json).unwrap();
        assert_eq!(serde_json::to_string(&back).unwrap(), json);
        assert_eq!(back.markup, article.markup);
    }
    let mut shared = 0;
    for [a, b] in articles.iter().zip(&articles[1..]).map(|(a, b)| [a, b]) {
        for b in [a, b] {
            let records = [a, b].map(ArticleRecord::with_facts);
            let relation = relate(&records[0], &records[1]);
            let json = serde_json::to_string(&relation).unwrap();
            assert_eq!(serde_json::from_str::<Relation>(&json).unwrap(), relation);
            let comparison: Comparison = serde_json::from_str(&json).unwrap();
            assert_eq!(comparison, relation.comparison);
            shared += usize::from(relation.original.is_some());
            let found = records[0].rewriting(&records[1], Verdict::Different).with_facts(&a.into(), &b.into());
            let json = serde_json::to_string(&found).unwrap();
            assert_eq!(serde_json::from_str::<Rewriting>(&json).unwrap(), found);
        }
    }
    assert!(shared > 0, "some pair is a copy");
}

#[test]
fn what_no_release_writes_is_refused() {
    let article = &articles()[0];
    let refusal = |name: &str, value: serde_json::Value| {
        let mut json = serde_json::to_value(article).unwrap();
        if value.is_null() {
            json.as_object_mut().unwrap().remove(name)
        } else {
            json.as_object_mut().unwrap().insert(name.to_owned(), value)
        };
        serde_json::from_value::<Article>(json).unwrap_err().to_string()
    };
    assert_eq!(refusal("text", serde_json::Value::Null), "missing field `text`");
    assert_eq!(refusal("charset", "morse".into()), "an unknown charset");
    assert_eq!(refusal("mediaType", "a/b".into()), "an unknown media type");
    assert!(refusal("pageType", "poem".into()).contains("unknown variant `poem`"));
    assert!(refusal("fingerprint", "AAAA".into()).contains("fingerprint"));
    let foreign = r#"{"verdict": "same", "score": 1.0, "borderline": false, "sides": null, "evidence": [{"metric": "mood",
        "value": 1.0, "threshold": 1.0, "atLeast": true, "passed": true, "margin": 0.0}]}"#;
    let error = serde_json::from_str::<Comparison>(foreign).unwrap_err().to_string();
    assert!(error.starts_with("`mood` is not a name that this release knows"), "{error}");
}
