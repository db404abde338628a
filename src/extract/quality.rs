//! How far the body of a page can be trusted, and when it is better to say nothing.
//!
//! Whole numbers only, so that every platform sees the same.

use crate::article::Abstention;
use crate::article::PageType;
use crate::extract::body::Body;
use crate::extract::lines::{self, Line};
use crate::extract::page_type::Measures;
use crate::parse::block::Page;

/// Size, in bytes, of a body that is long enough to be recognised whatever was done to it: 400 Han
/// characters.
const LONG: u32 = 1200;

/// Whether a page is to have no fingerprint, and why. A list with as much running text as a long article has one:
/// what makes a page look like a list is for its author to write, and no copy is to be hidden by it. Whether there
/// is enough text is for [`crate::fingerprint`] to say.
pub fn abstention(
    page: &Page,
    body: &Body,
    page_type: PageType,
    measures: &Measures,
) -> Option<Abstention> {
    match page_type {
        _ if page.is_unreadable() => Some(Abstention::Unreadable),
        PageType::List if measures.running < LONG => Some(Abstention::List),
        PageType::Other => Some(Abstention::NoArticle),
        _ => is_boilerplate(page, body, measures).then_some(Abstention::Boilerplate),
    }
}

/// Whether a short body holds as many words of notices as make a single line one, and most of it
/// lies in lines with such words. A long one is never all notices.
fn is_boilerplate(page: &Page, body: &Body, measures: &Measures) -> bool {
    if measures.prose > 4 * lines::SHORT {
        return false;
    }
    let text = body.text(page);
    let noticed = |line: &Line| line.notices > 0;
    let lines = text.lines().map(|line| Line::of(line, 0, 1));
    let in_notices: u32 = lines.filter(noticed).map(|line| line.weight).sum();
    let whole = Line::of(&text, 0, 1);
    whole.notices >= lines::NOTICE_COUNT && 4 * in_notices >= 3 * whole.weight
}

/// How far the body can be trusted to be the article, the whole article and nothing but it, 0 to
/// 100. The sum of three parts:
/// - up to 40 for its length; a body of 400 Han characters or 1,200 letters has all of them;
/// - up to 40 for the share of it that lies in paragraphs and whole sentences;
/// - up to 20 for how much of it there is beside the links of the page.
pub fn quality(measures: &Measures) -> u8 {
    let length = share(u64::from(measures.prose.min(LONG)), u64::from(LONG), 40);
    let text = share(u64::from(measures.text), u64::from(measures.prose), 40);
    let beside = share(measures.letters, measures.letters + measures.linked, 20);
    length + text + beside
}

/// `part` of `whole`, as so many of `points`; nothing of nothing is none.
fn share(part: u64, whole: u64, points: u64) -> u8 {
    (part * points / whole.max(1)) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ARTICLE: Measures = Measures {
        prose: 1800,
        text: 1800,
        summaries: 0,
        teasers: 0,
        teasers_size: 0,
        running: 1800,
        letters: 600,
        unlinked: 900,
        linked: 600,
        links: 40,
    };

    #[test]
    fn the_parts_add_up() {
        assert_eq!(quality(&ARTICLE), 90);
        assert_eq!(
            quality(&Measures {
                prose: 600,
                text: 300,
                linked: 0,
                ..ARTICLE
            }),
            20 + 20 + 20
        );
        assert_eq!(quality(&Measures::default()), 0);
    }

    proptest! {
        #[test]
        fn no_page_is_better_than_perfect(prose in any::<u32>(), part in 0u32..=100, letters in 0u64..1 << 40, linked in 0u64..1 << 40) {
            let text = (u64::from(prose) * u64::from(part) / 100) as u32;
            let measures = Measures { prose, text, letters, linked, ..ARTICLE };
            prop_assert!(quality(&measures) <= 100);
        }
    }
}
