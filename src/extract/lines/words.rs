//! The words that rules look for, in tables, and where they may be in a line.

use super::table::{Table, Words};
use crate::text::fold;

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
/// Words of dialogs that ask for consent to the use of personal data. Several in one element make it such a dialog.
#[rustfmt::skip]
const CONSENT_WORDS: &[&str] = &[
    "consentement", "consentimiento", "danychosobowych", "einwilligung", "informationonadevice", "legitimateinterest",
    "naszipartnerzy", "nospartenaires", "nostripartner", "onzepartners", "ourpartners", "personaldata", "personenbezogen",
    "toestemming", "unserepartner", "valueyourprivacy", "yourconsent", "персональныхданн", "個人情報", "个人数据", "您的同意", "您的隐私", "设备上的信息",
];
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
pub(super) static SOURCES: Table = Table::of(&[(Words::CREDIT, SOURCE_MARKS), (Words::CREDIT, FIRST_MARKS)]);
/// Words that may occur anywhere in a line; at most 128 words, of three bytes or more.
pub(super) static ANYWHERE: Table =
    Table::of(&[(Words::PHOTO, PHOTO_MARKS), (Words::NOTICE, NOTICE_WORDS), (Words::CONSENT, CONSENT_WORDS)]);

/// Letters of a line that are examined for a heading.
pub(super) const HEADING: usize = 32;

impl Words {
    /// The words that a folded line begins with; headings count only if the line consists of them.
    pub fn beginning(folded: &str) -> Words {
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

/// Whether a folded line begins with a statement of the site itself: "本站声明：", "某某网声明：".
fn is_statement(folded: &str) -> bool {
    let mut starts = folded.char_indices().take(7);
    starts.any(|(at, _)| folded[at..].starts_with("声明:"))
}

/// Whether a line is the beginning of another article with a link to the rest.
pub(super) fn is_teaser(line: &str) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_whole() {
        for table in [&BEGINNINGS, &SOURCES, &ANYWHERE] {
            let index = table.index();
            for word in &index.words {
                let mut found = index.beginning(word.text.as_bytes());
                let is_it = found.any(|(_, w)| w.text == word.text && w.table == word.table);
                assert!(is_it, "{}", word.text);
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
}
