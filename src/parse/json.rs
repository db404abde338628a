//! A pull parser for JSON as it occurs in pages: handwritten, in scripts, truncated. It has no errors and builds no
//! tree: the caller asks for one value, item or key after another.

/// Longest name, in bytes.
const MAX_NAME: usize = 100;

/// A position in a JSON text, and how many objects and lists around it were entered.
pub(crate) struct Reader<'a> {
    pub text: &'a str,
    pub at: usize,
    pub depth: u32,
    /// Brackets nested deeper than this are skipped, so that no page can exhaust the stack.
    most: u32,
    /// Whether strings may hold unescaped quotes, as handwritten JSON does. Then a quote ends a string only before a
    /// byte that may follow it.
    bare_quotes: bool,
}

/// A value, or its beginning.
pub(crate) enum Value<'a> {
    /// A whole string.
    Text(Written<'a>),
    /// An object was entered: call [`Reader::key`] until it returns `None`.
    Object,
    /// A list was entered: call [`Reader::next_item`] until it returns false.
    List,
    /// A number, `true`, `null` or anything else, which was skipped; or no value.
    Other,
}

/// A raw string, without its quotes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Written<'a> {
    pub raw: &'a str,
    escaped: bool,
}

impl<'a> Reader<'a> {
    /// Reads JSON as programs write it, with up to `most` nested brackets.
    pub fn new(text: &'a str, most: u32) -> Reader<'a> {
        Reader { text, at: 0, depth: 0, most, bare_quotes: false }
    }

    /// Reads handwritten JSON, whose strings may hold unescaped quotes.
    pub fn handwritten(text: &'a str, most: u32) -> Reader<'a> {
        Reader { bare_quotes: true, ..Reader::new(text, most) }
    }

    /// Reads the value that begins here: a whole string, or only the opening bracket of an object or list.
    pub fn value(&mut self) -> Value<'a> {
        match self.skip_space() {
            Some(b'"') => self.string().map_or(Value::Other, Value::Text),
            Some(b'{') if self.depth < self.most => self.enter(Value::Object),
            Some(b'[') if self.depth < self.most => self.enter(Value::List),
            Some(b',' | b'}' | b']') | None => Value::Other,
            Some(_) => {
                self.skip_scalar();
                Value::Other
            }
        }
    }

    fn enter(&mut self, value: Value<'a>) -> Value<'a> {
        self.at += 1;
        self.depth += 1;
        value
    }

    /// Leaves the object or list that was entered last. `is_closed` is false at the end of an enclosing value or of the
    /// text: this one was never closed.
    fn leave(&mut self, is_closed: bool) {
        self.at += usize::from(is_closed);
        self.depth -= 1;
    }

    /// Moves to the next item of a list; returns false, and leaves the list, at its end.
    pub fn next_item(&mut self) -> bool {
        loop {
            match self.skip_space() {
                Some(b',') => self.at += 1,
                next @ (Some(b']' | b'}') | None) => {
                    self.leave(next == Some(b']'));
                    return false;
                }
                Some(_) => return true,
            }
        }
    }

    /// Moves to the value of the next member of an object and returns its key as written; returns `None`, and leaves
    /// the object, at its end. Skips anything that is not a quoted key with a colon.
    pub fn key(&mut self) -> Option<&'a str> {
        loop {
            match self.skip_space() {
                Some(b'"') => {
                    let key = self.string();
                    if self.skip_colon() {
                        return Some(key.map_or("", |key| key.raw));
                    }
                }
                _ if self.ends_object() => return None,
                _ => {
                    self.at += 1;
                    self.skip_to(|byte| matches!(byte, b'"' | b'}' | b']'));
                }
            }
        }
    }

    /// Leaves an object if it ends here, and returns whether it did.
    pub fn ends_object(&mut self) -> bool {
        let next = self.skip_space();
        let ends = matches!(next, Some(b'}' | b']') | None);
        if ends {
            self.leave(next == Some(b'}'));
        }
        ends
    }

    /// The name that this value states: a string, the `name` of an object, or the names in a list, separated by commas.
    pub fn name(&mut self) -> Option<String> {
        let mut names = Vec::new();
        match self.value() {
            Value::Text(text) if text.raw.len() <= MAX_NAME && !text.raw.trim().is_empty() => {
                names.push(text.text());
            }
            Value::Text(_) | Value::Other => {}
            Value::Object => {
                while let Some(key) = self.key() {
                    match key {
                        "name" => names.extend(self.name()),
                        _ => _ = self.skip_value(),
                    }
                }
            }
            Value::List => {
                while self.next_item() {
                    names.extend(self.name());
                }
            }
        }
        (!names.is_empty()).then(|| names.join(", "))
    }

    /// Skips the colon after a key; returns whether there is one.
    pub fn skip_colon(&mut self) -> bool {
        let is_colon = self.skip_space() == Some(b':');
        self.at += usize::from(is_colon);
        is_colon
    }

    /// Skips a whole value, however deeply nested, and returns it as written.
    #[inline(never)]
    pub fn skip_value(&mut self) -> &'a str {
        self.skip_space();
        let start = self.at;
        let mut depth = 0u32;
        loop {
            match self.skip_space() {
                Some(b'"') => {
                    if self.string().is_none() {
                        self.at = self.text.len();
                    }
                }
                Some(b'{' | b'[') => {
                    depth += 1;
                    self.at += 1;
                }
                Some(b'}' | b']') => {
                    depth = depth.saturating_sub(1);
                    self.at += 1;
                }
                Some(b',' | b':') => self.at += 1,
                Some(_) => self.skip_scalar(),
                None => break,
            }
            if depth == 0 {
                break;
            }
        }
        self.text[start..self.at].trim_ascii_end()
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
    fn skip_scalar(&mut self) {
        self.at += 1;
        self.skip_to(|byte| matches!(byte, b',' | b'}' | b']' | b'{' | b'[' | b'"'));
    }

    /// Reads the string that begins here; `None` if it does not end.
    pub fn string(&mut self) -> Option<Written<'a>> {
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
                    if !self.bare_quotes || matches!(self.skip_space(), None | Some(b',' | b':' | b'}' | b']')) {
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
        if self.escaped { unescape(self.raw) } else { self.raw.to_owned() }
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
