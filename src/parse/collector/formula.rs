//! Formulas: MathML, the output of KaTeX and MathJax, and pictures of TeX. A page may hold a formula in several forms,
//! but it becomes text once: its TeX source between dollar signs or, without one, the text of its MathML.

use super::Collector;
use super::open::{LONGEST, Nested, Part};
use crate::decode::entity::{self, Context};
use crate::parse::characters::{find, has_any};
use crate::parse::start_tag::TagReader;

impl Collector {
    /// Handles a start tag inside a skipped element.
    pub(super) fn open_in_formula(&mut self, read: &TagReader<'_>) {
        if let Some(open) = &mut self.formulas.open
            && read.name.starts_with(b"annotation")
        {
            let encoding = read.value("encoding").unwrap_or_default();
            let is_tex = *read.name == *b"annotation" && encoding.to_ascii_lowercase().ends_with("tex");
            open.part = if is_tex { Part::Source } else { Part::OtherAnnotation };
        }
    }

    /// Handles the start tag of an inline element, and returns whether it is part of a formula.
    pub(super) fn open_formula(&mut self, read: &TagReader<'_>) -> bool {
        if let Some(rendered) = &mut self.formulas.rendered {
            if read.can_have_content {
                rendered.note_start(&read.name);
            }
            return true;
        }
        match &*read.name {
            b"img" => self.formula_image(read),
            b"span" if find(read.markup, "MathJax").is_some() || self.follows_formula() => {
                let class = read.value("class").unwrap_or_default();
                let is_rendered = class
                    .split_ascii_whitespace()
                    .any(|word| matches!(word, "katex-html" | "mjx-chtml") || word.starts_with("MathJax"));
                if is_rendered {
                    self.formulas.rendered = Some(Nested::new(read.name));
                }
                is_rendered
            }
            _ => false,
        }
    }

    fn follows_formula(&self) -> bool {
        let last = self.formulas.last.as_ref();
        last.is_some_and(|(end, _)| self.draft.is_end(*end))
    }

    /// Handles the end tag of an inline element.
    pub(super) fn close_formula(&mut self, name: &[u8]) {
        if let Some(open) = &mut self.formulas.open
            && name.starts_with(b"annotation")
        {
            open.part = Part::Text;
        }
        self.formulas.rendered.take_if(|rendered| rendered.note_end(name));
    }

    /// Ends a `<math>`.
    pub(super) fn end_formula(&mut self) {
        let open = self.formulas.open.take();
        let Some(open) = open.filter(|_| !self.formulas.is_rendered()) else {
            return;
        };
        let source = entity::decode(&open.source, Context::Text);
        let mut stated = [&*source, &open.stated].into_iter();
        match stated.find(|tex| !tex.trim().is_empty()) {
            Some(tex) => self.add_formula(tex, open.is_display),
            None => {
                self.add_text(&open.text);
                self.note_formula(open.text);
            }
        }
    }

    /// Adds the formula that a picture shows, and returns whether it shows one.
    fn formula_image(&mut self, read: &TagReader<'_>) -> bool {
        let written = read.value("alt").unwrap_or_default();
        if !is_tex(written) || written.len() > LONGEST {
            return false;
        }
        let alt = entity::decode(written, Context::Attribute);
        let class = read.value("class").unwrap_or_default().to_ascii_lowercase();
        let mut words = class.split(|c: char| !c.is_ascii_alphabetic());
        let src = read.value("src").unwrap_or_default();
        let is_formula = has_any(src, &["latex", "?tex=", "tex.cgi?", "cht=tx"])
            || words.any(|word| matches!(word, "math" | "latex" | "tex" | "formula" | "equation"));
        if is_formula {
            let before = self.formulas.last.as_ref().filter(|_| self.follows_formula());
            if before.is_none_or(|(_, before)| *before != source(&alt)) {
                self.add_formula(&alt, find(&class, "display").is_some());
            }
        }
        is_formula
    }

    pub(super) fn add_formula(&mut self, tex: &str, is_display: bool) {
        let tex = source(tex);
        // Dollar signs inside would end the formula.
        let (ahead, behind) = match (tex.contains('$'), is_display) {
            (true, _) => ("", ""),
            (false, true) => (" $$", "$$ "),
            (false, false) => ("$", "$"),
        };
        if !tex.is_empty() {
            self.add_text(&[ahead, &tex.replace('&', "&amp;"), behind].concat());
            self.note_formula(tex);
        }
    }

    fn note_formula(&mut self, source: String) {
        self.formulas.last = Some((self.draft.end(), source));
    }
}

/// Whether the description of a picture may be TeX.
fn is_tex(alt: &str) -> bool {
    let has_sign = alt.contains(['\\', '^', '_', '{', '=', '<', '>', '+', '&']);
    !alt.is_empty() && (has_sign || alt.len() <= 4 && !alt.contains(' '))
}

/// The source without its delimiters.
fn source(tex: &str) -> String {
    // LaTeXML ends lines with a comment.
    let joined = tex.replace("%\n", "");
    let mut tex = joined.trim();
    for (start, end) in [
        ("% <![CDATA[", "%]]>"),
        ("<![CDATA[", "]]>"),
        ("$$", "$$"),
        ("$", "$"),
        ("\\[", "\\]"),
        ("\\(", "\\)"),
        ("{\\displaystyle", "}"),
        ("{\\textstyle", "}"),
    ] {
        let inner = tex.strip_prefix(start).and_then(|tex| tex.strip_suffix(end));
        tex = inner.filter(|inner| is_balanced(inner)).map_or(tex, str::trim);
    }
    let words: Vec<&str> = tex.split_ascii_whitespace().collect();
    words.join(" ")
}

fn is_balanced(tex: &str) -> bool {
    let mut open = 0;
    tex.bytes().all(|byte| {
        open += i32::from(byte == b'{') - i32::from(byte == b'}');
        open >= 0
    })
}
