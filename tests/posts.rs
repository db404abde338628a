//! Distinguishes the post and the replies of a thread.

mod common;

use common::fixtures;
use offprint::article::PageType;
use offprint::{Article, ReadOptions};

fn read(html: &str) -> Article {
    offprint::read(html.as_bytes(), ReadOptions::default())
}

fn words(from: usize, count: usize) -> String {
    let word = |n: usize| format!("word{}", (from * 7919 + n * 389) % 5000);
    (0..count).map(word).collect::<Vec<_>>().join(" ") + "."
}

/// A page that states that it is a thread.
fn thread(body: &str) -> Article {
    let article = read(&format!(
        "<!doctype html><title>Which belt for a treadle?</title><meta name=generator content=phpBB>
        <main itemscope itemtype='https://schema.org/DiscussionForumPosting'><h1>Which belt for a treadle?</h1>
        {body}</main>"
    ));
    assert_eq!(article.page_type, PageType::Forum);
    article
}

/// The result for each post, and the first word of its text.
fn summary(article: &Article) -> Vec<(Option<&str>, Option<&str>, &str)> {
    let posts = article.posts.iter();
    posts
        .map(|post| {
            let first = post.text.split(' ').next().unwrap_or_default();
            (post.author.as_deref(), post.time.as_deref(), first)
        })
        .collect()
}

#[test]
fn the_posts_of_threads_are_separated() {
    for page in fixtures() {
        let article = page.read();
        let is_thread = article.page_type == PageType::Forum;
        assert_eq!(article.posts.is_empty(), !is_thread, "{}", page.slug);
        for post in &article.posts {
            assert!(article.text.contains(&post.text), "{}", page.slug);
            assert!(post.author.is_some() && post.time.is_some(), "{post:?}");
        }
        let texts: Vec<&str> = article.posts.iter().map(|post| &*post.text).collect();
        if is_thread {
            assert_eq!(texts.join("\n"), article.text, "{}", page.slug);
        }
    }
}

#[test]
fn answers_follow_their_question() {
    let answer = |n: usize, name: &str| {
        format!(
            "<div class='answer row'><div class=votes>{n}</div><div class=cell><p>{}</p><p>{}</p></div>
            <div class=signature><div>edited Jan 4, 2025 at 9:00</div><div><a href='/users/1/edda'>Edda</a></div>
            <div>answered Jan {n}, 2024 at 8:30</div><div><a href='/users/{n}/{name}'>{name}</a></div></div></div>",
            words(n, 40),
            words(n + 50, 40),
        )
    };
    let article = thread(&format!(
        "<div class=question><div class=cell><p>{}</p></div><div>asked Jan 1, 2024 at 7:00</div>
        <div><a href='/users/9/wren'>wren</a></div></div><h2>2 Answers</h2><div id=answers>{}{}</div>",
        words(1, 60),
        answer(2, "oldbobbin"),
        answer(3, "brackenfold"),
    ));
    assert_eq!(
        summary(&article),
        [
            (Some("wren"), Some("Jan 1, 2024 at 7:00"), "word2919"),
            (Some("oldbobbin"), Some("Jan 2, 2024 at 8:30"), "word838"),
            (Some("brackenfold"), Some("Jan 3, 2024 at 8:30"), "word3757"),
        ]
    );
}

#[test]
fn a_reply_inside_what_it_replies_to_is_its_own() {
    let post = |n: usize, name: &str, inside: &str| {
        format!(
            "<div class=comment-tree><p class=head>{name} wrote {n} hours ago</p><p>{}</p>{inside}</div>",
            words(n, 50)
        )
    };
    let article = thread(&post(9, "wren", &(post(5, "oldbobbin", &post(4, "wren", "")) + &post(2, "quiltmoss", ""))));
    let posts = summary(&article);
    let heads: Vec<_> = posts.iter().map(|&(author, time, _)| (author, time)).collect();
    assert_eq!(
        heads,
        [
            (Some("wren"), Some("9 hours ago")),
            (Some("oldbobbin"), Some("5 hours ago")),
            (Some("wren"), Some("4 hours ago")),
            (Some("quiltmoss"), Some("2 hours ago")),
        ]
    );
    assert!(article.posts.iter().all(|post| post.text.lines().count() == 1));
}

#[test]
fn lines_above_a_post_give_its_author_and_time() {
    let post = |head: &str, n: usize| {
        format!(
            "<article class=post><div>{head}</div><div>Joined: 4. Jul 2012, 16:09</div><p>{}</p></article>",
            words(n, 60)
        )
    };
    let heads = [
        ("Post by wren » 11. Sep 2024, 18:36", Some("wren"), "11. Sep 2024, 18:36"),
        ("by oldbobbin on September 12, 2024", Some("oldbobbin"), "September 12, 2024"),
        ("quiltmoss | 11-29-2024, 09:03 AM #3", Some("quiltmoss"), "11-29-2024, 09:03 AM"),
        ("楼主：半亩塘 发表于 2024-09-13 08:20", Some("半亩塘"), "2024-09-13 08:20"),
        ("Posted September 14, 2024", None, "September 14, 2024"),
        ("<a href=/profile/12-tea-leaf>Tea Leaf</a> 1,204", Some("Tea Leaf"), "4. Jul 2012, 16:09"),
    ];
    let posts: String = (1..).zip(heads).map(|(n, (head, ..))| post(head, n)).collect();
    let article = thread(&posts);
    let posts: Vec<_> = summary(&article).into_iter().map(|(author, time, _)| (author, time)).collect();
    let expected = heads.map(|(_, author, time)| (author, Some(time)));
    assert_eq!(posts, expected);
}

#[test]
fn what_the_page_states_of_its_posts_is_taken() {
    let texts = [words(1, 50), words(2, 50), words(3, 50)];
    let post = |text: &str| format!("<article><div><a href=/member/7>Wee</a></div><p>{text}</p></article>");
    let comment = |text: &str, name: &str| {
        format!(
            r#"{{"@type":"Comment","author":{{"@type":"Person","name":"{name}"}},
            "text":"{text}","dateCreated":"2026-03-01T10:00Z"}}"#
        )
    };
    // The third begins with a quotation of the first.
    let quoting = format!("{} {}", texts[0], texts[2]);
    let article = thread(&format!(
        r#"<script type=application/ld+json>{{"@type":"DiscussionForumPosting","text":"{}","author":{{"name":"wren"}},
        "comment":[{},{}]}}</script>{}{}{}"#,
        texts[0],
        comment(&texts[1], "oldbobbin"),
        comment(&quoting, "quiltmoss"),
        post(&texts[0]),
        post(&texts[1]),
        post(&quoting),
    ));
    let posts: Vec<_> = summary(&article).into_iter().map(|(author, time, _)| (author, time)).collect();
    let time = Some("2026-03-01T10:00Z");
    assert_eq!(posts, [(Some("wren"), None), (Some("oldbobbin"), time), (Some("quiltmoss"), time)]);
}

#[test]
fn posts_are_reported_up_to_a_limit() {
    let post = |n: usize| format!("<article><div>user{n} wrote on Jan 4, 2024</div><p>{}</p></article>", words(n, 12));
    let all: String = (0..300).map(post).collect();
    assert_eq!(thread(&all).posts.len(), 200);
    assert!(read(&format!("<title>T</title>{all}")).posts.len() <= 200);
}

/// In data, the author and the time of a post are fields, not lines of its text.
#[test]
fn posts_in_data_have_the_values_of_their_fields() {
    let people = ["_wren_", "Hi @all", "k"];
    let times = ["2026-02-20T20:30:00.123Z", "2026-02-21", "2 hours ago"];
    let texts = [0, 1, 2].map(|i| words(60 * i, 60) + " It lay there, and nobody saw it.");
    let posts: Vec<String> = (0..3)
        .map(|i| {
            format!(
                r#"{{"username":"{}","created_at":"{}","cooked":"<p>{}</p></div></article>"}}"#,
                people[i], times[i], texts[i]
            )
        })
        .collect();
    let article = read(&format!(
        r#"<title>Which belt for a treadle?</title><link rel=canonical href=https://forum.example/t/belt/7>
        <script type=application/json>{{"title":"Which belt for a treadle?","posts":[{}]}}</script>"#,
        posts.join(",")
    ));
    assert_eq!(article.page_type, PageType::Forum);
    assert_eq!(article.text, texts.join("\n"));
    let posts = article.posts.iter().map(|post| (post.author.as_deref(), post.time.as_deref(), &*post.text));
    let expected = (0..3).map(|i| (Some(people[i]), Some(times[i]), &*texts[i]));
    assert!(posts.eq(expected), "{:?}", article.posts);
}

/// What looks like the numbers of lines is dropped, and here with it whole posts.
#[test]
fn posts_in_data_may_be_dropped_with_what_is_around_them() {
    let text = words(0, 60) + " It lay there, and nobody saw it.";
    let posts = [
        ("wren", "2026-02-20", &*format!("<p>{text}</p></div></article><div class=gutter>")),
        ("1", "2", "<p>3</p>"),
        ("4", "5", "<p>6</p></div></div>"),
    ];
    let posts = posts
        .map(|(author, time, text)| format!(r#"{{"username":"{author}","created_at":"{time}","cooked":"{text}"}}"#));
    let article = read(&format!(
        r#"<title>Which belt for a treadle?</title><link rel=canonical href=https://forum.example/t/belt/7>
        <script type=application/json>{{"title":"Which belt for a treadle?","posts":[{}]}}</script>"#,
        posts.join(",")
    ));
    assert_eq!(article.text, text);
}
