//! A lexer for JSON as it occurs in pages: handwritten, in scripts, truncated. It has no errors.

/// A position in a JSON text.
pub(crate) struct Lexer<'a> {
    pub text: &'a str,
    pub at: usize,
}

/// A raw string, without its quotes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Written<'a> {
    pub raw: &'a str,
    escaped: bool,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Lexer<'a> {
        Lexer { text, at: 0 }
    }

    /// Skips to the next byte that `wanted` accepts and returns it, or skips to the end.
    pub fn skip_to(&mut self, wanted: impl Fn(u8) -> bool) -> Option<u8> {
        let rest = &self.text.as_bytes()[self.at..];
        let found = rest.iter().position(|&byte| wanted(byte));
        self.at += found.unwrap_or(rest.len());
        found.map(|i| rest[i])
    }

    pub fn skip_space(&mut self) -> Option<u8> {
        self.skip_to(|byte| !byte.is_ascii_whitespace())
    }

    /// Skips a number, `true`, `null` or anything else: at least one byte, up to a byte that may follow a value, or to
    /// a value that follows without a comma.
    pub fn skip_scalar(&mut self) {
        self.at += 1;
        self.skip_to(|byte| matches!(byte, b',' | b'}' | b']' | b'{' | b'[' | b'"'));
    }

    /// Reads the string that begins here. With `bare`, a quote ends it only if a byte that may follow a string comes
    /// next, so that unescaped quotes inside are part of it. `None` if it does not end.
    pub fn string(&mut self, bare: bool) -> Option<Written<'a>> {
        let start = self.at + 1;
        self.at = start;
        let mut escaped = false;
        loop {
            let stop = self.skip_to(|byte| matches!(byte, b'"' | b'\\'));
            let here = self.at;
            match stop {
                None => return None,
                Some(b'\\') => {
                    escaped = true;
                    // One character is escaped, of any length.
                    let next = self.text[here + 1..].chars().next();
                    self.at += 1 + next.map_or(0, char::len_utf8);
                }
                Some(_) => {
                    self.at += 1;
                    let ends = |next| matches!(next, None | Some(b',' | b':' | b'}' | b']'));
                    if !bare || ends(self.skip_space()) {
                        let raw = &self.text[start..here];
                        return Some(Written { raw, escaped });
                    }
                    self.at = here + 1;
                }
            }
        }
    }
}

impl Written<'_> {
    /// The decoded text.
    pub fn text(self) -> String {
        match self.escaped {
            true => unescape(self.raw),
            false => self.raw.to_owned(),
        }
    }
}

fn unescape(raw: &str) -> String {
    let mut units: Vec<u16> = Vec::with_capacity(raw.len());
    let mut chars = raw.chars();
    while let Some(c) = chars.next() {
        let c = match c {
            '\\' => match chars.next() {
                Some('u') => {
                    let digits = chars.as_str().get(..4);
                    let unit = digits.and_then(|hex| u32::from_str_radix(hex, 16).ok());
                    if let Some(unit) = unit {
                        units.push(unit as u16);
                        chars = chars.as_str()[4..].chars();
                    }
                    continue;
                }
                Some('n' | 'r') => '\n',
                Some('t' | 'b' | 'f') => ' ',
                Some(other) => other,
                None => break,
            },
            c => c,
        };
        units.extend_from_slice(c.encode_utf16(&mut [0; 2]));
    }
    String::from_utf16_lossy(&units)
}
