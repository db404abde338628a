//! `offprint clean`.

mod common;

use common::{Folder, offprint_on, page, story};

fn noisy(story: &[String]) -> String {
    let links: String = (0..9).map(|n| format!("<li><a href=/{n}>Other news {n}</a>")).collect();
    let story = story.join("<p>");
    format!("<title>T</title><ul>{links}</ul><script>x()</script><article><p>{story}</article>")
}

#[test]
fn a_page_without_its_noise() {
    let folder = Folder::new();
    let html = noisy(&story(1));
    folder.write("a.html", &html);
    let run = folder.offprint(&["clean", "@a.html"]).good();
    assert!(run.out.contains("<title>T</title>") && run.out.contains(&story(1)[5]), "{}", run.out);
    assert!(!run.out.contains("Other news") && !run.out.contains("x()"), "{}", run.out);
    assert_eq!(offprint_on(html.as_bytes(), &["clean", "-"]).good().out, run.out);
}

#[test]
fn several_pages_are_lines() {
    let folder = Folder::new();
    folder.write("in/a.html", noisy(&story(1)));
    folder.write("in/b.html", page("T", &story(2)));
    folder.write("in/c.html", b"%PDF-1.7 no page");
    let message = "several pages cannot be printed as one, in: name one page, or use --jsonl";
    assert_eq!(folder.failure(&["clean", "@in"]), message);
    let run = folder.offprint(&["clean", "@in", "--jsonl"]);
    assert_eq!(run.code, 3);
    assert_eq!(run.ids(), ["a", "b"]);
    assert!(run.lines()[0]["html"].as_str().unwrap().contains(&story(1)[5]));
    assert!(run.err.contains("application/pdf is not a page"), "{}", run.err);
}

#[test]
fn a_text_is_no_page() {
    let folder = Folder::new();
    folder.write("a.txt", "A text.");
    folder.fails(&["clean", "@a.txt"], "a text is not a page");
}

#[test]
fn a_page_past_the_limit_is_printed_whole() {
    let folder = Folder::new();
    let html = noisy(&story(1)) + &format!("<script>late()</script><p>{}", story(2)[0]);
    folder.write("a.html", &html);
    let run = folder.offprint(&["clean", "@a.html", "--max-bytes", "600"]);
    assert_eq!(run.code, 0);
    assert!(run.out.ends_with(&story(2)[0]) && run.out.contains("late()"), "{}", run.out);
    assert!(run.err.contains("1 not read to the end"), "{}", run.err);
}
