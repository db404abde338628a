//! The post and the replies of a thread told apart: a pure function of the page and its body.
//!
//! Forum programs repeat one element for each post, with its author, its time and its text inside. Which one
//! that is is not told by its name: of all elements that stand beside each other, or are of one class, those
//! are the posts that hold most of the kept text, each with a time or an author of its own. What is kept before
//! the first of them is a post too: the question, where the answers stand in a list of their own.

use crate::article::Post;
use crate::extract::body::Body;
use crate::extract::lines;
use crate::metadata::date;
use crate::parse::block::{Block, ContainerId, DataKind, Page};
use crate::parse::characters::find;
use crate::parse::json::Lexer;
use crate::unicode::{is_alphanumeric, is_letter};
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

/// The posts of a thread, in the order of the page, at most [`MAX_POSTS`]; none where they cannot be told
/// apart.
pub fn posts(page: &Page, body: &Body) -> Vec<Post> {
    let mut lines: Vec<Told> = page
        .blocks
        .iter()
        .map(|block| Told::of(page, block))
        .collect();
    for &i in &body.kept {
        lines[i].is_kept = true;
    }
    let members = members(page, &lines);
    // In which post each container stands, counted from 1.
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
    let first = own[1..]
        .iter()
        .filter_map(|own| own.first().copied())
        .min()
        .unwrap_or(0);
    let before: Vec<usize> = (first.saturating_sub(BEFORE)..first).collect();
    // Above the first post may also stand who began the thread, and when.
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

/// What JSON-LD states goes before what lines tell. Each of `stated` is of one post: a reply may begin with what
/// it quotes.
fn take_stated(posts: &mut [Post], mut stated: Vec<Post>) {
    for post in posts {
        if stated.is_empty() {
            return;
        }
        let text = lines::plain(&post.text);
        let own = stated
            .iter()
            .position(|stated| text.starts_with(&stated.text));
        if let Some(Post { author, time, .. }) = own.map(|at| stated.remove(at)) {
            post.author = author.or(post.author.take());
            post.time = time.or(post.time.take());
        }
    }
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
                        // In the order in which they begin: a thread stands around its replies.
                        let after = stated.iter().position(|&(other, _)| other > start);
                        stated.insert(after.unwrap_or(stated.len()), (start, post));
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
        posts.extend(stated.into_iter().map(|(_, post)| post));
    }
    posts
}

/// What a block tells of a post.
struct Told {
    is_kept: bool,
    /// When it was written.
    time: Option<Time>,
}

/// When a line says that something was written.
struct Time {
    at: Range<usize>,
    /// Since 1970; what is so long ago that it tells how long is later than any date.
    minutes: i64,
    /// Whether it is another time than that of the post.
    is_other: bool,
}

impl Told {
    fn of(page: &Page, block: &Block) -> Told {
        let is_short = block.chars <= LINE;
        Told {
            is_kept: false,
            time: is_short
                .then(|| Time::in_line(page.text_of(block)))
                .flatten(),
        }
    }
}

impl Time {
    #[inline(never)]
    fn in_line(line: &str) -> Option<Time> {
        let (at, minutes) = match date::find(line) {
            Some(found) => (found.start..found.end, found.minutes),
            None => {
                let ago = ["ago", "前"]
                    .iter()
                    .find_map(|word| Some(find(line, word)? + word.len()));
                let (end, minutes) = match ago {
                    Some(end) => (end, i64::MAX),
                    // In whatever order day and month stand, it is a time; what follows is the number of the post.
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
        (at.len() <= NAME).then_some(Time {
            at,
            minutes,
            is_other: OTHER.iter().any(|word| find(&folded, word).is_some()),
        })
    }
}

/// The containers of the posts; none if they are not told.
fn members(page: &Page, lines: &[Told]) -> Vec<ContainerId> {
    let containers = &page.containers;
    // Of what stands in each container: the size of the kept text, and how many lines tell of a post.
    let mut held = vec![[0u32; 2]; containers.len()];
    for (i, block) in page.blocks.iter().enumerate() {
        let [text, told] = &mut held[block.container as usize];
        if lines[i].time.is_some() {
            *told += 1;
        } else if lines[i].is_kept {
            *text += block.end - block.start;
        } else {
            *told += u32::from(person(page, i).is_some());
        }
    }
    for id in (1..containers.len()).rev() {
        let [text, told] = held[id];
        let around = &mut held[containers[id].parent as usize];
        *around = [around[0] + text, around[1] + told];
    }
    // Replies may stand inside what they reply to.
    let mut own = held.clone();
    let look = |id: ContainerId| {
        let container = &containers[id as usize];
        container.class ^ (container.tag as u32).wrapping_mul(0x9E37_79B9)
    };
    for id in 1..containers.len() as ContainerId {
        let mut around = page.up(id).skip(1).take(MAX_DEPTH);
        if let Some(outer) = around.find(|&outer| look(outer) == look(id)) {
            let [text, told] = held[id as usize];
            let outer = &mut own[outer as usize];
            *outer = [outer[0].saturating_sub(text), outer[1].saturating_sub(told)];
        }
    }
    let keyed = |group: u32, id: ContainerId| u64::from(group) << 32 | u64::from(id);
    let ids = 1..containers.len() as ContainerId;
    let alike = ids.clone().map(|id| keyed(look(id), id)).collect();
    let siblings = ids
        .map(|id| keyed(containers[id as usize].parent, id))
        .collect();
    let [alike, siblings] =
        [(alike, &own), (siblings, &held)].map(|(keys, held)| Group::best(held, keys));
    match siblings.rank() >= alike.rank() {
        true => siblings.members,
        false => alike.members,
    }
}

/// Containers that may be the posts.
#[derive(Default)]
struct Group {
    members: Vec<ContainerId>,
    /// The size of the kept text in them.
    size: u32,
}

impl Group {
    /// The larger goes first, then that of more posts, then the outer one.
    fn rank(&self) -> (u32, usize, Reverse<Option<&ContainerId>>) {
        (self.size, self.members.len(), Reverse(self.members.first()))
    }

    /// Of groups of containers, each by the number of its group and its own, the best whose members hold kept
    /// text and lines that tell of a post.
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
            if keys
                .get(at + 1)
                .is_none_or(|other| other >> 32 != key >> 32)
            {
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

/// Names in links to people's pages.
#[derive(Default)]
struct Names {
    /// The first that stands in its address too.
    known: Option<String>,
    /// The first.
    any: Option<String>,
}

impl Names {
    fn get(self) -> Option<String> {
        self.known.or(self.any)
    }
}

/// The post that these blocks make, if any of them is kept.
#[inline(never)]
fn post(page: &Page, own: &[usize], lines: &[Told]) -> Option<Post> {
    let line = |i: usize| page.text_of(&page.blocks[i]);
    let mut text: Vec<&str> = Vec::new();
    let mut begun = false;
    // The line that tells when, and whether it stands below the text.
    let mut stamp: Option<(&str, &Time, bool)> = None;
    // Below the text may stand who edited it, and then when it was written and by whom.
    let [mut above, mut below] = [Names::default(), Names::default()];
    for &i in own {
        if let Some(time) = &lines[i].time {
            let is_better = stamp.is_none_or(|(_, known, _)| {
                // Above it may also stand since when its author is here.
                known.is_other || !begun && time.minutes >= known.minutes
            });
            if is_better && (stamp.is_none() || !time.is_other) {
                stamp = Some((line(i), time, begun));
                below = Names::default();
            }
        } else if lines[i].is_kept {
            // Who wrote it may stand below its headline.
            begun |= !page.tag_of(&page.blocks[i]).is_heading();
            text.push(line(i));
        } else if let Some((name, is_known)) = person(page, i) {
            let names = match stamp {
                Some((.., true)) => &mut below,
                _ => &mut above,
            };
            let first = match is_known {
                true => &mut names.known,
                false => &mut names.any,
            };
            first.get_or_insert(name);
        }
    }
    let named = stamp.and_then(|(line, time, _)| name(&line[..time.at.start]));
    let author = match stamp {
        Some((.., true)) => named.or(below.get()).or(above.get()),
        _ => above.get().or(named),
    };
    (!text.is_empty()).then(|| Post {
        author,
        time: stamp.map(|(line, time, _)| line[time.at.clone()].to_owned()),
        text: text.join("\n"),
    })
}

/// The name in a block that leads to a person's page, and whether it stands in the address too.
#[inline(never)]
fn person(page: &Page, block: usize) -> Option<(String, bool)> {
    const PEOPLE: [&str; 8] = [
        "/u/", "/author", "member", "people", "profile", "/space-", "uid=", "user",
    ];
    let place = page
        .links
        .binary_search_by_key(&(block as u32), |link| link.block);
    let href = page.links[place.ok()?].href.to_ascii_lowercase();
    let block = &page.blocks[block];
    let mut after = PEOPLE
        .iter()
        .filter_map(|word| href.get(find(&href, word)? + word.len()..));
    let after = after.next().filter(|_| block.chars <= LINE)?;
    // A list of all members is none of them.
    let person = after.bytes().skip_while(u8::is_ascii_alphabetic);
    if after.starts_with('s') && person.clone().all(|byte| byte.is_ascii_punctuation()) {
        return None;
    }
    // Beside the name may stand a rank, or how many posts there are of it.
    let text = page.text_of(block);
    let (mut linked, mut end) = (block.linked, 0);
    while let Some(c) = text[end..]
        .chars()
        .next()
        .filter(|&c| linked > 0 || c != ' ')
    {
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

/// The name in what stands before a time: `by Wren »`, `Wren wrote on`, `作者：林一 发表于`.
#[inline(never)]
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
    let sign = |c: char| !is_alphanumeric(c);
    let mut parts = text.split(['»', '•', '|', '·', '(', '（']);
    let mut name = parts
        .find(|part| part.chars().any(is_alphanumeric))?
        .trim_matches(sign);
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
        if end.is_some() && (at == 0 || !word.is_ascii() || name[..at].ends_with(sign)) {
            name = name[..at].trim_matches(sign);
            break;
        }
    }
    let chars = name.chars().count();
    let is_name = (2..=NAME).contains(&chars) && name.chars().any(is_letter);
    is_name.then(|| name.to_owned())
}
