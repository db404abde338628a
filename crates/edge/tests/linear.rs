//! No address can make the edge slow: an address eight times as long takes about eight times the work.

use offprint_edge::{Addresses, PageFacts, public_address};
use work::{assert_linear, filled, more_than_linear};

#[path = "../../../tests/common/work.rs"]
mod work;

#[test]
fn addresses_are_read_in_linear_time() {
    for repeated in ["https://", "&a=b", "%41", "@", ";jsessionid=", "utm_"] {
        assert_linear([more_than_linear(repeated, 20_000, |length| {
            let url = format!("https://a.example/?{}", filled(repeated, length));
            public_address(&url, Some(&url));
            Addresses::default().standing(&PageFacts {
                canonical: Some(url.clone()),
                url,
                ..PageFacts::default()
            });
        })]);
    }
}
