//! Characters: the kind of token that each forms, and the form in which those that differ only in width, case or
//! diacritics are equal.

use super::han;
use crate::unicode::{is_alphanumeric, lowercase};
use std::sync::OnceLock;

/// The kind of token that a character forms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CharClass {
    /// A Han character: a token of its own.
    Han,
    /// Kana: a token of its own.
    Kana,
    /// A letter of a script written without spaces: a token of its own.
    Unspaced,
    /// A letter or digit of a script written in words.
    Letter,
    /// Punctuation, space, symbol.
    Other,
}

impl CharClass {
    /// Tokens weigh as much as the text they represent: eight Han characters equal five words.
    pub fn weight(self) -> u8 {
        match self {
            CharClass::Han => 10,
            CharClass::Kana => 5,
            CharClass::Unspaced => 4,
            CharClass::Letter => 16,
            CharClass::Other => 0,
        }
    }

    /// The class of a character.
    #[inline]
    pub fn of(c: char) -> CharClass {
        match c {
            _ if c.is_ascii_alphanumeric() => CharClass::Letter,
            '\0'..='\u{7F}' => CharClass::Other,
            '\u{80}'..='\u{7FF}' => Low::of(c).class,
            '\u{4E00}'..='\u{9FFF}' => CharClass::Han,
            _ => CharClass::of_rarer(c),
        }
    }

    fn of_rarer(c: char) -> CharClass {
        match c {
            // Hangul and common punctuation first, for speed.
            '\u{AC00}'..='\u{D7A3}' => CharClass::Letter,
            '\u{2000}'..='\u{206F}'
            | '\u{3000}'..='\u{3004}'
            | '\u{3008}'..='\u{301F}'
            | '\u{FF01}'..='\u{FF0F}'
            | '\u{FF1A}'..='\u{FF20}' => CharClass::Other,
            '\u{3400}'..='\u{4DBF}'
            | '\u{F900}'..='\u{FAFF}'
            | '\u{20000}'..='\u{3FFFF}'
            | '々'
            | '〇' => CharClass::Han,
            '\u{3041}'..='\u{3096}'
            | '\u{30A1}'..='\u{30FA}'
            | 'ー'
            | '\u{31F0}'..='\u{31FF}'
            | '\u{FF66}'..='\u{FF9D}' => CharClass::Kana,
            '\u{E01}'..='\u{E4E}'
            | '\u{E81}'..='\u{ECD}'
            | '\u{1000}'..='\u{103F}'
            | '\u{1780}'..='\u{17D3}' => CharClass::Unspaced,
            c if is_alphanumeric(c) => CharClass::Letter,
            _ => CharClass::Other,
        }
    }
}

/// A character without its width, case and diacritics; `None` if it is invisible.
///
/// ```
/// use offprint::internals::normal::fold;
/// assert_eq!(fold('Ｑ'), Some('q'));
/// assert_eq!(fold('é'), Some('e'));
/// assert_eq!(fold('水'), Some('水'));
/// assert_eq!(fold('\u{200B}'), None);
/// ```
#[inline]
pub fn fold(c: char) -> Option<char> {
    match c {
        '\0'..='\u{7F}' => Some(c.to_ascii_lowercase()),
        '\u{80}'..='\u{7FF}' => Low::of(c).folded,
        '\u{4E00}'..='\u{9FFF}' => Some(han::standard(c)),
        _ => fold_rarer(c),
    }
}

fn fold_rarer(c: char) -> Option<char> {
    match c {
        // Soft hyphen, combining marks, Arabic and Hebrew points, tatweel, zero-width and direction marks, variation selectors.
        '\u{AD}'
        | '\u{300}'..='\u{36F}'
        | '\u{591}'..='\u{5C7}'
        | '\u{640}'
        | '\u{64B}'..='\u{65F}'
        | '\u{670}'
        | '\u{200B}'..='\u{200F}'
        | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{2064}'
        | '\u{FE00}'..='\u{FE0F}'
        | '\u{FEFF}'
        | '\u{E0100}'..='\u{E01EF}' => None,
        '\u{3000}' => Some(' '),
        // Punctuation and symbols, which have no case.
        '\u{80}'..='\u{BF}' | '\u{2000}'..='\u{206F}' | '\u{3001}'..='\u{303F}' => Some(c),
        '\u{FF01}'..='\u{FF5E}' => {
            char::from_u32(c as u32 - 0xFEE0).map(|narrow| narrow.to_ascii_lowercase())
        }
        '\u{C0}'..='\u{17F}' => {
            let base = BASE_LETTERS.as_bytes()[c as usize - 0xC0] as char;
            // `.` means that there is no base letter (× ÷ and letters without one).
            if base == '.' {
                Some(lowercase(c))
            } else {
                Some(base)
            }
        }
        'ά' | 'Ά' => Some('α'),
        'έ' | 'Έ' => Some('ε'),
        'ή' | 'Ή' => Some('η'),
        'ί' | 'Ί' | 'ϊ' | 'Ϊ' | 'ΐ' => Some('ι'),
        'ό' | 'Ό' => Some('ο'),
        'ύ' | 'Ύ' | 'ϋ' | 'Ϋ' | 'ΰ' => Some('υ'),
        'ώ' | 'Ώ' => Some('ω'),
        'ς' => Some('σ'),
        'Ё' | 'ё' => Some('е'),
        // The angstrom sign, whose small letter has a diacritic.
        '\u{212B}' => Some('a'),
        _ => Some(lowercase(c)),
    }
}

/// A character of two bytes, as in most scripts written in words.
#[derive(Clone, Copy)]
struct Low {
    folded: Option<char>,
    class: CharClass,
}

impl Low {
    #[inline]
    fn of(c: char) -> Low {
        // Built on first use, since it would take more of the WebAssembly than the code that builds it.
        static ALL: OnceLock<[Low; 0x780]> = OnceLock::new();
        let all = ALL.get_or_init(|| {
            std::array::from_fn(|place| {
                let c = char::from_u32(0x80 + place as u32).unwrap_or_default();
                Low {
                    folded: fold_rarer(c),
                    class: CharClass::of_rarer(c),
                }
            })
        });
        all[c as usize - 0x80]
    }
}

/// Base letters of U+00C0 to U+017F.
const BASE_LETTERS: &str = concat!(
    "aaaaaa.ceeeeiiii",
    ".nooooo.ouuuuy..",
    "aaaaaa.ceeeeiiii",
    ".nooooo.ouuuuy.y",
    "aaaaaaccccccccdd",
    "ddeeeeeeeeeegggg",
    "gggghhhhiiiiiiii",
    "ii..jjkk.lllllll",
    "lllnnnnnn...oooo",
    "oo..rrrrrrssssss",
    "ssttttttuuuuuuuu",
    "uuuuwwyyyzzzzzz.",
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folding_does_not_change_what_a_character_is() {
        for c in '\0'..=char::MAX {
            let class = |c| CharClass::of(c);
            assert!(
                fold(c).is_none_or(|folded| class(folded) == class(c)),
                "{c:?}"
            );
        }
    }

    #[test]
    fn folding_twice_changes_nothing_more() {
        for c in '\0'..=char::MAX {
            if let Some(folded) = fold(c) {
                assert_eq!(fold(folded), Some(folded), "{c:?}");
            }
        }
    }

    #[test]
    fn the_base_letter_table_covers_its_range() {
        assert_eq!(BASE_LETTERS.len(), 0x180 - 0xC0);
        let fold_all = |text: &str| text.chars().filter_map(fold).collect::<String>();
        assert_eq!(
            fold_all("Źdźbło Ærø Straße Ångström Čeština ĳ"),
            "zdzblo æro straße angstrom cestina ĳ"
        );
    }
}
