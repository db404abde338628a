//! Pages in XML, as in books: an empty element may be written with one tag, which HTML takes for a start tag.

use super::tokens::{end_of_raw_text, end_of_script, length_of_attributes, length_of_name, raw_text_element};
use memchr::memchr;

/// Elements of HTML that have no end tag.
const VOID: [&str; 17] = [
    "area", "base", "basefont", "br", "col", "embed", "frame", "hr", "img", "input", "keygen", "link", "meta", "param",
    "source", "track", "wbr",
];

/// A page in XML with an end tag for each empty element.
///
/// # Complexity
/// Linear in its length.
pub fn as_html(xml: &str) -> String {
    let mut html = String::with_capacity(xml.len() + xml.len() / 16);
    let mut rest = xml;
    while let Some(at) = memchr(b'<', rest.as_bytes()) {
        let (before, tag) = rest.split_at(at);
        html.push_str(before);
        let bytes = tag.as_bytes();
        let name_length = length_of_name(&bytes[1..]);
        let end = match bytes.get(1) {
            Some(byte) if byte.is_ascii_alphabetic() => {
                length_of_attributes(&bytes[1 + name_length..]).map(|length| 1 + name_length + length)
            }
            Some(b'!') if tag.starts_with("<!--") => tag.find("-->").map(|end| end + 3),
            _ => Some(1),
        };
        let Some(end) = end else {
            rest = tag;
            break;
        };
        let name = &tag[1..1 + name_length];
        let raw = raw_text_element(name.to_ascii_lowercase().as_bytes()).filter(|_| end > 1);
        let is_empty = tag[..end].ends_with("/>");
        if is_empty && end > 1 && !VOID.iter().any(|void| void.eq_ignore_ascii_case(name)) {
            html.push_str(&tag[..end - 2]);
            html.extend(["></", name, ">"]);
            rest = &tag[end..];
            continue;
        }
        // Tags in a script are text.
        let after = &bytes[end..];
        let length = end
            + match raw.filter(|_| !is_empty) {
                Some("script") => end_of_script(after),
                Some(name) => end_of_raw_text(after, name),
                None => 0,
            };
        html.push_str(&tag[..length]);
        rest = &tag[length..];
    }
    html.push_str(rest);
    html
}

#[cfg(test)]
mod tests {
    use super::as_html;

    #[test]
    fn empty_elements_get_end_tags() {
        for (xml, html) in [
            ("<title/><p>a</p>", "<title></title><p>a</p>"),
            ("<script src='a/>b'/>c", "<script src='a/>b'></script>c"),
            ("<br/><IMG src=\"a\" />b", "<br/><IMG src=\"a\" />b"),
            ("<iframe />a<a id='b' />c", "<iframe ></iframe>a<a id='b' ></a>c"),
            ("<script>x = '<p/>'</script><p/>", "<script>x = '<p/>'</script><p></p>"),
            ("<!-- <p/> --><p/>", "<!-- <p/> --><p></p>"),
            ("a < b <", "a < b <"),
            ("<p title='", "<p title='"),
        ] {
            assert_eq!(as_html(xml), html);
        }
    }
}
