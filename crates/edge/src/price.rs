//! Prices of pages, which are compared exactly.

use std::fmt;

/// Digits behind the point.
const FRACTION: usize = 6;
/// Digits before it.
const WHOLE: usize = 12;

/// A currency and an amount, as pay per crawl writes them: `USD 0.01`.
///
/// ```
/// use offprint_edge::Price;
/// let price = |text| Price::parse(text).unwrap();
/// assert_eq!(price("USD 0.010"), price("USD 0.01"));
/// assert!(price("USD 0.02").covers(&price("USD 0.01")));
/// assert!(!price("EUR 0.02").covers(&price("USD 0.01")));
/// assert_eq!(price("USD 1.50").to_string(), "USD 1.50");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Price {
    currency: [u8; 3],
    millionths: u64,
}

impl Price {
    /// Reads three capital letters, a space, and a decimal number; `None` for anything else.
    pub fn parse(text: &str) -> Option<Price> {
        let (currency, amount) = text.split_once(' ')?;
        let currency: [u8; 3] = currency.as_bytes().try_into().ok()?;
        let (whole, fraction) = amount.split_once('.').unwrap_or((amount, "0"));
        let digits = |text: &str, most| {
            (1..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
        };
        let is_price = currency.iter().all(u8::is_ascii_uppercase)
            && digits(whole, WHOLE)
            && digits(fraction, FRACTION);
        let millionths = format!("{whole}{fraction:0<FRACTION$}");
        is_price.then_some(Price {
            currency,
            millionths: millionths.parse().ok()?,
        })
    }

    /// Whether it is nothing.
    pub fn is_zero(&self) -> bool {
        self.millionths == 0
    }

    /// Whether who would pay this would pay the other.
    pub fn covers(&self, other: &Price) -> bool {
        self.currency == other.currency && self.millionths >= other.millionths
    }
}

impl fmt::Display for Price {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c] = self.currency.map(char::from);
        let millionths = format!("{:07}", self.millionths);
        let (whole, fraction) = millionths.split_at(millionths.len() - FRACTION);
        // Cents are written even if there are none.
        let fraction = match fraction.trim_end_matches('0') {
            short if short.len() < 2 => &fraction[..2],
            long => long,
        };
        write!(f, "{a}{b}{c} {whole}.{fraction}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prices_are_exact() {
        let price = |text| Price::parse(text).unwrap();
        for (text, written) in [
            ("USD 0.01", "USD 0.01"),
            ("USD 1", "USD 1.00"),
            ("USD 0.1", "USD 0.10"),
            ("JPY 0.000001", "JPY 0.000001"),
            ("EUR 999999999999.999999", "EUR 999999999999.999999"),
            ("USD 007.5000", "USD 7.50"),
        ] {
            assert_eq!(price(text).to_string(), written);
            assert_eq!(price(written), price(text));
        }
        // As floats the two sums are the same.
        assert!(!price("USD 100000000.010000").covers(&price("USD 100000000.010001")));
        for text in [
            "",
            "USD",
            "USD ",
            "USD .5",
            "USD 1.",
            "USD 1,5",
            "usd 1",
            "US 1",
            "USDT 1",
            "USD -1",
            "USD +1",
            "USD 1e3",
            "USD  1",
            "USD 1 ",
            " USD 1",
            "USD 0.0000001",
            "USD 1000000000000",
            "USD NaN",
            "1 cent",
            "\u{41}\u{301} 1",
        ] {
            assert_eq!(Price::parse(text), None, "{text}");
        }
    }
}
