//! The script and the language of a text.

use crate::bytes::chunks;
use crate::schema::names;
use crate::text::han;
use encoding_rs::Encoding;

names! {
    /// A script, by its ISO 15924 code. Its number is stored in fingerprints, so new ones go to the end.
    #[non_exhaustive]
    pub enum Script {
        /// Han characters alone, as in Chinese.
        Hani = "Hani",
        /// Japanese: kana, with or without Han characters.
        Jpan = "Jpan",
        /// Korean: Hangul.
        Kore = "Kore",
        /// Latin.
        Latn = "Latn",
        /// Cyrillic.
        Cyrl = "Cyrl",
        /// Greek.
        Grek = "Grek",
        /// Arabic.
        Arab = "Arab",
        /// Hebrew.
        Hebr = "Hebr",
        /// Thai.
        Thai = "Thai",
        /// Devanagari.
        Deva = "Deva",
        /// No letters, or another script.
        Zyyy = "Zyyy",
    }
}

names! {
    /// Text direction.
    #[non_exhaustive]
    pub enum Direction {
        /// From left to right.
        Ltr = "ltr",
        /// From right to left.
        Rtl = "rtl",
    }
}

impl Direction {
    /// The direction that a page states, or its script's direction.
    pub(crate) fn new(stated: Option<&str>, script: Script) -> Direction {
        let is_rtl = match stated {
            Some(stated) => stated.eq_ignore_ascii_case("rtl"),
            None => matches!(script, Script::Arab | Script::Hebr),
        };
        if is_rtl { Direction::Rtl } else { Direction::Ltr }
    }
}

impl Script {
    /// All scripts, in the order of their numbers.
    pub const ALL: [Script; 11] = {
        use Script::*;
        [Hani, Jpan, Kore, Latn, Cyrl, Grek, Arab, Hebr, Thai, Deva, Zyyy]
    };

    pub(crate) fn from_code(code: u8) -> Option<Script> {
        Script::ALL.get(usize::from(code)).copied()
    }

    /// The script of most letters of a text.
    ///
    /// ```
    /// use offprint::article::Script;
    /// assert_eq!(Script::from_text("下游三座水库"), Script::Hani);
    /// assert_eq!(Script::from_text("ダムの貯水量が回復した"), Script::Jpan);
    /// assert_eq!(Script::from_text("2026 … 3.5 %"), Script::Zyyy);
    /// ```
    pub fn from_text(text: &str) -> Script {
        let mut counts = [0u32; Script::ALL.len()];
        let ascii = chunks(text.as_bytes()).map(|(_, next)| next.letters().count_ones());
        counts[Script::Latn as usize] = ascii.sum();
        let mut rest = text;
        loop {
            rest = &rest[Encoding::ascii_valid_up_to(rest.as_bytes())..];
            let han = (0..).take_while(|i| han::at(rest, 3 * i).is_some()).count();
            if han > 0 {
                counts[Script::Hani as usize] += han as u32;
                rest = &rest[3 * han..];
                continue;
            }
            let mut chars = rest.chars();
            let Some(c) = chars.next() else { break };
            rest = chars.as_str();
            let script = match c {
                '\u{C0}'..='\u{24F}' | '\u{1E00}'..='\u{1EFF}' => Script::Latn,
                '\u{3400}'..='\u{4DBF}' | '\u{20000}'..='\u{3FFFF}' => Script::Hani,
                '\u{3041}'..='\u{30FF}' => Script::Jpan,
                '\u{AC00}'..='\u{D7A3}' | '\u{1100}'..='\u{11FF}' => Script::Kore,
                '\u{400}'..='\u{52F}' => Script::Cyrl,
                '\u{370}'..='\u{3FF}' | '\u{1F00}'..='\u{1FFF}' => Script::Grek,
                '\u{600}'..='\u{6FF}' | '\u{750}'..='\u{77F}' => Script::Arab,
                '\u{590}'..='\u{5FF}' => Script::Hebr,
                '\u{E00}'..='\u{E7F}' => Script::Thai,
                '\u{900}'..='\u{97F}' => Script::Deva,
                _ => continue,
            };
            counts[script as usize] += 1;
        }
        let count = |script: Script| counts[script as usize];
        // Japanese also uses Han characters: one kana for ten of them is enough to recognize it.
        let (han, kana) = (count(Script::Hani), count(Script::Jpan));
        if kana * 10 > han && kana + han > count(Script::Latn) && kana > 0 {
            return Script::Jpan;
        }
        // Kana are already counted. The first script wins a tie.
        Script::ALL
            .into_iter()
            .rev()
            .filter(|&script| script != Script::Jpan)
            .max_by_key(|&script| count(script))
            .filter(|&script| count(script) > 0)
            .unwrap_or(Script::Zyyy)
    }
}

/// The language of a text: the one that the page states if the script allows it, otherwise the script's own. Among the
/// many languages in Latin script, only English is recognized, by its articles.
pub fn language(stated: &str, script: Script, text: &str) -> String {
    let stated = stated.split(['-', '_']).next().unwrap_or("").to_ascii_lowercase();
    let is_word = stated.bytes().all(|b| b.is_ascii_lowercase());
    let known = is_word && (2..=3).contains(&stated.len());
    // The language of a script, and other languages that use it.
    let (default, others): (&str, &[&str]) = match script {
        Script::Hani => ("zh", &["yue"]),
        Script::Jpan => ("ja", &[]),
        Script::Kore => ("ko", &[]),
        Script::Cyrl => ("ru", &["uk", "be", "bg", "sr", "mk", "kk", "ky", "mn", "tg"]),
        Script::Grek => ("el", &[]),
        Script::Arab => ("ar", &["fa", "ur", "ps", "ckb", "ug", "sd"]),
        Script::Hebr => ("he", &[]),
        Script::Thai => ("th", &[]),
        Script::Deva => ("hi", &["mr", "ne", "sa"]),
        Script::Latn | Script::Zyyy => ("und", &[]),
    };
    const NOT_LATIN: [&str; 9] = ["zh", "ja", "ko", "ru", "el", "ar", "he", "th", "hi"];
    let fits = match script {
        Script::Latn => !NOT_LATIN.contains(&stated.as_str()),
        Script::Zyyy => true,
        _ => stated == default || others.contains(&stated.as_str()),
    };
    if known && fits {
        stated
    } else if script == Script::Latn && is_english(text) {
        "en".to_owned()
    } else {
        default.to_owned()
    }
}

/// Whether at least one word in forty is "the".
fn is_english(text: &str) -> bool {
    let words = text.split_whitespace();
    let (mut all, mut articles) = (0, 0);
    for word in words {
        all += 1;
        articles += u32::from(word.eq_ignore_ascii_case("the"));
    }
    articles > 0 && articles * 40 >= all
}
