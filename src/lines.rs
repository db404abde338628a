//! Rules on single lines: credits, editors, original titles, disclaimers, calls to action.
//!
//! They look at the words a line begins or ends with and at its length, never at a site. A line
//! that is long enough to be a paragraph is only dropped by a rule that is sure of it.

use crate::body::weight;
use crate::noise::Rule;
use crate::text::{fold, normalize};

/// Longest line, in Latin letters of weight, that may be a credit or call of a few words.
const SHORT: u32 = 120;

/// Words that introduce who is credited. Folded: lower case, half width, no spaces.
const SOURCE_MARKS: &[&str] = &[
    "来源",
    "來源",
    "稿件来源",
    "稿件來源",
    "信息来源",
    "文章来源",
    "文章來源",
    "资料来源",
    "消息来源",
    "新闻来源",
    "转自",
    "轉自",
    "转载自",
    "轉載自",
    "摘自",
    "出处",
    "出處",
    "稿源",
    "source",
    "via",
    "originallypublished",
];
/// Words that introduce who wrote it, or when.
const BYLINE_MARKS: &[&str] = &[
    "作者:",
    "作者/",
    "文/",
    "撰文:",
    "采写:",
    "記者:",
    "记者:",
    "时间:",
    "時間:",
    "日期:",
    "发布时间:",
    "發佈時間:",
    "发布日期:",
    "发表时间:",
    "更新时间:",
    "发布于",
    "發佈於",
    "author:",
    "writtenby",
    "published:",
    "publishedon",
    "updated:",
    "lastupdated",
    "postedon",
];
const EDITOR_MARKS: &[&str] = &[
    "责任编辑",
    "責任編輯",
    "责编",
    "責編",
    "编辑",
    "編輯",
    "本文编辑",
    "校对",
    "校對",
    "审核",
    "審核",
    "值班编辑",
    "编审",
    "实习编辑",
    "本报记者",
    "实习生",
    "editor",
    "editedby",
    "reportingby",
    "writingby",
];
const TITLE_MARKS: &[&str] = &["原标题", "原標題", "原题", "原題"];
const CAPTION_MARKS: &[&str] = &[
    "图为",
    "圖為",
    "资料图",
    "資料圖",
    "图片来源",
    "圖片來源",
    "图/",
    "圖/",
    "摄影",
    "攝影",
    "photo",
    "photograph",
    "imagecredit",
];
const NOTICE_MARKS: &[&str] = &[
    "版权声明",
    "版權聲明",
    "免责声明",
    "免責聲明",
    "特别声明",
    "郑重声明",
    "声明:",
    "聲明:",
    "本文仅代表",
    "本文仅供",
    "以上内容仅代表",
    "未经授权",
    "未經授權",
    "转载请注明",
    "轉載請註明",
    "凡本网注明",
    "凡注明",
    "copyright",
    "©",
    "allrightsreserved",
    "(c)",
    "thismaterialmaynotbe",
    "disclaimer",
];
const PROMO_MARKS: &[&str] = &[
    "关注公众号",
    "关注微信",
    "扫码关注",
    "扫一扫",
    "掃一掃",
    "微信公众号",
    "长按二维码",
    "点击查看",
    "点击进入",
    "点击下载",
    "更多精彩",
    "更多新闻",
    "相关阅读",
    "相關閱讀",
    "相关新闻",
    "相關新聞",
    "相关链接",
    "延伸阅读",
    "延伸閱讀",
    "推荐阅读",
    "推薦閱讀",
    "上一篇",
    "下一篇",
    "分享到",
    "分享至",
    "我要评论",
    "发表评论",
    "网友评论",
    "查看原文",
    "阅读原文",
    "返回首页",
    "打印本页",
    "关闭窗口",
    "readmore",
    "readalso",
    "alsoread",
    "seealso",
    "relatedarticles",
    "relatedstories",
    "related:",
    "advertisement",
    "sharethis",
    "sharevia",
    "subscribe",
    "signup",
    "followus",
    "clickhere",
    "leaveacomment",
    "continuereading",
    "storycontinues",
    "morefrom",
    "newsletter",
    "skiptocontent",
];

/// Headings after which other articles or readers' comments follow, to the end of the container.
const RELATED_HEADS: &[&str] = &[
    "相关推荐",
    "相關推薦",
    "相关阅读",
    "相關閱讀",
    "相关新闻",
    "相關新聞",
    "相关文章",
    "相關文章",
    "相关报道",
    "相關報道",
    "热门推荐",
    "熱門推薦",
    "推荐阅读",
    "推薦閱讀",
    "猜你喜欢",
    "为你推荐",
    "延伸阅读",
    "延伸閱讀",
    "大家都在看",
    "热门文章",
    "更多文章",
    "relatedarticles",
    "relatedstories",
    "relatedposts",
    "relatedcontent",
    "related",
    "youmayalsolike",
    "youmightalsolike",
    "recommended",
    "recommendedforyou",
    "moreonthisstory",
    "morestories",
    "trending",
    "mostread",
    "mostpopular",
    "readnext",
];
const COMMENT_HEADS: &[&str] = &[
    "评论",
    "短评",
    "读者短评",
    "读者评论",
    "評論",
    "热门评论",
    "熱門評論",
    "最新评论",
    "网友评论",
    "網友評論",
    "发表评论",
    "發表評論",
    "全部评论",
    "精彩评论",
    "留言",
    "comments",
    "leaveacomment",
    "leaveareply",
    "postacomment",
    "readercomments",
    "jointheconversation",
    "discussion",
];
/// What a teaser ends with.
const READ_ON: &[&str] = &[
    "[详细]",
    "[詳細]",
    "[全文]",
    "[阅读全文]",
    "阅读全文",
    "[更多]",
    "查看全文",
    "readmore",
    "continuereading",
    "more»",
    "readmore»",
];

/// Words of notices and calls to action. One may stand in any text; several in a short one make
/// it a notice. Folded like the tables above.
const NOTICE_WORDS: &[&str] = &[
    "版权",
    "版權",
    "转载",
    "轉載",
    "声明",
    "聲明",
    "本网",
    "本網",
    "本站",
    "注明",
    "註明",
    "来源:",
    "來源:",
    "邮箱",
    "郵箱",
    "传真",
    "热线",
    "熱線",
    "爆料",
    "投稿",
    "关注",
    "關注",
    "微信",
    "微博",
    "公众号",
    "公眾號",
    "二维码",
    "二維碼",
    "扫描",
    "掃描",
    "客户端",
    "客戶端",
    "facebook",
    "專頁",
    "粉絲",
    "登录",
    "登錄",
    "登入",
    "注册",
    "註冊",
    "留言",
    "发表",
    "發表",
    "分享",
    "订阅",
    "訂閱",
    "收藏",
    "点击",
    "點擊",
    "下载",
    "下載",
    "网友",
    "網友",
    "评分",
    "責任自負",
    "责任自负",
    "不代表",
    "侵权",
    "联系我们",
    "聯絡我們",
    "立即",
    "allrightsreserved",
    "subscribe",
    "newsletter",
    "signup",
    "signin",
    "login",
    "cookie",
    "privacypolicy",
    "termsof",
    "followus",
    "twitter",
    "instagram",
    "comment",
    "emailaddress",
    "clickhere",
    "copyright",
    "permission",
    "contactus",
    "redistribut",
    "advertis",
    "download",
    "yourinbox",
    "sharethis",
    "readmore",
];
/// Different notice words that make a line one.
const NOTICE_COUNT: usize = 3;

/// The rule for all that follows, if a line is the heading of other articles or of comments.
pub(crate) fn section_rule(line: &str) -> Option<Rule> {
    let folded = folded(line, 32);
    // Counts and marks may follow: "评论（32）", "Comments: 4".
    let head =
        folded.trim_end_matches(|c: char| c.is_ascii_digit() || ":：)）】」>»条篇".contains(c));
    if RELATED_HEADS.contains(&head) {
        Some(Rule::Related)
    } else if COMMENT_HEADS.contains(&head) {
        Some(Rule::Comments)
    } else {
        None
    }
}

/// Whether a line is the beginning of another article with a link to the rest.
pub(crate) fn is_teaser(line: &str) -> bool {
    let end: String = line
        .chars()
        .rev()
        .take(20)
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
        .collect();
    let end: String = end
        .chars()
        .filter_map(fold)
        .filter(|c| !c.is_whitespace())
        .collect();
    READ_ON.iter().any(|tail| end.ends_with(tail))
}

/// The rule that takes a line for noise, if one does.
pub(crate) fn rule_of(line: &str, headline: &str) -> Option<Rule> {
    let weight = weight(line);
    let folded = folded(line, 64);
    let starts = |marks: &[&str]| marks.iter().any(|mark| folded.starts_with(mark));
    if weight <= 3 * SHORT && starts(TITLE_MARKS) {
        return Some(Rule::OriginalTitle);
    }
    if weight <= 4 * SHORT && starts(NOTICE_MARKS) {
        return Some(Rule::Disclaimer);
    }
    if weight <= 4 * SHORT && is_notice(line) {
        return Some(Rule::Promo);
    }
    if weight > SHORT {
        return None;
    }
    if same_line(line, headline) {
        return Some(Rule::Headline);
    }
    if starts(SOURCE_MARKS) || starts(BYLINE_MARKS) {
        return Some(Rule::Credit);
    }
    if starts(EDITOR_MARKS) {
        return Some(Rule::Editor);
    }
    if starts(CAPTION_MARKS) {
        return Some(Rule::Caption);
    }
    if starts(PROMO_MARKS) {
        return Some(Rule::Promo);
    }
    None
}

/// Whether a line is made of notices and calls to action.
fn is_notice(line: &str) -> bool {
    let folded = folded(line, usize::MAX);
    let words = NOTICE_WORDS.iter().filter(|word| folded.contains(**word));
    words.take(NOTICE_COUNT).count() == NOTICE_COUNT
}

/// The beginning of a line as the tables have it: folded, without spaces and brackets.
fn folded(line: &str, most: usize) -> String {
    line.chars()
        .filter_map(fold)
        .filter(|c| !c.is_whitespace() && !"(（[【〔「『<《".contains(*c))
        .take(most)
        .collect()
}

/// Whether two lines have the same units.
fn same_line(a: &str, b: &str) -> bool {
    let (a, b) = (normalize(a), normalize(b));
    !a.units.is_empty()
        && a.units.len() == b.units.len()
        && a.units.iter().zip(&b.units).all(|(x, y)| x.hash == y.hash)
}

/// Whether a line ends like a sentence, or holds the end of one.
pub(crate) fn is_sentence(line: &str) -> bool {
    let line = line.trim_end_matches(['”', '"', '’', '\'', '」', '』', '）', ')', ' ']);
    line.ends_with([
        '。', '！', '？', '!', '?', '.', '…', '：', ':', '；', ';', '．', '؟', '۔', '।',
    ]) || !normalize(line).stops.is_empty()
}

/// The source that a line credits: what follows "来源：", "Source:" and their like.
///
/// ```
/// use offprint::lines::credit;
/// assert_eq!(credit("2026-03-18 11:40 来源：江城晚报 作者：林一"), Some("江城晚报".into()));
/// assert_eq!(credit("Source: Harbour Wire"), Some("Harbour Wire".into()));
/// assert_eq!(credit("水的来源有三处"), None);
/// ```
pub fn credit(line: &str) -> Option<String> {
    let lower = line.to_ascii_lowercase();
    let (mark, at) = SOURCE_MARKS
        .iter()
        .filter_map(|mark| Some((mark, lower.find(mark)?)))
        .min_by_key(|&(mark, at)| (at, usize::MAX - mark.len()))?;
    let after = line[at + mark.len()..].trim_start();
    let after = after.strip_prefix([':', '：'])?.trim_start();
    // Names of Latin script hold spaces; elsewhere a space ends the name.
    let latin = after.starts_with(|c: char| c.is_ascii_alphabetic());
    let ends = |c: char| "|•·<>()（）【】[]　,，;；。".contains(c) || (c == ' ' && !latin);
    let name = after.split(ends).next()?.trim();
    let length = name.chars().count();
    (2..=30).contains(&length).then(|| name.to_owned())
}
