//! The full stops of all languages, in one table: adding one means adding it to [`FullStop::from_char`].

/// How a mark ends a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FullStop {
    /// Everywhere. The next word may have a capital because it begins a sentence.
    BeforeCapital,
    /// Like `BeforeCapital`, but only before a space or a closing mark: it also occurs inside numbers, names and
    /// addresses.
    BeforeSpace,
    /// Everywhere. A capital after it marks a name: its script has no capitals or, as after …, the sentence may go on.
    Plain,
}

impl FullStop {
    /// The entry of a [folded](super::fold) character in the table; `None` if it is not a full stop.
    #[inline]
    pub(crate) fn from_char(mark: char) -> Option<FullStop> {
        match mark {
            '.' => Some(FullStop::BeforeSpace),
            '!' | '?' | '。' | '։' => Some(FullStop::BeforeCapital),
            '…' | '｡' | '؟' | '۔' | '।' | '॥' | '።' => Some(FullStop::Plain),
            _ => None,
        }
    }

    /// Whether a sentence ends at it, given the character after it.
    #[inline]
    pub(crate) fn ends_sentence(self, next: char) -> bool {
        self != FullStop::BeforeSpace
            || next.is_whitespace()
            || matches!(next, '"' | '\'' | '”' | '’' | '»' | ')' | ']' | '」' | '』')
    }

    /// Whether the next word may have a capital only because it begins a sentence.
    pub(crate) fn precedes_capital(self) -> bool {
        self != FullStop::Plain
    }
}

/// Whether a sentence ends at this folded mark, given the character after it.
#[inline]
pub(crate) fn is_stop(mark: char, next: char) -> bool {
    FullStop::from_char(mark).is_some_and(|stop| stop.ends_sentence(next))
}

pub(crate) fn ends_with_stop(text: &str) -> bool {
    let last = text.chars().next_back().and_then(super::fold);
    last.and_then(FullStop::from_char).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_inside_numbers_and_names_needs_a_space() {
        for (mark, next, expected) in [
            ('.', ' ', true),
            ('.', '”', true),
            ('.', '5', false),
            ('。', '三', true),
            ('…', 'a', true),
            ('։', 'Ա', true),
            (',', ' ', false),
            (':', ' ', false),
        ] {
            assert_eq!(is_stop(mark, next), expected, "{mark}{next}");
        }
    }

    #[test]
    fn texts_in_every_script_end_with_a_stop() {
        for text in ["End.", "End．", "蓄满！", "है।", "ました｡", "է։", "ነው።", "है॥", "well…"]
        {
            assert!(ends_with_stop(text), "{text}");
        }
        for text in ["", "Source:", "一，", "end.\u{200B}"] {
            assert!(!ends_with_stop(text), "{text}");
        }
    }
}
