//! Internet addresses: ranges of them, and those that are nobody's public one.

use std::net::IpAddr;

/// A range of addresses, such as `66.249.64.0/19` or `2001:4860:4801::/48`; one address alone is a
/// range, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    start: IpAddr,
    length: u32,
}

impl Range {
    /// A range as it is written.
    ///
    /// # Errors
    /// That it is none.
    pub fn parse(text: &str) -> Result<Range, String> {
        let parsed = || {
            let (start, length) = match text.split_once('/') {
                Some((start, length)) => (start, Some(length)),
                None => (text, None),
            };
            let start: IpAddr = start.trim().parse().ok()?;
            let width = number(start).1;
            let length = length.map_or(Some(width), |length| length.trim().parse().ok())?;
            (length <= width).then_some(Range { start, length })
        };
        parsed().ok_or_else(|| {
            format!("`{text}` is no range of addresses: write one as `66.249.64.0/19` or `2001:db8::/32`")
        })
    }

    /// Whether an address is in it. An IPv4 address that is written as IPv6 is the IPv4 address.
    pub fn holds(&self, address: IpAddr) -> bool {
        let (start, width) = number(self.start);
        let (number, other_width) = number(address.to_canonical());
        width == other_width
            && (start ^ number)
                .checked_shr(width - self.length)
                .unwrap_or(0)
                == 0
    }
}

/// The address as a number, and how many bits it has.
fn number(address: IpAddr) -> (u128, u32) {
    match address {
        IpAddr::V4(v4) => (v4.to_bits().into(), 32),
        IpAddr::V6(v6) => (v6.to_bits(), 128),
    }
}

/// Ranges of IPv4 that lead to this machine, a private network, or nowhere (RFC 6890), as first
/// address and number of leading bits.
const NOT_PUBLIC: [([u8; 4], u32); 14] = [
    ([0, 0, 0, 0], 8),
    ([10, 0, 0, 0], 8),
    ([100, 64, 0, 0], 10),
    ([127, 0, 0, 0], 8),
    ([169, 254, 0, 0], 16),
    ([172, 16, 0, 0], 12),
    ([192, 0, 0, 0], 24),
    ([192, 0, 2, 0], 24),
    ([192, 88, 99, 0], 24),
    ([192, 168, 0, 0], 16),
    ([198, 18, 0, 0], 15),
    ([198, 51, 100, 0], 24),
    ([203, 0, 113, 0], 24),
    // Multicast and reserved.
    ([224, 0, 0, 0], 3),
];

/// Whether an address is one of the public Internet. Of IPv6 that is 2000::/3 without the ranges
/// that lead to an IPv4 address or are for documents, so also not what NAT64 translates.
pub fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(v4) => !NOT_PUBLIC.iter().any(|&(start, length)| {
            (v4.to_bits() ^ u32::from_be_bytes(start)) >> (32 - length) == 0
        }),
        IpAddr::V6(v6) => {
            let [a, b, ..] = v6.segments();
            let teredo_or_orchid = a == 0x2001 && b < 0x0200;
            let documents = (a == 0x2001 && b == 0x0DB8) || (a == 0x3FFF && b < 0x1000);
            a >> 13 == 1 && !teredo_or_orchid && !documents && a != 0x2002
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(text: &str) -> Result<Range, String> {
        Range::parse(text)
    }

    #[test]
    fn a_range_holds_what_begins_like_it() {
        let holds = |text, address: &str| range(text).unwrap().holds(address.parse().unwrap());
        assert!(holds("192.0.2.0/24", "192.0.2.255") && !holds("192.0.2.0/24", "192.0.3.0"));
        assert!(holds("192.0.2.7", "192.0.2.7") && !holds("192.0.2.7", "192.0.2.6"));
        assert!(holds("0.0.0.0/0", "255.1.2.3") && !holds("0.0.0.0/0", "::1"));
        assert!(holds("::/0", "2001:db8::1") && !holds("::/0", "::ffff:192.0.2.1"));
        assert!(holds("2001:db8::/33", "2001:db8:7fff::1"));
        assert!(!holds("2001:db8::/33", "2001:db8:8000::"));
        for text in [
            "",
            "a",
            "1.2.3/8",
            "1.2.3.4/33",
            "1.2.3.4/",
            "1.2.3.4/-1",
            "::/129",
        ] {
            assert!(range(text).is_err(), "{text}");
        }
    }

    #[test]
    fn public_addresses_are_told_from_others() {
        let public = |address: &str| is_public(address.parse().unwrap());
        for address in [
            "8.8.8.8",
            "1.1.1.1",
            "172.32.0.1",
            "192.167.1.1",
            "100.128.0.1",
            "2606:4700::1111",
            "::ffff:8.8.8.8",
        ] {
            assert!(public(address), "{address}");
        }
        for address in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "127.255.0.1",
            "169.254.169.254",
            "172.31.255.255",
            "192.168.0.1",
            "198.19.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:a9fe:a9fe",
            "::127.0.0.1",
            "64:ff9b::7f00:1",
            "64:ff9b:1::1",
            "fe80::1",
            "fc00::1",
            "fd12::1",
            "ff02::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "3fff::1",
        ] {
            assert!(!public(address), "{address}");
        }
    }
}
