//! Writes the tree as Markdown: CommonMark, and GitHub's tables.
//!
//! Text is escaped wherever it could be markup. `<` and `&` become references, not `\<`, since not every Markdown
//! parser treats a backslash as an escape of HTML.

use crate::markup::inline::{Line, Picture, Run};
use crate::markup::tree::{Cell, Node};
use crate::unicode::is_alphanumeric;

pub fn write(nodes: &[Node]) -> String {
    blocks(nodes, "\n\n")
}

fn blocks(nodes: &[Node], between: &str) -> String {
    let mut out = String::new();
    // Adjacent lists use different markers; otherwise they would merge.
    let mut is_other = false;
    for (i, node) in nodes.iter().enumerate() {
        if i > 0 {
            out.push_str(between);
        }
        let is_list = |node: &Node| matches!(node, Node::List { .. });
        is_other = i > 0 && is_list(&nodes[i - 1]) && is_list(node) && !is_other;
        out.push_str(&block(node, is_other));
    }
    out
}

fn block(node: &Node, is_other: bool) -> String {
    match node {
        Node::Heading(rank, line) => {
            let marks = &"######"[..usize::from(*rank).clamp(1, 6)];
            let place = Place {
                in_heading: true,
                ..START
            };
            format!("{marks} {}", inline(line, place))
        }
        Node::Paragraph(lines) => paragraph(lines),
        Node::Code(code) => {
            let text = code.text.trim_matches('\n');
            let fence = "`".repeat(longest_run(text, '`').max(2) + 1);
            format!("{fence}{}\n{text}\n{fence}", code.language)
        }
        Node::Figure(picture, captions) => {
            let mut out = image(picture);
            if !captions.is_empty() {
                out.push_str("\n\n");
                out.push_str(&paragraph(captions));
            }
            out
        }
        Node::Quote(nodes) => indented(&write(nodes), "> ", "> "),
        Node::List { is_ordered, items } => list(*is_ordered, items, is_other),
        Node::Table(rows) => table(rows),
    }
}

fn list(is_ordered: bool, items: &[Vec<Node>], is_other: bool) -> String {
    let is_line = |node: &Node| matches!(node, Node::Paragraph(_) | Node::List { .. });
    let is_tight = |item: &Vec<Node>| {
        let paragraphs = item
            .iter()
            .filter(|node| matches!(node, Node::Paragraph(_)));
        item.iter().all(is_line) && paragraphs.count() <= 1
    };
    let between = if items.iter().all(is_tight) {
        "\n"
    } else {
        "\n\n"
    };
    let mut out = String::new();
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            out.push_str(between);
        }
        let mark = match (is_ordered, is_other) {
            (true, false) => format!("{}. ", i + 1),
            (true, true) => format!("{}) ", i + 1),
            (false, false) => "- ".to_owned(),
            (false, true) => "* ".to_owned(),
        };
        let room = " ".repeat(mark.len());
        out.push_str(&indented(&blocks(item, between), &mark, &room));
    }
    out
}

/// Prefixes the first line with `first` and each other line with `others`; empty lines get no trailing spaces.
fn indented(text: &str, first: &str, others: &str) -> String {
    let mut out = String::with_capacity(text.len() + first.len());
    for (i, line) in text.split('\n').enumerate() {
        if i > 0 {
            out.push('\n');
        }
        let before = if i == 0 { first } else { others };
        match line.is_empty() {
            true => out.push_str(before.trim_end()),
            false => out.extend([before, line]),
        }
    }
    out
}

/// Markdown tables need a head, whether the page marks one or not.
fn table(rows: &[Vec<Cell>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut out = String::new();
    for (i, row) in rows.iter().enumerate() {
        out.push_str(if i > 0 { "\n|" } else { "|" });
        for cell in row {
            let place = Place {
                in_table: true,
                ..INSIDE
            };
            out.extend([" ", &inline(&cell.line, place), " |"]);
        }
        if i == 0 {
            out.push_str(&"  |".repeat(columns - row.len()));
            out.push_str("\n|");
            out.push_str(&" --- |".repeat(columns));
        }
    }
    out
}

fn paragraph(lines: &[Line]) -> String {
    let lines: Vec<String> = lines.iter().map(|line| inline(line, START)).collect();
    lines.join("\\\n")
}

/// The context of text in a block.
#[derive(Clone, Copy)]
struct Place {
    /// At the beginning of a line.
    at_start: bool,
    in_heading: bool,
    in_table: bool,
    /// Inside strong or emphasised text: of nested ones only the outer is marked.
    is_stressed: bool,
}

const START: Place = Place {
    at_start: true,
    in_heading: false,
    in_table: false,
    is_stressed: false,
};

/// Inside a line.
const INSIDE: Place = Place {
    at_start: false,
    ..START
};

fn inline(line: &[Run], place: Place) -> String {
    let mut out = String::new();
    runs(line, place, None, &mut out);
    out
}

/// Writes runs; `after` is the first character of what follows them.
fn runs(line: &[Run], place: Place, after: Option<char>, out: &mut String) {
    for (i, run) in line.iter().enumerate() {
        let place = Place {
            at_start: place.at_start && out.is_empty(),
            ..place
        };
        let after = line.get(i + 1).map_or(after, first_of);
        match run {
            Run::Text(text) => escape(text, place, after, out),
            Run::Code(text) => code(text, place, out),
            Run::Picture(picture) => out.push_str(&image(picture)),
            Run::Strong(inside) => stressed("**", inside, place, after, out),
            Run::Emphasis(inside) => stressed("*", inside, place, after, out),
            Run::Link(href, inside) => {
                out.push('[');
                let place = Place {
                    at_start: false,
                    ..place
                };
                runs(inside, place, Some(']'), out);
                out.extend(["](", &destination(href), ")"]);
            }
        }
    }
}

/// The first character that is written for a run.
fn first_of(run: &Run) -> Option<char> {
    match run {
        Run::Text(text) => text.chars().next(),
        Run::Code(_) => Some('`'),
        Run::Picture(_) => Some('!'),
        Run::Strong(_) | Run::Emphasis(_) => Some('*'),
        Run::Link(..) => Some('['),
    }
}

/// Marks work only at the edge of a word: if a letter is next to one on the outside, there must be a letter inside. So
/// punctuation at the edges is moved out, and text with anything else at such an edge is not marked.
fn stressed(mark: &str, inside: &[Run], place: Place, after: Option<char>, out: &mut String) {
    let is_word = |c: Option<char>| c.is_some_and(is_alphanumeric);
    let before = out.chars().next_back();
    let mut inside = inside.to_vec();
    let (mut ahead, mut behind) = ("", "");
    if is_word(before)
        && let Some(Run::Text(text)) = inside.first_mut()
    {
        let rest = text.trim_start_matches(|c| !is_alphanumeric(c));
        (ahead, *text) = text.split_at(text.len() - rest.len());
    }
    if is_word(after)
        && let Some(Run::Text(text)) = inside.last_mut()
    {
        let rest = text.trim_end_matches(|c| !is_alphanumeric(c));
        (*text, behind) = text.split_at(rest.len());
    }
    let is_letter_at = |text: &str, at_end: bool| {
        let mut chars = text.chars();
        is_word(if at_end {
            chars.next_back()
        } else {
            chars.next()
        })
    };
    let begins = match inside.first() {
        Some(Run::Text(text)) => !is_word(before) || is_letter_at(text, false),
        _ => !is_word(before),
    };
    let ends = match inside.last() {
        Some(Run::Text(text)) => !is_word(after) || is_letter_at(text, true),
        _ => !is_word(after),
    };
    let is_marked =
        begins && ends && !place.is_stressed && before != Some('*') && after != Some('*');
    escape(ahead, place, Some('*'), out);
    let place = Place {
        at_start: place.at_start && !is_marked && out.is_empty(),
        is_stressed: true,
        ..place
    };
    let behind_first = behind.chars().next();
    if is_marked {
        out.push_str(mark);
        runs(&inside, place, Some('*'), out);
        out.push_str(mark);
    } else {
        runs(&inside, place, behind_first.or(after), out);
    }
    let place = Place {
        at_start: false,
        ..place
    };
    escape(behind, place, after, out);
}

fn code(text: &str, place: Place, out: &mut String) {
    let fence = "`".repeat(longest_run(text, '`') + 1);
    let space = if text.starts_with('`') || text.ends_with('`') {
        " "
    } else {
        ""
    };
    // In a table a bar ends the cell, even in code.
    let text = if place.in_table {
        text.replace('|', "\\|")
    } else {
        text.to_owned()
    };
    out.extend([&fence, space, &text, space, &fence]);
}

fn longest_run(text: &str, of: char) -> usize {
    let (mut longest, mut run) = (0, 0);
    for c in text.chars() {
        run = if c == of { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

fn image(picture: &Picture) -> String {
    let mut out = "![".to_owned();
    escape(picture.alt, INSIDE, Some(']'), &mut out);
    out.extend(["](", &destination(&picture.src), ")"]);
    out
}

/// Encodes an address so that no `&` in it begins a reference.
fn destination(address: &str) -> String {
    match address.contains(';') {
        true => address.replace('&', "&amp;"),
        false => address.to_owned(),
    }
}

/// Writes text, escaped so that it is not markup; `after` is the character that follows it.
fn escape(text: &str, place: Place, after: Option<char>, out: &mut String) {
    let mut before = out.chars().next_back();
    let number = text.bytes().take_while(u8::is_ascii_digit).count();
    for (at, c) in text.char_indices() {
        let next = text[at + c.len_utf8()..].chars().next().or(after);
        let is_first = place.at_start && at == 0;
        let ends_number = place.at_start && at == number && number > 0;
        let is_name = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
        match c {
            '<' if next.is_none_or(|c| c.is_ascii_alphabetic() || "/!?*`".contains(c)) => {
                out.push_str("&lt;");
            }
            '&' if next.is_none_or(|c| c.is_ascii_alphanumeric() || "#*`".contains(c)) => {
                out.push_str("&amp;");
            }
            '\\' | '`' | '*' | '[' | ']' | '~' | '|' => out.extend(['\\', c]),
            '_' if !(is_name(before) && is_name(next)) => out.push_str("\\_"),
            '!' if next.is_none_or(|c| c == '[') => out.push_str("\\!"),
            '#' if is_first || place.in_heading => out.push_str("\\#"),
            '+' | '-' | '=' | '>' | ':' if is_first => out.extend(['\\', c]),
            '.' | ')' if ends_number => out.extend(['\\', c]),
            c => out.push(c),
        }
        before = Some(c);
    }
}
