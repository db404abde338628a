//! What pages state about each other and about time.

use super::{CANONICAL_ADDRESS, CREDIT, CREDIT_AT_END, OriginEvidence, TITLE};
use crate::address;
use crate::compare::source;
use crate::metadata::date::Found;
use crate::metadata::{CreditPlace, Metadata};

/// Minutes by which one must have been published before the other. Larger: pages of one newsroom and wrong clocks count
/// for less.
const TOLERANCE: i64 = 10;
/// The largest offsets of time zones ahead of UTC and behind it, in minutes.
const ZONES: [i64; 2] = [14 * 60, 12 * 60];

impl Metadata {
    /// The address that the page states as its own, if the page was found at another address.
    pub(crate) fn points_to(&self) -> Option<&str> {
        let url = self.url.as_deref()?;
        let stated = self.canonical.as_deref()?;
        (!address::is_same_page(url, stated)).then_some(stated)
    }

    pub(crate) fn is_at(&self, address: &str) -> bool {
        let mut own = self.url.iter().chain(&self.canonical);
        own.any(|own| address::is_same_page(own, address))
    }

    fn is_found_at(&self, address: &str) -> bool {
        self.url.as_deref().is_some_and(|url| address::is_same_page(url, address))
    }

    /// The address that it states on its own site, otherwise the one where it was found.
    pub(crate) fn own_address(&self) -> Option<&str> {
        let (url, stated) = (self.url.as_deref(), self.canonical.as_deref());
        url.map_or(stated, |url| Some(address::own(url, stated)))
    }

    /// Whether another article has the same [address](Self::own_address).
    pub(crate) fn is_version_of(&self, other: &Metadata) -> bool {
        let both = self.own_address().zip(other.own_address());
        both.is_some_and(|(this, other)| address::is_same_page(this, other))
    }

    /// The source that it credits, unless it credits its own site.
    pub(crate) fn credits_another(&self) -> Option<&str> {
        let credit = self.credit.as_deref()?;
        (!self.is_named_by(credit)).then_some(credit)
    }

    /// The weight of its credit, which depends on the credit's place.
    pub(crate) fn credit_weight(&self) -> u8 {
        match self.credit_place {
            Some(CreditPlace::Head | CreditPlace::Top) => CREDIT,
            Some(CreditPlace::End) | None => CREDIT_AT_END,
        }
    }

    /// How much the evidence for this page counts against what other pages state, in millionths: a page that says its
    /// text is from elsewhere is believed.
    pub(crate) fn own_word(&self) -> u32 {
        doubt(self.points_to().is_some(), CANONICAL_ADDRESS)
            * doubt(self.credits_another().is_some(), self.credit_weight())
            * doubt(says_reprinted(&self.title), TITLE)
    }

    /// Whether a credit names this article's site, by its name or its host.
    pub(crate) fn is_named_by(&self, credit: &str) -> bool {
        source::is(credit, self.site.as_deref(), self.host().as_deref())
    }
}

/// What a reason of this weight leaves of the rest, in hundredths, if it holds.
fn doubt(holds: bool, weight: u8) -> u32 {
    if holds { 100 - u32::from(weight) } else { 100 }
}

/// Whether and how the other states this article's address as its own.
pub(super) fn canonical(this: &Metadata, other: &Metadata) -> Option<OriginEvidence> {
    let stated = other.points_to()?;
    if this.is_at(stated) {
        // Two copies may state the same third address.
        let own = this.points_to();
        let elsewhere = own.is_some_and(|own| address::is_same_page(own, stated));
        return (!elsewhere).then_some(OriginEvidence::CanonicalAddress);
    }
    let site = address::site(stated);
    let leads_here = site.is_some() && site == this.host() && site != other.host();
    leads_here.then_some(OriginEvidence::CanonicalSite)
}

/// Whether the other credits this article's site and not its own.
pub(super) fn is_credited(this: &Metadata, other: &Metadata) -> bool {
    let credit = other.credits_another();
    credit.is_some_and(|credit| this.is_named_by(credit))
}

/// Whether both say that their text is from the same third source: they credit it, or state an address on it as their
/// own.
pub(super) fn name_third(first: &Metadata, second: &Metadata) -> bool {
    let stated = [first, second].map(|about| {
        let credit = about.credits_another().filter(|credit| !first.is_named_by(credit) && !second.is_named_by(credit));
        (
            credit,
            about.canonical.as_deref().filter(|address| !first.is_found_at(address) && !second.is_found_at(address)),
        )
    });
    let [(credit, address), (other_credit, other_address)] = stated;
    let is_one_source = credit
        .zip(other_credit)
        .is_some_and(|(one, other)| source::is(one, Some(other), Some(other)) || source::is(other, Some(one), None));
    is_one_source || address.zip(other_address).is_some_and(|(one, other)| address::is_same_page(one, other))
}

/// Whether a headline begins with a mark of reprints, in brackets or before a colon.
pub(crate) fn says_reprinted(title: &str) -> bool {
    const MARKS: [&str; 11] = ["转载", "轉載", "转帖", "轉帖", "转贴", "轉貼", "转", "轉", "zt", "reprint", "repost"];
    let title = title.trim_start();
    let inside = title.trim_start_matches(['[', '【', '(', '（', '［', '〔']);
    let ends: &[char] =
        if inside.len() < title.len() { &[']', '】', ')', '）', '］', '〕'] } else { &[':', '：'] };
    MARKS.iter().any(|mark| {
        let (start, rest) = inside.split_at_checked(mark.len()).unwrap_or_default();
        start.eq_ignore_ascii_case(mark) && rest.trim_start().starts_with(ends)
    })
}

/// Whether one was published before the other, for any time zones and times of day that the two leave out.
pub(crate) fn is_published_before(this: &Metadata, other: &Metadata) -> bool {
    let Some((this, other)) = this.published_at().zip(other.published_at()) else {
        return false;
    };
    // If only one names its zone, both may be in any zone; if neither does, both count as being in the same zone.
    let mixed = this.has_zone != other.has_zone;
    let tolerance = if this.has_clock || other.has_clock {
        TOLERANCE
    } else {
        // Dates without a time of day are coarse enough.
        0
    };
    span(this, mixed)[1] + tolerance < span(other, mixed)[0]
}

/// The first and the last minute that a time may refer to.
fn span(time: Found, any_zone: bool) -> [i64; 2] {
    let day = if time.has_clock { 0 } else { 24 * 60 - 1 };
    let [ahead, behind] = if any_zone && !time.has_zone { ZONES } else { [0, 0] };
    [time.minutes - ahead, time.minutes + day + behind]
}
