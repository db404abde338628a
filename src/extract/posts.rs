//! The post and the replies of a thread told apart: a pure function of the page and its body.
//!
//! Forum programs repeat one element for each post, with its author, its time and its text inside. Which one
//! that is is not told by its name: of all elements that stand beside each other, or are of one class, those
//! are the posts that hold most of the kept text, each with a time or an author of its own. What is kept before
//! the first of them is a post too: the question, where the answers stand in a list of their own.

use crate::extract::body::Body;
use crate::extract::lines;
use crate::metadata::date;
use crate::parse::block::{Block, ContainerId, DataKind, Page};
use crate::parse::html::find;
use crate::parse::json::Lexer;
use serde::Serialize;
use std::cmp::Reverse;
use std::ops::Range;

/// Posts that are told of a page.
const MAX_POSTS: usize = 200;
/// Elements around one in which another of its class is looked for.
const MAX_DEPTH: usize = 64;
/// Size of a post, in bytes, from which more text does not make it more of one. Larger: two halves of a page
/// are taken for posts.
const FULL: u32 = 600;
/// Longest line that tells when a post was written, or by whom, in characters.
const LINE: u32 = 100;
/// Longest name of an author, in characters.
const NAME: usize = 40;
/// Objects of JSON-LD inside each other that are looked into.
const MAX_OBJECTS: usize = 32;
/// Letters by which a post is known that JSON-LD states, folded.
const KNOWN: usize = 24;
/// Blocks before the first post that may tell who wrote the one before it.
const BEFORE: usize = 40;

/// Words of lines that tell another time than that of the post, folded and without spaces.
const OTHER: [&str; 6] = ["edited", "joined", "joindate", "modified", "编辑", "注册"];

/// A post of a thread, or a reply.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Post {
    /// Who wrote it.
    pub author: Option<String>,
    /// When, as written: a date, or how long ago.
    pub time: Option<String>,
    /// What of it is kept, one paragraph a line.
    pub text: String,
}

/// The posts of a thread, in the order of the page, at most [`MAX_POSTS`]; none where they cannot be told
/// apart.
pub fn posts(page: &Page, body: &Body) -> Vec<Post> {
    let mut is_kept = vec![false; page.blocks.len()];
    for &i in &body.kept {
        is_kept[i] = true;
    }
    let Some(members) = members(page, &is_kept) else {
        return Vec::new();
    };
    let mut is_member = vec![false; page.containers.len()];
    for &member in &members {
        is_member[member as usize] = true;
    }
    let around = |block: &Block| page.up(block.container).find(|&id| is_member[id as usize]);
    let mut blocks: Vec<(ContainerId, usize)> = page
        .blocks
        .iter()
        .enumerate()
        .filter_map(|(i, block)| Some((around(block)?, i)))
        .collect();
    let first = blocks.first().map_or(0, |&(_, i)| i);
    let before: Vec<(ContainerId, usize)> = (first.saturating_sub(BEFORE)..first)
        .map(|i| (0, i))
        .collect();
    blocks.sort_unstable();
    let replies = blocks.chunk_by(|a, b| a.0 == b.0);
    let replies = replies.filter_map(|own| post(page, own, &is_kept));
    let mut posts: Vec<Post> = replies.take(MAX_POSTS).collect();
    // Above the first post may also stand who began the thread, and when.
    let is_question = |question: &Post| {
        let is_new = |of: fn(&Post) -> &Option<String>| {
            let other = posts.first().map(of);
            of(question).is_some() && other != Some(of(question))
        };
        is_new(|post| &post.author) || is_new(|post| &post.time)
    };
    if let Some(question) = post(page, &before, &is_kept).filter(is_question) {
        posts.insert(0, question);
        posts.truncate(MAX_POSTS);
    }
    let mut stated = stated(page);
    for post in &mut posts {
        if stated.is_empty() {
            break;
        }
        let text = lines::plain(&post.text);
        // Once each: a reply may begin with what it quotes.
        let own = stated
            .iter()
            .position(|stated| text.starts_with(&stated.text));
        if let Some(Post { author, time, .. }) = own.map(|at| stated.remove(at)) {
            post.author = author.or(post.author.take());
            post.time = time.or(post.time.take());
        }
    }
    posts
}

/// What JSON-LD says of posts; of their texts the beginnings, folded.
fn stated(page: &Page) -> Vec<Post> {
    let mut posts = Vec::new();
    for data in page
        .data
        .iter()
        .filter(|data| data.kind == DataKind::JsonLd)
    {
        let mut stated: Vec<(usize, Post)> = Vec::new();
        let mut lexer = Lexer::new(&data.text);
        // Each open object: where it begins, the field that it stands in, its name, and the post that it may be.
        let mut open: Vec<(usize, &str, Option<String>, Post)> = Vec::new();
        let mut field = "";
        while let Some(byte) = lexer.skip_to(|byte| matches!(byte, b'{' | b'}' | b'"')) {
            match byte {
                b'{' => {
                    lexer.at += 1;
                    let field = std::mem::take(&mut field);
                    open.push((lexer.at, field, None, Post::default()));
                    if open.len() > MAX_OBJECTS || posts.len() + stated.len() >= MAX_POSTS {
                        break;
                    }
                }
                b'}' => {
                    lexer.at += 1;
                    let Some((start, of, name, post)) = open.pop() else {
                        continue;
                    };
                    if let (Some((.., around)), "author") = (open.last_mut(), of) {
                        around.author = name.or(around.author.take());
                    }
                    if post.text.len() >= KNOWN {
                        stated.push((start, post));
                    }
                }
                _ => {
                    let Some(string) = lexer.string(true) else {
                        break;
                    };
                    if lexer.skip_space() == Some(b':') {
                        lexer.at += 1;
                        field = string.raw;
                        continue;
                    }
                    let Some((.., name, post)) = open.last_mut() else {
                        continue;
                    };
                    let is_fact = string.raw.len() <= LINE as usize;
                    match std::mem::take(&mut field) {
                        "name" if is_fact => *name = Some(string.text()),
                        "author" if is_fact => post.author = Some(string.text()),
                        "datePublished" | "dateCreated" if is_fact => {
                            post.time = Some(string.text())
                        }
                        "text" => {
                            let text = lines::plain(&string.text());
                            post.text = text.chars().take(KNOWN).collect();
                        }
                        _ => {}
                    }
                }
            }
        }
        // In the order in which they begin: a thread stands around its replies.
        stated.sort_by_key(|&(start, _)| start);
        posts.extend(stated.into_iter().map(|(_, post)| post));
    }
    posts
}

/// The containers of the posts.
fn members(page: &Page, is_kept: &[bool]) -> Option<Vec<ContainerId>> {
    let containers = &page.containers;
    // Of what stands in each container: the size of the kept text, and how many lines tell of a post.
    let mut held = vec![[0u32; 2]; containers.len()];
    for (i, block) in page.blocks.iter().enumerate() {
        let [text, told] = &mut held[block.container as usize];
        if time(page, block).is_some() {
            *told += 1;
        } else if is_kept[i] {
            *text += block.end - block.start;
        } else {
            *told += u32::from(member(page, i, false).is_some());
        }
    }
    for id in (1..containers.len()).rev() {
        let [text, told] = held[id];
        let around = &mut held[containers[id].parent as usize];
        *around = [around[0] + text, around[1] + told];
    }
    // Replies may stand inside what they reply to.
    let mut own = held.clone();
    let look = |id: ContainerId| (containers[id as usize].tag, containers[id as usize].class);
    for id in 1..containers.len() as ContainerId {
        let mut around = page.up(id).skip(1).take(MAX_DEPTH);
        if let Some(outer) = around.find(|&outer| look(outer) == look(id)) {
            let outer = &mut own[outer as usize];
            for (outer, inner) in outer.iter_mut().zip(held[id as usize]) {
                *outer -= inner.min(*outer);
            }
        }
    }
    let ids = || 1..containers.len() as ContainerId;
    let siblings = ids().map(|id| (u64::from(containers[id as usize].parent), id, &held));
    let alike = ids().map(|id| {
        let (tag, class) = look(id);
        ((tag as u64 + 1) << 32 | u64::from(class), id, &own)
    });
    let mut groups: Vec<(u64, ContainerId, [u32; 2])> = siblings
        .chain(alike)
        .map(|(group, id, held)| (group, id, held[id as usize]))
        .filter(|&(.., [text, told])| text > 0 && told > 0)
        .collect();
    groups.sort_unstable();
    let size = |group: &[(u64, ContainerId, [u32; 2])]| -> u32 {
        group.iter().map(|&(.., [text, _])| text.min(FULL)).sum()
    };
    let best = groups
        .chunk_by(|a, b| a.0 == b.0)
        .filter(|group| group.len() > 1)
        .max_by_key(|group| (size(group), group.len(), Reverse(group[0].1)))?;
    Some(best.iter().map(|&(_, id, _)| id).collect())
}

/// The post that these blocks make, if any of them is kept.
fn post(page: &Page, own: &[(ContainerId, usize)], is_kept: &[bool]) -> Option<Post> {
    let block = |at: usize| &page.blocks[own[at].1];
    let line = |at: usize| page.text_of(block(at));
    let all = 0..own.len();
    let times: Vec<(usize, Time)> = all
        .clone()
        .filter_map(|at| Some((at, time(page, block(at))?)))
        .collect();
    let is_time = |at: usize| times.binary_search_by_key(&at, |&(at, _)| at).is_ok();
    let is_text = |at: &usize| is_kept[own[*at].1] && !is_time(*at);
    // Who wrote it may stand below its headline.
    let begins = |at: &usize| is_text(at) && !page.tag_of(block(*at)).is_heading();
    let first = all
        .clone()
        .find(begins)
        .or_else(|| all.clone().find(is_text))?;
    // Before the text may also stand since when its author is here, and after it when it was edited.
    let is_other = |at: usize| {
        OTHER
            .iter()
            .any(|word| find(&lines::plain(line(at)), word).is_some())
    };
    let mut written = times.iter().filter(|(at, _)| !is_other(*at));
    let before = written.clone().filter(|(at, _)| *at < first);
    let stamp = before
        .max_by_key(|(_, time)| time.minutes)
        .or_else(|| written.next())
        .or(times.first());
    let linked = |from: usize| {
        let links = || {
            all.clone()
                .skip(from)
                .filter(|at| !is_text(at))
                .map(|at| own[at].1)
        };
        let known = links().find_map(|block| member(page, block, true));
        known.or_else(|| links().find_map(|block| member(page, block, false)))
    };
    let named = stamp.and_then(|(at, time)| name(&line(*at)[..time.at.start]));
    let text: Vec<&str> = all.clone().filter(is_text).map(line).collect();
    Some(Post {
        author: match stamp {
            // Below the text may stand who edited it, and then who wrote it.
            Some(&(at, _)) if at > first => named.or_else(|| linked(at)).or_else(|| linked(0)),
            _ => linked(0).or(named),
        },
        time: stamp.map(|(at, time)| line(*at)[time.at.clone()].to_owned()),
        text: text.join("\n"),
    })
}

/// When a line says that something was written.
struct Time {
    at: Range<usize>,
    /// Since 1970; what is so long ago that it tells how long is later than any date.
    minutes: i64,
}

fn time(page: &Page, block: &Block) -> Option<Time> {
    let line = page.text_of(block);
    if block.chars > LINE {
        return None;
    }
    if let Some(found) = date::find(line) {
        return Some(Time {
            at: found.start..found.end,
            minutes: found.minutes,
        });
    }
    let ago = ["ago", "前"]
        .iter()
        .find_map(|word| Some(find(line, word)? + word.len()));
    let (end, minutes) = match ago {
        Some(end) => (end, i64::MAX),
        // In whatever order day and month stand, it is a time.
        None => {
            let line = line.split('#').next().unwrap_or(line).trim_end();
            (lines::is_stamp(line).then_some(line.len())?, 0)
        }
    };
    let begins = |&(at, c): &(usize, char)| {
        c.is_ascii_digit() && !line[..at].ends_with(char::is_alphanumeric)
    };
    let (start, _) = line[..end].char_indices().find(begins)?;
    (end - start <= NAME).then_some(Time {
        at: start..end,
        minutes,
    })
}

/// The name in a block that leads to a person's page, if `known` one that stands in the address too.
fn member(page: &Page, block: usize, known: bool) -> Option<String> {
    const PEOPLE: [&str; 8] = [
        "/u/", "/author", "member", "people", "profile", "/space-", "uid=", "user",
    ];
    let place = page
        .links
        .binary_search_by_key(&(block as u32), |link| link.block);
    let href = &page.links[place.ok()?].href;
    let block = &page.blocks[block];
    if block.chars > LINE {
        return None;
    }
    let letters = |text: &str| -> String {
        let letters = text.chars().filter(|c| c.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect()
    };
    let lower = href.to_ascii_lowercase();
    let after = PEOPLE
        .iter()
        .find_map(|word| lower.get(find(&lower, word)? + word.len()..))?;
    // A list of all members is none of them.
    let person = after
        .split_once(['/', '=', '-', '.'])
        .map_or(after, |(_, person)| person);
    if letters(person).is_empty() {
        return None;
    }
    // Beside the name may stand a rank, or how many posts there are of it.
    let text = page.text_of(block);
    let places = || text.char_indices().filter(|(_, c)| *c != ' ');
    let linked = block.linked as usize;
    let end = places().nth(linked).map_or(text.len(), |(at, _)| at);
    let start = places()
        .nth_back(linked.saturating_sub(1))
        .map_or(0, |(at, _)| at);
    let name = match (text[..end].ends_with(' '), text[..start].ends_with(' ')) {
        (false, true) => name(&text[start..]),
        _ => name(&text[..end]),
    };
    name.filter(|name| !known || find(&letters(after), &letters(name)).is_some())
}

/// The name in what stands before a time: `by Wren »`, `Wren wrote on`, `作者：林一 发表于`.
fn name(text: &str) -> Option<String> {
    const BEFORE: [&str; 8] = [
        "posted by",
        "post by",
        "written by",
        "asked by",
        "answered by",
        "by",
        "作者",
        "楼主",
    ];
    const AFTER: [&str; 16] = [
        "posted on",
        "wrote on",
        "posted",
        "wrote",
        "said",
        "on",
        "at",
        "answered",
        "asked",
        "commented",
        "edited",
        "replied",
        "started",
        "start date",
        "发表于",
        "发布于",
    ];
    let sign = |c: char| !c.is_alphanumeric();
    let text = text.split_once(" (").map_or(text, |(name, _)| name);
    let text = text
        .split(['»', '•', '|', '·'])
        .find(|part| part.contains(char::is_alphanumeric))?;
    let mut name = text.trim_matches(sign);
    for word in BEFORE {
        let start = name
            .get(..word.len())
            .filter(|start| start.eq_ignore_ascii_case(word));
        if start.is_some() && name[word.len()..].starts_with(sign) {
            name = name[word.len()..].trim_matches(sign);
            break;
        }
    }
    for word in AFTER {
        let at = name.len().saturating_sub(word.len());
        let end = name.get(at..).filter(|end| end.eq_ignore_ascii_case(word));
        if end.is_some() && (name[..at].ends_with(sign) || at == 0 || !word.is_ascii()) {
            name = name[..at].trim_matches(sign);
            break;
        }
    }
    let chars = name.chars().count();
    let is_name = (2..=NAME).contains(&chars) && name.contains(char::is_alphabetic);
    is_name.then(|| name.to_owned())
}
