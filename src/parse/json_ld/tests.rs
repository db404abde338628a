//! Statements in JSON-LD of many shapes.

use super::*;
use proptest::prelude::*;
use serde_json::{Value as Json, json};

fn graph(text: &str) -> Graph {
    let mut graph = Graph::default();
    graph.read(text, str::to_owned, |_| {});
    graph
}

fn all(object: &Described, subject: Subject) -> Vec<&str> {
    let of = object.statements.iter().filter(|(of, _)| *of == subject);
    of.map(|(_, name)| match name {
        Name::Text(name) | Name::Reference(name) => name.as_str(),
    })
    .collect()
}

#[test]
fn an_article_is_read() {
    let text = json!({
        "@context": "https://schema.org",
        "@type": "NewsArticle",
        "mainEntityOfPage": {"@type": "WebPage", "@id": "https://a.example/1"},
        "headline": "三座水库昨日蓄满",
        "datePublished": "2026-03-18T11:40:00+08:00",
        "author": [{"@type": "Person", "name": "林一"}, {"@type": "Person", "name": "周二"}],
        "publisher": {"@type": "Organization", "name": "澜安日报", "logo": {"@type": "ImageObject", "url": "/l.png"}},
        "isBasedOn": {"@type": "NewsArticle", "name": "江城晚报", "headline": "别的标题"},
    });
    let graph = graph(&text.to_string());
    let article = graph.objects.iter().find(|object| object.depth == 1 && object.kind == Kind::Article);
    let article = article.expect("an article");
    for (subject, values) in [
        (Subject::Headline, &["三座水库昨日蓄满"][..]),
        (Subject::Published, &["2026-03-18T11:40:00+08:00"]),
        (Subject::Author, &["林一", "周二"]),
        (Subject::Site, &["澜安日报"]),
        (Subject::Source, &["江城晚报"]),
        (Subject::Canonical, &["https://a.example/1"]),
    ] {
        assert_eq!(all(article, subject), values, "{}", subject.name());
    }
}

#[test]
fn an_empty_name_does_not_hide_another() {
    let text = json!({
        "@type": "Article",
        "headline": "",
        "name": "T",
        "author": [{"name": ""}, {"name": "林一"}],
        "sourceOrganization": {"name": ""},
        "isBasedOn": "江城晚报",
    });
    let graph = graph(&text.to_string());
    let article = &graph.objects[0];
    assert_eq!(article.first(Subject::Headline), Some("T"));
    assert_eq!(all(article, Subject::Author), ["林一"]);
    assert_eq!(article.first(Subject::Source), Some("江城晚报"));
}

#[test]
fn damaged_documents_are_read() {
    let documents = [
        "<!--\n{\"@type\": \"Article\", \"headline\": \"T\"}\n-->",
        "//<![CDATA[\n{\"@type\": \"Article\", \"headline\": \"T\",}\n//]]>",
        "{\"@type\":\"WebSite\"} {\"@type\":\"Article\",\"headline\":\"T\"}",
        "[{\"@type\":\"WebSite\"},,{\"@type\":[\"Article\"],\"headline\":\"T\"},]",
        "{\"@graph\":[{\"@type\":\"WebSite\",\"name\":\"W\"},{\"headline\":\"T\",\"@type\":\"BlogPosting\"}]}",
        "{\"articleBody\":\"a\nb \\\"c\\\"\",\"@type\":\"Report\",\"headline\":\"T\"",
        "{\"@type\":\"http://schema.org/NewsArticle\",\"description\":\"He said \"no\" today\",\"headline\":\"T\"}",
        "{\"@type\":\"Article\" \"x\":1, \"headline\":\"T\"}{\"@type\":\"Article\",\"headline\":\"T\"}",
    ];
    for text in documents {
        let graph = graph(text);
        let mut objects = graph.objects.iter();
        let headline = objects.find_map(|article| article.first(Subject::Headline));
        assert_eq!(headline, Some("T"), "{text}");
    }
}

#[test]
fn the_publisher_is_not_a_credit() {
    let text = r#"{"@type":"Article","publisher":{"name":"A"},"copyrightHolder":{"name":"A"}}"#;
    assert_eq!(graph(text).objects[0].first(Subject::Source), None);
}

/// The author that JSON-LD states on a page with this address, title and these objects.
fn author_of(graph: &str, title: &str) -> Option<String> {
    let mut read = Graph::default();
    read.read(graph, str::to_owned, |_| {});
    let mut head = Head { title: title.to_owned(), ..Head::default() };
    read.note_in(&mut head, Some("https://paper.example/ferry"), Vec::new());
    head.first(Subject::Author).map(str::to_owned)
}

#[test]
fn json_ld_of_another_article_states_nothing() {
    let title = "The night ferry stays | The Paper";
    let own = r#"{"@type":"NewsArticle","headline":"The night ferry stays","author":{"name":"Ann"}}"#;
    let by_address =
        r#"{"@type":"NewsArticle","mainEntityOfPage":"https://paper.example/ferry#x","author":{"name":"Ann"}}"#;
    let other = r#"{"@type":"NewsArticle","headline":"An old storm","url":"https://paper.example/storm","author":{"name":"Ben"}}"#;
    let ann = Some("Ann".to_owned());
    for own in [own, by_address] {
        assert_eq!(author_of(&format!("[{other},{own}]"), title), ann, "{own}");
        assert_eq!(author_of(&format!("{{\"@graph\":[{own},{other}]}}"), title), ann, "{own}");
    }
    assert_eq!(author_of(other, title), None);
    // Nothing shows to which page either belongs.
    let one = r#"{"@type":"Article","headline":"One","author":{"name":"Ann"}}"#;
    let two = r#"{"@type":"Article","headline":"Two","author":{"name":"Ben"}}"#;
    assert_eq!(author_of(one, "News"), ann);
    assert_eq!(author_of(&format!("[{one},{two}]"), "News"), None);
}

#[test]
fn a_name_may_be_referred_to() {
    let graph = r##"{"@graph":[
        {"@type":"Recipe","name":"The night ferry stays","author":{"@id":"#ann"}},
        {"@type":"Person","@id":"#ann","givenName":"Ann","familyName":"Lee"}]}"##;
    assert_eq!(author_of(graph, "The night ferry stays").as_deref(), Some("Ann Lee"));
    let missing = r##"{"@type":"Recipe","name":"The night ferry stays","author":{"@id":"#ann"}}"##;
    assert_eq!(author_of(missing, "The night ferry stays"), None);
}

#[test]
fn statements_have_many_shapes() {
    for (field, authors) in [
        (r#""author":{"@type":"Role","author":{"@type":"Person","name":"Ann Lee"}}"#, &["Ann Lee"][..]),
        (r#""author":{"@list":[{"name":"Ann Lee"},{"name":"Ben Oak"}]}"#, &["Ann Lee", "Ben Oak"]),
        (r#""creator":{"@type":"Person","name":["Ann Lee","Ben Oak"]}"#, &["Ann Lee", "Ben Oak"]),
        (r#""author":{"@value":"Ann Lee"}"#, &["Ann Lee"]),
    ] {
        let graph = graph(&format!("{{\"@type\":\"Article\",{field}}}"));
        assert_eq!(all(&graph.objects[0], Subject::Author), authors, "{field}");
    }
    for (day, stated) in
        [("1773834000000", "1773834000000"), (r#"{"@type":"Date","@value":"2026-03-18T11:40Z"}"#, "2026-03-18T11:40Z")]
    {
        let graph = graph(&format!("{{\"@type\":\"Article\",\"datePublished\":{day}}}"));
        assert_eq!(graph.objects[0].first(Subject::Published), Some(stated), "{day}");
    }
}

#[test]
fn an_article_that_is_not_free_is_gated() {
    let gated = |fields: &str| {
        let text = format!("{{\"@type\":\"NewsArticle\",{fields}}}");
        graph(&text).objects.iter().find(|object| object.depth == 1).map(|article| article.gated)
    };
    for fields in [
        r#""isAccessibleForFree":false"#,
        r#""isAccessibleForFree" : "False" , "a":1"#,
        r#""isAccessibleForFree":"http://schema.org/False""#,
        r#""hasPart":{"@type":"WebPageElement","isAccessibleForFree":false}"#,
        r#""hasPart":[{"isAccessibleForFree":true},{"isAccessibleForFree":"False"}]"#,
    ] {
        assert_eq!(gated(fields), Some(true), "{fields}");
    }
    for fields in [
        r#""isAccessibleForFree":true"#,
        r#""isAccessibleForFree":"","a":false"#,
        r#""isBasedOn":{"isAccessibleForFree":false}"#,
        r#""description":"isAccessibleForFree: false""#,
    ] {
        assert_eq!(gated(fields), Some(false), "{fields}");
    }
}

#[test]
fn deep_nesting_ends() {
    for open in ["[", "{\"a\":", "[{\"a\":"] {
        graph(&open.repeat(20_000));
    }
}

/// The strings of a value, found in the same way, but in a tree.
fn names(value: &Json) -> Vec<String> {
    match value {
        Json::String(text) if !text.is_empty() => vec![text.clone()],
        Json::Array(values) => values.iter().flat_map(names).collect(),
        Json::Object(map) => map.get("name").map(names).unwrap_or_default(),
        _ => Vec::new(),
    }
}

fn text() -> impl Strategy<Value = String> {
    // The scanner turns control characters into spaces, and surrogates come in pairs.
    "[ -~\u{A0}-\u{2FF}水库\u{1F30A}]{0,12}"
}

fn any_value() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::from),
        any::<i32>().prop_map(Json::from),
        text().prop_map(Json::from),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let key = prop_oneof![Just("name".to_owned()), text()];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Json::from),
            prop::collection::btree_map(key, inner, 0..4)
                .prop_map(|map| Json::from(map.into_iter().collect::<serde_json::Map<_, _>>())),
        ]
    })
}

proptest! {
    #[test]
    fn any_text_is_read_to_its_end(text in r#"(\PC|["\\{}\[\]:,]|"@type":"Article"|\\u[0-9a-fD-F]{0,4}|\n){0,60}"#) {
        graph(&text);
    }

    #[test]
    fn whole_documents_are_read_as_a_parser_reads_them(
        headline in any_value(),
        author in any_value(),
        publisher in any_value(),
        other in any_value(),
        pretty in any::<bool>(),
    ) {
        let document = json!({"a": other, "@type": "Article", "headline": headline, "author": author, "publisher": publisher});
        let text = if pretty { serde_json::to_string_pretty(&document) } else { serde_json::to_string(&document) };
        let graph = graph(&text.expect("JSON"));
        let read = graph.objects.iter().rfind(|object| object.depth == 1).expect("an article");
        let first = |key: &str| names(&document[key]).into_iter().next();
        prop_assert_eq!(read.first(Subject::Headline).map(str::to_owned), first("headline"));
        prop_assert_eq!(read.first(Subject::Site).map(str::to_owned), first("publisher"));
        prop_assert_eq!(all(read, Subject::Author), names(&document["author"]));
    }
}
