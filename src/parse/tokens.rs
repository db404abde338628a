//! The tokens between two start tags: texts and end tags, sliced from the page in place.
//!
//! The parser finds the start tags and reads their attributes. The text between them is identified by its position, so
//! it need not be copied, and the tokenizer has only a few states there.
//!
//! Source: HTML Standard, 13.2.5 Tokenization.

use crate::bytes::find_near;
use memchr::memchr;

/// A token other than a start tag. Comments and the like are not tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Token<'a> {
    /// Text, with its character references as written. A comment may split a text node in two.
    Text(&'a str),
    /// All the text of an element that holds only text, such as a script.
    RawText(&'a str),
    /// The name of an end tag, as written.
    End(&'a str),
}

/// What the tokenizer needs to know about a stretch of markup.
#[derive(Debug, Clone, Copy, Default)]
pub struct Context {
    /// The element whose start tag precedes it, if it holds only text ([`raw_text_element`]).
    pub raw: Option<&'static str>,
    /// Whether it is in SVG or MathML, which can have CDATA sections.
    pub is_foreign: bool,
    /// Whether a start tag or the end of the page follows. If reading stopped earlier, the last token may be
    /// incomplete.
    pub is_whole: bool,
}

const SCRIPT: &str = "script";

/// The name of an HTML element that holds only text, so that tags in it are not parsed.
pub fn raw_text_element(name: &[u8]) -> Option<&'static str> {
    Some(match name {
        b"script" => SCRIPT,
        b"style" => "style",
        b"title" => "title",
        b"noscript" => "noscript",
        b"textarea" => "textarea",
        b"iframe" => "iframe",
        b"xmp" => "xmp",
        b"noembed" => "noembed",
        b"noframes" => "noframes",
        b"plaintext" => "plaintext",
        _ => return None,
    })
}

/// The name at the start of a tag, as written.
pub fn name_of_tag(tag: &str) -> &str {
    &tag[..length_of_name(tag.as_bytes())]
}

/// The tokens of a stretch of markup without start tags.
///
/// # Complexity
/// Linear in its length.
pub fn tokens(markup: &str, context: Context) -> Tokens<'_> {
    Tokens { rest: markup, last: 0, context }
}

/// See [`tokens`].
pub struct Tokens<'a> {
    rest: &'a str,
    /// Length of the last token's markup.
    last: usize,
    context: Context,
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        if let Some(name) = self.context.raw.take() {
            let end = match name {
                "plaintext" => self.rest.len(),
                SCRIPT => end_of_script(self.rest.as_bytes()),
                _ => end_of_raw_text(self.rest.as_bytes(), name),
            };
            let text = self.take(end);
            if !text.is_empty() {
                return Some(Token::RawText(text));
            }
        }
        loop {
            let bytes = self.rest.as_bytes();
            let start = start_of_markup(bytes, self.context.is_whole);
            if start > 0 {
                return Some(Token::Text(self.take(start)));
            }
            let name = match bytes.get(1)? {
                b'/' if bytes.get(2)?.is_ascii_alphabetic() => length_of_name(&bytes[2..]),
                b'/' | b'!' | b'?' => 0,
                // A start tag cut off by the end of the page or of reading.
                _ => return None,
            };
            let length = match name {
                0 => length_of_declaration(bytes, self.context.is_foreign)?,
                _ => 2 + name + length_of_attributes(&bytes[2 + name..])?,
            };
            let tag = self.take(length);
            if name > 0 {
                return Some(Token::End(&tag[2..2 + name]));
            }
        }
    }
}

impl<'a> Tokens<'a> {
    /// What follows the last token, and the length of the markup of that token.
    pub fn rest(&self) -> (&'a str, usize) {
        (self.rest, self.last)
    }

    /// Takes the next bytes. The range must end before or after an ASCII byte, or at the end of the stretch.
    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        self.last = length;
        taken
    }
}

/// The end of text and start of markup: a `<` that begins a tag, a comment or a declaration.
fn start_of_markup(bytes: &[u8], is_whole: bool) -> usize {
    let mut from = 0;
    while let Some(at) = next_tag(bytes, from) {
        let begins = match bytes.get(at + 1) {
            // No page ends in an end tag without a name, and no start tag begins inside one.
            Some(b'/') => bytes.len() > at + 2 || !is_whole,
            Some(byte) => matches!(byte, b'!' | b'?') || byte.is_ascii_alphabetic(),
            None => !is_whole,
        };
        if begins {
            return at;
        }
        from = at + 1;
    }
    bytes.len()
}

/// Length of a tag name that begins here.
pub(super) fn length_of_name(bytes: &[u8]) -> usize {
    let end = bytes.iter().position(|byte| matches!(byte, b' ' | b'\n' | b'\r' | b'\t' | b'\x0C' | b'/' | b'>'));
    end.unwrap_or(bytes.len())
}

/// Length of the rest of a tag after its name, including its `>`; one in a quoted value does not end it. `None` if it
/// has no end.
pub(super) fn length_of_attributes(bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    let mut is_named = false;
    loop {
        match bytes.get(at)? {
            b'>' => return Some(at + 1),
            b'=' if is_named => {
                is_named = false;
                let space = bytes[at + 1..].iter().take_while(|byte| byte.is_ascii_whitespace());
                at += 1 + space.count();
                at += match bytes.get(at)? {
                    &quote @ (b'"' | b'\'') => 2 + memchr(quote, &bytes[at + 1..])?,
                    _ => bytes[at..].iter().position(|byte| *byte == b'>' || byte.is_ascii_whitespace())?,
                };
            }
            b'/' => (is_named, at) = (false, at + 1),
            byte if byte.is_ascii_whitespace() => at += 1,
            // A name may begin with `=`.
            _ => (is_named, at) = (true, at + 1),
        }
    }
}

/// Length of a comment, a CDATA section, a declaration or anything else that begins with `<!`, `<?` or `</`; `None` if
/// it has no end.
fn length_of_declaration(bytes: &[u8], is_foreign: bool) -> Option<usize> {
    let ends: fn(&[u8], usize) -> bool = if bytes.starts_with(b"<!--") {
        // `<!-->` and `<!--->` are comments, too; `<!--!>` is not.
        |bytes, at| bytes[2..at].ends_with(b"--") || at > 6 && bytes[4..at].ends_with(b"--!")
    } else if is_foreign && bytes.starts_with(b"<![CDATA[") {
        |bytes, at| bytes[..at].ends_with(b"]]")
    } else {
        |_, _| true
    };
    let mut from = 2;
    loop {
        let at = from + memchr(b'>', bytes.get(from..)?)?;
        if ends(bytes, at) {
            return Some(at + 1);
        }
        from = at + 1;
    }
}

fn is_end_tag(bytes: &[u8], name: &str) -> bool {
    bytes.starts_with(b"</") && is_name(&bytes[2..], name)
}

/// Whether this name, in any case, begins here and ends before a space, a slash or a `>`.
fn is_name(bytes: &[u8], name: &str) -> bool {
    let found = bytes.split_at_checked(name.len());
    found.is_some_and(|(found, rest)| {
        found.eq_ignore_ascii_case(name.as_bytes()) && !rest.is_empty() && length_of_name(rest) == 0
    })
}

/// The position of the next `<`, from `from` on.
fn next_tag(bytes: &[u8], from: usize) -> Option<usize> {
    match bytes.get(from)? {
        // The usual case, after another tag: checking for it is faster than calling `memchr`.
        b'<' => Some(from),
        _ => Some(from + find_near(&bytes[from..], b'<')?),
    }
}

/// The start of the end tag of an element that holds only text; the length of the text if it has none.
pub(super) fn end_of_raw_text(bytes: &[u8], name: &str) -> usize {
    let mut from = 0;
    while let Some(at) = next_tag(bytes, from) {
        if is_end_tag(&bytes[at..], name) {
            return at;
        }
        from = at + 1;
    }
    bytes.len()
}

/// The same for a script. A comment in it can hold another script, whose end tag does not end this one.
pub(super) fn end_of_script(bytes: &[u8]) -> usize {
    // The end of the comment, if inside one.
    let mut comment = 0;
    let mut is_inner = false;
    let mut from = 0;
    while let Some(at) = next_tag(bytes, from) {
        let here = &bytes[at..];
        is_inner &= at < comment;
        if is_end_tag(here, SCRIPT) {
            if !is_inner {
                return at;
            }
            is_inner = false;
        } else if at >= comment && here.starts_with(b"<!--") {
            let end = bytes[at..].windows(3).position(|end| end == b"-->");
            comment = end.map_or(bytes.len(), |end| at + end);
        } else if at < comment {
            is_inner |= is_name(&here[1..], SCRIPT);
        }
        from = at + 1;
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::stream::handled;
    use lol_html::DocumentContentHandlers;
    use lol_html::html_content::{Element, TextChunk, TextType};
    use proptest::prelude::*;
    use std::cell::RefCell;
    use std::rc::Rc;

    fn all<'a>(markup: &'a str, raw: Option<&'static str>) -> Vec<Token<'a>> {
        let context = Context { raw, is_whole: true, ..Context::default() };
        tokens(markup, context).collect()
    }

    #[test]
    fn text_ends_where_markup_begins() {
        use Token::*;
        for (markup, expected) in [
            ("a < b <3</p>c", &[Text("a < b <3"), End("p"), Text("c")][..]),
            ("a<!-- </p> -->b", &[Text("a"), Text("b")]),
            ("<!-->a<!--->b<!--!>c--!>d", &[Text("a"), Text("b"), Text("d")]),
            ("<!DOCTYPE html>a<?x y?>b</>c</ p>d", &[Text("a"), Text("b"), Text("c"), Text("d")]),
            ("</A title='>' x=\">\">b</p\n>", &[End("A"), Text("b"), End("p")]),
            ("a<![CDATA[b]]>c", &[Text("a"), Text("c")]),
            ("a</", &[Text("a</")]),
            ("a<", &[Text("a<")]),
            ("a<p title='>", &[Text("a")]),
            ("a</p title='>", &[Text("a")]),
            ("a<!-- b", &[Text("a")]),
        ] {
            assert_eq!(all(markup, None), expected, "{markup}");
        }
    }

    #[test]
    fn raw_text_ends_with_its_element() {
        use Token::*;
        for (element, markup, expected) in [
            ("style", "a</b></styles></STYLE >c", &[RawText("a</b></styles>"), End("STYLE"), Text("c")][..]),
            ("script", "</script>b", &[End("script"), Text("b")]),
            (
                "script",
                "<!--<script></script>--></script>b",
                &[RawText("<!--<script></script>-->"), End("script"), Text("b")],
            ),
            ("script", "<!--></script>b", &[RawText("<!-->"), End("script"), Text("b")]),
            ("plaintext", "a</plaintext>b", &[RawText("a</plaintext>b")]),
        ] {
            assert_eq!(all(markup, Some(element)), expected, "{markup}");
        }
    }

    #[test]
    fn text_after_a_cut_is_not_read() {
        let cut = |markup| tokens(markup, Context::default()).collect::<Vec<_>>();
        assert_eq!(cut("a<"), [Token::Text("a")]);
        assert_eq!(cut("a</"), [Token::Text("a")]);
        assert_eq!(cut("a</p"), [Token::Text("a")]);
    }

    /// All text of a page: its statements about itself, and the text of elements that hold only text.
    type Texts = [String; 2];

    /// As the parser alone reports it.
    fn by_the_parser(html: &str) -> Texts {
        let texts = Rc::new(RefCell::new(Texts::default()));
        let sum = Rc::clone(&texts);
        let text = move |chunk: &mut TextChunk<'_>| {
            let raw = match chunk.text_type() {
                TextType::Data => 0,
                TextType::CDataSection => return Ok(()),
                _ => 1,
            };
            sum.borrow_mut()[raw].push_str(chunk.as_str());
            Ok(())
        };
        let others = DocumentContentHandlers::default().text(text);
        let mut rewriter = handled(1 << 20, |_| Ok(()), others, Box::new(|_| {}));
        rewriter.write(html.as_bytes()).unwrap();
        rewriter.end().unwrap();
        texts.take()
    }

    /// As start tags and the tokens between them report it.
    fn by_tokens(html: &str) -> Texts {
        let tags = Rc::new(RefCell::new(Vec::new()));
        let seen = Rc::clone(&tags);
        let elements = move |element: &mut Element<'_, '_>| {
            let is_html = element.namespace_uri().ends_with("xhtml");
            let raw = raw_text_element(element.tag_name().as_bytes()).filter(|_| is_html);
            let place = element.source_location().bytes();
            seen.borrow_mut().push((place, raw, !is_html));
            Ok(())
        };
        let others = DocumentContentHandlers::default();
        let mut rewriter = handled(1 << 20, elements, others, Box::new(|_| {}));
        rewriter.write(html.as_bytes()).unwrap();
        rewriter.end().unwrap();
        let (mut at, mut context) = (0, Context::default());
        context.is_whole = true;
        let mut texts = Texts::default();
        let end = (html.len()..html.len(), None, false);
        for (place, raw, is_foreign) in tags.take().into_iter().chain([end]) {
            for token in tokens(&html[at..place.start], context) {
                match token {
                    Token::Text(text) => texts[0].push_str(text),
                    Token::RawText(text) => texts[1].push_str(text),
                    Token::End(_) => {}
                }
            }
            (at, context.raw, context.is_foreign) = (place.end, raw, is_foreign);
        }
        texts
    }

    proptest! {
        #[test]
        fn they_hold_the_text_that_the_parser_finds(
            parts in prop::collection::vec(prop::sample::select(vec![
                "<p>", "</p>", "<a b='>'>", "</a c=\">\">", "<script>", "</script>", "</SCRIPT >", "<style>", "</style>",
                "<title>", "</title>", "<textarea>", "</textarea>", "<!--", "-->", "--!>", "<!", "<?", "</", "<", ">", "-",
                "!", "/", "x", " ", "'", "\"", "=", "水", "&amp;", "<br/>", "<noscript>", "</noscript>", "</ x", "<!DOCTYPE",
            ]), 0..24)
        ) {
            let html = parts.concat();
            prop_assert_eq!(by_tokens(&html), by_the_parser(&html));
        }
    }
}
