//! Characters: the kind of token that each forms, how some are composed, and letters of other scripts that look alike.

use super::{fold, further};
use crate::unicode::is_alphanumeric;

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
    pub fn from_char(c: char) -> CharClass {
        match c {
            _ if c.is_ascii_alphanumeric() => CharClass::Letter,
            '\0'..='\u{7F}' => CharClass::Other,
            '\u{4E00}'..='\u{9FFF}' => CharClass::Han,
            _ => CharClass::of_rarer(c),
        }
    }

    fn of_rarer(c: char) -> CharClass {
        match c {
            // The common ranges come first, for speed: scripts with two-byte characters, Hangul, punctuation.
            '\u{80}'..='\u{7FF}' if is_alphanumeric(c) => CharClass::Letter,
            '\u{80}'..='\u{7FF}' => CharClass::Other,
            '\u{AC00}'..='\u{D7A3}' => CharClass::Letter,
            '\u{2000}'..='\u{206F}'
            | '\u{3000}'..='\u{3004}'
            | '\u{3008}'..='\u{301F}'
            | '\u{FF01}'..='\u{FF0F}'
            | '\u{FF1A}'..='\u{FF20}' => CharClass::Other,
            // Radicals look like characters, and replace them in text taken from PDF.
            '\u{3400}'..='\u{4DBF}'
            | '\u{2E80}'..='\u{2FD5}'
            | '\u{F900}'..='\u{FAFF}'
            | '\u{20000}'..='\u{3FFFF}'
            | '々'
            | '〇' => CharClass::Han,
            // Old vowels that Korean keyboards use as the middle dot.
            'ㆍ' | 'ᆞ' => CharClass::Other,
            // Units of East Asian keyboards.
            '\u{338E}'..='\u{33C4}' => CharClass::Letter,
            '\u{3041}'..='\u{3096}'
            | '\u{30A1}'..='\u{30FA}'
            | 'ー'
            | '\u{31F0}'..='\u{31FF}'
            | '\u{FF66}'..='\u{FF9D}' => CharClass::Kana,
            '\u{E01}'..='\u{E4E}'
            | '\u{E81}'..='\u{ECD}'
            | '\u{EDC}'..='\u{EDF}'
            | '\u{1000}'..='\u{103F}'
            | '\u{1780}'..='\u{17D3}' => CharClass::Unspaced,
            c if is_alphanumeric(c) => CharClass::Letter,
            _ => CharClass::Other,
        }
    }
}

/// Whether a character that begins here may be composed with the one before it.
#[inline]
pub(super) fn may_compose(next: &[u8]) -> bool {
    matches!(next, [0xE1 | 0xE3, ..] | [0xEF, 0xBE, ..] | [0xE0, 0xB9..=0xBB, 0x80 | 0x99 | 0xA1, ..])
}

/// A character composed with the one after it: Hangul and kana by the standard's canonical composition, half-width
/// kana, and letters of scripts without spaces that are also written as two. Other marks are dropped by [`fold`].
#[inline(never)]
pub(super) fn compose(c: char, next: char) -> Option<char> {
    let (first, second) = (c as u32, next as u32);
    char::from_u32(match (first, second) {
        (0x1100..=0x1112, 0x1161..=0x1175) => 0xAC00 + ((first - 0x1100) * 21 + second - 0x1161) * 28,
        (0xAC00..=0xD7A3, 0x11A8..=0x11C2) if (first - 0xAC00).is_multiple_of(28) => first + second - 0x11A7,
        (0x3046 | 0x30A6, 0x3099) => first + 0x4E,
        (0x304B..=0x309D | 0x30AB..=0x30FD, 0x3099 | 0x309A) => first + second - 0x3098,
        (0xFF66..=0xFF9D, 0xFF9E | 0xFF9F) => return compose(fold(c)?, char::from_u32(second - 0xFF9E + 0x3099)?),
        // แ, ແ, ໜ, ໝ, ဦ
        (0xE40, 0xE40) | (0xEC0, 0xEC0) => first + 1,
        (0xEAB, 0xE99) => 0xEDC,
        (0xEAB, 0xEA1) => 0xEDD,
        (0x1025, 0x102E) => 0x1026,
        _ => return None,
    })
}

/// Latin letters, each followed by one of another script that looks like it.
const ALIKE: &str = concat!(
    "aаeеoоpрcсyуxхiіjјsѕhһdԁqԛwԝlӏkкmмtтrгbьvѵæӕAАBВEЕKКMМHНOОPРCСTТYУXХIІJЈSЅÆӔ",
    "aαoοpρvνiιuυkκxχyγtτnηwωAΑBΒEΕZΖHΗIΙKΚMΜNΝOΟPΡTΤYΥXΧnոuսoօhհgցqզ",
);

/// The script of a letter, as far as scripts are confused: 1 is Latin, and 0 none of them.
fn confused_script(c: char) -> u8 {
    match c {
        'a'..='z' | 'A'..='Z' | '\u{C0}'..='\u{24F}' => 1,
        '\u{370}'..='\u{3FF}' | 'µ' => 2,
        '\u{400}'..='\u{52F}' => 3,
        '\u{530}'..='\u{58F}' => 4,
        _ => 0,
    }
}

/// The letter of a script that looks like this one, perhaps without its mark.
fn alike(c: char, script: u8) -> Option<char> {
    alike_as_written(c, script).or_else(|| alike_as_written(fold(c).filter(|_| further(c).is_empty())?, script))
}

fn alike_as_written(c: char, script: u8) -> Option<char> {
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

/// The letters of a word in one script, and whether it is Latin, if some letters only look like letters of that script:
/// the word mixes scripts or, after a word in Latin letters, looks Latin as a whole.
#[inline(never)]
pub(super) fn in_one_script(word: &str, after_latin: bool) -> Option<(String, bool)> {
    let letters = word.chars().map(|c| (c, confused_script(c)));
    let other = letters.clone().map(|(_, script)| script).max()?;
    let latin = letters.clone().filter(|&(_, script)| script == 1).count();
    let may_be_latin = letters.clone().all(|(c, own)| fits(c, own, 1));
    let may_be_other = letters.clone().all(|(c, own)| fits(c, own, other));
    let latin_prevails = 2 * latin > word.chars().count();
    let is_latin = may_be_latin && (after_latin || latin > 0 && (!may_be_other || latin_prevails));
    if !(is_latin || latin > 0 && may_be_other) {
        return None;
    }
    let script = if is_latin { 1 } else { other };
    let letters = word.chars().map(|c| alike(c, script).filter(|_| confused_script(c) != script).unwrap_or(c));
    Some((letters.collect(), is_latin))
}

/// Whether a letter of a script of its `own`, or of any if that is 0, may be one of another script.
fn fits(c: char, own: u8, script: u8) -> bool {
    own == 0 || own == script || alike(c, script).is_some()
}
