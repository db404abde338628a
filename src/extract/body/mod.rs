//! Decides which blocks are the article: a pure function from a [`Page`] to the kept and dropped blocks.
//!
//! Rules come first. They choose one container as the body: paragraphs vote for the elements around them, nearer ones
//! with more weight, and the winner grows to its parent as long as that adds much text. Inside it, rules drop blocks
//! that look like noise and record which rule fired. The rules' results and the other features of a block and its
//! surroundings ([`block_features`]) are the input of a small model ([`model`]), and blocks on other pages of the site
//! lose score ([`SiteMemory`]). The model decides about all blocks except those that a rule is sure of ([`is_final`]);
//! even there it may keep a sentence if it is surer still. A list, a data table or preformatted text is kept or dropped
//! as a whole ([`units`]). A table of contents, a second copy of the article and other articles ([`parts`]) are
//! dropped, and tables and headings in the middle of the text are kept. If the model keeps almost nothing of a page,
//! blocks that it doubts are kept, or the rules decide alone; if it passes over the text under the headline and doubts
//! what it keeps, that text is the article.

mod decide;
mod parts;
mod rules;
pub mod units;

pub use rules::{CONSENT, DIALOG, rules};

pub use self::decide::is_final;
use self::decide::{Evidence, fall_back, keep_by_model, median};
use self::units::Units;
use crate::article::PageType;
use crate::extract::block_features;
use crate::extract::lines::{Line, VOTE};
use crate::extract::model::{self, Scores};
use crate::extract::page_type::features::page_features;
use crate::extract::page_type::model as page_model;
use crate::extract::site::SiteMemory;
use crate::metadata::date;
use crate::parse::block::Page;
#[cfg(feature = "markup")]
use crate::parse::noise::Hints;
use crate::parse::noise::Rule;
use crate::text::{NormalText, normalize};
use crate::unicode::is_alphanumeric;

/// Blocks are a copy if they repeat at least one part in this many of the text kept before them. Larger: long
/// quotations are taken for copies.
const COPY: u32 = 2;
/// First blocks of the body that can be its dateline.
const OPENING: usize = 4;
/// Most letters and digits of a dateline. Larger: a first line about a day is dropped.
const MAX_DATELINE: u32 = 32;
/// Most letters and digits of a dateline besides its date. Larger: a first line about a day is dropped.
const MAX_BESIDES_DATE: usize = 10;
/// A page that calls itself an article is not a thread if the rules keep this much prose in paragraphs, in Latin
/// letters, however many comments it has. Larger: more articles are lost among comments; smaller: more threads lose
/// their replies.
const PARAGRAPHS: u32 = 600;
/// Most text of comments, in bytes. Larger: an article with thousands of comments takes more room.
#[cfg(feature = "markup")]
const MAX_COMMENTS: usize = 200_000;

/// Which blocks of a page are its main content: indices into [`Page::blocks`], in document order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Body {
    /// The article.
    pub kept: Vec<usize>,
    /// The blocks to compare, in document order, and whether each is uncertain as part of the article.
    pub compared: Vec<(usize, bool)>,
    /// How many other articles the document holds.
    pub others: u32,
    /// The kind of the page according to its model, which does not use the body.
    pub kind: PageType,
    /// What the memory of the page's site would record about it; empty without a memory.
    pub seen: SiteMemory,
    /// For each block, why it was dropped; `None` if it was kept.
    pub rules: Vec<Option<Rule>>,
}

impl Body {
    /// The kept blocks' text, one per line.
    pub fn text(&self, page: &Page) -> String {
        text_of(page, &self.kept)
    }

    /// The text of comments, one block per line: the blocks that a rule drops as comments, and elements that are named
    /// for comments and hold nothing of the article.
    #[cfg(feature = "markup")]
    pub fn comments(&self, page: &Page) -> String {
        let hints = page.containers.iter().map(|container| container.hints);
        let mut of_comments: Vec<bool> = hints.map(|hints| hints.contains(Hints::COMMENTS)).collect();
        for &i in &self.kept {
            page.up(page.blocks[i].container).for_each(|id| of_comments[id as usize] = false);
        }
        let mut comments = Vec::new();
        let mut size = 0;
        for (i, block) in page.blocks.iter().enumerate() {
            let is_comment = match self.rules[i] {
                None | Some(Rule::Hidden) => false,
                Some(Rule::Comments) => true,
                Some(_) => page.up(block.container).any(|id| of_comments[id as usize]),
            };
            if is_comment {
                size += page.text_of(block).len() + 1;
                if size > MAX_COMMENTS {
                    break;
                }
                comments.push(i);
            }
        }
        text_of(page, &comments)
    }

    /// The text to compare, one block per line.
    pub fn compared_text(&self, page: &Page) -> NormalText {
        let blocks: Vec<usize> = self.compared.iter().map(|&(block, _)| block).collect();
        let mut text = normalize(&text_of(page, &blocks));
        let mut end = 0;
        text.mark_uncertain(self.compared.iter().filter_map(|&(block, is_uncertain)| {
            let start = end;
            end += page.text_of(&page.blocks[block]).len() + 1;
            is_uncertain.then_some(start..end)
        }));
        text
    }
}

/// The text of these blocks, one per line.
pub fn text_of(page: &Page, blocks: &[usize]) -> String {
    let lines: Vec<&str> = blocks.iter().map(|&i| page.text_of(&page.blocks[i])).collect();
    lines.join("\n")
}

/// Chooses the body of a page.
///
/// # Complexity
/// Linear in the blocks times the depth of their containers.
#[cfg(any(test, feature = "internals"))]
pub fn choose(page: &Page, headline: &str) -> Body {
    choose_by(page, headline, &model::scores, None)
}

/// Chooses the body of a page, given a model that scores how surely each block is part of it, in thousandths of log
/// odds, and the memory of the site's other pages.
pub fn choose_by(page: &Page, headline: &str, scores: &Scores, site: Option<&SiteMemory>) -> Body {
    let first_alike = block_features::first_alike(page);
    let lines = lines_of(page, &first_alike);
    let mut rules = rules(page, &lines, headline);
    let of_kind = page_features(page);
    let features = block_features::block_features(page, &lines, headline, &rules, &of_kind, &first_alike);
    let mut scores = scores(&features);
    let mut kind = match page_model::kind(&of_kind) {
        PageType::Forum if has_article(page, &lines, &rules) => PageType::Article,
        kind => kind,
    };
    let seen = site.map(|site| site.weigh(page, &lines, &|i| !is_final(rules[i], lines[i], kind), &mut scores));
    let units = Units::new(page);
    let mut evidence = Evidence { page, units: &units, measured: &lines, rules: &rules, kind, scores: &scores };
    let mut kept = keep_by_model(&evidence);
    if !kept.contains(&true) {
        // If comments are all that the model finds, the page is a thread.
        evidence.kind = PageType::Forum;
        let of_thread = keep_by_model(&evidence);
        if of_thread.contains(&true) {
            (kind, kept) = (PageType::Forum, of_thread);
        }
        evidence.kind = kind;
    }
    kept = fall_back(&evidence, kept);
    drop_copies(page, &lines, &first_alike, &mut kept, &mut scores);
    if kind != PageType::Forum {
        drop_dateline(page, &mut rules, &mut kept, &mut scores);
    }
    for byline in &page.bylines {
        kept[byline.clone()].fill(false);
        scores[byline.clone()].fill(i32::MIN);
    }
    // The replies of a thread belong to it.
    let others = match kind {
        PageType::Forum => 0,
        _ => parts::drop_others(page, &lines, &mut rules, &mut kept),
    };
    let compared = compared(&kept, &lines, &rules, kind, &scores);
    for (rule, &kept) in rules.iter_mut().zip(&kept) {
        *rule = if kept { None } else { rule.or(Some(Rule::Outside)) };
    }
    let chosen = (0..kept.len()).filter(|&i| kept[i]).collect();
    Body { kept: chosen, compared, others, kind, seen: seen.unwrap_or_default(), rules }
}

/// Whether a page that looks like a thread is an article with comments: it states that it is an article, and the rules
/// find the paragraphs of one.
#[inline(never)]
fn has_article(page: &Page, measured: &[Line], rules: &[Option<Rule>]) -> bool {
    let lines = measured.iter().zip(rules);
    let text = lines.filter(|(line, rule)| rule.is_none() && line.prose >= VOTE);
    page.states_article() && text.map(|(line, _)| line.prose).sum::<u32>() >= PARAGRAPHS
}

/// Drops a line with only a date from the beginning of the body: it is the date of publication, not part of the text.
#[inline(never)]
fn drop_dateline(page: &Page, rules: &mut [Option<Rule>], kept: &mut [bool], scores: &mut [i32]) {
    let language = page.head.lang.as_deref().unwrap_or_default();
    let first: Vec<usize> = (0..kept.len()).filter(|&i| kept[i]).take(OPENING).collect();
    for i in first {
        let block = &page.blocks[i];
        if block.chars <= MAX_DATELINE && is_dateline(page.text_of(block), language) {
            (kept[i], scores[i]) = (false, i32::MIN);
            rules[i] = rules[i].or(Some(Rule::Credit));
        }
    }
}

/// Whether a text has a date and little else.
fn is_dateline(text: &str, language: &str) -> bool {
    let found = date::find_in(text, language);
    let beside = found.map(|found| [&text[..found.start], &text[found.end..]].concat());
    beside.is_some_and(|beside| beside.chars().filter(|&c| is_alphanumeric(c)).count() <= MAX_BESIDES_DATE)
}

/// The blocks to compare: the kept ones, and those that were nearly kept. Blocks with a low score, absolutely or for
/// this page, are uncertain, and so are captions, which another template may leave out. If most of the kept text would
/// be uncertain, the scores are unreliable: then only the kept blocks are compared, and none is uncertain.
#[inline(never)]
fn compared(
    kept: &[bool],
    measured: &[Line],
    rules: &[Option<Rule>],
    kind: PageType,
    scores: &[i32],
) -> Vec<(usize, bool)> {
    let limit = model::DOUBTFUL.max(median(kept, measured, scores) - model::BELOW_MEDIAN);
    let (mut sure, mut all) = (0, 0);
    let mut compared = Vec::new();
    for i in 0..kept.len() {
        let is_final = is_final(rules[i], measured[i], kind);
        let is_sure = kept[i] && scores[i] > limit && !is_final && rules[i] != Some(Rule::Caption);
        sure += u32::from(is_sure) * measured[i].prose;
        all += u32::from(kept[i]) * measured[i].prose;
        if kept[i] || scores[i] > model::COMPARED && !is_final {
            compared.push((i, !is_sure));
        }
    }
    if 2 * sure < all {
        compared = (0..kept.len()).filter(|&i| kept[i]).map(|i| (i, false)).collect();
    }
    compared
}

/// Drops a second copy of the article, which pages include for printers or small screens: consecutive blocks that all
/// occur earlier, if together they repeat enough of the text before them. Quotations repeat less. Also lowers the
/// scores of these blocks.
#[inline(never)]
fn drop_copies(page: &Page, measured: &[Line], first_alike: &[usize], kept: &mut [bool], scores: &mut [i32]) {
    let chosen: Vec<usize> = (0..kept.len()).filter(|&i| kept[i]).collect();
    let mut is_kept = vec![false; kept.len()];
    let is_again: Vec<bool> = chosen.iter().map(|&i| std::mem::replace(&mut is_kept[first_alike[i]], true)).collect();
    let (mut at, mut before) = (0, 0);
    for row in is_again.chunk_by(|a, b| a == b) {
        let blocks = &chosen[at..at + row.len()];
        at += row.len();
        let prose: u32 = blocks.iter().map(|&i| measured[i].prose).sum();
        if row[0] && COPY * prose >= before && has_paragraphs(page, measured, blocks) {
            for &i in blocks {
                kept[i] = false;
                scores[i] = i32::MIN;
            }
        } else {
            before += prose;
        }
    }
}

/// Whether some blocks include two different paragraphs.
fn has_paragraphs(page: &Page, measured: &[Line], blocks: &[usize]) -> bool {
    let paragraphs = blocks.iter().filter(|&&i| measured[i].prose >= VOTE);
    let mut texts = paragraphs.map(|&i| page.text_of(&page.blocks[i]));
    let first = texts.next();
    texts.any(|text| Some(text) != first)
}

/// Measures every block as a line, given the first block with the same text as each.
#[inline(never)]
pub fn lines_of(page: &Page, first_alike: &[usize]) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::with_capacity(page.blocks.len());
    for (block, &first) in page.blocks.iter().zip(first_alike) {
        let like = &page.blocks[first];
        let known = lines.get(first).filter(|_| (like.linked, like.chars) == (block.linked, block.chars));
        lines.push(known.copied().unwrap_or_else(|| Line::new(page.text_of(block), block.linked, block.chars)));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::decide::OUTVOTES;
    use super::*;
    use crate::parse::{Parser, ReadOptions};
    use crate::test_text::REPORT as PARAGRAPHS;

    /// What is kept of a page when the model gives every block the same score.
    fn kept(html: &str, score: i32) -> Vec<String> {
        let mut parser = Parser::new(&ReadOptions::new(), None);
        parser.write(html.as_bytes());
        let page = parser.end();
        let body = choose_by(&page, "", &|evidence| vec![score; evidence.len()], None);
        body.text(&page).lines().map(str::to_owned).collect()
    }

    fn paragraphs(texts: &[&str]) -> String {
        texts.iter().map(|text| format!("<p>{text}</p>")).collect()
    }

    #[test]
    fn a_second_copy_of_the_article_is_dropped() {
        let all = paragraphs(&PARAGRAPHS);
        let html = format!("<article>{all}</article><div class=print>{all}</div>");
        assert_eq!(kept(&html, 1000), PARAGRAPHS);
        // A single repeated paragraph is a quotation.
        let quoted = format!("{all}<blockquote>{}</blockquote>", PARAGRAPHS[1]);
        assert_eq!(kept(&quoted, 1000).len(), 5);
        let refrain = paragraphs(&[PARAGRAPHS[0]; 4]);
        assert_eq!(kept(&refrain, 1000).len(), 4);
    }

    #[test]
    fn a_sure_model_outvotes_a_rule_on_words() {
        let line = "Read more letters than the archive of the lock keepers has, says its new head.";
        let html = format!("{}<p>{line}</p>", paragraphs(&PARAGRAPHS));
        let holds = |html: &str, score| kept(html, score).iter().any(|kept| kept == line);
        assert!(!holds(&html, OUTVOTES) && holds(&html, OUTVOTES + 1));
        let hidden = html.replace("<p>Read", "<p hidden>Read");
        assert!(!holds(&hidden, 5000));
        // A notice that goes on as notices do is more than a few words.
        let notice = "特别声明：以上内容由用户上传并发布，本平台仅提供信息存储服务。";
        let html = format!("{}<p>{notice}</p>", paragraphs(&PARAGRAPHS));
        assert!(!kept(&html, 5000).iter().any(|kept| kept == notice));
    }

    /// What a model that keeps all it may keeps of a page with this head, and the kind of the page.
    fn read(head: &str, body: &str) -> (String, PageType) {
        let html = format!("<html><head>{head}</head><body><h1>The lock</h1>{body}</body></html>");
        let mut parser = Parser::new(&ReadOptions::new(), None);
        parser.write(html.as_bytes());
        let page = parser.end();
        let keep = |evidence: &[_]| vec![1000; evidence.len()];
        let body = choose_by(&page, "The lock", &keep, None);
        (body.text(&page), body.kind)
    }

    /// An article of about 1,200 letters.
    fn long_article() -> String {
        (1..=3).map(|_| paragraphs(&PARAGRAPHS)).collect()
    }

    #[test]
    fn an_article_is_read_without_its_many_comments() {
        let comment = |i: u32| {
            format!(
                "<li><cite class=username>Reader {i}</cite><a href=#c{i}>May {i}, 2023</a>\
                 <p>{} Says number {i}.</p><div class=act><a href=#r>Reply</a></div></li>",
                PARAGRAPHS[i as usize % 4]
            )
        };
        let comments: String = (10..29).map(comment).collect();
        let page = format!("{}<ol class=comments>{comments}</ol>", long_article());
        let article = "<meta property=og:type content=article>";
        let short = format!("{}<ol class=comments>{comments}</ol>", paragraphs(&[PARAGRAPHS; 2].concat()));
        for page in [&page, &short] {
            let (text, kind) = read(article, page);
            assert!(text.contains(PARAGRAPHS[3]) && !text.contains("Says number"), "{text}");
            assert_eq!(kind, PageType::Article);
        }
        // A page that does not state that it is an article may be a thread.
        assert!(read("", &page).0.contains("Says number"));
        // Comments must not be missing either when nothing is above them.
        for item in ["<li>", "<li class=comment>"] {
            let alone = format!("<ol class=comments>{}</ol>", comments.replace("<li>", item));
            assert!(read(article, &alone).0.contains("Says number"));
        }
    }

    #[test]
    fn notes_with_times_are_no_comments() {
        let entry =
            |at: u32| format!("<li>{} Note {at}.<li>2023-05-0{} 10:{at}", PARAGRAPHS[at as usize % 4], at % 9 + 1);
        let chapter = |i: u32| format!("<h2>Chapter {i}</h2><ul>{}{}</ul>", entry(10 + 2 * i), entry(11 + 2 * i));
        let chapters: String = (0..5).map(chapter).collect();
        let about = paragraphs(&PARAGRAPHS[..2]);
        let holds = |html: &str| read("", html).0.contains("Note 15.");
        assert!(holds(&format!("{about}{chapters}")));
        assert!(!holds(&format!("{about}<div class=comments>{chapters}</div>")));
        // With names they are messages. Ranges of numbers are not times.
        let messages = |of: &str| -> String { (10..20).map(|at| format!("<ul><li>{of}{}</ul>", entry(at))).collect() };
        assert!(!holds(&format!("{about}{}", messages("Ann Holm"))));
        assert!(!holds(&format!("{about}{}", messages("").replace("2023-", "Ann Holm, 2023-"))));
        let verse = |at: usize| format!("<p>{} Note {at}. Acts 16:11-{at}.</p>", PARAGRAPHS[at % 4]);
        assert!(holds(&format!("{about}{}", (12..40).map(verse).collect::<String>())));
    }

    #[test]
    fn articles_in_a_row_are_other_articles() {
        let article = |title: &str, text: &str| format!("<article><h2>{title}</h2>{text}</article>");
        let long = |of: &str| -> String {
            (0..3).map(|i| paragraphs(&PARAGRAPHS).replace("<p>", &format!("<p>{of} {i}. "))).collect()
        };
        let row = [
            article("The lock", &long("Own")),
            article("The pumps", &long("Other")),
            article("The quay", "<p>A short note on the quay, which is dry.</p>"),
        ];
        let (text, _) = read("", &row.concat());
        assert!(text.contains("Own 2.") && !text.contains("quay") && !text.contains("Other"), "{text}");
    }

    #[test]
    fn much_hidden_text_stays_hidden_beside_an_article() {
        let words = |times: usize| "cheap rope and lock gates, ".repeat(times);
        let with = |times| format!("{}<div style='display:none'>{}</div>", long_article(), words(times));
        let holds = |html: &str| read("", html).0.contains("cheap rope");
        assert!(!holds(&with(10)) && !holds(&with(3000)));
        // Hidden in ways that scripts undo, next to a short article.
        for style in ["display:none", "visibility:hidden", "font-size:0", "opacity:0"] {
            let hidden = |text: &str, times| format!("{text}<div style='{style}'>{}</div>", words(times));
            assert!(!holds(&hidden(&long_article(), 7000)), "{style}");
            assert!(!holds(&hidden(&paragraphs(&PARAGRAPHS[..2]), 7000)), "{style}");
            assert!(holds(&hidden(&paragraphs(&PARAGRAPHS[..2]), 300)), "{style}");
        }
        // A page whose text a script shows.
        let alone = format!("<p>Loading the page.</p><div style='display:none'>{}</div>", words(3000));
        assert!(holds(&alone));
    }
}
