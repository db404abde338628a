//! The full stops of all languages, in one table: adding one means adding it to [`FullStop::from_char`].

/// How a mark ends a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FullStop {
    /// Wherever it stands. The next word may have a capital because it begins a sentence.
    BeforeCapital,
    /// As `BeforeCapital`, but only if a space or a closing mark follows: it also stands inside numbers, names and
    /// addresses.
    BeforeSpace,
    /// Wherever it stands. A capital after it marks a name: its script has none, or, as after …, the sentence may go on.
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

    /// Whether the capital of the next word may only show that a sentence begins.
    pub(crate) fn precedes_capital(self) -> bool {
        self != FullStop::Plain
    }
}

/// Whether a sentence ends at this mark, which is folded, given the character after it.
#[inline]
pub(crate) fn is_stop(mark: char, next: char) -> bool {
    FullStop::from_char(mark).is_some_and(|stop| stop.ends_sentence(next))
}

/// Whether a text ends with a full stop.
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
