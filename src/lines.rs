//! Rules on single lines: credits, editors, original titles, disclaimers, calls to action.
//!
//! They look at the words a line begins or ends with and at its length, never at a site. A line
//! that is long enough to be a paragraph is only dropped by a rule that is sure of it.

use crate::han;
use crate::noise::Rule;
use crate::text::{Kind, fold, normalize};
use std::sync::OnceLock;

/// Longest line, in Latin letters of weight, that may be a credit or call of a few words.
pub(crate) const SHORT: u32 = 120;

// The tables hold words in lower case and half width, without spaces; a simplified form stands for
// its traditional ones too. They are sorted by their first characters, folded.

/// Words that introduce who is credited.
#[rustfmt::skip]
static SOURCE_MARKS: Marks = Marks::of(&[
    "originallypublished", "source", "via", "信息来源", "出处", "摘自", "文章来源", "新闻来源",
    "来源", "消息来源", "稿件来源", "稿源", "资料来源", "转自", "转载自",
]);
/// Words that introduce who wrote it, or when.
#[rustfmt::skip]
static BYLINE_MARKS: Marks = Marks::of(&[
    "author:", "lastupdated", "published:", "publishedon", "postedon", "updated:", "writtenby",
    "作者:", "作者/", "发布时间:", "发布日期:", "发表时间:", "发布于", "撰文:", "文/", "文|", "日期:",
    "时间:", "更新时间:", "記者:", "采写:",
]);
#[rustfmt::skip]
static EDITOR_MARKS: Marks = Marks::of(&[
    "editor", "editedby", "reportingby", "writingby", "值班编辑", "实习编辑", "实习生", "审核",
    "本文编辑", "本报记者", "校对", "编辑", "编审", "责任编辑", "责编",
]);
#[rustfmt::skip]
static TITLE_MARKS: Marks = Marks::of(&[
    "原标题", "原题",
]);
#[rustfmt::skip]
static CAPTION_MARKS: Marks = Marks::of(&[
    "imagecredit", "photo", "photograph", "图为", "图片来源", "图/", "摄影", "资料图",
]);
/// Words before a photographer's name.
#[rustfmt::skip]
static PHOTO_MARKS: Marks = Marks::of(&[
    "photoby", "photograph:", "photo:", "图:", "图源:", "摄影:", "摄影/", "资料图", "资料照片",
]);
#[rustfmt::skip]
static NOTICE_MARKS: Marks = Marks::of(&[
    "(c)", "allrightsreserved", "copyright", "disclaimer", "thismaterialmaynotbe", "©",
    "以上内容仅代表", "免责声明", "凡本网注明", "凡注明", "声明:", "未经授权", "本文仅代表",
    "本文仅供", "版权声明", "特别声明", "转载请注明", "郑重声明",
]);
/// Words before an address to write or call.
#[rustfmt::skip]
static CONTACT_MARKS: Marks = Marks::of(&[
    "contact:", "email:", "e-mail:", "phone:", "tel:", "tel.", "传真:", "投稿邮箱", "热线:",
    "爆料热线", "电子邮箱", "电话:", "联系人:", "联系方式", "联系电话", "邮箱:",
]);
#[rustfmt::skip]
static PROMO_MARKS: Marks = Marks::of(&[
    "alsoread", "advertisement", "clickhere", "continuereading", "followus", "leaveacomment",
    "morefrom", "newsletter", "readmore", "readalso", "relatedarticles", "relatedstories",
    "related:", "seealso", "sharethis", "sharevia", "subscribe", "signup", "storycontinues",
    "skiptocontent", "上一篇", "下一篇", "关注公众号", "关注微信", "关闭窗口", "分享到", "分享至",
    "发表评论", "延伸阅读", "微信公众号", "我要评论", "打印本页", "扫码关注", "扫一扫",
    "推荐阅读", "更多精彩", "更多新闻", "查看原文", "点击查看", "点击进入", "点击下载",
    "相关阅读", "相关新闻", "相关链接", "网友评论", "返回首页", "长按二维码", "阅读原文",
]);

/// Headings after which other articles or readers' comments follow, to the end of the container.
#[rustfmt::skip]
static RELATED_HEADS: Marks = Marks::of(&[
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
    "大家都在看", "延伸阅读", "推荐阅读", "更多文章", "最新文章", "热门推荐", "热门文章", "猜你喜欢",
    "相关推荐", "相关阅读", "相关新闻", "相关文章", "相关报道", "相关内容", "関連記事", "관련기사", "많이본뉴스",
]);
#[rustfmt::skip]
static COMMENT_HEADS: Marks = Marks::of(&[
    "comentarios", "comentários", "commentaires", "comments", "deixeumcomentário", "discussion",
    "dodajkomentarz", "jointheconversation", "kommentare", "komentarze", "leaveacomment",
    "leaveareply", "postacomment", "readercomments", "yourcomment", "σχολια",
    "добавитькомментарий", "комментарии", "التعليقات", "コメント", "全部评论", "发表评论", "我来说两句",
    "最新评论", "热门评论", "留言", "短评", "精彩评论", "网友评论", "评论", "读者短评", "读者评论", "댓글",
]);
/// What a teaser ends with.
#[rustfmt::skip]
static READ_ON: Marks = Marks::of(&[
    "[详细]", "[全文]", "[阅读全文]", "[更多]", "continuereading", "more»", "readmore",
    "readmore»", "查看全文", "阅读全文",
]);

/// Words of notices and calls to action. One may stand in any text; several in a short one make
/// it a notice. Folded like the tables above.
#[rustfmt::skip]
static NOTICE_WORDS: Marks = Marks::of(&[
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
]);
/// Different notice words that make a line one.
pub(crate) const NOTICE_COUNT: u32 = 3;
/// Weight for each notice word up to which a line is surely one. Larger: reports on networks and
/// readers are taken for calls to follow them.
const NOTICE_SPREAD: u32 = 60;

/// The rule for all that follows, if a line is the heading of other articles or of comments.
pub(crate) fn section_rule(line: &str) -> Option<Rule> {
    let folded = folded(line, 32);
    // Counts and marks may follow: "评论（32）", "Comments: 4".
    let head = folded
        .trim_end_matches(|c: char| c.is_ascii_digit() || ":：)）】」>»›.…!！条篇".contains(c));
    if RELATED_HEADS.hold(head) {
        Some(Rule::Related)
    } else if COMMENT_HEADS.hold(head) {
        Some(Rule::Comments)
    } else {
        None
    }
}

/// Whether a line is the beginning of another article with a link to the rest.
pub(crate) fn is_teaser(line: &str) -> bool {
    let start = line.char_indices().nth_back(20).map_or(0, |(at, _)| at);
    let end: String = line[start..]
        .chars()
        .filter_map(fold)
        .filter(|c| !c.is_whitespace())
        .collect();
    READ_ON.folded().iter().any(|(_, tail)| end.ends_with(tail))
}

/// A headline, to tell lines that repeat it.
pub(crate) struct Headline {
    weight: u32,
    units: Vec<u64>,
}

impl Headline {
    pub(crate) fn of(headline: &str) -> Headline {
        Headline {
            weight: weight(headline),
            units: units(headline),
        }
    }

    /// Whether a line of this weight has the same units.
    fn is_repeated_by(&self, line: &str, weight: u32) -> bool {
        weight > 0 && weight == self.weight && units(line) == self.units
    }
}

fn units(text: &str) -> Vec<u64> {
    normalize(text).units.iter().map(|unit| unit.hash).collect()
}

/// What is measured of a line once and used in several places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// How much it says, in Latin letters: a Han character says as much as three of them.
    pub weight: u32,
    /// The weight of its text outside links.
    pub prose: u32,
    /// Different words of notices and calls to action in it; 0 if it is too long for one.
    pub notices: u32,
}

impl Line {
    /// Measures a line, of which `linked` of `chars` characters stand in links.
    pub fn of(line: &str, linked: u32, chars: u32) -> Line {
        let weight = weight(line);
        let inside = u64::from(weight) * u64::from(linked) / u64::from(chars.max(1));
        let notices = if weight <= 4 * SHORT {
            NOTICE_WORDS.count_in(&folded(line, usize::MAX))
        } else {
            0
        };
        Line {
            weight,
            prose: weight - inside as u32,
            notices,
        }
    }
}

fn weight(text: &str) -> u32 {
    let weight = |c| match Kind::of(c) {
        Kind::Han => 3,
        Kind::Kana => 2,
        // Hangul lies among the letters of words; one is a syllable.
        Kind::Letter if ('\u{AC00}'..='\u{D7A3}').contains(&c) => 2,
        Kind::Unspaced | Kind::Letter => 1,
        Kind::Other => 0,
    };
    text.chars().map(weight).sum()
}

/// A text without the lines that a rule takes for noise by their words.
pub(crate) fn without_furniture(headline: &str, text: &str) -> String {
    let headline = Headline::of(headline);
    let is_text = |line: &&str| {
        let rule = rule_of(line, Line::of(line, 0, 1), &headline);
        matches!(rule, None | Some(Rule::Notice))
    };
    let lines: Vec<&str> = text.lines().filter(is_text).collect();
    lines.join("\n")
}

/// The rule that takes a line for noise by its words, if one does.
pub(crate) fn rule_of(text: &str, line: Line, headline: &Headline) -> Option<Rule> {
    let weight = line.weight;
    if weight > 4 * SHORT {
        return None;
    }
    let start = folded(text, 24);
    if weight <= 3 * SHORT && TITLE_MARKS.begin(&start) {
        return Some(Rule::OriginalTitle);
    }
    if NOTICE_MARKS.begin(&start) || is_statement(&start) {
        return Some(Rule::Disclaimer);
    }
    if weight <= SHORT && CONTACT_MARKS.begin(&start) {
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
    // A name is followed by no question: in an interview it tells who asks.
    let asks = text.trim_end().ends_with(['?', '？']);
    if !asks && (SOURCE_MARKS.begin(&start) || BYLINE_MARKS.begin(&start)) {
        return Some(Rule::Credit);
    }
    if EDITOR_MARKS.begin(&start) {
        return Some(Rule::Editor);
    }
    if CAPTION_MARKS.begin(&start) || (!ends_like_sentence(text) && names_photographer(text)) {
        return Some(Rule::Caption);
    }
    PROMO_MARKS.begin(&start).then_some(Rule::Promo)
}

/// Whether a line begins with a statement of the site's own: "本站声明：", "某某网声明：".
fn is_statement(start: &str) -> bool {
    let before = start.split_once("声明:").map(|(before, _)| before);
    before.is_some_and(|name| name.chars().count() <= 6)
}

/// Whether a line says who took a picture.
fn names_photographer(text: &str) -> bool {
    PHOTO_MARKS.count_in(&folded(text, usize::MAX)) > 0
}

/// A line as the tables are compared with it: folded, without bullets, spaces and brackets.
fn folded(line: &str, most: usize) -> String {
    let bullet = |c: char| c.is_whitespace() || "•·●■◆▲★※*-–—#>|/".contains(c);
    let line = line.trim_start_matches(bullet);
    let counts = |c: &char| {
        let bracket = matches!(c, '(' | '（' | '[' | '【' | '〔' | '「' | '『' | '<' | '《');
        !bracket && !c.is_whitespace()
    };
    // An estimate, so that it need not grow.
    let mut out = String::with_capacity(line.len().min(most.saturating_mul(4)));
    if line.is_ascii() {
        let folded = line.bytes().map(|b| char::from(b.to_ascii_lowercase()));
        out.extend(folded.filter(counts).take(most));
    } else {
        out.extend(line.chars().filter_map(fold).filter(counts).take(most));
    }
    out
}

/// A text in lower case and half width, without spaces, to look for words in.
pub(crate) fn plain(text: &str) -> String {
    folded(text, usize::MAX)
}

/// Words to find in folded lines; at most 128.
struct Marks {
    words: &'static [&'static str],
    folded: OnceLock<Folded>,
}

struct Folded {
    /// First characters and words.
    words: Vec<(char, String)>,
    /// For the low bits of a second byte those of the first bytes before it: most places of a text
    /// begin none of the words, and this tells so at once.
    pairs: [u64; 64],
}

impl Folded {
    /// Whether a word may begin with these bytes.
    fn may_begin(&self, first: u8, second: u8) -> bool {
        self.pairs[usize::from(second & 63)] >> (first & 63) & 1 == 1
    }
}

impl Marks {
    const fn of(words: &'static [&'static str]) -> Marks {
        assert!(words.len() <= 128);
        Marks {
            words,
            folded: OnceLock::new(),
        }
    }

    fn folded(&self) -> &[(char, String)] {
        &self.tables().words
    }

    fn tables(&self) -> &Folded {
        self.folded.get_or_init(|| {
            let fold_word = |word: &&str| {
                let word: String = word.chars().filter_map(fold).collect();
                Some((word.chars().next()?, word))
            };
            let words: Vec<(char, String)> = self.words.iter().filter_map(fold_word).collect();
            let mut pairs = [0; 64];
            for (_, word) in &words {
                if let [first, second, ..] = word.as_bytes() {
                    pairs[usize::from(second & 63)] |= 1 << (first & 63);
                }
            }
            Folded { words, pairs }
        })
    }

    /// The words that `text` begins with, by their places in the sorted table.
    fn beginning<'a>(&'a self, text: &'a str) -> impl Iterator<Item = usize> + 'a {
        let folded = self.folded();
        let first = text.chars().next();
        let start = folded.partition_point(|&(c, _)| Some(c) < first);
        let same = folded[start..]
            .iter()
            .take_while(move |&&(c, _)| Some(c) == first);
        same.enumerate()
            .filter(move |(_, (_, word))| text.starts_with(word.as_str()))
            .map(move |(i, _)| start + i)
    }

    fn begin(&self, text: &str) -> bool {
        self.beginning(text).next().is_some()
    }

    fn hold(&self, word: &str) -> bool {
        self.folded().iter().any(|(_, w)| w == word)
    }

    /// How many of the words stand anywhere in `text`.
    fn count_in(&self, text: &str) -> u32 {
        let tables = self.tables();
        let mut found = 0u128;
        for (at, pair) in text.as_bytes().windows(2).enumerate() {
            if tables.may_begin(pair[0], pair[1]) && text.is_char_boundary(at) {
                for place in self.beginning(&text[at..]) {
                    found |= 1 << place;
                }
            }
        }
        found.count_ones()
    }
}

/// Whether a line tells a date and a time of day, in digits.
pub(crate) fn is_stamp(line: &str) -> bool {
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let (mut date, mut clock, mut year) = (false, false, 0);
    let mut before = None;
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        let after = chars.peek().copied();
        let between = is_digit(before) && is_digit(after);
        clock |= between && matches!(c, ':' | '：');
        date |= between && matches!(c, '-' | '/' | '.' | '月') || c == '日' && is_digit(before);
        year = if c.is_ascii_digit() { year + 1 } else { 0 };
        date |= year == 4 && !is_digit(after);
        before = Some(c);
    }
    date && clock
}

/// Whether a line ends like a sentence.
pub(crate) fn ends_like_sentence(line: &str) -> bool {
    let line = line.trim_end_matches(['”', '"', '’', '\'', '」', '』', '）', ')', ' ']);
    line.ends_with([
        '。', '！', '？', '!', '?', '.', '…', '：', ':', '；', ';', '．', '؟', '۔', '।',
    ])
}

/// Whether a line ends like a sentence, or holds the end of one.
pub(crate) fn is_sentence(line: &str) -> bool {
    ends_like_sentence(line) || !normalize(line).stops.is_empty()
}

/// The source that a line credits: what follows "来源：", "Source:" and their like.
///
/// ```
/// use offprint::lines::credit;
/// assert_eq!(credit("2026-03-18 11:40 來源：江城晚報 作者：林一"), Some("江城晚報".into()));
/// assert_eq!(credit("Source: Harbour Wire"), Some("Harbour Wire".into()));
/// assert_eq!(credit("水的来源有三处"), None);
/// ```
pub fn credit(line: &str) -> Option<String> {
    // Neither folding changes where a character lies.
    let plain: String = line
        .chars()
        .map(|c| han::standard(c).to_ascii_lowercase())
        .collect();
    let marks = SOURCE_MARKS.folded().iter();
    let (at, mark) = marks
        .filter_map(|(_, mark)| Some((plain.find(mark)?, mark)))
        .min_by_key(|&(at, mark)| (at, usize::MAX - mark.len()))?;
    let after = line[at + mark.len()..].trim_start();
    let after = after.strip_prefix([':', '：'])?.trim_start();
    // Names of Latin script hold spaces; elsewhere a space ends the name.
    let latin = after.starts_with(|c: char| c.is_ascii_alphabetic());
    let ends = |c: char| "|•·<>()（）【】[]　,，;；。".contains(c) || (c == ' ' && !latin);
    let name = after.split(ends).next()?.trim();
    let length = name.chars().count();
    (2..=30).contains(&length).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_sorted_and_whole() {
        let tables = [
            &SOURCE_MARKS,
            &BYLINE_MARKS,
            &EDITOR_MARKS,
            &TITLE_MARKS,
            &CAPTION_MARKS,
            &PHOTO_MARKS,
            &NOTICE_MARKS,
            &CONTACT_MARKS,
            &PROMO_MARKS,
            &RELATED_HEADS,
            &COMMENT_HEADS,
            &READ_ON,
            &NOTICE_WORDS,
        ];
        for table in tables {
            let folded = table.folded();
            assert_eq!(folded.len(), table.words.len());
            for pair in folded.windows(2) {
                assert!(pair[0].0 <= pair[1].0, "{} before {}", pair[0].1, pair[1].1);
            }
            assert!(
                folded
                    .iter()
                    .all(|(_, word)| table.begin(word) && table.count_in(word) > 0)
            );
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
