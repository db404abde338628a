//! Unrelated texts of one form are neither copies nor rewritings of each other (`tables/forms.txt`).

use offprint::Article;
use offprint::compare::{ArticleRecord, RewriteVerdict, Verdict};

fn article(text: &str) -> ArticleRecord {
    let (title, body) = text.trim().split_once('\n').expect("a headline and a text");
    ArticleRecord::with_facts(&Article::of_text(title.to_owned(), body.to_owned()))
}

#[test]
fn unrelated_texts_of_one_form_are_not_called_copies() {
    let mut partial = Vec::new();
    for pair in include_str!("tables/forms.txt").split("\n== ").skip(1) {
        let (name, texts) = pair.split_once('\n').expect("a name");
        let (first, second) = texts.split_once("\n--\n").expect("two texts");
        let [first, second] = [first, second].map(article);
        let verdict = first.compare(&second).verdict;
        assert_ne!(verdict, Verdict::Same, "{name}");
        if verdict == Verdict::Partial {
            partial.push(name);
        }
        let rewriting = first.rewriting(&second, verdict);
        assert_ne!(rewriting.verdict, RewriteVerdict::Rewritten, "{name}: {rewriting:?}");
    }
    // What companies and cooks say about themselves may be a third of a short text.
    assert_eq!(partial, ["press-zh", "recipe-zh"], "texts of one form that count as excerpts have changed");
}
