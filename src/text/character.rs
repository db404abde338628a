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
            '\u{3400}'..='\u{4DBF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}' | '々' | '〇' => {
                CharClass::Han
            }
            '\u{3041}'..='\u{3096}'
            | '\u{30A1}'..='\u{30FA}'
            | 'ー'
            | '\u{31F0}'..='\u{31FF}'
            | '\u{FF66}'..='\u{FF9D}' => CharClass::Kana,
            '\u{E01}'..='\u{E4E}' | '\u{E81}'..='\u{ECD}' | '\u{1000}'..='\u{103F}' | '\u{1780}'..='\u{17D3}' => {
                CharClass::Unspaced
            }
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
        // Soft hyphen, combining marks, Arabic and Hebrew points, tatweel, zero-width and direction marks, fillers,
        // variation selectors, tags.
        '\u{AD}'
        | '\u{300}'..='\u{36F}'
        | '\u{483}'..='\u{487}'
        | '\u{591}'..='\u{5C7}'
        | '\u{61C}'
        | '\u{640}'
        | '\u{64B}'..='\u{65F}'
        | '\u{670}'
        | '\u{93C}'
        | '\u{9BC}'
        | '\u{115F}'
        | '\u{1160}'
        | '\u{17B4}'
        | '\u{17B5}'
        | '\u{180B}'..='\u{180F}'
        | '\u{1AB0}'..='\u{1ACE}'
        | '\u{1DC0}'..='\u{1DFF}'
        | '\u{200B}'..='\u{200F}'
        | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}'
        | '\u{20D0}'..='\u{20F0}'
        | '\u{2800}'
        | '\u{3099}'
        | '\u{309A}'
        | '\u{3164}'
        | '\u{FE00}'..='\u{FE0F}'
        | '\u{FE20}'..='\u{FE2F}'
        | '\u{FEFF}'
        | '\u{FFA0}'
        | '\u{FFF9}'..='\u{FFFB}'
        | '\u{1D173}'..='\u{1D17A}'
        | '\u{E0000}'..='\u{E0FFF}' => None,
        '\u{3000}' => Some(' '),
        // Punctuation and symbols, which have no case.
        '\u{80}'..='\u{BF}' | '\u{2000}'..='\u{205F}' | '\u{3001}'..='\u{303F}' => Some(c),
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(c as u32 - 0xFEE0).map(|narrow| narrow.to_ascii_lowercase()),
        '\u{C0}'..='\u{24F}' | '\u{1E00}'..='\u{1FFF}' => {
            let place = c as usize - if c < '\u{1E00}' { 0xC0 } else { 0x1E00 - 0x190 };
            let greek = "aehiouwr".find(BASE_LETTERS.as_bytes()[place] as char);
            Some(match (BASE_LETTERS.as_bytes()[place], greek) {
                (b'.', _) => without_mark(lowercase(c)),
                (_, Some(at)) if c >= '\u{1F00}' => "αεηιουωρ"[2 * at..].chars().next()?,
                (base, _) => base.into(),
            })
        }
        '\u{370}'..='\u{7FF}' => Some(without_mark(lowercase(c))),
        '\u{929}' | '\u{931}' | '\u{934}' => char::from_u32(c as u32 - 1),
        '\u{958}'..='\u{95F}' => "कखगजडढफय".chars().nth(c as usize - 0x958),
        '\u{9DC}' | '\u{9DD}' => char::from_u32(c as u32 - 0x3B),
        '\u{9DF}' => Some('\u{9AF}'),
        // Mathematical letters and digits, in thirteen styles and five.
        '\u{1D400}'..='\u{1D6A3}' if is_alphanumeric(c) => Some(char::from(b'a' + ((c as u32 - 0x1D400) % 26) as u8)),
        '\u{1D7CE}'..='\u{1D7FF}' => Some(char::from(b'0' + ((c as u32 - 0x1D7CE) % 10) as u8)),
        // The angstrom sign, whose small letter has a diacritic.
        '\u{212B}' => Some('a'),
        _ => Some(lowercase(c)),
    }
}

/// A small letter without the mark that it is composed with, for letters of two bytes that are not in [`BASE_LETTERS`].
fn without_mark(small: char) -> char {
    let mut letters = COMPOSED.chars();
    while let (Some(whole), Some(base)) = (letters.next(), letters.next()) {
        if whole == small {
            return base;
        }
    }
    small
}

/// A character composed with the one after it, as the standard's canonical composition does for Hangul and kana. Other
/// marks are dropped by [`fold`].
#[inline]
pub(super) fn compose(c: char, next: char) -> Option<char> {
    match next {
        '\u{1161}'..='\u{11C2}' | '\u{3099}' | '\u{309A}' => compose_rarer(c as u32, next as u32),
        _ => None,
    }
}

#[inline(never)]
fn compose_rarer(c: u32, next: u32) -> Option<char> {
    char::from_u32(match (c, next) {
        (0x1100..=0x1112, 0x1161..=0x1175) => 0xAC00 + ((c - 0x1100) * 21 + next - 0x1161) * 28,
        (0xAC00..=0xD7A3, 0x11A8..) if next < 0x3000 && (c - 0xAC00).is_multiple_of(28) => c + next - 0x11A7,
        (0x3046 | 0x30A6, 0x3099) => c + 0x4E,
        (0x304B..=0x309D | 0x30AB..=0x30FD, 0x3099..) => c + next - 0x3098,
        _ => return None,
    })
}

/// Latin letters, each followed by one of another script that looks like it.
const ALIKE: &str = concat!(
    "aаeеoоpрcсyуxхiіjјsѕhһdԁqԛwԝlӏkкmмtтrгbьvѵAАBВEЕKКMМHНOОPРCСTТYУXХIІJЈSЅ",
    "aαoοpρvνiιuυkκxχyγtτnηwωAΑBΒEΕZΖHΗIΙKΚMΜNΝOΟPΡTΤYΥXΧnոuսoօhհgցqզ",
);

/// The script of a letter, as far as scripts are confused: 1 is Latin, and 0 none of them.
fn confused_script(c: char) -> u8 {
    match c {
        'a'..='z' | 'A'..='Z' | '\u{C0}'..='\u{24F}' => 1,
        '\u{370}'..='\u{3FF}' => 2,
        '\u{400}'..='\u{52F}' => 3,
        '\u{530}'..='\u{58F}' => 4,
        _ => 0,
    }
}

/// The letter of a script that looks like this one.
fn alike(c: char, script: u8) -> Option<char> {
    let mut letters = ALIKE.chars();
    while let (Some(latin), Some(other)) = (letters.next(), letters.next()) {
        for (from, to) in [(other, latin), (latin, other)] {
            if from == c && confused_script(to) == script {
                return Some(to);
            }
        }
    }
    None
}

/// The letters of a word in one script, and whether it is Latin, if some only look like letters of that script: the word
/// mixes scripts or, after a word in Latin letters, all of it looks Latin.
#[inline(never)]
pub(super) fn in_one_script(word: &str, after_latin: bool) -> Option<(String, bool)> {
    let letters = word.chars().map(|c| (c, confused_script(c)));
    let other = letters.clone().map(|(_, script)| script).max()?;
    let has_latin = letters.clone().any(|(_, script)| script == 1);
    let fits = |script| move |(c, own): (char, u8)| own == 0 || own == script || alike(c, script).is_some();
    let may_be_latin = letters.clone().all(fits(1));
    let may_be_other = letters.clone().all(fits(other));
    let latin_prevails = || 2 * letters.clone().filter(|&(_, script)| script == 1).count() > word.chars().count();
    let is_latin = may_be_latin && (after_latin || has_latin && (!may_be_other || latin_prevails()));
    if !(is_latin || has_latin && may_be_other) {
        return None;
    }
    let script = if is_latin { 1 } else { other };
    let letter = |c| alike(c, script).filter(|_| confused_script(c) != script).unwrap_or(c);
    Some((word.chars().map(letter).collect(), is_latin))
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
                Low { folded: fold_rarer(c), class: CharClass::of_rarer(c) }
            })
        });
        all[c as usize - 0x80]
    }
}

/// Base letters of U+00C0 to U+024F and U+1E00 to U+1FFF; the Greek ones from U+1F00 on by the Latin letters that look
/// or sound alike. `.` stands for characters without one (× ÷ and letters that are not composed).
#[rustfmt::skip]
const BASE_LETTERS: &str = concat!(
    "aaaaaa.ceeeeiiii.nooooo.ouuuuy..aaaaaa.ceeeeiiii.nooooo.ouuuuy.yaaaaaaccccccccddddeeeeeeeeeegggg",
    "gggghhhhiiiiiiiiii..jjkk.llllllllllnnnnnn...oooooo..rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs",
    "................................oo.............uu............................aaiioouuuuuuuuuu.aa",
    "aa....ggkkoooo..j...gg..nnaa....aaaaeeeeiiiioooorrrruuuusstt..hh......aaeeooooooooyy............",
    "................aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmmmmmmnnnnnnnnoooo",
    "oooopppprrrrrrrrssssssssssttttttttuuuuuuuuuuvvvvwwwwwwwwwwxxxxyyzzzzzzhtwy......aaaaaaaaaaaaaaaa",
    "aaaaaaaaeeeeeeeeeeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyy......aaaaaaaaaaaaaaaa",
    "eeeeee..eeeeee..hhhhhhhhhhhhhhhhiiiiiiiiiiiiiiiioooooo..oooooo..uuuuuuuu.u.u.u.uwwwwwwwwwwwwwwww",
    "aaeehhiioouuww..aaaaaaaaaaaaaaaahhhhhhhhhhhhhhhhwwwwwwwwwwwwwwwwaaaaa.aaaaaaa.i...hhh.hheehhh...",
    "iiii..iiiiii....uuuurruuuuuur.....www.wwoowww...",
);

/// Composed small letters, each followed by its base letter: Latin, Greek, Cyrillic, Arabic.
const COMPOSED: &str =
    "ǣæǯʒǽæǿoʹʹάαέεήηίιόούυώωΐιϊιϋυΰυϓϒϔϒѐеёеѓгїіќкѝиўуйиѷѵӂжӑаӓаӗеӛәӝжӟзӣиӥиӧоӫөӭэӯуӱуӳуӵчӹыآاأاؤوإائيۀەۂہۓےςσ";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folding_does_not_change_what_a_character_is() {
        for c in '\0'..=char::MAX {
            let class = |c| CharClass::of(c);
            assert!(fold(c).is_none_or(|folded| class(folded) == class(c)), "{c:?}");
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

    /// Each text composed, and with its marks as characters of their own.
    #[test]
    fn composed_and_decomposed_texts_are_the_same() {
        let hashes = |text: &str| {
            let normal = crate::text::normalize(text);
            let hashes: Vec<u64> = normal.tokens.iter().map(|token| token.hash).collect();
            (hashes, normal.length)
        };
        for (composed, decomposed) in [
            ("ghềnh thạch lữ", "ghe\u{302}\u{300}nh tha\u{323}ch lu\u{31B}\u{303}"),
            (
                "물레방아가 돌았다",
                "\u{1106}\u{116E}\u{11AF}\u{1105}\u{1166}\u{1107}\u{1161}\u{11BC}\u{110B}\u{1161}\u{1100}\u{1161} \u{1103}\u{1169}\u{11AF}\u{110B}\u{1161}\u{11BB}\u{1103}\u{1161}",
            ),
            ("ọjọ́ kẹta ṣe", "o\u{323}jo\u{323}\u{301} ke\u{323}ta s\u{323}e"),
            ("ᾗ ἄνθρωπος Ὠδή", "\u{3B7}\u{314}\u{342}\u{345} \u{3B1}\u{313}\u{301}νθρωπος \u{3A9}\u{313}δη\u{301}"),
            ("ガラスのポンプが ゞヴ", "カ\u{3099}ラスのホ\u{309A}ンフ\u{309A}か\u{3099} ゝ\u{3099}ウ\u{3099}"),
            ("أول إلى آخر مسؤول", "ا\u{654}ول ا\u{655}لى ا\u{653}خر مسو\u{654}ول"),
            ("мой їжак ўчора", "мои\u{306} і\u{308}жак у\u{306}чора"),
            ("सड़क", "सड\u{93C}क"),
            ("ǽre ǿ ǯ", "æ\u{301}re ø\u{301} \u{292}\u{30C}"),
        ] {
            assert_eq!(hashes(composed), hashes(decomposed), "{composed}");
        }
        assert_ne!(hashes("か"), hashes("が"));
        assert_eq!(hashes("𝓣𝒉𝐞 𝟐"), hashes("the 2"));
    }

    #[test]
    fn the_base_letter_table_covers_its_range() {
        assert_eq!(BASE_LETTERS.len(), 0x190 + 0x200);
        let fold_all = |text: &str| text.chars().filter_map(fold).collect::<String>();
        assert_eq!(fold_all("Źdźbło Ærø Straße Ångström Čeština ĳ"), "zdzblo æro straße angstrom cestina ĳ");
    }
}
