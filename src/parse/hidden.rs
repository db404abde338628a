//! What readers do not see: text hidden by attributes, by inline styles, by names known for it, and by rules of the
//! page's own style sheets for one class or id, or for one inside another.

use super::characters::{find, has_any};
use super::tag::Name;
use crate::bytes::find_near;
use crate::hash::hash_bytes;
use memchr::memchr;
use std::ops::BitOr;

/// Most bytes of style sheets that are read. Larger: rules further down are found, and pages with long sheets take
/// longer.
const MAX_SHEET: usize = 16 * 1024;
/// Most names of a page's style sheets that are kept.
const MAX_NAMES: usize = 64;
/// Parts of the names of elements that readers open, such as the panels of an accordion.
const OPENED: [&str; 10] =
    ["tab", "accord", "panel", "collaps", "toggle", "answer", "content", "more", "slide", "expand"];

/// Prose in other paragraphs that is enough to read a page without its comments or hidden text, in Latin letters.
/// Larger: more short articles are lost among them; smaller: more pages that consist of them are lost.
pub const MIN_PROSE: u32 = 400;
/// Hidden text this many times as long as the other paragraphs stays hidden, even if it is most of the page: it is
/// there for search engines. Larger: more of it is read; smaller: more pages that show their text by a script lose it.
const TIMES: u32 = 10;
/// Hidden letters that are too many for an article, so that a third of [`MIN_PROSE`] is enough. Larger: the same as larger
/// [`TIMES`].
pub const MIN_BOOK: u32 = 100_000;

/// Whether hidden text is meant for search engines and not for readers, given the prose in other paragraphs.
pub fn is_stuffed(hidden: u32, beside: u32) -> bool {
    let least = if hidden < MIN_BOOK { MIN_PROSE } else { MIN_PROSE / 3 };
    beside >= least && hidden / TIMES >= beside
}

/// How a style hides text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Hiding(u8);

impl Hiding {
    /// `display: none`.
    pub const NONE: Hiding = Hiding(1);
    /// In a way that scripts also use for what they show later.
    pub const SOFT: Hiding = Hiding(2);
    /// By letters without a size, which elements inside may have.
    pub const NO_SIZE: Hiding = Hiding(4);
    /// Struck out.
    pub const STRUCK: Hiding = Hiding(8);
    /// Not at all: it gives the letters a size.
    pub const SIZED: Hiding = Hiding(16);
    /// Shown by its `display`.
    const SHOWN: Hiding = Hiding(32);
    /// In any way.
    pub const ANY: Hiding = Hiding(15);

    /// Whether it contains one of these.
    pub fn has(self, any: Hiding) -> bool {
        self.0 & any.0 != 0
    }

    /// How a style hides the text of its element.
    pub fn from_style(style: &str) -> Hiding {
        let mut found = Hiding::default();
        let (mut is_placed, mut is_off, mut is_cut, mut is_flat, mut is_clear, mut is_moved) =
            (false, false, false, false, false, false);
        let (mut color, mut ground) = (None, None);
        let mut rest = style;
        while !rest.is_empty() {
            let declaration;
            (declaration, rest) = split_near(rest, b';').unwrap_or((rest, ""));
            let Some((property, value)) = split_near(declaration, b':') else {
                continue;
            };
            let value = value.trim();
            let word = || Name::new(value.split([' ', '!', '(']).next().unwrap_or_default());
            match &*Name::new(property.trim()) {
                b"display" if *word() == *b"none" => found = found | Hiding::NONE,
                b"display" => found = found | Hiding::SHOWN,
                b"visibility" => is_clear |= matches!(&*word(), b"hidden" | b"collapse"),
                b"opacity" if is_zero(value) => is_moved |= true,
                b"font-size" if is_zero(value) || *word() == *b"1px" => found = found | Hiding::NO_SIZE,
                b"font-size" => found = found | Hiding::SIZED,
                b"font" if is_zero(value) => found = found | Hiding::NO_SIZE,
                b"position" => is_placed |= matches!(&*word(), b"absolute" | b"fixed"),
                b"left" | b"top" | b"right" | b"bottom" => is_off |= is_far(value),
                b"text-indent" | b"margin-left" | b"margin-top" => is_clear |= is_far(value),
                b"transform" => {
                    let (name, inside) = value.split_once('(').unwrap_or_default();
                    is_clear |= matches!(name, "scale" | "scaleX" | "scaleY") && is_zero(inside);
                }
                b"clip" => is_clear |= *word() == *b"rect" && is_empty_rect(value.get(5..).unwrap_or_default()),
                b"clip-path" => {
                    let inside = value.split_once('(').map_or("", |(_, inside)| inside);
                    is_clear |= match &*word() {
                        b"inset" => inside.starts_with("50%") || inside.starts_with("100%"),
                        b"circle" => is_zero(inside),
                        _ => false,
                    }
                }
                b"overflow" => is_cut |= matches!(&*word(), b"hidden" | b"clip"),
                b"height" | b"max-height" | b"width" | b"max-width" => is_flat |= is_zero(value) || value == "1px",
                b"color" => color = color_of(value).map(|(color, _)| color),
                b"background" | b"background-color" | b"background-image" => ground = ground_of(value).or(ground),
                b"text-decoration" if find(value, "line-through").is_some() => {
                    found = found | Hiding::STRUCK;
                }
                _ => {}
            }
        }
        // Text that moves into view is shown.
        is_moved = is_moved && !has_any(style, &["trans", "anim", "filter", "will-change"]);
        is_clear |= color.is_some() && color == ground || color == Some(CLEAR) && ground.is_none();
        if is_clear || is_moved || is_placed && is_off || is_cut && is_flat {
            found = found | Hiding::SOFT;
        }
        found
    }
}

impl BitOr for Hiding {
    type Output = Hiding;

    fn bitor(self, other: Hiding) -> Hiding {
        Hiding(self.0 | other.0)
    }
}

/// What is before and after a sign that is likely to be near.
fn split_near(text: &str, sign: u8) -> Option<(&str, &str)> {
    let at = find_near(text.as_bytes(), sign)?;
    Some((&text[..at], &text[at + 1..]))
}

/// The number that a value begins with.
fn number(value: &str) -> &str {
    &value[..value.find(|c: char| !c.is_ascii_digit() && c != '.' && c != '-').unwrap_or(value.len())]
}

fn is_zero(value: &str) -> bool {
    let number = number(value);
    !number.is_empty() && number.bytes().all(|byte| matches!(byte, b'0' | b'.'))
}

/// Whether a length leads out of the window: -500 pixels or more, or -50 of a larger unit.
fn is_far(value: &str) -> bool {
    let number = number(value);
    let whole = number.split('.').next().unwrap_or_default();
    let (digits, unit) = (whole.trim_start_matches('-'), &value[number.len()..]);
    let is_large = unit.starts_with('%') || !unit.starts_with("px") && unit.len() > 1;
    let least = if is_large { "50" } else { "500" };
    whole.starts_with('-')
        && !unit.starts_with('%')
        && (digits.len() > least.len() || digits.len() == least.len() && digits >= least)
}

/// Whether no side of a rectangle, whose parenthesis is open, is longer than a pixel.
fn is_empty_rect(sides: &str) -> bool {
    let mut sides = sides.trim_end_matches(')').split([',', ' ']);
    sides.all(|side| matches!(side, "" | "0" | "0px" | "1px"))
}

const CLEAR: u32 = 0x0100_0000;
const NO_COLOR: u32 = 0x0200_0000;

/// The color behind a text, if the value sets one: [`NO_COLOR`] if it is a picture, or lets what is behind it through.
fn ground_of(value: &str) -> Option<u32> {
    let is_picture = has_any(value, &["url(", "gradient("]);
    match color_of(value) {
        Some((CLEAR, _)) => None,
        Some((color, true)) if !is_picture => Some(color),
        _ if matches!(value, "none" | "initial" | "inherit") => None,
        _ => Some(NO_COLOR),
    }
}

/// A color as a number, [`CLEAR`] if nothing of it is seen, and whether it is opaque.
fn color_of(value: &str) -> Option<(u32, bool)> {
    let word = value.split([' ', '!']).next().unwrap_or_default();
    if let Some(hex) = word.strip_prefix('#') {
        let number = u32::from_str_radix(hex, 16).ok()?;
        let wide = |number: u32| 17 * (number >> 8 << 16 | (number >> 4 & 15) << 8 | number & 15);
        let (rgb, alpha) = match hex.len() {
            3 => (wide(number), 0xFF),
            4 => (wide(number >> 4), 17 * (number & 15)),
            6 => (number, 0xFF),
            8 => (number >> 8, number & 0xFF),
            _ => return None,
        };
        return Some((if alpha == 0 { CLEAR } else { rgb }, alpha == 0xFF));
    }
    if let Some(("rgb" | "rgba", rest)) = value.split_once('(') {
        let mut parts = rest.split([',', ')', '/', ' ']).filter(|part| !part.is_empty());
        let mut rgb = 0;
        for _ in 0..3 {
            rgb = rgb << 8 | parts.next()?.parse::<u32>().ok()?.min(255);
        }
        let alpha = parts.next().unwrap_or("1");
        return Some((if is_zero(alpha) { CLEAR } else { rgb }, matches!(alpha, "1" | "1.0" | "100%")));
    }
    match &*Name::new(word) {
        b"white" => Some((0xFF_FFFF, true)),
        b"black" => Some((0, true)),
        b"transparent" => Some((CLEAR, false)),
        _ => None,
    }
}

/// The classes and ids that the page's style sheets hide.
#[derive(Default)]
pub struct Sheet {
    /// Hashes of the names, each after the hash of the name that must be around it, or 0 if there is none or once it
    /// was seen.
    names: Vec<(u64, u64)>,
    /// How often they changed.
    pub changes: u32,
    read: usize,
}

impl Sheet {
    /// Reads the rules of a sheet for one class or id each.
    #[inline(never)]
    pub fn read(&mut self, css: &str) {
        let css = super::characters::start(css, MAX_SHEET - self.read);
        self.read += css.len();
        self.changes += 1;
        let mut rest = css;
        // How much is left after the rules for wide windows. They only show what others hide.
        let mut after_wide = usize::MAX;
        while let Some(open) = memchr(b'{', rest.as_bytes()) {
            let (before, inside) = (&rest[..open], &rest[open + 1..]);
            // This brace is in a comment: skip the comment.
            let comment = memchr(b'*', before.as_bytes()).and_then(|_| before.rfind("/*"));
            if let Some(at) = comment.filter(|&at| find(&before[at..], "*/").is_none()) {
                let end = find(&rest[at..], "*/").map_or(rest.len(), |end| at + end + 2);
                rest = &rest[end..];
                continue;
            }
            let before = before.rsplit(['}', ';', '/']).next().unwrap_or_default().trim();
            let media = before.strip_prefix("@media").map(str::trim);
            if let Some("screen" | "all" | "only screen") = media {
                rest = inside;
                continue;
            }
            let is_in_wide = inside.len() > after_wide;
            if !is_in_wide && media.is_some_and(is_wide) {
                after_wide = end_of_rule(inside.as_bytes(), false).map_or(0, |end| inside.len() - end);
                rest = inside;
                continue;
            }
            let is_plain = !before.starts_with('@');
            let Some(end) = end_of_rule(inside.as_bytes(), is_plain) else {
                break;
            };
            rest = &inside[end..];
            let mut names = before.split(',').filter_map(|selector| name_of(selector.trim())).peekable();
            if !is_plain || names.peek().is_none() {
                continue;
            }
            let hiding = Hiding::from_style(inside[..end].trim_end_matches('}'));
            for name in names {
                let (around, inner) = name.rsplit_once(' ').unwrap_or(("", name));
                let hashes = (hash(around.trim_end()), hash(inner));
                if hiding.has(Hiding::NONE | Hiding::SOFT | Hiding::NO_SIZE) {
                    if !is_in_wide && self.names.len() < MAX_NAMES && !has_any(inner, &OPENED) {
                        self.names.push(hashes);
                    }
                } else if hiding.has(Hiding::SHOWN) {
                    self.names.retain(|&other| other != hashes);
                }
            }
        }
    }

    /// Whether it hides elements with this value of `class` (`sign` is `.`) or `id` (`#`).
    #[inline]
    pub fn hides(&mut self, sign: u8, value: &str) -> bool {
        let mut is_hidden = false;
        if !self.names.is_empty() {
            for begun in value.split_ascii_whitespace().map(|name| hash_of(sign, name)) {
                for (around, name) in &mut self.names {
                    is_hidden |= *around == 0 && *name == begun;
                    if *around == begun {
                        (*around, self.changes) = (0, self.changes + 1);
                    }
                }
            }
        }
        is_hidden
    }
}

/// Whether a rule for these media applies to all windows that are wide enough.
fn is_wide(media: &str) -> bool {
    has_any(media, &["min-width", "width >", "width>"])
        && !has_any(media, &["max-width", "width <", "width<", "print", "not "])
}

/// The end of a rule, past its `}`; `bytes` begin after its `{`. A rule for conditions holds other rules.
fn end_of_rule(bytes: &[u8], is_plain: bool) -> Option<usize> {
    if is_plain {
        return Some(memchr(b'}', bytes)? + 1);
    }
    let mut depth = 1;
    let end = bytes.iter().position(|byte| {
        depth += i32::from(*byte == b'{') - i32::from(*byte == b'}');
        depth == 0
    });
    Some(end? + 1)
}

/// A selector of one class or id with its sign, perhaps inside another.
fn name_of(selector: &str) -> Option<&str> {
    let mut names = selector.split_ascii_whitespace();
    (names.clone().count().wrapping_sub(1) < 2 && names.all(is_name)).then_some(selector)
}

fn is_name(selector: &str) -> bool {
    let name = selector.strip_prefix(['.', '#']).unwrap_or_default();
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

/// The hash of a name with its sign; 0 for an empty name.
fn hash(name: &str) -> u64 {
    name.bytes().next().map_or(0, |sign| hash_of(sign, &name[1..]))
}

fn hash_of(sign: u8, name: &str) -> u64 {
    hash_bytes(name) ^ u64::from(sign)
}

/// Whether a class with words for unseen elements names such an element, and not one around it.
pub fn is_unseen(class: &str) -> bool {
    find(class, "label-visually").is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_text::rows;

    #[test]
    fn styles_hide_in_many_ways() {
        let any = Hiding::NONE | Hiding::SOFT | Hiding::NO_SIZE;
        for (style, expected) in rows(include_str!("../../tests/tables/styles.txt")) {
            assert_eq!(Hiding::from_style(style).has(any), expected == "hides", "{style}");
        }
    }

    #[test]
    fn sheets_hide_single_classes_and_ids() {
        let mut sheet = Sheet::default();
        sheet.read(
            "@import url(a.css); /* .d{ */ .a, #b , p.c {display:none} .e .f{display:none} @media print { .g {display:none} } \
             @media screen { .k {display:none} } .e .l{display:block} .m > .n{display:none} \
             .h{position:absolute;left:-9999px} .i{display:none} .i{display:block} .tab-pane{display:none} \
             .o, .q, .r {display:none} @media (min-width:40em) { .o{display:block} .p{display:none} } .s{display:none} \
             @media print and (min-width:9cm) { .q{display:block} } @media (max-width:40em) { .r{display:block} } .j{color:red",
        );
        for (sign, name, is_hidden) in [
            (b'.', "x a", true),
            (b'#', "b", true),
            (b'.', "b", false),
            (b'.', "c d f g l n", false),
            (b'.', "e", false),
            (b'.', "f", true),
            (b'.', "k", true),
            (b'.', "h", true),
            (b'.', "i tab-pane j", false),
            (b'.', "o p", false),
            (b'.', "q", true),
            (b'.', "r", true),
            (b'.', "s", true),
        ] {
            assert_eq!(sheet.hides(sign, name), is_hidden, "{name}");
        }
    }
}
