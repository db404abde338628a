//! How far the body of a page can be trusted, and when it has no fingerprint.
//!
//! Whole numbers only, so that every platform gets the same result.

use crate::article::NoFingerprintReason;
use crate::article::PageType;
use crate::extract::body::{Body, CONSENT, DIALOG};
use crate::extract::lines::{self, Line};
use crate::extract::page_type::Measures;
use crate::parse::block::Page;

/// Size, in bytes, of a body that is long enough to be recognized after any edit: 400 Han characters.
const LONG: u32 = 1200;

/// Whether a page gets no fingerprint, and why. A list with as much running text as a long article gets one: an author
/// can make any page look like a list, and this must not hide a copy. `src/fingerprint/` decides whether there is
/// enough text.
#[inline(never)]
pub fn no_fingerprint_reason(
    page: &Page,
    body: &Body,
    page_type: PageType,
    measures: &Measures,
) -> Option<NoFingerprintReason> {
    match page_type {
        _ if page.is_unreadable() => Some(NoFingerprintReason::Unreadable),
        PageType::List if measures.running < LONG => Some(NoFingerprintReason::List),
        PageType::Other => Some(NoFingerprintReason::NoArticle),
        _ => (is_boilerplate(page, body, measures) || asks_consent(page, body, measures))
            .then_some(NoFingerprintReason::Boilerplate),
    }
}

/// Whether a short body holds as many notice words as make a single line a notice, and most of it is in lines with such
/// words. A long body is never boilerplate.
fn is_boilerplate(page: &Page, body: &Body, measures: &Measures) -> bool {
    if measures.prose > 4 * lines::MAX_CREDIT_WEIGHT {
        return false;
    }
    let text = body.text(page);
    let lines = text.lines().map(|line| Line::new(line, 0, 1));
    let in_notices: u32 = lines.filter(|line| line.notices > 0).map(|line| line.weight).sum();
    let whole = Line::new(&text, 0, 1);
    whole.notices >= lines::NOTICE_COUNT && 4 * in_notices >= 3 * whole.weight
}

/// Whether the page is a wall that asks for consent: a body no longer than such a dialog, with most of it in paragraphs
/// about consent.
fn asks_consent(page: &Page, body: &Body, measures: &Measures) -> bool {
    if measures.prose > DIALOG {
        return false;
    }
    let text = body.text(page);
    let found: Vec<(usize, u32)> = text.lines().map(|line| (line.len(), lines::consent_in(line))).collect();
    let all: usize = found.iter().map(|(size, _)| size).sum();
    let of_consent: usize = found.iter().filter(|(_, words)| *words > 0).map(|(size, _)| size).sum();
    let words: u32 = found.iter().map(|(_, words)| words).sum();
    words > CONSENT && 3 * of_consent >= 2 * all
}

/// How far the body can be trusted to be the article, the whole article and nothing but it, 0 to 100. The sum of three
/// parts:
/// - up to 40 for its length, all of them from 400 Han characters or 1,200 letters on;
/// - up to 40 for the share of it in paragraphs and complete sentences;
/// - up to 20 for its size in proportion to the links of the page.
pub fn quality(measures: &Measures) -> u8 {
    let length = share(u64::from(measures.prose.min(LONG)), u64::from(LONG), 40);
    let text = share(u64::from(measures.text), u64::from(measures.prose), 40);
    let beside = share(measures.letters, measures.letters + measures.linked, 20);
    length + text + beside
}

/// `part` of `whole`, scaled to `points`; 0 if `whole` is 0.
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
    fn quality_is_the_sum_of_its_parts() {
        assert_eq!(quality(&ARTICLE), 90);
        assert_eq!(quality(&Measures { prose: 600, text: 300, linked: 0, ..ARTICLE }), 20 + 20 + 20);
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
