//! `offprint read --follow`.

mod common;

use common::{Answer, Folder, Run, offprint, offprint_on, page, serve, story};
use std::collections::HashMap;

/// A page with a part of a story, and this below.
fn part(number: usize, below: &str) -> Answer {
    let sentences = &story(1)[9 * number - 9..24.min(9 * number)];
    let html = page("Harbour reopens", sentences).replace("</article>", &format!("{below}</article>"));
    (200, "text/html", html.into_bytes())
}

fn read(url: &str, options: &[&str]) -> Run {
    offprint(&[&["read", url, "--follow"], options].concat())
}

#[test]
fn the_pages_of_an_article_are_joined() {
    let lead = format!("<article><p>{}</p>", story(7)[0..3].join(" "));
    let led = |answer: Answer| {
        let html = String::from_utf8(answer.2).unwrap();
        (200, "text/html", html.replace("<article>", &lead).into_bytes())
    };
    let second = "<div>1 <a href=/old-harbour/2>2</a></div>";
    let answers: [(&str, Answer); 3] = [
        ("/old-harbour", led(part(1, second))),
        ("/old-harbour/2", led(part(2, "<p><a href=/old-harbour/3>Next page ›</a></p>"))),
        ("/old-harbour/3", led(part(3, "<p><a href=/new-harbour>Next ›</a></p>"))),
    ];
    let url = serve(answers.into()) + "/old-harbour";
    let first = offprint(&["read", &url, "--json"]).good().json();
    assert_eq!(first["nextPage"], format!("{url}/2"));
    let whole = read(&url, &["--json", "--markdown"]).good().json();
    assert_eq!((&whole["url"], &whole["title"]), (&first["url"], &first["title"]));
    assert_eq!(whole["nextPage"], serde_json::Value::Null);
    let lead = story(7)[0].clone();
    for form in ["text", "markdown", "html"] {
        let text = whole[form].as_str().unwrap();
        assert_eq!(text.matches(&lead).count(), 1, "{form}: {text}");
        let places: Vec<_> = story(1).iter().map(|one| text.find(one)).collect();
        assert!(places.is_sorted() && places[0].is_some(), "{form}: {text}");
    }
    let folder = Folder::new();
    // It has the same fingerprint as the article on one page.
    let sentences = [&story(7)[..3], &story(1)[..]].concat();
    folder.write("whole.html", page("Harbour reopens", &sentences));
    let of_whole = folder.offprint(&["read", "@whole.html", "--json"]).json();
    for field in ["fingerprint", "length", "wordCount", "text"] {
        assert_eq!(whole[field], of_whole[field], "{field}");
    }
    folder.offprint(&["read", &url, "--follow", "--output", "@table.ndjson"]).good();
    assert!(folder.text("table.ndjson").contains(&story(1)[23]));
}

#[test]
fn a_page_that_fails_ends_the_article() {
    let link = |to: &str| format!("<p><a href={to}>Next page</a></p>");
    let end = |url: &str| {
        let run = read(url, &["--json"]);
        assert_eq!(run.code, 0, "{run:?}");
        let text = run.json()["text"].as_str().unwrap().to_owned();
        assert!(text.contains(&story(1)[8]), "{text}");
        let next = run.json()["nextPage"].as_str().map(str::to_owned);
        (text.contains(&story(1)[9]), next, run.err)
    };
    let list = "<title>All news</title>".to_owned() + &"<li><a href=/news>A story of ours</a>".repeat(50);
    let server = serve(HashMap::from([
        ("/pier-a", part(1, &link("/pier-a_2"))),
        ("/pier-a_2", part(2, &link("/pier-a_3"))),
        // The server has no third page.
        ("/pier-b", part(1, &link("/pier-b?page=2"))),
        ("/pier-b?page=2", (302, "text/html", b"moved".to_vec())),
        ("/moved", (200, "text/html", list.into_bytes())),
        // The same page at another address.
        ("/pier-c", part(1, &link("/pier-c?page=2"))),
        ("/pier-c?page=2", part(1, &link("/pier-c?page=3"))),
    ]));
    let (has_second, next, stderr) = end(&format!("{server}/pier-a"));
    assert!(has_second && stderr.contains("the server answered 404"), "{stderr}");
    assert!(stderr.contains(&format!("the article ends before {server}/pier-a_3")), "{stderr}");
    assert_eq!(next, Some(format!("{server}/pier-a_3")));
    let (has_second, next, stderr) = end(&format!("{server}/pier-b"));
    assert!(!has_second && stderr.contains("not a page of the article"), "{stderr}");
    assert_eq!(next, Some(format!("{server}/pier-b?page=2")));
    assert_eq!(end(&format!("{server}/pier-c")), (false, None, String::new()));
}

#[test]
fn a_site_cannot_invent_pages_without_end() {
    let paths: Vec<String> = (1..=30).map(|number| format!("/pier-a?page={number}")).collect();
    let paths: &'static [String] = paths.leak();
    let answers = (1..30).map(|number| {
        let html = page("Harbour reopens", &story(number as u64));
        let link = format!("<link rel=next href='{}'><body>", paths[number]);
        let html = html.replace("<body>", &link);
        (&*paths[number - 1], (200, "text/html", html.into_bytes()))
    });
    let run = read(&(serve(answers.collect()) + "/pier-a?page=1"), &["--json"]);
    let text = run.json()["text"].as_str().unwrap().to_owned();
    assert!(text.contains(&story(20)[23]) && !text.contains(&story(21)[0]));
    assert!(run.err.contains("only 20 pages of an article are read"), "{}", run.err);
}

#[test]
fn only_addresses_can_be_followed() {
    let folder = Folder::new();
    folder.write("a.html", page("Harbour reopens", &story(1)));
    let advice = "name the address of its first page, or leave out --follow";
    let error = |place: &str| format!("--follow works only with addresses, {place}: {advice}");
    let of_file = folder.offprint(&["read", "@a.html", "--follow"]);
    assert_eq!(folder.short(of_file.failure()), error("a.html"));
    assert_eq!(offprint_on(b"<p>A", &["read", "-", "--follow"]).failure(), error("-"));
}
