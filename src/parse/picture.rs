//! Which of the addresses that a picture states for browsers and for scripts is its own, and whether it is decoration.

use super::start_tag::TagReader;
use super::tokens::name_of_tag;
use crate::decode::attribute;
use crate::decode::entity::{self, Context};
use crate::parse::characters::{collapse, find, is_one_of};
use crate::parse::draft::Spot;

/// Smallest stated side of a picture that is not an icon, in pixels.
const ICON: u32 = 48;
/// Words in classes and file names of pictures that decorate the page or its text.
const DECORATION: [&str; 8] = ["icon", "icons", "avatar", "gravatar", "emoji", "smiley", "smilies", "spinner"];
/// Names of files that stand in for a picture until a script loads it.
#[rustfmt::skip]
const PLACEHOLDERS: [&str; 11] = [
    "spacer", "blank", "pixel", "transparent", "trans", "loading", "lazy", "lazyload", "1x1", "clear", "grey",
];

/// The address and the description of a picture.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Picture {
    /// Empty if only a script knows it.
    pub src: String,
    pub alt: String,
}

/// What one `<img>` or `<source>` states.
#[derive(Debug, Default)]
pub struct Attributes {
    src: String,
    srcset: String,
    /// An attribute from which scripts load it later: an address or a set of addresses.
    later: String,
    later_set: String,
    alt: String,
    is_decoration: bool,
}

/// Pictures that a page holds more than once: a picture that scripts load and a copy for browsers without scripts, or
/// sources of several formats before a picture.
#[derive(Debug, Default)]
pub struct Copies {
    /// The best address of the sources before a picture.
    pub source: Option<String>,
    /// Where the last picture is in the text, and whether it was recorded.
    pub last: Option<(Spot, bool)>,
    /// Whether the last picture was a copy for browsers without scripts.
    pub is_without_scripts: bool,
    /// Whether the address of the open player is known.
    pub is_played: bool,
}

impl Attributes {
    pub fn new(read: &TagReader<'_>) -> Attributes {
        Attributes::from_tag(read.markup, 1 + read.name.len()).0
    }

    /// The attributes of each `<img>` in raw markup.
    pub fn in_markup(markup: &str) -> impl Iterator<Item = Attributes> + '_ {
        let mut rest = markup;
        std::iter::from_fn(move || {
            loop {
                rest = &rest[find(rest, "<")? + 1..];
                if name_of_tag(rest).eq_ignore_ascii_case("img") {
                    break;
                }
            }
            let (attributes, end) = Attributes::from_tag(rest, "img".len());
            rest = &rest[end..];
            Some(attributes)
        })
    }

    /// The attributes of the tag whose name ends at this position, and where it ends.
    fn from_tag(tag: &str, name_end: usize) -> (Attributes, usize) {
        let mut attributes = Attributes::default();
        let mut places = attribute::Attributes::new(tag.as_bytes(), name_end);
        for place in places.by_ref() {
            attributes.add(&tag[place.name].to_ascii_lowercase(), &tag[place.value]);
        }
        (attributes, places.at)
    }

    fn add(&mut self, name: &str, value: &str) {
        let text = || collapse(&entity::decode(value, Context::Attribute));
        match name {
            "src" => self.src = text(),
            "srcset" => self.srcset = text(),
            "alt" | "title" if self.alt.is_empty() => self.alt = text(),
            "width" | "height" => {
                let size = value.trim().trim_end_matches("px").parse();
                self.is_decoration |= size.is_ok_and(|size: u32| size < ICON);
            }
            "class" => self.is_decoration |= is_decoration(value),
            name if name.ends_with("srcset") => set(&mut self.later_set, text()),
            name if name.ends_with("srcs") => {
                // JSON with an address as its first key.
                let json = text();
                let first = json.split('"').find(|part| part.starts_with("http"));
                set(&mut self.later, first.unwrap_or_default().to_owned());
            }
            name if name.ends_with("src") || name.ends_with("original") || name.ends_with("orig-file") => {
                set(&mut self.later, text());
            }
            _ => {}
        }
    }

    /// The picture, if it is not decoration and has an address, or a placeholder and a description; `source` is the
    /// address that the sources before it state.
    pub fn picture(self, source: Option<String>) -> Option<Picture> {
        let is_described = is_placeholder(&self.src) && !self.alt.is_empty();
        let src = self.address().or_else(|| self.best_source()).or(source).or(is_described.then(String::new))?;
        let path = src.split(['?', '#']).next().unwrap_or_default();
        let is_decoration = self.is_decoration || is_decoration(path);
        (!is_decoration).then_some(Picture { src, alt: self.alt })
    }

    pub fn best_source(&self) -> Option<String> {
        best(&self.later_set).or_else(|| best(&self.srcset))
    }

    /// The address of a `<source>` or of a frame that is not a picture.
    pub fn address(&self) -> Option<String> {
        // Browsers show a whole address; a path in the attribute for scripts may belong to another site.
        let is_shown = find(&self.src, "//").is_some() && find(&self.later, "//").is_none();
        let mut stated = if is_shown { [&self.src, &self.later] } else { [&self.later, &self.src] }.into_iter();
        stated.find(|src| is_address(src)).cloned()
    }
}

fn set(attribute: &mut String, value: String) {
    if !is_address(attribute) {
        *attribute = value;
    }
}

/// The address of the largest picture in a set.
fn best(srcset: &str) -> Option<String> {
    let mut best: Option<(u64, &str)> = None;
    let mut rest = srcset;
    loop {
        rest = rest.trim_start_matches([' ', ',']);
        let end = find(rest, " ").unwrap_or(rest.len());
        let (address, after) = rest.split_at(end);
        // A comma at the end separates an address from the next; commas inside belong to it.
        let (descriptor, after) =
            if address.ends_with(',') { ("", after) } else { after.split_at(find(after, ",").unwrap_or(after.len())) };
        let address = address.trim_end_matches(',');
        if address.is_empty() {
            return best.map(|(_, address)| address.to_owned());
        }
        let size = hundredths(descriptor.trim().trim_end_matches(['w', 'x'])).unwrap_or(100);
        if is_address(address) && best.is_none_or(|(before, _)| size > before) {
            best = Some((size, address));
        }
        rest = after;
    }
}

/// Hundredths of a decimal number. Parsing it as a float would make the module larger.
fn hundredths(number: &str) -> Option<u64> {
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    let digit = |at: usize| match part.as_bytes().get(at) {
        None => Some(0),
        Some(digit) => digit.is_ascii_digit().then(|| u64::from(digit - b'0')),
    };
    let whole: u64 = whole.parse().ok()?;
    Some(whole.checked_mul(100)? + 10 * digit(0)? + digit(1)?)
}

/// Whether an attribute is the address of something other than a placeholder.
fn is_address(text: &str) -> bool {
    text.contains(['/', '.']) && !text.starts_with(['{', '[']) && !is_placeholder(text)
}

/// Whether an address is a placeholder, which a script replaces with the picture.
fn is_placeholder(src: &str) -> bool {
    let scheme = src.get(..5).unwrap_or_default();
    if scheme.eq_ignore_ascii_case("data:") {
        return true;
    }
    let path = src.split(['?', '#']).next().unwrap_or_default();
    let file = path.rsplit('/').next().unwrap_or_default();
    let stem = file.split('.').next().unwrap_or_default();
    find(&stem.to_ascii_lowercase(), "placeholder").is_some() || is_one_of(stem, &PLACEHOLDERS)
}

/// Whether a class or the path of a file names decoration.
fn is_decoration(words: &str) -> bool {
    let mut words = words.split(|c: char| !c.is_ascii_alphabetic());
    words.any(|word| is_one_of(word, &DECORATION))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_text::rows;

    fn picture(tag: &str) -> Option<String> {
        let attributes = Attributes::in_markup(tag).next()?;
        Some(attributes.picture(None)?.src)
    }

    #[test]
    fn the_address_is_that_of_the_picture_itself() {
        for (tag, expected) in rows(include_str!("../../tests/tables/pictures.txt")) {
            assert_eq!(picture(tag).as_deref().unwrap_or("-"), expected, "{tag}");
        }
    }
}
