//! Separates the post and the replies of a thread: a pure function of the page and its body.
//!
//! Forum programs repeat one element for each post, which holds its author, its time and its text. The element's name
//! does not identify it. Instead, among all groups of siblings or of elements of one class, the posts are the group
//! that holds most of the kept text, each member with a time or an author of its own. Text kept before the first of
//! them is a post, too: the question, if the answers form a list of their own.

use crate::article::Post;
use crate::extract::body::{self, Body};
use crate::extract::lines;
use crate::metadata::date;
use crate::parse::block::{Block, ContainerId, DataKind, Page};
use crate::parse::characters::{find, has_any};
use crate::parse::json::{Reader, Value};
use crate::unicode::{is_alphanumeric, is_letter};
use std::cmp::Reverse;
use std::ops::Range;

/// Most posts reported per page.
const MAX_POSTS: usize = 200;
/// Enclosing elements that are searched for another of an element's class.
const MAX_DEPTH: usize = 64;
/// Size of a post, in bytes, above which more text adds nothing to its rank. Larger: two halves of a page are taken for
/// posts.
const FULL: u32 = 600;
/// Longest line that states when a post was written, or by whom, in characters.
const LINE: u32 = 100;
/// Longest name of an author, in characters.
const NAME: usize = 40;
/// Brackets in JSON-LD nested deeper than this are skipped.
const MAX_NESTED: u32 = 64;
/// Letters, folded, that identify a post stated in JSON-LD.
const KNOWN: usize = 24;
/// Blocks before the first post that may name the author of the text before it.
const BEFORE: usize = 40;

/// Words of lines that state another time than that of the post, folded and without spaces.
const OTHER: [&str; 6] = ["edited", "joined", "joindate", "modified", "编辑", "注册"];

/// The posts of a thread, in page order, at most [`MAX_POSTS`]; empty if they cannot be separated.
pub fn posts(page: &Page, body: &Body) -> Vec<Post> {
    if !page.posts.is_empty() {
        return typed(page, body);
    }
    let lines = page.blocks.iter().map(|block| PostLine::of(page, block));
    let mut lines: Vec<PostLine> = lines.collect();
    for &i in &body.kept {
        lines[i].is_kept = true;
    }
    let members = members(page, &lines);
    // The post that each container belongs to, counted from 1.
    let mut place = vec![0; page.containers.len()];
    for (i, &member) in members.iter().enumerate() {
        place[member as usize] = i + 1;
    }
    for (id, container) in page.containers.iter().enumerate() {
        if place[id] == 0 {
            place[id] = place[container.parent as usize];
        }
    }
    let mut own: Vec<Vec<usize>> = vec![Vec::new(); members.len() + 1];
    for (i, block) in page.blocks.iter().enumerate() {
        own[place[block.container as usize]].push(i);
    }
    let posts = own.iter().skip(1).filter_map(|own| post(page, own, &lines));
    let mut posts: Vec<Post> = posts.take(MAX_POSTS).collect();
    let Some(next) = posts.first() else {
        return posts;
    };
    let firsts = own[1..].iter().filter_map(|own| own.first().copied());
    let first = firsts.min().unwrap_or(0);
    let before: Vec<usize> = (first.saturating_sub(BEFORE)..first).collect();
    // The author of the thread and its time may also be above the first post.
    let is_question = |question: &Post| {
        question.author.is_some() && question.author != next.author
            || question.time.is_some() && question.time != next.time
    };
    if let Some(question) = post(page, &before, &lines).filter(is_question) {
        posts.insert(0, question);
        posts.truncate(MAX_POSTS);
    }
    take_stated(&mut posts, stated(page));
    posts
}

/// The posts in the page's data of which the body keeps any text.
fn typed(page: &Page, body: &Body) -> Vec<Post> {
    let place = |block| body.kept.partition_point(|&kept| kept < block);
    let posts = page.posts.iter().filter_map(|post| {
        let kept = &body.kept[place(post.blocks.start)..place(post.blocks.end)];
        (!kept.is_empty()).then(|| Post {
            author: Some(post.author.clone()),
            time: Some(post.time.clone()),
            text: body::text_of(page, kept),
        })
    });
    posts.take(MAX_POSTS).collect()
}

/// Values from JSON-LD take precedence over those in lines. Each of `stated` is used for one post: a reply may begin
/// with a quotation of another.
fn take_stated(posts: &mut [Post], mut stated: Vec<Post>) {
    for post in posts {
        if stated.is_empty() {
            return;
        }
        let text = lines::plain(&post.text);
        let is_own = |stated: &Post| text.starts_with(&stated.text);
        let own = stated.iter().position(is_own);
        if let Some(Post { author, time, .. }) = own.map(|at| stated.remove(at)) {
            post.author = author.or(post.author.take());
            post.time = time.or(post.time.take());
        }
    }
}

/// The posts in JSON-LD, with the beginnings of their texts, folded.
fn stated(page: &Page) -> Vec<Post> {
    let mut posts = Vec::new();
    for data in &page.data {
        if data.kind == DataKind::JsonLd {
            let mut reader = Reader::handwritten(&data.text, MAX_NESTED);
            while reader.skip_to(|byte| matches!(byte, b'{' | b'[')).is_some() {
                add_stated(&mut posts, &mut reader);
            }
        }
    }
    posts
}

/// Adds the posts in a value, in the order in which their objects begin: a thread encloses its replies.
fn add_stated(posts: &mut Vec<Post>, reader: &mut Reader) {
    let place = posts.len();
    let mut post = Post::default();
    match reader.value() {
        Value::Object => {
            while let Some(key) = reader.key() {
                match key {
                    "author" => post.author = reader.name(),
                    "datePublished" | "dateCreated" => post.time = reader.name(),
                    "text" if reader.skip_space() == Some(b'"') => {
                        if let Value::Text(text) = reader.value() {
                            let text = lines::plain(&text.text());
                            post.text = text.chars().take(KNOWN).collect();
                        }
                    }
                    _ => add_stated(posts, reader),
                }
            }
        }
        Value::List => {
            while reader.next_item() {
                add_stated(posts, reader);
            }
        }
        Value::Text(_) | Value::Other => {}
    }
    if post.text.len() >= KNOWN && posts.len() < MAX_POSTS {
        posts.insert(place, post);
    }
}

/// A block of a thread, as a line that may state the time of a post.
struct PostLine {
    is_kept: bool,
    /// When it was written.
    time: Option<Time>,
}

/// The time stated in a line.
struct Time {
    at: Range<usize>,
    /// Minutes since 1970; relative times ("two hours ago") rank after all dates.
    minutes: i64,
    /// Whether it is another time than that of the post.
    is_other: bool,
}

impl PostLine {
    fn of(page: &Page, block: &Block) -> PostLine {
        let short = Some(block).filter(|block| block.chars <= LINE);
        PostLine { is_kept: false, time: short.and_then(|block| Time::in_line(page.text_of(block))) }
    }
}

impl Time {
    #[inline(never)]
    fn in_line(line: &str) -> Option<Time> {
        let (at, minutes) = match date::find(line) {
            Some(found) => (found.start..found.end, found.minutes),
            None => {
                let mut words = ["ago", "前"].iter();
                let ago = words.find_map(|word| Some(find(line, word)? + word.len()));
                let (end, minutes) = match ago {
                    Some(end) => (end, i64::MAX),
                    // Whatever the order of day and month, it is a time; the number of the post may follow it.
                    None if lines::is_stamp(line) => (find(line, "#").unwrap_or(line.len()), 0),
                    None => return None,
                };
                let line = line[..end].trim_ascii_end();
                let mut before = ' ';
                let start = line.char_indices().find(|&(_, c)| {
                    let begins = c.is_ascii_digit() && !is_alphanumeric(before);
                    before = c;
                    begins
                });
                (start?.0..line.len(), minutes)
            }
        };
        let folded = lines::plain(line);
        (at.len() <= NAME).then_some(Time { at, minutes, is_other: has_any(&folded, &OTHER) })
    }
}

/// The containers of the posts; empty if they are not found.
fn members(page: &Page, lines: &[PostLine]) -> Vec<ContainerId> {
    let containers = &page.containers;
    // For each container: the size of the kept text in it, and the number of lines that describe a post.
    let mut held = vec![[0u32; 2]; containers.len()];
    for (i, block) in page.blocks.iter().enumerate() {
        let [text, facts] = &mut held[block.container as usize];
        if lines[i].time.is_some() {
            *facts += 1;
        } else if lines[i].is_kept {
            *text += block.end - block.start;
        } else {
            *facts += u32::from(person(page, i).is_some());
        }
    }
    for id in (1..containers.len()).rev() {
        let [text, facts] = held[id];
        let around = &mut held[containers[id].parent as usize];
        *around = [around[0] + text, around[1] + facts];
    }
    // Replies may be nested inside the posts they answer.
    let mut own = held.clone();
    let look = |id: ContainerId| {
        let container = &containers[id as usize];
        container.class ^ (container.tag as u32).wrapping_mul(0x9E37_79B9)
    };
    for id in 1..containers.len() as ContainerId {
        let mut around = page.up(id).skip(1).take(MAX_DEPTH);
        if let Some(outer) = around.find(|&outer| look(outer) == look(id)) {
            let [text, facts] = held[id as usize];
            let [around, more] = &mut own[outer as usize];
            (*around, *more) = (around.saturating_sub(text), more.saturating_sub(facts));
        }
    }
    let keyed = |group: u32, id: ContainerId| u64::from(group) << 32 | u64::from(id);
    let ids = 1..containers.len() as ContainerId;
    let alike = ids.clone().map(|id| keyed(look(id), id)).collect();
    let siblings = ids.map(|id| keyed(containers[id as usize].parent, id));
    let alike = Group::best(&own, alike);
    let siblings = Group::best(&held, siblings.collect());
    if siblings.rank() >= alike.rank() { siblings.members } else { alike.members }
}

/// Containers that may be the posts.
#[derive(Default)]
struct Group {
    members: Vec<ContainerId>,
    /// The size of the kept text in them.
    size: u32,
}

impl Group {
    /// Larger groups rank first, then those with more posts, then outer ones.
    fn rank(&self) -> (u32, usize, Reverse<Option<&ContainerId>>) {
        (self.size, self.members.len(), Reverse(self.members.first()))
    }

    /// Among groups of containers, given as keys of group number and container, the best whose members hold kept text
    /// and lines that describe a post.
    #[inline(never)]
    fn best(held: &[[u32; 2]], mut keys: Vec<u64>) -> Group {
        keys.retain(|&key| !held[key as ContainerId as usize].contains(&0));
        keys.sort_unstable();
        let mut best = Group::default();
        let mut next = Group::default();
        for (at, &key) in keys.iter().enumerate() {
            let id = key as ContainerId;
            next.members.push(id);
            next.size += held[id as usize][0].min(FULL);
            let after = keys.get(at + 1);
            if after.is_none_or(|other| other >> 32 != key >> 32) {
                if next.members.len() > 1 && next.rank() > best.rank() {
                    std::mem::swap(&mut best, &mut next);
                }
                next.members.clear();
                next.size = 0;
            }
        }
        best
    }
}

/// The post that these blocks form, if any of them is kept.
#[inline(never)]
fn post(page: &Page, own: &[usize], lines: &[PostLine]) -> Option<Post> {
    let line = |i: usize| page.text_of(&page.blocks[i]);
    let mut text: Vec<&str> = Vec::new();
    let mut begun = false;
    // The line that states the time, and whether it is below the text.
    let mut stamp: Option<(&str, &Time, bool)> = None;
    // Below the text, the page may name the last editor, and then the time and the author.
    let [mut above, mut below]: [Option<(String, bool)>; 2] = [None, None];
    for &i in own {
        if let Some(time) = &lines[i].time {
            let is_better = stamp.is_none_or(|(_, known, _)| {
                // Above it, the page may also state when its author joined.
                known.is_other || !begun && time.minutes >= known.minutes
            });
            if is_better && (stamp.is_none() || !time.is_other) {
                stamp = Some((line(i), time, begun));
                below = None;
            }
        } else if lines[i].is_kept {
            // The author may be named below the post's headline.
            begun |= !page.tag_of(&page.blocks[i]).is_heading();
            text.push(line(i));
        } else if let Some((name, is_known)) = person(page, i) {
            let named = match stamp {
                Some((.., true)) => &mut below,
                _ => &mut above,
            };
            // The first that also occurs in its address, else the first.
            if named.as_ref().is_none_or(|(_, known)| is_known && !known) {
                *named = Some((name, is_known));
            }
        }
    }
    let named = stamp.and_then(|(line, time, _)| name(&line[..time.at.start]));
    let [above, below] = [above, below].map(|named| Some(named?.0));
    let author = match stamp {
        Some((.., true)) => named.or(below).or(above),
        _ => above.or(named),
    };
    (!text.is_empty()).then(|| Post {
        author,
        time: stamp.map(|(line, time, _)| line[time.at.clone()].to_owned()),
        text: text.join("\n"),
    })
}

/// The name in a block that links to a person's page, and whether it also occurs in the address.
#[inline(never)]
fn person(page: &Page, block: usize) -> Option<(String, bool)> {
    #[rustfmt::skip]
    const PEOPLE: [&str; 8] = [
        "/u/", "/author", "member", "people", "profile", "/space-", "uid=", "user",
    ];
    let links = &page.links;
    let place = links.binary_search_by_key(&(block as u32), |link| link.block);
    let href = links[place.ok()?].href.to_ascii_lowercase();
    let block = &page.blocks[block];
    let mut words = PEOPLE.iter();
    let after = words.find_map(|word| href.get(find(&href, word)? + word.len()..));
    let after = after.filter(|_| block.chars <= LINE)?;
    // A list of all members is not a person's page.
    let person = after.bytes().skip_while(u8::is_ascii_alphabetic);
    if after.starts_with('s') && person.clone().all(|byte| byte.is_ascii_punctuation()) {
        return None;
    }
    // A rank, or the number of the author's posts, may follow the name.
    let text = page.text_of(block);
    let (mut linked, mut end) = (block.linked, 0);
    let next = |end: usize| text[end..].chars().next();
    while let Some(c) = next(end).filter(|&c| linked > 0 || c != ' ') {
        linked = linked.saturating_sub(u32::from(c != ' '));
        end += c.len_utf8();
        if linked == 0 && text[end..].starts_with(' ') {
            break;
        }
    }
    let name = name(&text[..end])?;
    let letters = |text: &str| -> String {
        let letters = text.chars().filter(|&c| is_alphanumeric(c));
        letters.map(|c| c.to_ascii_lowercase()).collect()
    };
    let is_known = find(&letters(after), &letters(&name)).is_some();
    Some((name, is_known))
}

/// The name in the text before a time: `by Wren »`, `Wren wrote on`, `作者：林一 发表于`.
#[inline(never)]
fn name(text: &str) -> Option<String> {
    #[rustfmt::skip]
    const BEFORE: [&str; 8] = [
        "posted by", "post by", "written by", "asked by", "answered by", "by", "作者", "楼主",
    ];
    #[rustfmt::skip]
    const AFTER: [&str; 16] = [
        "posted on", "wrote on", "posted", "wrote", "said", "on", "at", "answered", "asked",
        "commented", "edited", "replied", "started", "start date", "发表于", "发布于",
    ];
    let sign = |c: char| !is_alphanumeric(c);
    let mut parts = text.split(['»', '•', '|', '·', '(', '（']);
    let part = parts.find(|part| part.contains(is_alphanumeric))?;
    let mut name = part.trim_matches(sign);
    for word in BEFORE {
        let start = name.get(..word.len());
        let is_before = start.is_some_and(|start| start.eq_ignore_ascii_case(word));
        if is_before && name[word.len()..].starts_with(sign) {
            name = name[word.len()..].trim_matches(sign);
            break;
        }
    }
    for word in AFTER {
        let at = name.len().saturating_sub(word.len());
        let end = name.get(at..).filter(|end| end.eq_ignore_ascii_case(word));
        if end.is_some() && (at == 0 || !word.is_ascii() || name[..at].ends_with(sign)) {
            name = name[..at].trim_matches(sign);
            break;
        }
    }
    let chars = name.chars().count();
    let is_name = (2..=NAME).contains(&chars) && name.chars().any(is_letter);
    is_name.then(|| name.to_owned())
}
