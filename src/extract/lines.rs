//! Rules on single lines: credits, editors, original titles, disclaimers, calls to action.
//!
//! They look at the words a line begins or ends with and at its length, never at the site. A line that is long enough
//! to be a paragraph is dropped only by a rule that is sure of it.

use crate::bytes::{Bytes, WIDTH};
use crate::parse::block::unlinked;
use crate::parse::noise::Rule;
use crate::text::full_stop::{ends_with_stop, is_stop};
use crate::text::han;
use crate::text::{CharClass, fold, normalize};
use crate::unicode::is_capital;
use std::ops::Range;
use std::sync::OnceLock;

/// Weight of the shortest block that votes fully for its container, in Latin letters.
pub const VOTE: u32 = 40;
/// Longest line, in Latin letters of weight, that may be a credit or a call to action of a few words.
pub const SHORT: u32 = 120;
/// Heaviest line that states who wrote a message and when, in Latin letters.
const STAMP: u32 = 150;

// The tables hold words in lower case and half width, without spaces; a simplified form also covers its traditional
// forms.

/// Phrases, mostly in notes, that name where a text first appeared; the name follows without a colon.
#[rustfmt::skip]
const FIRST_MARKS: &[&str] = &[
    "originally appeared in ", "originally appeared on ", "originally published by ",
    "originally published in ", "originally published on ", "reprinted from ", "republished from ",
];
/// Words that introduce the credited source.
#[rustfmt::skip]
const SOURCE_MARKS: &[&str] = &[
    "originallypublished", "source", "via", "信息来源", "出处", "摘自", "文章来源", "新闻来源",
    "来源", "消息来源", "稿件来源", "稿源", "资料来源", "转自", "转载自",
];
/// Words that introduce the author or the time.
#[rustfmt::skip]
const BYLINE_MARKS: &[&str] = &[
    "author:", "lastupdated", "published:", "publishedon", "postedon", "updated:", "writtenby",
    "作者:", "作者/", "发布时间:", "发布日期:", "发表时间:", "发布于", "撰文:", "文/", "文|", "日期:",
    "时间:", "更新时间:", "記者:", "采写:",
];
#[rustfmt::skip]
const EDITOR_MARKS: &[&str] = &[
    "editor", "editedby", "reportingby", "writingby", "值班编辑", "实习编辑", "实习生", "审核",
    "本文编辑", "本报记者", "校对", "编辑", "编审", "责任编辑", "责编",
];
#[rustfmt::skip]
const TITLE_MARKS: &[&str] = &[
    "原标题", "原题",
];
#[rustfmt::skip]
const CAPTION_MARKS: &[&str] = &[
    "imagecredit", "photo", "photograph", "图为", "图片来源", "图/", "摄影", "资料图",
];
/// Words before a photographer's name.
#[rustfmt::skip]
const PHOTO_MARKS: &[&str] = &[
    "photoby", "photograph:", "photo:", "图:", "图源:", "摄影:", "摄影/", "资料图", "资料照片",
];
#[rustfmt::skip]
const NOTICE_MARKS: &[&str] = &[
    "(c)", "allrightsreserved", "copyright", "disclaimer", "thismaterialmaynotbe", "©",
    "以上内容仅代表", "免责声明", "凡本网注明", "凡注明", "声明:", "未经授权", "本文仅代表",
    "本文仅供", "版权声明", "特别声明", "转载请注明", "郑重声明",
];
/// Words before an address or telephone number.
#[rustfmt::skip]
const CONTACT_MARKS: &[&str] = &[
    "contact:", "email:", "e-mail:", "phone:", "tel:", "tel.", "传真:", "投稿邮箱", "热线:",
    "爆料热线", "电子邮箱", "电话:", "联系人:", "联系方式", "联系电话", "邮箱:",
];
#[rustfmt::skip]
const PROMO_MARKS: &[&str] = &[
    "alsoread", "advertisement", "clickhere", "continuereading", "followus", "leaveacomment",
    "morefrom", "newsletter", "readmore", "readalso", "relatedarticles", "relatedstories",
    "related:", "seealso", "sharethis", "sharevia", "subscribe", "signup", "storycontinues",
    "skiptocontent", "上一篇", "下一篇", "关注公众号", "关注微信", "关闭窗口", "分享到", "分享至",
    "发表评论", "延伸阅读", "微信公众号", "我要评论", "打印本页", "扫码关注", "扫一扫",
    "推荐阅读", "更多精彩", "更多新闻", "查看原文", "点击查看", "点击进入", "点击下载",
    "相关阅读", "相关新闻", "相关链接", "网友评论", "返回首页", "长按二维码", "长按识别", "阅读原文",
    "点击上方", "点击阅读更多", "点击下方", "觉得好看", "点个在看", "点亮在看",
];

/// Headings after which other articles or readers' comments follow, to the end of the container.
#[rustfmt::skip]
const RELATED_HEADS: &[&str] = &[
    "alsoonthissite", "alsoread", "articlesliés", "artigosrelacionados", "auchinteressant",
    "czytajtakże", "czytajtez", "czytajwięcej", "furtherreading", "latestnews", "leiamais",
    "leiatambém", "lesenswert", "leggianche", "lireaussi", "mehrzumthema",
    "moreonthisstory", "morestories", "mostread", "mostpopular", "noticiasrelacionadas",
    "notíciasrelacionadas", "polecamy", "podobneartykuły", "powiązaneartykuły", "relatedarticles",
    "relatedstories", "relatedposts", "relatedcontent", "relatednews", "relatedtopics", "related",
    "recommended", "recommendedforyou", "readalso", "readmore", "readnext", "surlemêmesujet",
    "seealso", "tambiénpuedeinteresarte", "trending", "vejatambém", "verwandteartikel",
    "vocêpodegostar", "whattoreadnext", "youmayalsolike", "youmightalsolike", "youmaylike",
    "zobacztakże", "zobaczteż", "διαβαστεακομα", "διαβαστεεπισης", "δειτεεπισης",
    "σχετικααρθρα", "σχετικα", "похожиеновости", "похожиематериалы", "потеме",
    "читайтетакже", "اقرأأيضا", "مواضيعذاتصلة", "あわせて読みたい", "おすすめ記事", "为你推荐", "人気記事",
    "大家都在看", "往期推荐", "往期回顾", "往期精选", "精彩推荐", "点击阅读更多",
    "延伸阅读", "推荐阅读", "更多文章", "最新文章", "热门推荐", "热门文章", "猜你喜欢",
    "相关推荐", "相关阅读", "相关新闻", "相关文章", "相关报道", "相关内容", "関連記事", "관련기사", "많이본뉴스",
];
#[rustfmt::skip]
const COMMENT_HEADS: &[&str] = &[
    "comentarios", "comentários", "commentaires", "comments", "deixeumcomentário", "discussion",
    "dodajkomentarz", "jointheconversation", "kommentare", "komentarze", "leaveacomment",
    "leaveareply", "postacomment", "readercomments", "yourcomment", "σχολια",
    "добавитькомментарий", "комментарии", "التعليقات", "コメント", "全部评论", "发表评论", "我来说两句",
    "最新评论", "热门评论", "留言", "短评", "精彩评论", "网友评论", "评论", "读者短评", "读者评论", "댓글",
];
/// Endings of teasers.
#[rustfmt::skip]
const READ_ON: &[&str] = &[
    "[详细]", "[全文]", "[阅读全文]", "[更多]", "continuereading", "more»", "readmore",
    "readmore»", "查看全文", "阅读全文",
];

/// Words of notices and calls to action. One may occur in any text; several in a short one make it a notice. Folded
/// like the tables above.
#[rustfmt::skip]
const NOTICE_WORDS: &[&str] = &[
    "allrightsreserved", "advertis", "allerechte", "cookie", "comment", "clickhere", "copyright",
    "contactus", "commentaire", "comentario", "download", "emailaddress", "facebook", "followus",
    "instagram", "komentarz", "kommentar", "login", "newsletter", "privacypolicy", "permission",
    "redistribut", "readmore", "rozpowszechn", "regulamin", "subscribe", "signup", "signin",
    "sharethis", "termsof", "twitter", "tousdroits", "todoslosderechos", "todososdireitos",
    "wszelkieprawa", "yourinbox", "zaloguj", "δικαιωματα", "εγγραφ", "σχολι", "всеправа",
    "комментар", "перепечатк", "подпис", "читайтетакже", "تعليق", "حقوق", "コメント", "ログイン",
    "下载", "不代表", "专页", "二维码", "传真", "侵权", "公众号", "关注", "分享", "发表", "声明",
    "客户端", "微信", "微博", "扫描", "投稿", "收藏", "無断転載", "本网", "本站", "来源:", "注明",
    "注册", "点击", "热线", "爆料", "版权", "留言", "登录", "登入", "著作権", "立即", "粉丝",
    "网友", "联系我们", "联络我们", "订阅", "评分", "责任自负", "转载", "邮箱", "関連記事",
    "댓글", "무단", "재배포", "저작권",
];
/// Distinct notice words that make a line a notice.
pub const NOTICE_COUNT: u32 = 3;
/// Weight per notice word up to which a line is surely a notice. Larger: reports on networks and readers are taken for
/// calls to follow them.
const NOTICE_SPREAD: u32 = 60;

/// A set of tables of words, and of other properties of a line's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Words(u16);

impl Words {
    const CREDIT: Words = Words(1);
    const EDITOR: Words = Words(2);
    const TITLE: Words = Words(4);
    const CAPTION: Words = Words(8);
    const NOTICE: Words = Words(16);
    const CONTACT: Words = Words(32);
    const PROMO: Words = Words(64);
    const RELATED_HEAD: Words = Words(128);
    const COMMENT_HEAD: Words = Words(256);
    const PHOTO: Words = Words(512);
    const TEASER: Words = Words(1024);
    const STAMP: Words = Words(2048);
    pub const GATE: Words = Words(4096);
    const HEADS: Words = Words(Words::RELATED_HEAD.0 | Words::COMMENT_HEAD.0);

    fn has(self, any: Words) -> bool {
        self.0 & any.0 != 0
    }

    fn add(&mut self, words: Words) {
        self.0 |= words.0;
    }
}

/// Words that lines may begin with.
static BEGINNINGS: Table = Table::of(&[
    (Words::CREDIT, SOURCE_MARKS),
    (Words::CREDIT, BYLINE_MARKS),
    (Words::EDITOR, EDITOR_MARKS),
    (Words::TITLE, TITLE_MARKS),
    (Words::CAPTION, CAPTION_MARKS),
    (Words::NOTICE, NOTICE_MARKS),
    (Words::CONTACT, CONTACT_MARKS),
    (Words::PROMO, PROMO_MARKS),
    (Words::RELATED_HEAD, RELATED_HEADS),
    (Words::COMMENT_HEAD, COMMENT_HEADS),
]);
static SOURCES: Table = Table::of(&[(Words::CREDIT, SOURCE_MARKS), (Words::CREDIT, FIRST_MARKS)]);
/// Words that may occur anywhere in a line; at most 128 words, of three bytes or more.
static ANYWHERE: Table = Table::of(&[(Words::PHOTO, PHOTO_MARKS), (Words::NOTICE, NOTICE_WORDS)]);

/// Letters of a line that are examined for a heading.
const HEADING: usize = 32;

impl Words {
    /// The words that a folded line begins with; headings count only if the line consists of them.
    fn beginning(folded: &str) -> Words {
        let mut found = Words::default();
        for (_, word) in BEGINNINGS.index().beginning(folded.as_bytes()) {
            if !word.table.has(Words::HEADS) || word.text == heading(folded) {
                found.add(word.table);
            }
        }
        if is_statement(folded) {
            found.add(Words::NOTICE);
        }
        found
    }
}

/// A folded line without the counts and punctuation that may follow a heading: "评论（32）", "Comments: 4".
fn heading(folded: &str) -> &str {
    let end = folded.char_indices().nth(HEADING);
    folded[..end.map_or(folded.len(), |(at, _)| at)]
        .trim_end_matches(|c: char| c.is_ascii_digit() || ":：)）】」>»›.…!！条篇".contains(c))
}

/// Whether a line is the beginning of another article with a link to the rest.
fn is_teaser(line: &str) -> bool {
    let end = || {
        let folded = line.chars().rev().take(21).filter_map(fold);
        folded.filter(|c| !c.is_whitespace())
    };
    let Some(last) = end().next() else {
        return false;
    };
    // The last character rules out most lines. Folding does not change the last characters of the tails.
    let mut tails = READ_ON.iter().filter(|tail| tail.ends_with(last));
    tails.any(|tail| {
        let mut end = end();
        let mut tail = tail.chars().rev().filter_map(fold);
        tail.all(|c| end.next() == Some(c))
    })
}

/// A headline, for recognising lines that repeat it.
pub struct Headline {
    weight: u32,
    tokens: Vec<u64>,
}

impl Headline {
    pub(crate) fn of(headline: &str) -> Headline {
        Headline {
            weight: Counts::of(headline).weight,
            tokens: tokens(headline),
        }
    }

    /// Whether a line of this weight has the same tokens.
    fn is_repeated_by(&self, line: &str, weight: u32) -> bool {
        weight > 0 && weight == self.weight && tokens(line) == self.tokens
    }
}

fn tokens(text: &str) -> Vec<u64> {
    normalize(text)
        .tokens
        .iter()
        .map(|token| token.hash)
        .collect()
}

/// Measurements of a line, made once for all rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// Its weight: how much text it holds, in Latin letters; a Han character counts as three.
    pub weight: u32,
    /// The weight of its text outside links.
    pub prose: u32,
    /// Distinct words of notices and calls to action in it; 0 if it is too long for a notice.
    pub notices: u32,
    pub(crate) counts: Counts,
    words: Words,
}

impl Line {
    /// Measures a line; `linked` of its `chars` characters are in links.
    pub fn of(line: &str, linked: u32, chars: u32) -> Line {
        let counts = Counts::of(line);
        let weight = counts.weight;
        let is_short = weight <= 4 * SHORT;
        let folded = folded(line, if is_short { usize::MAX } else { HEADING });
        let mut words = Words::beginning(&folded);
        let mut notices = 0;
        if is_short {
            ANYWHERE.each_in(&folded, |table| match table {
                Words::NOTICE => notices += 1,
                table => words.add(table),
            });
        }
        if linked > 0 && is_teaser(line) {
            words.add(Words::TEASER);
        }
        if weight <= STAMP && counts.digits > 0 && is_stamp(line) {
            words.add(Words::STAMP);
        }
        Line {
            weight,
            prose: unlinked(weight, linked, chars),
            notices,
            counts,
            words,
        }
    }

    /// Whether it is the beginning of another article with a link to the rest.
    pub(crate) fn is_teaser(self) -> bool {
        self.words.has(Words::TEASER)
    }

    /// Whether it states when a message was written, and perhaps by whom: a short line with a date and a time of day.
    pub(crate) fn is_stamp(self) -> bool {
        self.words.has(Words::STAMP)
    }

    /// The rule for everything after it, if it is the heading of other articles or of comments.
    pub(crate) fn section_rule(self) -> Option<Rule> {
        if self.words.has(Words::RELATED_HEAD) {
            Some(Rule::Related)
        } else if self.words.has(Words::COMMENT_HEAD) {
            Some(Rule::Comments)
        } else {
            None
        }
    }
}

/// Consecutive digits and dashes from which they are a telephone number.
const TELEPHONE: u32 = 8;

/// Characters of a line in which words and capitals are counted.
const LOOKED_AT: u32 = 400;

/// Counts over the characters of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// The weight of the line.
    pub weight: u32,
    /// Ends of sentences, as many as [`normalize`] finds.
    pub stops: u32,
    /// Commas, colons and semicolons.
    pub commas: u32,
    /// Digits.
    pub digits: u32,
    /// Whether it holds a web or mail address, or a number as long as a telephone number.
    pub has_address: bool,
    /// Words among its first characters.
    pub words: u32,
    /// Letters among them.
    pub letters: u32,
    /// Capitals among those.
    pub capitals: u32,
}

impl Counts {
    fn of(text: &str) -> Counts {
        let mut counts = Counts::default();
        let (mut number, mut says) = (0, false);
        let (mut looked_at, mut in_word) = (0, false);
        let mut rest = text;
        while let Some(first) = rest.bytes().next() {
            // Sixteen bytes at a time, up to the first that is neither an ASCII letter nor a space.
            let is_looked_at = looked_at + WIDTH as u32 <= LOOKED_AT;
            if (is_looked_at || looked_at == LOOKED_AT)
                && let Some(next) = Bytes::first(rest.as_bytes())
            {
                let letters = next.letters();
                let count = (letters | next.places(b' ')).trailing_ones();
                if count > 0 {
                    let letters = letters & ((1 << count) - 1);
                    let capitals = next.places_within(b'A', b'Z') & letters;
                    let before = letters << 1 | u32::from(in_word);
                    counts.weight += letters.count_ones();
                    if is_looked_at {
                        counts.letters += letters.count_ones();
                        counts.words += (letters & !before).count_ones();
                        counts.capitals += capitals.count_ones();
                        looked_at += count;
                        in_word = before >> count & 1 == 1;
                    }
                    (number, says) = (0, says || letters != 0);
                    rest = &rest[count as usize..];
                    continue;
                }
            }
            // The characters that most lines consist of.
            let (letters, han) = match first {
                b'a'..=b'z' | b'A'..=b'Z' => {
                    let letters = rest.bytes().take_while(u8::is_ascii_alphabetic);
                    (letters.count(), 0)
                }
                0xE4..=0xE9 => {
                    let is_han = |i: &usize| han::at(rest, 3 * i).is_some();
                    (0, (0..).take_while(is_han).count())
                }
                _ => (0, 0),
            };
            let run = (letters + han) as u32;
            if run > 0 {
                counts.weight += letters as u32 + 3 * han as u32;
                (number, says) = (0, true);
                let looked = (LOOKED_AT - looked_at).min(run);
                let capitals = rest.bytes().take(looked as usize);
                counts.capitals += capitals.filter(u8::is_ascii_uppercase).count() as u32;
                counts.letters += looked;
                counts.words += u32::from(looked > 0 && !in_word);
                looked_at += looked;
                in_word = true;
                rest = &rest[letters + 3 * han..];
                continue;
            }
            let mut chars = rest.chars();
            let Some(c) = chars.next() else { break };
            rest = chars.as_str();
            let is_digit = c.is_ascii_digit();
            number = if is_digit || c == '-' { number + 1 } else { 0 };
            counts.has_address |= number >= TELEPHONE;
            let class = if is_digit {
                CharClass::Other
            } else {
                CharClass::of(c)
            };
            let is_letter = class != CharClass::Other;
            if looked_at < LOOKED_AT {
                counts.words += u32::from(is_letter && !in_word);
                counts.letters += u32::from(is_letter);
                counts.capitals += u32::from(class == CharClass::Letter && is_capital(c));
                looked_at += 1;
                in_word = is_letter;
            }
            if is_digit {
                counts.weight += 1;
                counts.digits += 1;
                says = true;
            } else if is_letter {
                counts.weight += weight_of(c, class);
                says |= fold(c).is_some();
            } else if c != ' ' {
                counts.has_address |= match c {
                    '@' => true,
                    ':' => rest.starts_with("//"),
                    '.' => text[..text.len() - rest.len()].ends_with("www."),
                    _ => false,
                };
                let comma = matches!(c, '，' | ',' | '、' | '；' | ';' | '：' | ':');
                counts.commas += u32::from(comma);
                if says && let Some(mark) = fold(c) {
                    let next = rest.chars().next().unwrap_or(' ');
                    let is_stop = is_stop(mark, next);
                    counts.stops += u32::from(is_stop);
                    says = !is_stop;
                }
            }
        }
        counts
    }
}

/// The weight of a character, in Latin letters.
pub(crate) fn weight(c: char) -> u32 {
    weight_of(c, CharClass::of(c))
}

/// The weight of a character of a class.
fn weight_of(c: char, class: CharClass) -> u32 {
    match class {
        CharClass::Han => 3,
        CharClass::Kana => 2,
        // Hangul is classified with the letters of words; one is a syllable.
        CharClass::Letter if ('\u{AC00}'..='\u{D7A3}').contains(&c) => 2,
        CharClass::Unspaced | CharClass::Letter => 1,
        CharClass::Other => 0,
    }
}

/// A text without the lines that a rule drops because of their words.
pub fn without_furniture(headline: &str, text: &str) -> String {
    let lines: Vec<&str> = of_body(headline, text).map(|line| &text[line]).collect();
    lines.join("\n")
}

/// Byte ranges of the lines of a text that no rule drops because of their words.
pub fn of_body(headline: &str, text: &str) -> impl Iterator<Item = Range<usize>> {
    let headline = Headline::of(headline);
    let is_text = move |line: &str| {
        let rule = rule_of(line, Line::of(line, 0, 1), &headline);
        matches!(rule, None | Some(Rule::Notice))
    };
    let mut end = 0;
    let lines = text.split_inclusive('\n').map(move |whole| {
        let start = end;
        end += whole.len();
        let line = whole.strip_suffix('\n').unwrap_or(whole);
        start..start + line.strip_suffix('\r').unwrap_or(line).len()
    });
    lines.filter(move |line| is_text(&text[line.clone()]))
}

/// The rule that drops a line because of its words, if any.
pub fn rule_of(text: &str, line: Line, headline: &Headline) -> Option<Rule> {
    let Line { weight, words, .. } = line;
    if weight > 4 * SHORT {
        return None;
    }
    if weight <= 3 * SHORT && words.has(Words::TITLE) {
        return Some(Rule::OriginalTitle);
    }
    if words.has(Words::NOTICE) {
        return Some(Rule::Disclaimer);
    }
    if weight <= SHORT && words.has(Words::CONTACT) {
        return Some(Rule::Promo);
    }
    if line.notices >= NOTICE_COUNT {
        let dense = weight <= line.notices * NOTICE_SPREAD;
        return Some(if dense { Rule::Promo } else { Rule::Notice });
    }
    if weight > SHORT {
        return None;
    }
    if headline.is_repeated_by(text, weight) {
        return Some(Rule::Headline);
    }
    // In an interview, a name before a question names the person who asks it.
    if words.has(Words::CREDIT) && !text.trim_end().ends_with(['?', '？']) {
        return Some(Rule::Credit);
    }
    if words.has(Words::EDITOR) {
        return Some(Rule::Editor);
    }
    let names_photographer = words.has(Words::PHOTO) && !ends_like_sentence(text);
    if words.has(Words::CAPTION) || names_photographer {
        return Some(Rule::Caption);
    }
    words.has(Words::PROMO).then_some(Rule::Promo)
}

/// Whether a folded line begins with a statement of the site itself: "本站声明：", "某某网声明：".
fn is_statement(folded: &str) -> bool {
    let mut starts = folded.char_indices().take(7);
    starts.any(|(at, _)| folded[at..].starts_with("声明:"))
}

/// Replacement for each ASCII character in a folded line.
static FOLDED: [u8; 128] = {
    let mut folded = [DROPPED; 128];
    let mut byte = 0;
    while byte < 128 {
        if !matches!(byte, b'\t'..=b'\r' | b' ' | b'(' | b'[' | b'<') {
            folded[byte as usize] = byte.to_ascii_lowercase();
        }
        byte += 1;
    }
    folded
};
/// Marks white space and brackets, which are removed from a folded line.
const DROPPED: u8 = 0xFF;

/// A line in the form that the tables are compared with: folded, without bullets, spaces and brackets, at most `most`
/// characters of it.
fn folded(line: &str, most: usize) -> String {
    let bullet = |c: char| {
        let mark = matches!(
            c,
            '•' | '·'
                | '●'
                | '■'
                | '◆'
                | '▲'
                | '▼'
                | '▶'
                | '►'
                | '☞'
                | '★'
                | '※'
                | '*'
                | '-'
                | '–'
                | '—'
                | '#'
                | '>'
                | '|'
                | '/'
        );
        mark || c.is_whitespace()
    };
    let line = line.trim_start_matches(bullet);
    let counts = |c: char| match c {
        '\0'..='\x7F' => FOLDED[c as usize] != DROPPED,
        '\u{C0}'..='\u{7FF}' => true,
        _ => !c.is_whitespace() && !matches!(c, '（' | '【' | '〔' | '「' | '『' | '《'),
    };
    if line.is_ascii() {
        let mut out = vec![0; line.len().min(most)];
        let mut length = 0;
        for byte in line.bytes() {
            let Some(place) = out.get_mut(length) else {
                break;
            };
            *place = FOLDED[usize::from(byte & 0x7F)];
            length += usize::from(*place != DROPPED);
        }
        out.truncate(length);
        return String::from_utf8(out).unwrap_or_default();
    }
    // An estimate, so that it need not grow.
    let mut out = String::with_capacity(line.len().min(most.saturating_mul(4)));
    let (mut rest, mut left) = (line, most);
    while left > 0 {
        if !rest.as_bytes().first().is_some_and(u8::is_ascii) {
            let run = han::standard_run(rest).min(left.saturating_mul(3));
            out.push_str(&rest[..run]);
            rest = &rest[run..];
            left -= run / 3;
        }
        let mut chars = rest.chars();
        let Some(c) = chars.next().filter(|_| left > 0) else {
            break;
        };
        rest = chars.as_str();
        if let Some(c) = fold(c).filter(|&c| counts(c)) {
            out.push(c);
            left -= 1;
        }
    }
    out
}

/// A text in lower case and half width, without spaces, for word searches.
pub fn plain(text: &str) -> String {
    folded(text, usize::MAX)
}

/// Words of one or more tables, to be found in folded lines.
pub(crate) struct Table {
    lists: &'static [(Words, &'static [&'static str])],
    index: OnceLock<Index>,
}

struct Index {
    /// The words, folded and sorted.
    words: Vec<Word>,
    /// For each pair among the first three bytes, the pairs that the words have there. They exclude most positions of a
    /// text at once.
    starts: [Pairs; 3],
}

struct Word {
    /// Its first two bytes.
    start: u16,
    text: String,
    table: Words,
}

/// A set of byte pairs that uses only the low six bits of each byte, so it can report pairs that it does not hold but
/// never misses one.
#[derive(Clone, Copy)]
pub(crate) struct Pairs([u64; 64]);

impl Pairs {
    pub const NONE: Pairs = Pairs([0; 64]);

    pub const fn add(&mut self, first: u8, second: u8) {
        self.0[second as usize & 63] |= 1 << (first & 63);
    }

    pub fn may_hold(&self, first: u8, second: u8) -> bool {
        self.0[usize::from(second & 63)] >> (first & 63) & 1 == 1
    }
}

impl Table {
    pub const fn of(lists: &'static [(Words, &'static [&'static str])]) -> Table {
        Table {
            lists,
            index: OnceLock::new(),
        }
    }

    fn index(&self) -> &Index {
        self.index.get_or_init(|| Index::of(self.lists))
    }

    /// Whether a text contains one of the words.
    pub fn is_in(&self, text: &str) -> bool {
        let mut is_in = false;
        self.each_in(text, |_| is_in = true);
        is_in
    }

    /// Calls `found` with the table of each distinct word that a text contains.
    fn each_in(&self, text: &str, mut found: impl FnMut(Words)) {
        let index = self.index();
        let text = text.as_bytes();
        let mut known = 0u128;
        for (at, start) in text.windows(3).enumerate() {
            let is_within_character = start[0] & 0xC0 == 0x80;
            if is_within_character || !index.may_begin(start) {
                continue;
            }
            for (place, word) in index.beginning(&text[at..]) {
                if known >> place & 1 == 0 {
                    found(word.table);
                }
                known |= 1 << place;
            }
        }
    }
}

impl Index {
    fn of(lists: &[(Words, &[&str])]) -> Index {
        let mut words = Vec::new();
        let mut starts = [Pairs::NONE; 3];
        for &(table, list) in lists {
            for word in list {
                let text: String = word.chars().filter_map(fold).collect();
                let bytes = text.as_bytes();
                let (first, second) = (bytes[0], bytes[1]);
                starts[0].add(first, second);
                // Any byte may follow a word of two bytes.
                let thirds = bytes.get(2).map_or(0..=63, |&third| third..=third);
                for third in thirds {
                    starts[1].add(second, third);
                    starts[2].add(first, third);
                }
                let start = u16::from_be_bytes([first, second]);
                // Sorting them all at once would take more code, and they are few.
                let place = words.partition_point(|word: &Word| word.text < text);
                words.insert(place, Word { start, text, table });
            }
        }
        Index { words, starts }
    }

    /// The words that a text begins with, and their indices.
    fn beginning(&self, text: &[u8]) -> impl Iterator<Item = (usize, &Word)> {
        let may_begin = self.may_begin(text);
        let start = match *text {
            [first, second, ..] => u16::from_be_bytes([first, second]),
            _ => 0,
        };
        let first = match may_begin {
            true => self.words.partition_point(|word| word.start < start),
            false => self.words.len(),
        };
        let same = self.words[first..].iter().enumerate();
        same.take_while(move |(_, word)| word.start == start)
            .filter(move |(_, word)| text.starts_with(word.text.as_bytes()))
            .map(move |(i, word)| (first + i, word))
    }

    /// Whether one of the words may begin a text: rarely true if none does.
    #[inline]
    fn may_begin(&self, text: &[u8]) -> bool {
        let [first, second, ref rest @ ..] = *text else {
            return false;
        };
        let third = rest.first().copied().unwrap_or(0);
        self.starts[0].may_hold(first, second)
            && self.starts[1].may_hold(second, third)
            && self.starts[2].may_hold(first, third)
    }
}

/// Whether a line states a date and a time of day, in digits.
pub(crate) fn is_stamp(line: &str) -> bool {
    has_clock(line) && has_date(line)
}

/// Whether a line has a colon between two digits.
fn has_clock(line: &str) -> bool {
    let digits = line.bytes().enumerate().filter(|(_, b)| b.is_ascii_digit());
    let mut after = digits.map(|(at, _)| &line[at + 1..]);
    after.any(|after| {
        let after = after.strip_prefix([':', '：']);
        after.is_some_and(|after| after.starts_with(|c: char| c.is_ascii_digit()))
    })
}

fn has_date(line: &str) -> bool {
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let (mut date, mut year) = (false, 0);
    let mut before = None;
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        let after = chars.peek().copied();
        let between = is_digit(before) && is_digit(after);
        date |= between && matches!(c, '-' | '/' | '.' | '月') || c == '日' && is_digit(before);
        year = if c.is_ascii_digit() { year + 1 } else { 0 };
        date |= year == 4 && !is_digit(after);
        before = Some(c);
    }
    date
}

/// Whether a line ends like a sentence, or like the part of one before a list or a quotation.
pub fn ends_like_sentence(line: &str) -> bool {
    let line = line.trim_end_matches(['”', '"', '’', '\'', '」', '』', '）', ')', ' ']);
    ends_with_stop(line) || line.ends_with(['：', ':', '；', ';'])
}

/// The source that a line credits: the text after "来源：", "Source:" and the like.
///
/// ```
/// use offprint::internals::lines::credit;
/// assert_eq!(credit("2026-03-18 11:40 來源：江城晚報 作者：林一"), Some("江城晚報".into()));
/// assert_eq!(credit("Source: Harbour Wire"), Some("Harbour Wire".into()));
/// assert_eq!(credit("This story originally appeared on the Harbour Post."), Some("Harbour Post".into()));
/// assert_eq!(credit("Originally published in March 2026."), None);
/// assert_eq!(credit("图片来源：江城晚报"), None);
/// assert_eq!(credit("水的来源有三处"), None);
/// ```
pub fn credit(line: &str) -> Option<String> {
    // Neither folding moves a character.
    let plain: String = line
        .chars()
        .map(|c| han::standard(c).to_ascii_lowercase())
        .collect();
    let index = SOURCES.index();
    let end = (0..plain.len()).find_map(|at| {
        let marks = index.beginning(&plain.as_bytes()[at..]);
        marks.map(|(_, mark)| at + mark.text.len()).max()
    })?;
    let after = line[end..].trim_start();
    let is_first = plain[..end].ends_with(' ');
    let after = match after.strip_prefix([':', '：']) {
        Some(after) => after.trim_start(),
        None if is_first => after.trim_start_matches("the "),
        None => return None,
    };
    let label = &plain[..end];
    if ["image source", "photo source", "图片来源"]
        .iter()
        .any(|of| label.ends_with(of))
    {
        return None;
    }
    // Names in Latin script contain spaces; in other scripts a space ends the name.
    let latin = after.starts_with(|c: char| c.is_ascii_alphabetic());
    let ends = |c: char| "|•·<>()（）【】[]　,，;；。".contains(c) || (c == ' ' && !latin);
    let mut name = before_button(after.split(ends).next()?).trim();
    if is_first {
        name = name.trim_end_matches('.');
        // A place or a date may follow, too.
        if !latin
            || name.starts_with(|c: char| c.is_ascii_lowercase())
            || name.ends_with(|c: char| c.is_ascii_digit())
        {
            return None;
        }
    }
    let length = name.chars().count();
    (2..=30).contains(&length).then(|| name.to_owned())
}

/// A name without the button that follows it on many Chinese platforms.
fn before_button(name: &str) -> &str {
    let buttons = ["+关注", "+關注", "＋关注", "＋關注"];
    let end = buttons.iter().filter_map(|button| name.find(button)).min();
    &name[..end.unwrap_or(name.len())]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Weight, digits and commas; and words, letters and capitals among the first characters.
    fn naive(text: &str) -> [u32; 6] {
        let is_letter = |c: &char| CharClass::of(*c) != CharClass::Other && !c.is_ascii_digit();
        let first: Vec<char> = text.chars().take(LOOKED_AT as usize).collect();
        let words = first
            .split(|c| !is_letter(c))
            .filter(|word| !word.is_empty());
        let count = |chars: &[char], is: &dyn Fn(&char) -> bool| {
            chars.iter().filter(|c| is(c)).count() as u32
        };
        let all: Vec<char> = text.chars().collect();
        [
            all.iter().map(|&c| weight(c)).sum(),
            count(&all, &char::is_ascii_digit),
            count(&all, &|&c| "，,、；;：:".contains(c)),
            words.count() as u32,
            count(&first, &is_letter),
            count(&first, &|&c| is_letter(&c) && is_capital(c)),
        ]
    }

    proptest! {
        #[test]
        fn lines_are_counted_as_their_characters_are(
            text in "([a-zA-Z ]{0,40}|[a-zA-Z0-9 ,:;.]{0,30}|[水。é，Ж ]{0,4}){0,40}",
        ) {
            let Counts { weight, digits, commas, words, letters, capitals, stops, .. } = Counts::of(&text);
            prop_assert_eq!([weight, digits, commas, words, letters, capitals], naive(&text));
            prop_assert_eq!(stops as usize, normalize(&text).stops.len());
        }
    }

    #[test]
    fn the_tables_are_whole() {
        for table in [&BEGINNINGS, &SOURCES, &ANYWHERE] {
            let index = table.index();
            for word in &index.words {
                let mut found = index.beginning(word.text.as_bytes());
                let is_it = |w: &Word| w.text == word.text && w.table == word.table;
                assert!(found.any(|(_, found)| is_it(found)), "{}", word.text);
                assert!(word.text.chars().count() <= 24, "{}", word.text);
            }
        }
        for tail in READ_ON {
            let last = tail.chars().next_back();
            assert_eq!(last.and_then(fold), last, "{tail}");
        }
        let anywhere = &ANYWHERE.index().words;
        assert!(anywhere.len() <= 128);
        for word in anywhere {
            let mut found = 0;
            ANYWHERE.each_in(&word.text, |_| found += 1);
            assert!(found > 0, "{}", word.text);
        }
    }

    #[test]
    fn a_stamp_tells_date_and_time() {
        for line in [
            "# re: 水库蓄满 2024-12-27 12:46 林一",
            "【林一】08-11 16:06 298字",
            "林一 2月3日 16：06",
            "Ann (guest) 13.01.2012, 13:31",
            "Ann, Nov 18, 2019 at 5:45 pm",
        ] {
            assert!(is_stamp(line), "{line}");
        }
        for line in ["比分 3:1", "2024-12-27", "The year 2019", "比例 1:10", ""] {
            assert!(!is_stamp(line), "{line}");
        }
    }

    #[test]
    fn stops_are_those_of_the_normal_text() {
        for text in [
            "一二。三四！？五",
            "It rose 3.5%. \"It ended.\" ...",
            "。。",
            "end.",
        ] {
            let stops = normalize(text).stops.len();
            assert_eq!(Counts::of(text).stops as usize, stops, "{text}");
        }
    }

    #[test]
    fn a_button_is_no_part_of_a_name() {
        let name = |line| credit(line).unwrap();
        assert_eq!(name("来源：河山号+关注IP属地：江城"), "河山号");
        assert_eq!(name("来源：河山号 ＋ 关注"), "河山号");
        assert_eq!(name("来源：+1影院"), "+1影院");
        assert_eq!(name("来源：江城5G+新闻"), "江城5G+新闻");
        assert_eq!(name("Source: Canal+"), "Canal+");
    }

    #[test]
    fn lines_are_told_by_their_words() {
        let rule = |text: &str| {
            rule_of(
                text,
                Line::of(text, 0, 1),
                &Headline::of("下游三座水库蓄满"),
            )
        };
        let vectors = [
            ("来源：江城晚报", Some(Rule::Credit)),
            ("（責任編輯：林一）", Some(Rule::Editor)),
            ("原标题：三座水库昨日蓄满", Some(Rule::OriginalTitle)),
            ("下游三座水庫，蓄滿", Some(Rule::Headline)),
            ("版权声明：本文为原创", Some(Rule::Disclaimer)),
            ("欢迎关注我们的微信公众号", Some(Rule::Promo)),
            ("扫描二维码下载客户端，参与留言", Some(Rule::Promo)),
            ("Read more: the third dam", Some(Rule::Promo)),
            ("资料图：水库大坝", Some(Rule::Caption)),
            ("水库蓄满之后，沿江各县开始检查堤防。", None),
            ("The source of the river lies in the hills.", None),
        ];
        for (text, expected) in vectors {
            assert_eq!(rule(text), expected, "{text}");
        }
    }
}
