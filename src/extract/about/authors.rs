//! Who wrote an article.

use super::{BodyContext, Line, PARAGRAPHS};
use crate::address;
use crate::extract::embedded::outside_tags;
use crate::languages::{self, Kinds};
use crate::metadata::candidate::{Candidate, Decision};
use crate::metadata::title::{SOURCE_ENDS, is_cjk, site_name};
use crate::parse::characters::{self, collapse};
use crate::parse::head::{PART, Place, Subject, is_address, is_gap, letters};
use crate::text::{CharClass, han};
use crate::unicode::{is_alphanumeric, is_capital, is_letter, lowered};

/// Most authors of an article.
const MAX_AUTHORS: usize = 12;
/// Longest name, in characters.
const MAX_NAME_CHARS: usize = 48;
/// Blocks after the first element with an author that may hold more authors.
const NEAR_BLOCKS: usize = 2;
/// First lines around the body, one of which may be only a Chinese name.
const ALONE: usize = 6;
/// Number of lists that may complete each other: visible lines and JSON-LD. Other lists add publishers and reviewers.
const COMPLETE: usize = 2;
/// Most lines between a name alone and the day.
const MAX_LINES_BETWEEN: usize = 2;
/// Longest line with a name before its label, in bytes.
const MAX_LABELED_BYTES: usize = 120;
/// Most words of a name.
const MAX_NAME_WORDS: usize = 6;
/// Longest Chinese name of a person, in characters.
const HAN_NAME: usize = 4;
/// Beginning of the body that may name reporters in brackets, in bytes.
const REPORT: usize = 200;

/// Signs before the name or the label of an author.
#[rustfmt::skip]
const MARKS: [char; 18] = ['-', '–', '—', '•', '·', '□', '■', '◎', '●', '○', '◆', '◇', '※', '★', '☆', '▲', '△', '［'];
/// Signs that set a label off from a name.
const SEPARATORS: [char; 9] = [':', '：', '/', '／', '|', '｜', '丨', '】', '］'];
/// Endings of Chinese words that are not names but occur in their place.
const NO_NAMES: [&str; 10] = ["报道", "報導", "報道", "摄影", "摄影报道", "部", "处", "局", "办", "室"];

/// Degrees and the like, which are not persons. Those that are family names, too, count only in capitals.
#[rustfmt::skip]
const DEGREES: &[&str] = &[
    "md", "phd", "rd", "rdn", "ms", "msc", "mba", "bsc", "rn", "dds", "jd", "cpa", "cfa", "cfp", "lcsw", "esq", "ldn", "mph", "ph",
    "pt", "dpt", "cpt", "cscs", "fand", "psyd", "edd", "dvm", "jr", "sr", "ii", "iii", "llc", "inc", "ltd", "pharmd", "mscp", "facp",
];
/// Chinese family names: four in five persons have one of the first hundred. Longer: more lines are names.
const FAMILIES: &str = "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石\
廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤欧阳闵鲁葛岳齐梅庄辛管祝左涂谷祁时舒耿牟卜路詹关苗凌费纪靳盛童";

/// The authors of an article, from the most trusted statement: a visible line that names them, its JSON-LD, marked
/// elements, the head. A list that holds all of a more trusted list, and more names, is complete.
#[inline(never)]
pub fn authors(around: &BodyContext, url: Option<&str>, all: &mut Vec<Candidate>) -> Vec<String> {
    let owners = Owners::new(around, url);
    let from = all.len();
    let mut lists = vec![visible(around, &owners, all)];
    for place in [Place::JsonLd, Place::Item, Place::Meta, Place::Data, Place::Class] {
        lists.push(stated(around, place, &owners, all));
    }
    let to = all.len();
    lists.push(marked_author(around, &owners, all).unwrap_or_else(|| signed_author(around, &owners, all)));
    let Some(first) = lists.iter().find(|list| !list.names.is_empty()) else {
        // If a site is the only signature, it is the author, unless only a link to its home page says so.
        let mut sites = all[from..to].iter_mut().filter(|by| by.decision == Decision::Site && by.place != Place::Item);
        let Some(site) = sites.find(|by| owners.are(&by.text) && is_name(&by.text)) else { return Vec::new() };
        site.decision = Decision::Taken;
        return vec![site.text.replace(',', "")];
    };
    let complete = lists[..COMPLETE].iter().filter(|list| first.names.iter().all(|name| list.has(name)));
    let best = complete.rev().max_by_key(|list| list.names.len()).unwrap_or(first);
    for list in &lists {
        for &at in &list.candidates {
            let is_same = list.names.iter().any(|name| best.has(name));
            if is_same && all[at].decision == Decision::Outranked {
                all[at].decision = Decision::Agrees;
            }
        }
    }
    if let Some(&at) = best.candidates.first() {
        all[at].decision = Decision::Taken;
    }
    best.names.iter().map(|name| written(name, &lists)).collect()
}

/// The authors that elements and fields of one kind state.
fn stated(around: &BodyContext, place: Place, owners: &Owners, all: &mut Vec<Candidate>) -> List {
    let is_in_head = matches!(place, Place::JsonLd | Place::Meta | Place::Data);
    let mut list = List::default();
    let mut last = None;
    for statement in around.page.head.all(Subject::Author).filter(|statement| statement.place == place) {
        let mut candidate = Candidate::new(Subject::Author, statement.value.replace(PART, " "), place);
        let is_here = around.place_at(statement.block) == Some(Place::Top);
        // Elements far from the first one name others, such as the authors of further articles.
        let is_near = last.is_none_or(|last| statement.block <= last + NEAR_BLOCKS);
        if is_in_head || is_here && is_near {
            let is_data = matches!(place, Place::JsonLd | Place::Data);
            let plain = is_data.then(|| collapse(&outside_tags(&statement.value).collect::<String>()));
            let value = super::without_dates(plain.as_deref().unwrap_or(&statement.value), around.language);
            let found = match place {
                // An element of this class may hold anything.
                Place::Class => labeled_or_name(&value),
                _ => uninverted(&value).map_or_else(|| names(&value), |name| vec![name]),
            };
            list.add(found, owners, &mut candidate, all.len());
            if !list.names.is_empty() && !is_in_head {
                last = last.or(Some(statement.block));
            }
        } else {
            candidate.decision = Decision::Elsewhere;
        }
        all.push(candidate);
    }
    list
}

/// The name in a statement that uses the order of catalogues: `Feld, Jorunn`.
fn uninverted(text: &str) -> Option<String> {
    let (family, given) = text.split_once(", ")?;
    let is_given = (1..=3).contains(&given.split(' ').count())
        && given.starts_with(is_capital)
        && given.split(' ').all(|word| is_word_of_name(word) || languages::whole(word).has(Kinds::PARTICLE));
    let is_name = is_word_of_name(family) && is_given && !is_degree(given) && !is_role(text);
    is_name.then(|| [given, " ", family].concat())
}

/// A name in the case that it has elsewhere, if here it is all in capitals.
fn written(name: &str, lists: &[List]) -> String {
    let mut others = lists.iter().flat_map(|list| &list.names);
    let same = others.find(|other| other.contains(is_small_letter) && letters(other) == letters(name));
    match same {
        Some(same) if !name.contains(is_small_letter) => same.clone(),
        _ => name.to_owned(),
    }
}

fn is_small_letter(c: char) -> bool {
    is_letter(c) && !is_capital(c)
}

/// The names that statements of one kind list, and their candidates.
#[derive(Default)]
struct List {
    names: Vec<String>,
    candidates: Vec<usize>,
}

impl List {
    fn has(&self, name: &str) -> bool {
        let name = letters(name);
        self.names.iter().any(|other| {
            let other = letters(other);
            other.contains(&name) || name.contains(&other)
        })
    }

    /// Takes the authors that a line names, unless an earlier line names some.
    #[inline(never)]
    fn note(&mut self, text: &str, place: Place, found: Vec<String>, owners: &Owners, all: &mut Vec<Candidate>) {
        if found.is_empty() {
            return;
        }
        let mut candidate = Candidate::new(Subject::Author, text, place);
        if self.names.is_empty() {
            self.add(found, owners, &mut candidate, all.len());
        }
        all.push(candidate);
    }

    #[inline(never)]
    fn add(&mut self, mut found: Vec<String>, owners: &Owners, candidate: &mut Candidate, at: usize) {
        let was_empty = found.is_empty();
        // The name of a site may read like two names: `Salt & Margin`.
        let is_owner = owners.are(&candidate.text);
        let is_known = is_owner || found.iter().any(|name| owners.are(name));
        found.retain(|name| !is_owner && !owners.are(name));
        candidate.decision = if !found.is_empty() {
            Decision::Outranked
        } else if is_known && !was_empty {
            Decision::Site
        } else {
            Decision::NoName
        };
        if !found.is_empty() {
            self.candidates.push(at);
        }
        for name in found {
            if self.names.len() < MAX_AUTHORS && !self.has(&name) {
                self.names.push(name);
            }
        }
    }
}

/// The authors in the first visible line that names some. What the reader sees is surer than an account in the head. It
/// may also be the name of the site, since a person can have one.
#[inline(never)]
fn visible(around: &BodyContext, owners: &Owners, all: &mut Vec<Candidate>) -> List {
    let mut list = List::default();
    let mut label = false;
    for line in around.lines.iter().filter(|line| line.place != Place::End) {
        let text = &line.undated;
        let mut found = labeled(text, line.place == Place::Body);
        if found.is_empty() && label {
            // A label may be a line of its own.
            found = until_no_name(text);
            found.retain(|name| !is_role(name) || is_group(name));
        }
        if found.is_empty() {
            found = reporters(line.text);
        }
        label = ends_with_label(text);
        list.note(line.text, line.place, found, owners, all);
    }
    for text in around.opening.iter().take(PARAGRAPHS) {
        list.note(start(text), Place::Body, reporters(text), owners, all);
    }
    if let Some((before, text)) = around.ending.rsplit_once(['（', '(']) {
        let mut found = reporters(text);
        // A name with the place of the report, or after the last sentence: `林一 江城报道）`, `。（林一）`.
        let names = text.trim_end_matches(['）', ')', ' ']);
        let is_signed = before.ends_with(['。', '！', '？', '”']) || names.ends_with("报道") || names.ends_with("報導");
        if found.is_empty() && is_signed && names.split_whitespace().next().is_some_and(is_han_person) {
            found = split(names);
        }
        list.note(start(text), Place::Body, found, owners, all);
    }
    for line in around.lines.iter().filter(|line| line.place == Place::End) {
        let mut found = labeled(&line.undated, true);
        found.retain(|name| name.starts_with(is_cjk));
        if found.is_empty() {
            found = reporters(line.text);
        }
        if found.is_empty() {
            found.extend(bracketed(line.text));
        }
        list.note(line.text, line.place, found, owners, all);
    }
    list
}

/// The one author that marked elements name anywhere on the page, such as a card below the article.
#[inline(never)]
fn marked_author(around: &BodyContext, owners: &Owners, all: &mut Vec<Candidate>) -> Option<List> {
    let mut list = List::default();
    let mut are_several = false;
    let stated = around.page.head.all(Subject::Author).filter(|by| matches!(by.place, Place::Item | Place::Class));
    for statement in stated.filter(|by| around.is_of_article(by.block)) {
        let value = super::without_dates(&statement.value, around.language);
        let is_account = statement.place == Place::Item && !value.contains(char::is_whitespace);
        let found = if is_account { names(&value) } else { labeled_or_name(&value) };
        are_several |= !list.names.is_empty() && !found.iter().all(|name| list.has(name));
        let mut candidate = Candidate::new(Subject::Author, statement.value.replace(PART, " "), statement.place);
        list.add(found, owners, &mut candidate, all.len());
        if candidate.decision == Decision::Outranked {
            all.push(candidate);
        }
    }
    (!list.names.is_empty() && !are_several).then_some(list)
}

/// The one author that a line below the text names, or that stands alone next to the day.
#[inline(never)]
fn signed_author(around: &BodyContext, owners: &Owners, all: &mut Vec<Candidate>) -> List {
    let top: Vec<&Line> = around.lines.iter().filter(|line| line.place != Place::End).collect();
    let alone = top.iter().enumerate().find_map(|(at, line)| {
        let name =
            line.text.trim_matches(|c| MARKS.contains(&c) || matches!(c, '[' | ']' | '（' | '）' | '(' | ')' | ' '));
        if at < ALONE && is_han_person(name) {
            return Some((line, name));
        }
        let near = &top[at.saturating_sub(MAX_LINES_BETWEEN)..top.len().min(at + MAX_LINES_BETWEEN + 1)];
        let is_near = near.iter().any(|line| line.has_date());
        let is_beside = is_near && (line.place == Place::Top || line.has_date());
        let mut parts = parts_without_digits(&line.undated).filter(|_| is_beside);
        let first = parts.clone().next().filter(|name| is_full_name(name) || is_han_person(name));
        Some((line, first.or_else(|| parts.find(|name| owners.have(name)))?))
    });
    let mut list = List::default();
    for line in &around.lines[top.len()..] {
        let mut found = labeled(&line.undated, true);
        found.retain(|name| is_full_name(name));
        list.note(line.text, line.place, found, owners, all);
    }
    if let Some((line, name)) = alone.filter(|_| list.names.is_empty()) {
        let mut candidate = Candidate::new(Subject::Author, line.text, line.place);
        list.add(vec![name.to_owned()], owners, &mut candidate, all.len());
        all.push(candidate);
    }
    list
}

/// Whether a text is the given and the family name of a person, and nothing else.
#[inline(never)]
fn is_full_name(name: &str) -> bool {
    let mut words = name.split_whitespace();
    (2..=3).contains(&words.clone().count()) && words.all(is_word_of_name) && !is_role(name) && is_name(name)
}

/// Whether a word begins with a capital, and is not all capitals unless it is an initial.
fn is_word_of_name(word: &str) -> bool {
    let mut chars = word.chars();
    chars.next().is_some_and(is_capital)
        && chars.clone().all(|c| is_letter(c) || "-'’.".contains(c))
        && (chars.any(|c| !is_capital_letter(c)) || word.len() <= 2)
}

fn is_capital_letter(c: char) -> bool {
    is_letter(c) && is_capital(c)
}

/// Whether a line ends with a label: `Written by`.
fn ends_with_label(line: &str) -> bool {
    let line = line.trim_matches(|c| is_gap(c) || ":：".contains(c));
    line.len() <= 24
        && (languages::all(line, Kinds::AUTHOR).last().is_some_and(|label| label.end == line.len())
            || languages::whole(&[line, ":"].concat()).has(Kinds::AUTHOR))
}

/// The names of the page's owners: they publish, and are not authors.
struct Owners {
    names: Vec<String>,
}

impl Owners {
    fn new(around: &BodyContext, url: Option<&str>) -> Owners {
        let head = &around.page.head;
        let stated = head.all(Subject::Site).map(|statement| letters(&statement.value));
        let title = site_name(&head.title, around.title).map(letters);
        let host = url.or_else(|| head.first(Subject::Canonical)).and_then(address::site);
        let labels = host.iter().flat_map(|host| host.split('.').filter(|label| label.len() > 3).map(letters));
        let names = stated.chain(title).chain(labels).chain(host.as_deref().map(letters));
        Owners { names: names.filter(|name| !name.is_empty()).collect() }
    }

    /// Whether the site is named after a person: `北辰的机房`.
    fn have(&self, name: &str) -> bool {
        let mut rests = self.names.iter().filter_map(|site| site.strip_prefix(name));
        is_han_name(name) && rests.any(|rest| rest.starts_with(['的', 'の']))
    }

    fn are(&self, name: &str) -> bool {
        let folded = letters(name);
        let bare = folded.strip_prefix("the").unwrap_or(&folded);
        // A person can have a site under their own name.
        self.names.iter().any(|owner| owner.strip_prefix("the").unwrap_or(owner) == bare) && !is_full_name(name)
    }
}

/// The names in a statement, without a label.
#[inline(never)]
fn names(text: &str) -> Vec<String> {
    // An account on a platform is not a name.
    if is_address(text) { Vec::new() } else { split(after_label(text).0) }
}

/// The names in an element of an author's class: after a label, or one name and nothing else.
fn labeled_or_name(text: &str) -> Vec<String> {
    let found = labeled(text, false);
    if !found.is_empty() {
        return found;
    }
    let mut found = split(parts_without_digits(text).next().unwrap_or_default());
    found.retain(|name| is_person(name) && (!is_role(name) || is_group(name)));
    found
}

/// The parts of a line that may be names.
fn parts_without_digits(line: &str) -> impl Iterator<Item = &str> + Clone {
    line.split([PART, '•', '·', '|', '/', ']', '】'])
        .map(|part| part.trim_matches([' ', ',', '-', '–', '—', '[', '【']))
        .filter(|part| part.contains(is_letter) && !part.contains(|c: char| c.is_ascii_digit()))
        // A host is not a name.
        .filter(|part| part.contains(' ') || part.rsplit_once('.').is_none_or(|(_, end)| end.len() != 3))
}

/// The name that fills a line in the brackets that close a Japanese article: `【北野遥】`.
fn bracketed(line: &str) -> Option<String> {
    let name = line.trim().strip_prefix('【')?.strip_suffix('】')?;
    let is_name = (3..=HAN_NAME + 1).contains(&name.chars().count()) && name.chars().all(is_cjk);
    (is_name && !languages::has(name, Kinds::NOBODY.and(Kinds::ROLE))).then(|| name.to_owned())
}

/// The names after the first label of a line, up to the next element that is not a name. In the text and below it,
/// words before the label show that it labels something else: `Photo by`.
#[inline(never)]
fn labeled(line: &str, is_text: bool) -> Vec<String> {
    // A label begins the line or an element, or follows a space or bracket.
    let is_chinese = !line.is_ascii() && line.contains(is_cjk);
    let mut before = 0;
    for part in line.split_inclusive(PART) {
        let place = before;
        before += part.len();
        // Few lines have a label, so the words before it are checked last.
        let is_other = || {
            is_text && line[..place].contains(is_letter)
                || languages::has(&line[..place], Kinds::PHOTO.and(Kinds::CAPTION))
        };
        let (rest, has_label) = after_label(&line[place..]);
        if has_label && is_other() {
            break;
        }
        if has_label {
            return behind(line, rest, true);
        }
        // Chinese lines hold several statements: 2026-03-18 来源：… 作者：….
        let inner = if is_chinese { part } else { "" };
        for (at, sign) in inner.match_indices([' ', '\u{3000}', '(', '（', '|', '丨', '｜', '，']) {
            let from = place + at + sign.len();
            let (rest, has_label) = after_label(&line[from..]);
            // After a comma, a sentence may go on.
            let is_label = has_label && (sign != "，" || line[..line.len() - rest.len()].ends_with([':', '：']));
            if is_label && rest.starts_with(|c: char| is_cjk(c)) && !is_other() {
                return behind(line, rest, false);
            }
        }
    }
    if line.len() > MAX_LABELED_BYTES {
        return Vec::new();
    }
    line.split([PART, '|', '｜', '=', '(', '（', ']', '】']).find_map(before_label).into_iter().collect()
}

/// The names after a label, where `rest` of a line begins. A label that nothing sets off, or only a space within a
/// line, may be a word of a sentence.
fn behind(line: &str, rest: &str, is_first: bool) -> Vec<String> {
    let mut found = until_no_name(rest);
    let before = &line[..line.len() - rest.len()];
    let last = before.trim_end().chars().next_back().unwrap_or(' ');
    let is_sign = MARKS.contains(&last) || SEPARATORS.contains(&last) || matches!(last, '=' | '＝' | '・' | PART);
    let is_set_off = is_sign || is_first && before.ends_with(char::is_whitespace);
    if !is_set_off && rest.starts_with(is_cjk) && !found.iter().any(|name| is_han_person(name)) {
        found.clear();
    }
    found
}

/// The name before a label that follows it: `홍가람 기자`, `Liv Marstrand, staff writer`.
fn before_label(text: &str) -> Option<String> {
    let label = languages::all(text, Kinds::AFTER_AUTHOR).into_iter().next()?;
    // In Chinese, the name follows.
    if text[label.end..].trim_start().starts_with(|c: char| is_letter(c) && is_cjk(c)) {
        return None;
    }
    let before = text[..label.start].trim_end_matches([' ', ',', '\u{3000}']).trim_start();
    let name = if before.starts_with(is_cjk) { before.rsplit(' ').next()? } else { before };
    let is_east_asian = (2..=5).contains(&name.chars().count()) && name.chars().all(|c| is_letter(c) && is_cjk(c));
    let is_source = SOURCE_ENDS.iter().any(|end| name.ends_with(end));
    let is_name = is_full_name(name) || is_east_asian && !is_source && !languages::whole(name).has(Kinds::NOBODY);
    is_name.then(|| name.to_owned())
}

/// The names at the beginning of a text of separate elements, as far as they are names of persons.
#[inline(never)]
fn until_no_name(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut is_joined = false;
    let end = text.find(['）', ')', '】', ']', '。']).unwrap_or(text.len());
    for part in text[..end].split(PART) {
        let part = part.trim();
        if part.is_empty() {
            continue;
        }
        if languages::whole(part).has(Kinds::JOINT) || part == "," || part == "、" {
            is_joined = true;
            continue;
        }
        if !found.is_empty() && !is_joined {
            break;
        }
        let names: Vec<String> = split(part)
            .into_iter()
            .take_while(|name| is_person(name) && (found.is_empty() || !is_role(name)))
            .collect();
        if names.is_empty() {
            break;
        }
        found.extend(names);
        is_joined = part.ends_with(['、', ','])
            || part.rsplit(' ').next().is_some_and(|last| languages::whole(last).has(Kinds::JOINT));
    }
    found
}

/// The text after the label at its beginning, and whether there is a label.
#[inline(never)]
fn after_label(text: &str) -> (&str, bool) {
    let text = text.trim_start_matches(|c| is_gap(c) || MARKS.contains(&c));
    let Some(label) = languages::beginning(text, 0, Kinds::AUTHOR) else { return (text, false) };
    let rest = &text[label.end..];
    let is_whole = rest.is_empty()
        || rest.starts_with(is_separator)
        || text[..label.end].ends_with(|c: char| is_cjk(c) || !is_alphanumeric(c));
    if !is_whole {
        return (text, false);
    }
    (rest.trim_start_matches(|c| is_separator(c) || MARKS.contains(&c)), true)
}

fn is_separator(c: char) -> bool {
    is_gap(c) || SEPARATORS.contains(&c) || c == ']'
}

/// Reporters in brackets at the start of a text: `（记者张三、李四）`, `新华社北京3月5日电（记者 张三）`, `記者張三／台北報導`.
#[inline(never)]
fn reporters(text: &str) -> Vec<String> {
    let opening = start(text);
    let labels = ["记者", "記者", "通讯员"];
    let Some((at, label)) = labels.iter().filter_map(|label| Some((characters::find(opening, label)?, label))).min()
    else {
        return Vec::new();
    };
    let before = opening[..at].trim_end();
    let rest = opening[at + label.len()..].trim_start_matches([' ', '　', ':', '：']);
    let ends = ['）', ')', '】', ']', '／', '/', '|', '｜', '报', '報', '文', '编', '編', '摄', '攝', '发', '發'];
    let is_led = before.is_empty()
        || before.ends_with(['（', '(', '【', '[', '电', '電', '讯', '訊', '报', '報', '社', '网', '網', '台']);
    let end = rest.find(ends).or((rest.len() <= REPORT / 4).then_some(rest.len()));
    let Some(end) = end.filter(|_| is_led) else {
        return Vec::new();
    };
    let mut found = split(&rest[..end]);
    found.retain(|name| is_han_person(name));
    // A place may follow the only name: 記者林一石浦報導.
    if let [name] = &mut found[..]
        && name.chars().count() == HAN_NAME
        && ["報導", "报道", "報道"].iter().any(|word| rest[end..].starts_with(word))
    {
        name.truncate(name.len() / 2);
    }
    found
}

/// The beginning of a text.
pub(super) fn start(text: &str) -> &str {
    characters::start(text, REPORT)
}

/// The single names of a list, without degrees, roles, addresses and the like.
#[inline(never)]
fn split(list: &str) -> Vec<String> {
    let list = with_commas(list);
    let mut found: Vec<String> = Vec::new();
    for part in list.split([',', ';', '；', '，', '、', '/', '／', '|', '｜', '丨', PART, '\n', '•']) {
        // A name of two characters is spaced out to the width of three.
        let characters = part.split_whitespace().filter(|word| word.chars().count() == 1);
        let is_spaced = characters.count() == 2 && part.chars().filter(|&c| is_cjk(c)).count() == 2;
        let joined: String = part.split_whitespace().collect();
        let part = if is_spaced { &joined } else { part.trim() };
        if !found.is_empty() && (is_degree(part) || is_role(before_end(part))) {
            continue;
        }
        let is_one = part.split_whitespace().count() == 2 && !part.split_whitespace().any(is_han_person);
        if part.starts_with(is_cjk) && part.contains(char::is_whitespace) && !(is_one && part.chars().count() <= 7) {
            // Spaces separate Chinese names, and what follows them, such as another label.
            for word in part.split_whitespace() {
                let kinds = languages::whole(word);
                if is_han_name(word) && is_name(word) && !kinds.has(Kinds::AUTHOR.and(Kinds::EDITOR)) {
                    found.push(word.to_owned());
                } else if !found.is_empty() && !kinds.has(Kinds::AUTHOR) {
                    return found;
                }
            }
            continue;
        }
        // A role after a dash or in brackets is not part of a name, and neither is the medium.
        let dash = [" - ", " – ", " — "].iter().filter_map(|dash| characters::find(part, dash)).min();
        let account = characters::find(part, " @");
        let start = &part[..dash.into_iter().chain(account).min().unwrap_or(part.len())];
        let unbracketed = match start.find(['(', '（', '[', '【', '<']) {
            // A nickname or an initial in brackets is part of a name.
            Some(at) if !start[at..].contains(')') || start.ends_with(')') => start[..at].trim(),
            _ => start,
        };
        let (unlabeled, _) = after_label(before_end(unbracketed));
        let name = unlabeled.trim_matches(|c: char| !is_alphanumeric(c) && c != '.').trim_start_matches('.');
        if is_name(name) && found.len() < MAX_AUTHORS {
            found.push(name.to_owned());
        }
    }
    found
}

/// A list with commas in place of the words between names.
fn with_commas(list: &str) -> String {
    let mut joined = String::new();
    let mut from = 0;
    for joint in languages::all(list, Kinds::JOINT) {
        if list[..joint.start].ends_with(is_gap) && list[joint.end..].starts_with(is_gap) {
            joined.push_str(&list[from..joint.start]);
            joined.push(',');
            from = joint.end;
        }
    }
    joined.push_str(&list[from..]);
    joined
}

/// A name without words such as `in` and what they lead to.
fn before_end(name: &str) -> &str {
    let ends = languages::all(name, Kinds::NAME_END).into_iter().find(|end| {
        let word = &name[end.start..end.end];
        let before = name[..end.start].trim_end();
        let is_end = !word.starts_with(is_capital) || word.len() > 4;
        is_end && (is_full_name(before) || is_han_name(before) || !before.is_empty() && !before.contains(' '))
    });
    ends.map_or(name, |end| name[..end.start].trim_end())
}

fn is_role(part: &str) -> bool {
    languages::has(part, Kinds::ROLE)
}

/// Whether a name is a group's: `Podium Staff`.
fn is_group(name: &str) -> bool {
    let name = name.strip_prefix("The ").unwrap_or(name);
    let (first, last) = name.rsplit_once(' ').unwrap_or_default();
    matches!(last, "Staff" | "Team" | "Editors") && !is_role(first)
}

fn is_degree(part: &str) -> bool {
    let folded = letters(part);
    let is_short =
        part.len() <= 8 && !part.contains(' ') && part.chars().all(|c| c.is_ascii_uppercase() || ".-".contains(c));
    DEGREES.contains(&folded.as_str()) || is_short && folded.len() >= 2
}

/// Whether a text may be a name of a person or a group.
#[inline(never)]
fn is_name(name: &str) -> bool {
    let folded = lowered(name);
    let chars = name.chars().count();
    let mut words = name.split_whitespace();
    (2..=MAX_NAME_CHARS).contains(&chars)
        && words.clone().count() <= MAX_NAME_WORDS
        && name.contains(is_letter)
        && !name.contains(['@', ':', '=', '?', '!', '{', '…', '。', '：', '？', '！'])
        && !folded.contains("://")
        && !folded.starts_with("www.")
        && !name.contains('_')
        // An account.
        && (name.contains(' ') || !name.trim_end_matches('.').contains('.') || name.starts_with(is_capital))
        && name.chars().filter(char::is_ascii_digit).count() < 3
        && !languages::whole(name).has(Kinds::NOBODY)
        && !(name.starts_with(is_cjk) && languages::has(name, Kinds::NOBODY))
        && words.all(|word| word.chars().count() <= 24)
}

/// Whether a name reads like a person's: capitalized words, or a few Han characters.
#[inline(never)]
fn is_person(name: &str) -> bool {
    if name.starts_with(is_cjk) {
        return is_han_name(name)
            || name.contains('·') && name.chars().count() <= 16
            || name.chars().count() <= 8 && !is_han(name);
    }
    name.split_whitespace().all(is_cased) && name.contains(is_letter)
}

/// Whether a word is written as in the name of a person.
fn is_cased(word: &str) -> bool {
    languages::whole(word).has(Kinds::PARTICLE)
        || word.trim_start_matches('(').starts_with(|c: char| is_capital(c) || !c.is_ascii() && is_letter(c))
        || word.starts_with("d'")
        || word.starts_with("al-")
}

fn is_han_name(name: &str) -> bool {
    let chars = name.chars().count();
    let is_source = chars > 3 && SOURCE_ENDS.iter().any(|end| name.ends_with(end));
    let is_other = chars > 2 && NO_NAMES.iter().any(|end| name.ends_with(end));
    (2..=HAN_NAME).contains(&chars) && is_han(name) && !is_source && !is_other
}

/// Whether a name is a Chinese family name and a given name.
#[inline(never)]
fn is_han_person(name: &str) -> bool {
    is_han_name(name) && name.starts_with(|c| FAMILIES.contains(han::standard(c)))
}

fn is_han(name: &str) -> bool {
    name.chars().all(|c| CharClass::from_char(c) == CharClass::Han)
}
