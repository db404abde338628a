//! Which of two articles is the original, from what their pages state about each other and about time.
//!
//! A text does not show who wrote it first, but its page often does: a copy credits the site it was taken from (Ge et
//! al., 2012, group reprints by this line), states the original's address as canonical, says in its headline that it is
//! reprinted, or has a later time. Each such reason supports one of the two with a weight. Contradicting reasons lower
//! the confidence, and if it falls too low there is no answer.
//!
//! All of these reasons come from the pages themselves, so the answer is only as reliable as they are.

use crate::address;
use crate::compare::changes::{ChangeKind, extent};
use crate::compare::source;
use crate::compare::verdict::Side;
use crate::metadata::Metadata;
use crate::metadata::date::{self, Found};
use crate::schema::{names, object};

/// Confidence from this reason alone, out of 100: a page states the other's address as its own. Larger weights, here
/// and below: such pages decide even if other reasons contradict.
pub const CANONICAL_ADDRESS: u8 = 90;
/// A page states an address on the other's site as its own.
pub const CANONICAL_SITE: u8 = 75;
/// A page credits the other's site. Smaller than the address, since names are shared and copied.
pub const CREDIT: u8 = 75;
/// A headline says that the article is a reprint, but not of what.
pub const TITLE: u8 = 60;
/// One was published earlier. Copies often state the time of their original, and originals the time of their last
/// change.
pub const PUBLISHED: u8 = 45;
/// One was seen earlier. Larger: the order in which pages happened to be fetched decides.
pub const FIRST_SEEN: u8 = 15;
/// One holds the other and more. Usually the shorter one is abridged, but some copies add commentary.
pub const LONGER: u8 = 10;
/// Confidence from which an answer is given. Larger: fewer and surer answers.
pub const LEAST_CONFIDENCE: u8 = 15;
/// Minutes by which one must have been published before the other. Larger: pages of one newsroom, and wrong clocks,
/// count for less.
pub const TOLERANCE: i64 = 10;
/// The largest offsets of time zones ahead of UTC and behind it, in minutes.
const ZONES: [i64; 2] = [14 * 60, 12 * 60];

impl Metadata {
    /// The address that the page states as its own, if it was found at another one.
    pub(crate) fn points_to(&self) -> Option<&str> {
        let url = self.url.as_deref()?;
        let stated = self.canonical.as_deref()?;
        (!address::is_same_page(url, stated)).then_some(stated)
    }

    /// Whether an address is that of this article.
    pub(crate) fn is_at(&self, address: &str) -> bool {
        let own = [&self.url, &self.canonical];
        own.into_iter()
            .flatten()
            .any(|own| address::is_same_page(own, address))
    }

    /// Whether another article has the same address: the one it states on its own site, else the one it was found at.
    pub(crate) fn is_version_of(&self, other: &Metadata) -> bool {
        let [this, other] = [self, other].map(|about| {
            let stated = about.canonical.as_deref();
            about
                .url
                .as_deref()
                .map_or(stated, |url| Some(address::own(url, stated)))
        });
        this.zip(other)
            .is_some_and(|(this, other)| address::is_same_page(this, other))
    }

    /// The source that it credits, unless that is its own site.
    pub(crate) fn credits_another(&self) -> Option<&str> {
        let credit = self.credit.as_deref()?;
        (!self.is_named_by(credit)).then_some(credit)
    }

    /// Whether a credit names this article's site, by its name or its host.
    pub(crate) fn is_named_by(&self, credit: &str) -> bool {
        source::is(credit, self.site.as_deref(), self.host().as_deref())
    }
}

names! {
    /// One of two articles.
    pub enum Which {
        /// The first of the two.
        First = "first",
        /// The second.
        Second = "second",
        /// Undecided.
        Unsaid = "unsaid",
    }
}

names! {
    /// A kind of reason why one of two articles may be the original.
    pub enum Ground {
        /// The other states this one's address as its own.
        CanonicalAddress = "canonical-address",
        /// The other states an address on this one's site as its own, and is on another site.
        CanonicalSite = "canonical-site",
        /// The other credits this one's site, and is on another.
        Credit = "credit",
        /// The other's headline says that it is a reprint.
        Title = "title",
        /// This one was published earlier.
        Published = "published",
        /// This one was seen earlier.
        FirstSeen = "first-seen",
        /// This one holds the other and more.
        Longer = "longer",
    }
}

impl Ground {
    /// Confidence from this ground alone, 1 to 100.
    pub fn weight(self) -> u8 {
        match self {
            Ground::CanonicalAddress => CANONICAL_ADDRESS,
            Ground::CanonicalSite => CANONICAL_SITE,
            Ground::Credit => CREDIT,
            Ground::Title => TITLE,
            Ground::Published => PUBLISHED,
            Ground::FirstSeen => FIRST_SEEN,
            Ground::Longer => LONGER,
        }
    }
}

object! {
    /// A reason why one of two articles may be the original.
    #[derive(Copy, Eq)]
    pub struct Reason {
        /// What was found: the other article states this one's address or a page of its site as its own, credits its
        /// site, or says in its headline that it is a reprint; or this one was published or seen earlier, or holds the
        /// other and more.
        ground "ground": Ground;
        /// The article that this reason supports as the original; never `unsaid`.
        speaks_for "speaksFor": Which;
        /// Confidence from this reason alone, 1 to 100.
        weight "weight": u8;
    }
}

object! {
    /// Which of two articles is the original, and why.
    #[derive(Eq)]
    pub struct Original {
        /// The answer.
        which "which": Which;
        /// How sure it is, 0 to 100; at least 15 if there is an answer, else 0. Contradicting reasons lower it.
        confidence "confidence": u8;
        /// All reasons found: those for the first, then those for the second.
        reasons "reasons": Vec<Reason>;
    }
}

/// Decides which of two articles that share text is the original. `sides` is the comparison of the two texts, if known;
/// [`relate`](crate::compare::relate) calls this only for copies.
///
/// Reasons for one side combine like independent chances: the remaining doubts are multiplied. The confidence is the
/// difference between the sides. All arithmetic is in whole numbers, so the result is the same on every platform;
/// swapping the articles swaps the answer.
///
/// The rest of a gated article is unknown. It counts as the original of a complete one only by what that one's page
/// states: its own date and the time it was seen do not support it, and their lengths are not compared.
///
/// ```
/// use offprint::Metadata;
/// use offprint::compare::Which;
/// use offprint::internals::original::original;
/// let paper = Metadata { url: Some("https://paper.example/1".into()), ..Metadata::default() };
/// let credit = Some("www.paper.example".into());
/// let copy = Metadata { url: Some("https://portal.example/7".into()), credit, ..Metadata::default() };
/// assert_eq!(original(&paper, &copy, None).which, Which::First);
/// assert_eq!(original(&paper, &paper, None).which, Which::Unsaid);
/// ```
pub fn original(first: &Metadata, second: &Metadata, sides: Option<&[Side; 2]>) -> Original {
    let gated = sides.map_or([false; 2], |sides| sides.each_ref().map(|side| side.gated));
    let whole = sides.filter(|_| gated == [false; 2]);
    let longer = match whole.and_then(extent).map(|extent| extent.kind) {
        Some(ChangeKind::Contained) => Which::First,
        Some(ChangeKind::Contains) => Which::Second,
        _ => Which::Unsaid,
    };
    let mut reasons = Vec::new();
    for (this, other, speaks_for, is_stub) in [
        (first, second, Which::First, gated == [true, false]),
        (second, first, Which::Second, gated == [false, true]),
    ] {
        let canonical = canonical(this, other);
        let seen = this.first_seen.as_ref().zip(other.first_seen.as_ref());
        let found = [
            (
                canonical == Some(Ground::CanonicalAddress),
                Ground::CanonicalAddress,
            ),
            (
                canonical == Some(Ground::CanonicalSite),
                Ground::CanonicalSite,
            ),
            (is_credited(this, other), Ground::Credit),
            (says_reprinted(&other.title), Ground::Title),
            (
                !is_stub && is_published_before(this, other),
                Ground::Published,
            ),
            (
                !is_stub && seen.is_some_and(|(this, other)| this < other),
                Ground::FirstSeen,
            ),
            (longer == speaks_for, Ground::Longer),
        ];
        let grounds = found.into_iter().filter(|(holds, _)| *holds);
        reasons.extend(grounds.map(|(_, ground)| Reason {
            ground,
            speaks_for,
            weight: ground.weight(),
        }));
    }
    weigh(reasons)
}

impl Original {
    /// The answer with other weights for the reasons.
    pub fn weighed(mut self, weight: impl Fn(&Reason) -> u8) -> Original {
        for reason in &mut self.reasons {
            reason.weight = weight(reason);
        }
        weigh(self.reasons)
    }
}

fn weigh(reasons: Vec<Reason>) -> Original {
    let sure = |of: Which| {
        let open = reasons
            .iter()
            .filter(|reason| reason.speaks_for == of)
            .fold(10_000, |open, reason| {
                open * (100 - u32::from(reason.weight)) / 100
            });
        (10_000 - open) / 100
    };
    let (first, second) = (sure(Which::First), sure(Which::Second));
    let confidence = first.abs_diff(second) as u8;
    let which = match confidence >= LEAST_CONFIDENCE {
        true if first > second => Which::First,
        true => Which::Second,
        false => Which::Unsaid,
    };
    Original {
        which,
        confidence: if which == Which::Unsaid {
            0
        } else {
            confidence
        },
        reasons,
    }
}

/// Whether and how the other states this article's address as its own.
fn canonical(this: &Metadata, other: &Metadata) -> Option<Ground> {
    let stated = other.points_to()?;
    if this.is_at(stated) {
        // Two copies may state the same third address.
        let elsewhere = this
            .points_to()
            .is_some_and(|own| address::is_same_page(own, stated));
        return (!elsewhere).then_some(Ground::CanonicalAddress);
    }
    let site = address::site(stated);
    let leads_here = site.is_some() && site == this.host() && site != other.host();
    leads_here.then_some(Ground::CanonicalSite)
}

/// Whether the other credits this article's site and not its own.
fn is_credited(this: &Metadata, other: &Metadata) -> bool {
    other
        .credits_another()
        .is_some_and(|credit| this.is_named_by(credit))
}

/// Whether a headline begins with a mark of reprints, in brackets or before a colon.
pub(crate) fn says_reprinted(title: &str) -> bool {
    const MARKS: [&str; 11] = [
        "转载", "轉載", "转帖", "轉帖", "转贴", "轉貼", "转", "轉", "zt", "reprint", "repost",
    ];
    let title = title.trim_start();
    let inside = title.trim_start_matches(['[', '【', '(', '（', '［', '〔']);
    let ends: &[char] = match inside.len() < title.len() {
        true => &[']', '】', ')', '）', '］', '〕'],
        false => &[':', '：'],
    };
    MARKS.iter().any(|mark| {
        let (start, rest) = inside.split_at_checked(mark.len()).unwrap_or_default();
        start.eq_ignore_ascii_case(mark) && rest.trim_start().starts_with(ends)
    })
}

pub(crate) fn is_published_before(this: &Metadata, other: &Metadata) -> bool {
    let time = |of: &Metadata| of.published.as_deref().and_then(date::find);
    let Some((this, other)) = time(this).zip(time(other)) else {
        return false;
    };
    // If only one names its zone, both may be in any zone; if neither does, both are taken to be in the same one.
    let mixed = this.has_zone != other.has_zone;
    let tolerance = match this.has_clock || other.has_clock {
        true => TOLERANCE,
        // Dates without a time of day are coarse enough.
        false => 0,
    };
    span(this, mixed)[1] + tolerance < span(other, mixed)[0]
}

/// The first and the last minute that a time may mean.
fn span(time: Found, any_zone: bool) -> [i64; 2] {
    let day = if time.has_clock { 0 } else { 24 * 60 - 1 };
    let [ahead, behind] = match any_zone && !time.has_zone {
        true => ZONES,
        false => [0, 0],
    };
    [time.minutes - ahead, time.minutes + day + behind]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn some(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    fn at(url: &str) -> Metadata {
        Metadata {
            url: some(url),
            ..Metadata::default()
        }
    }

    fn paper() -> Metadata {
        Metadata {
            site: some("岚溪日报"),
            ..at("https://www.daily.example/1")
        }
    }

    fn portal() -> Metadata {
        Metadata {
            site: some("河山门户"),
            ..at("https://portal.example/7")
        }
    }

    /// The answer, its confidence, and the grounds it rests on.
    fn told(first: &Metadata, second: &Metadata) -> (Which, u8, Vec<Ground>) {
        let original = original(first, second, None);
        let grounds = original
            .reasons
            .iter()
            .map(|reason| reason.ground)
            .collect();
        (original.which, original.confidence, grounds)
    }

    #[test]
    fn nothing_known_says_nothing() {
        assert_eq!(
            told(&Metadata::default(), &Metadata::default()),
            (Which::Unsaid, 0, vec![])
        );
        assert_eq!(told(&paper(), &portal()), (Which::Unsaid, 0, vec![]));
    }

    #[test]
    fn who_is_credited_is_the_original() {
        let crediting = |credit: &str| Metadata {
            credit: some(credit),
            ..portal()
        };
        for credit in [
            "岚溪日报",
            "嵐溪日報",
            "岚溪日报客户端",
            "www.daily.example",
            "Daily",
            "daily.example",
        ] {
            let found = told(&paper(), &crediting(credit));
            assert_eq!(
                found,
                (Which::First, CREDIT, vec![Ground::Credit]),
                "{credit}"
            );
        }
        for credit in [
            "岚溪晚报",
            "岚溪",
            "ly.example",
            "portal.example",
            "河山门户",
            "example",
            "",
        ] {
            assert_eq!(
                told(&paper(), &crediting(credit)).0,
                Which::Unsaid,
                "{credit}"
            );
        }
        // Sections of one site credit the site in the same way.
        let section = Metadata {
            credit: some("岚溪日报"),
            ..paper()
        };
        assert_eq!(told(&paper(), &section).0, Which::Unsaid);
    }

    #[test]
    fn who_is_canonical_is_the_original() {
        let stating = |url: &str, canonical: &str| Metadata {
            canonical: some(canonical),
            ..at(url)
        };
        let copy = stating("https://portal.example/7", "http://daily.example/1/");
        let found = told(&paper(), &copy);
        assert_eq!(
            found,
            (
                Which::First,
                CANONICAL_ADDRESS,
                vec![Ground::CanonicalAddress]
            )
        );
        let copy = stating("https://portal.example/7", "https://daily.example/2");
        let found = told(&copy, &paper());
        assert_eq!(
            found,
            (Which::Second, CANONICAL_SITE, vec![Ground::CanonicalSite])
        );
        // A page under two addresses of its site.
        let variant = stating("https://daily.example/1?print", "https://daily.example/1");
        assert_eq!(told(&variant, &paper()).0, Which::Second);
        // Two copies of a third article, and pages that state their own addresses.
        let another = stating("https://other.example/", "http://daily.example/1");
        let copy = stating("https://portal.example/7", "http://daily.example/1");
        assert_eq!(told(&copy, &another).0, Which::Unsaid);
        let own = stating("https://portal.example/7", "https://portal.example/7");
        assert_eq!(told(&own, &paper()).0, Which::Unsaid);
        let file = Metadata {
            url: None,
            ..copy.clone()
        };
        assert_eq!(
            told(&file, &paper()).0,
            Which::Unsaid,
            "it may be the page itself"
        );
    }

    #[test]
    fn a_headline_may_say_that_it_is_a_reprint() {
        for title in [
            "【转载】老坝拆除",
            "[转] 老坝拆除",
            "轉載：老壩拆除",
            "(Repost) The dam",
            "reprint: the dam",
        ] {
            assert!(says_reprinted(title), "{title}");
        }
        for title in [
            "转载费上涨",
            "老坝拆除[转]",
            "Reprints sell well",
            "[图]老坝拆除",
            "",
            "转",
            "【",
        ] {
            assert!(!says_reprinted(title), "{title}");
        }
        let marked = Metadata {
            title: "[转] 老坝拆除".to_owned(),
            ..portal()
        };
        assert_eq!(
            told(&paper(), &marked),
            (Which::First, TITLE, vec![Ground::Title])
        );
        assert_eq!(told(&marked, &marked).0, Which::Unsaid);
    }

    #[test]
    fn the_earlier_is_the_original() {
        let earlier = |a: &str, b: &str| {
            let [a, b] = [a, b].map(|time| Metadata {
                published: some(time),
                ..Metadata::default()
            });
            told(&a, &b)
        };
        let first = (Which::First, PUBLISHED, vec![Ground::Published]);
        for (a, b) in [
            ("2026-03-12 18:40", "2026-03-12 19:10"),
            ("2026-03-12", "2026年3月13日 00:11"),
            ("2026-03-12", "2026-03-13"),
            ("2026-03-12T18:40:00+08:00", "2026-03-12T11:40:00Z"),
            ("2026-03-12T18:40:00+08:00", "2026-03-13 09:22"),
        ] {
            assert_eq!(earlier(a, b), first, "{a}, {b}");
            assert_eq!(earlier(b, a).0, Which::Second, "{a}, {b}");
        }
        for (a, b) in [
            ("2026-03-12 18:40", "2026-03-12 18:50"),
            ("2026-03-12", "2026-03-12"),
            ("2026-03-12", "2026-03-12 23:59"),
            ("2026-03-12T18:40:00+08:00", "2026-03-12 19:40"),
            ("2026-03-12", "yesterday"),
        ] {
            assert_eq!(earlier(a, b).0, Which::Unsaid, "{a}, {b}");
        }
        let seen = |time: &str| Metadata {
            first_seen: some(time),
            ..Metadata::default()
        };
        let [a, b] = ["2026-03-12T10:00:00Z", "2026-03-12T10:00:01Z"].map(seen);
        assert_eq!(
            told(&b, &a),
            (Which::Second, FIRST_SEEN, vec![Ground::FirstSeen])
        );
        assert_eq!(told(&a, &a).0, Which::Unsaid);
    }

    #[test]
    fn the_longer_one_alone_is_not_enough() {
        let side = |tail: f64| Side {
            held: 1.0 - tail,
            held_from: 1.0 - tail,
            held_to: 1.0 - tail,
            held_long: 1.0 - tail,
            head: 0.0,
            inside: 0.0,
            tail,
            clustering: 0.0,
            gated: false,
        };
        let sides = [side(0.5), side(0.0)];
        let nothing = Metadata::default();
        let alone = original(&nothing, &nothing, Some(&sides));
        assert_eq!((alone.which, alone.confidence), (Which::Unsaid, 0));
        assert_eq!(alone.reasons[0].ground, Ground::Longer);
        let seen = |time: &str| Metadata {
            first_seen: some(time),
            ..Metadata::default()
        };
        let both = original(&seen("1"), &seen("2"), Some(&sides));
        assert_eq!((both.which, both.confidence), (Which::First, 23));
    }

    #[test]
    fn what_is_gated_does_not_speak_for_itself() {
        let side = |tail: f64, gated| Side {
            held: 1.0 - tail,
            held_from: 1.0 - tail,
            held_to: 1.0 - tail,
            held_long: 1.0 - tail,
            head: 0.0,
            inside: 0.0,
            tail,
            clustering: 0.0,
            gated,
        };
        let dated = |metadata: Metadata, time: &str| Metadata {
            published: some(time),
            first_seen: some(time),
            ..metadata
        };
        let stub = dated(portal(), "2026-03-01");
        let whole = dated(paper(), "2026-03-02");
        let told = |stub: &Metadata, whole: &Metadata, gated: [bool; 2]| {
            let sides = [side(0.0, gated[0]), side(0.6, gated[1])];
            let original = original(stub, whole, Some(&sides));
            let grounds: Vec<Ground> = original.reasons.iter().map(|r| r.ground).collect();
            (original.which, grounds)
        };
        let times = vec![Ground::Published, Ground::FirstSeen];
        let with_length = vec![Ground::Published, Ground::FirstSeen, Ground::Longer];
        assert_eq!(told(&stub, &whole, [false; 2]), (Which::First, with_length));
        assert_eq!(
            told(&stub, &whole, [true, false]),
            (Which::Unsaid, vec![]),
            "it may be dated and asked for early"
        );
        for gated in [[false, true], [true, true]] {
            assert_eq!(
                told(&stub, &whole, gated),
                (Which::First, times.clone()),
                "nobody knows which is longer"
            );
        }
        let crediting = Metadata {
            credit: some("河山门户"),
            ..whole
        };
        assert_eq!(
            told(&stub, &crediting, [true, false]),
            (Which::First, vec![Ground::Credit]),
            "the other says so itself"
        );
    }

    #[test]
    fn contradictions_lower_the_confidence() {
        let copy = Metadata {
            credit: some("岚溪日报"),
            published: some("2026-03-12"),
            ..portal()
        };
        let published = |time: &str| Metadata {
            published: some(time),
            ..paper()
        };
        let agreeing = told(&published("2026-03-11"), &copy);
        assert_eq!((agreeing.0, agreeing.1), (Which::First, 86));
        let contradicting = told(&published("2026-03-13"), &copy);
        assert_eq!((contradicting.0, contradicting.1), (Which::First, 30));
        let mutual = Metadata {
            credit: some("河山门户"),
            ..paper()
        };
        let found = original(&mutual, &copy, None);
        assert_eq!(
            (found.which, found.confidence, found.reasons.len()),
            (Which::Unsaid, 0, 2)
        );
    }

    fn metadata() -> impl Strategy<Value = Metadata> {
        let one_of = |values: &'static [&'static str]| {
            prop::option::of(prop::sample::select(values)).prop_map(|text| text.map(str::to_owned))
        };
        let url = one_of(&[
            "https://a.example/1",
            "https://b.example/2",
            "https://m.a.example/3",
            "x",
        ]);
        let canonical = one_of(&[
            "https://a.example/1",
            "https://b.example/2",
            "https://c.example/",
        ]);
        let title = prop::sample::select(&["", "[转] 老坝", "老坝", "转：老坝"][..]);
        let name = || one_of(&["岚溪日报", "河山门户", "a.example", "b.example", ""]);
        let published = one_of(&["2026-03-12", "2026-03-12T18:40Z", "2026-03-13 07:05", "?"]);
        let first_seen = one_of(&["2026-03-12T10:00:00Z", "2026-03-12T10:00:01Z"]);
        let all = (url, canonical, title, name(), name(), published, first_seen);
        all.prop_map(
            |(url, canonical, title, site, credit, published, first_seen)| Metadata {
                url,
                canonical,
                title: title.to_owned(),
                site,
                credit,
                published,
                first_seen,
                ..Metadata::default()
            },
        )
    }

    fn swapped(which: Which) -> Which {
        match which {
            Which::First => Which::Second,
            Which::Second => Which::First,
            Which::Unsaid => Which::Unsaid,
        }
    }

    proptest! {
        #[test]
        fn the_order_of_the_two_does_not_matter(
            a in metadata(),
            b in metadata(),
            own in [(0.0..0.5f64, any::<bool>()), (0.0..0.5, any::<bool>())],
        ) {
            let side = |(tail, gated)| Side {
                held: 1.0,
                held_from: 1.0,
                held_to: 1.0,
                held_long: 1.0,
                head: 0.0,
                inside: 0.0,
                tail,
                clustering: 0.0,
                gated,
            };
            let sides = own.map(side);
            let there = original(&a, &b, Some(&sides));
            let back = original(&b, &a, Some(&[sides[1], sides[0]]));
            prop_assert_eq!(there.which, swapped(back.which));
            prop_assert_eq!(there.confidence, back.confidence);
            prop_assert_eq!(there.confidence == 0, there.which == Which::Unsaid);
            prop_assert!(there.confidence <= 100);
            let speaking = |of: &Original, which| -> Vec<Ground> {
                let reasons = of.reasons.iter().filter(|reason| reason.speaks_for == which);
                reasons.map(|reason| reason.ground).collect()
            };
            for which in [Which::First, Which::Second] {
                prop_assert_eq!(speaking(&there, which), speaking(&back, swapped(which)));
            }
        }

        #[test]
        fn any_text_is_read(text in "[\\[【转:a.水]{0,6}", other in "\\PC{0,12}") {
            says_reprinted(&text);
            says_reprinted(&other);
            source::is(&text, Some(&other), Some(&other));
        }
    }
}
