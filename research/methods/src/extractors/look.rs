//! The look of text, as far as the page itself states it: by its tags, by `<font>` and by `style`.
//!
//! Different ways to write the same look count as one: `black` and `#000000`, `<b>` and `font-weight: bold`,
//! `size=3` and `16px`, `<font><p>` and `<p><font>`. Style sheets are not read.

use lol_html::html_content::Element;
use offprint::internals::hash::hash_str;

/// The look of a text. A new one is that of plain text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Look {
    /// Height of the letters, in hundredths of a pixel.
    size: u32,
    /// Red, green and blue; or the hash of a value that is not such a colour.
    colour: u64,
    /// The hash of the first family; 0 if none is stated.
    face: u64,
    bold: bool,
    italic: bool,
}

impl Default for Look {
    fn default() -> Look {
        Look { size: 1600, colour: 0, face: 0, bold: false, italic: false }
    }
}

/// Pixels of `<font size>` 1 to 7, and of the words for sizes in style sheets.
const SIZES: [u32; 7] = [10, 13, 16, 18, 24, 32, 48];
const SIZE_WORDS: [&str; 7] = ["x-small", "small", "medium", "large", "x-large", "xx-large", "xxx-large"];
/// Hundredths of the size around that `<h1>` to `<h6>` have.
const HEADINGS: [u32; 6] = [200, 150, 117, 100, 83, 67];
/// The colours that have had names since HTML 3.2.
#[rustfmt::skip]
const COLOURS: [(&str, u64); 18] = [
    ("black", 0), ("silver", 0xc0_c0_c0), ("gray", 0x80_80_80), ("grey", 0x80_80_80), ("white", 0xff_ff_ff),
    ("maroon", 0x80_00_00), ("red", 0xff_00_00), ("purple", 0x80_00_80), ("fuchsia", 0xff_00_ff),
    ("green", 0x00_80_00), ("lime", 0x00_ff_00), ("olive", 0x80_80_00), ("yellow", 0xff_ff_00),
    ("navy", 0x00_00_80), ("blue", 0x00_00_ff), ("teal", 0x00_80_80), ("aqua", 0x00_ff_ff), ("orange", 0xff_a5_00),
];

impl Look {
    /// The look inside an element within text of this look.
    pub fn inside(mut self, element: &Element<'_, '_>) -> Look {
        let tag = element.tag_name();
        match tag.as_str() {
            "b" | "strong" | "th" => self.bold = true,
            "i" | "em" | "cite" | "var" | "dfn" | "address" => self.italic = true,
            "big" => self.size = self.size * 6 / 5,
            "small" => self.size = self.size * 5 / 6,
            "code" | "pre" | "tt" | "kbd" | "samp" => self.face = hash_str("monospace"),
            name => {
                let level = name.strip_prefix('h').and_then(|level| level.parse::<usize>().ok());
                if let Some(share) = level.and_then(|level| HEADINGS.get(level.wrapping_sub(1))) {
                    (self.bold, self.size) = (true, self.size * share / 100);
                }
            }
        }
        for attribute in element.attributes() {
            let value = attribute.value().trim().to_ascii_lowercase();
            match attribute.name().as_str() {
                "color" if tag == "font" => self.colour = colour(&value),
                "face" if tag == "font" => self.face = face(&value),
                "size" if tag == "font" => self.size = font_size(&value).unwrap_or(self.size),
                "style" => value.split(';').for_each(|stated| self.state(stated)),
                _ => {}
            }
        }
        self
    }

    /// A declaration of a style.
    fn state(&mut self, declaration: &str) {
        let Some((property, value)) = declaration.split_once(':') else {
            return;
        };
        let value = value.trim().trim_end_matches("!important").trim_end();
        match property.trim() {
            "color" => self.colour = colour(value),
            "font-family" => self.face = face(value),
            "font-size" => self.size = self.sized(value).unwrap_or(self.size),
            "font-weight" => self.bold = is_bold(value),
            "font-style" => self.italic = is_italic(value),
            "font" => self.font(value),
            _ => {}
        }
    }

    /// The shorthand: style and weight, the size, the family.
    fn font(&mut self, value: &str) {
        let mut words = value.split_ascii_whitespace();
        (self.bold, self.italic) = (false, false);
        for word in words.by_ref() {
            let size = word.split('/').next().and_then(|size| self.sized(size));
            if let Some(size) = size.filter(|_| word.parse::<u32>().is_err()) {
                self.size = size;
                break;
            }
            self.bold |= is_bold(word);
            self.italic |= is_italic(word);
        }
        let family: Vec<&str> = words.collect();
        if !family.is_empty() {
            self.face = face(&family.join(" "));
        }
    }

    /// A size in hundredths of a pixel.
    fn sized(&self, value: &str) -> Option<u32> {
        if let Some(word) = SIZE_WORDS.iter().position(|word| *word == value) {
            return Some(SIZES[word] * 100);
        }
        let unit = value.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(value.len());
        let number: f64 = value[..unit].parse().ok()?;
        let around = f64::from(self.size) / 100.0;
        let pixels = match value[unit..].trim() {
            "px" | "" => number,
            "pt" => number * 4.0 / 3.0,
            "em" => number * around,
            "rem" => number * 16.0,
            "%" => number * around / 100.0,
            _ => return None,
        };
        Some((pixels * 100.0) as u32)
    }
}

/// `<font size>`: 1 to 7, or so much more or less than 3.
fn font_size(value: &str) -> Option<u32> {
    let number: i32 = value.parse().ok()?;
    let step = if value.starts_with(['+', '-']) { number.saturating_add(3) } else { number };
    Some(SIZES[step.clamp(1, 7) as usize - 1] * 100)
}

fn colour(value: &str) -> u64 {
    let digits = value.trim_start_matches('#');
    let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let number = |digits: &str| u64::from_str_radix(digits, 16).unwrap_or(0);
    let named = COLOURS.iter().find(|(name, _)| *name == value);
    match (named, digits.len()) {
        (Some((_, colour)), _) => *colour,
        (None, 6) if is_hex => number(digits),
        (None, 3) if is_hex => digits
            .chars()
            .map(|digit| 17 * u64::from(digit.to_digit(16).unwrap_or(0)))
            .fold(0, |colour, part| colour << 8 | part),
        _ => by_numbers(value).unwrap_or_else(|| hash_str(value) | 1 << 63),
    }
}

/// `rgb(255, 0, 0)`.
fn by_numbers(value: &str) -> Option<u64> {
    let numbers = value.strip_prefix("rgb(")?.strip_suffix(')')?.split(',');
    let mut parts = numbers.map(|part| part.trim().parse::<u8>().ok());
    let colour = [parts.next()??, parts.next()??, parts.next()??];
    parts.next().is_none().then(|| colour.iter().fold(0, |all, &part| all << 8 | u64::from(part)))
}

/// The first family of a list.
fn face(value: &str) -> u64 {
    let first = value.split(',').next().unwrap_or("").trim();
    hash_str(first.trim_matches(['"', '\'']))
}

fn is_bold(value: &str) -> bool {
    matches!(value, "bold" | "bolder") || value.parse().is_ok_and(|weight: u32| weight >= 600)
}

fn is_italic(value: &str) -> bool {
    matches!(value, "italic" | "oblique")
}
