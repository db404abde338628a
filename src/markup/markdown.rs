//! Writes the tree as Markdown: CommonMark, and GitHub's tables.
//!
//! Text is escaped wherever it would be markup ([`escape`]).

use crate::address;
use crate::markup::escape::{INSIDE, Place, START, Signs, escape, escape_last, is_space, is_word};
use crate::markup::html;
use crate::markup::inline::{Line, Picture, Run, continues_code, leading_code};
use crate::markup::nodes::{Described, ListItem, Node, Table};
use crate::parse::grid::Align;
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
        let are_lists = i > 0 && matches!(nodes[i - 1..=i], [Node::List { .. }, Node::List { .. }]);
        is_other = are_lists && !is_other;
        out.push_str(&block(node, is_other));
    }
    out
}

fn block(node: &Node, is_other: bool) -> String {
    match node {
        Node::Heading(rank, line) => {
            let marks = &"######"[..usize::from(*rank).clamp(1, 6)];
            let place = Place { in_heading: true, ..INSIDE };
            format!("{marks} {}", inline(line, place))
        }
        Node::Paragraph(lines) => paragraph(lines),
        Node::Code(code) => {
            let text = code.text.trim_matches('\n');
            let fence = "`".repeat(longest_run(text, '`').max(2) + 1);
            format!("{fence}{}\n{text}\n{fence}", code.language)
        }
        Node::Figure(picture, captions) => {
            let mut out = image(picture, INSIDE);
            if !captions.is_empty() {
                out.push_str("\n\n");
                out.push_str(&paragraph(captions));
            }
            out
        }
        Node::Quote(nodes) => indented(&write(nodes), "> ", "> "),
        Node::List { start, items } => list(*start, items, is_other),
        Node::Description(parts) => description(parts),
        Node::Table(table) => self::table(table),
    }
}

fn list(start: Option<u32>, items: &[ListItem], is_other: bool) -> String {
    let between = if items.iter().all(is_tight) { "\n" } else { "\n\n" };
    let mut out = String::new();
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            out.push_str(between);
        }
        let mut mark = match (start, is_other) {
            (Some(start), false) => format!("{}. ", number(start, i)),
            (Some(start), true) => format!("{}) ", number(start, i)),
            (None, false) => "- ".to_owned(),
            (None, true) => "* ".to_owned(),
        };
        let room = " ".repeat(mark.len());
        match item.task {
            Some(true) => mark.push_str("[x] "),
            Some(false) => mark.push_str("[ ] "),
            None => {}
        }
        out.push_str(&indented(&blocks(&item.nodes, between), &mark, &room));
    }
    out
}

/// Whether an item is a line, followed only by lists.
fn is_tight(item: &ListItem) -> bool {
    let paragraphs = item.nodes.iter().filter(|node| matches!(node, Node::Paragraph(_))).count();
    paragraphs <= 1 && item.nodes.iter().all(|node| matches!(node, Node::Paragraph(_) | Node::List { .. }))
}

/// The number of an item; CommonMark allows nine digits.
fn number(start: u32, place: usize) -> usize {
    (start as usize + place).min(999_999_999)
}

/// Markdown has no description lists: a term becomes a strong line before its definition.
fn description(parts: &[Described]) -> String {
    let parts = parts.iter().map(|part| {
        if part.is_term { part.nodes.iter().map(term).collect::<Vec<_>>().join("\n\n") } else { write(&part.nodes) }
    });
    parts.collect::<Vec<_>>().join("\n\n")
}

fn term(node: &Node) -> String {
    match node {
        Node::Paragraph(lines) => {
            let lines = lines.iter().map(|line| vec![Run::Strong(line.clone())]);
            paragraph(&lines.collect::<Vec<_>>())
        }
        node => block(node, false),
    }
}

/// Prefixes the first line with `first` and each other line with `others`; empty lines get no trailing spaces.
fn indented(text: &str, first: &str, others: &str) -> String {
    let mut out = String::with_capacity(text.len() + first.len());
    for (i, line) in text.split('\n').enumerate() {
        if i > 0 {
            out.push('\n');
        }
        let before = if i == 0 { first } else { others };
        if line.is_empty() { out.push_str(before.trim_end()) } else { out.extend([before, line]) }
    }
    out
}

/// Whether Markdown can write a node in a table cell.
fn fits_a_cell(node: &Node) -> bool {
    match node {
        Node::Paragraph(_) | Node::Heading(..) => true,
        Node::Figure(_, captions) => captions.is_empty(),
        _ => false,
    }
}

/// Writes a table with bars between its cells. If a cell contains more than lines, or if most columns would be empty,
/// it is written as HTML. Its caption is a paragraph before it. A table with bars has a head, whether or not the page
/// marks one. A cell that spans several columns or rows is written in the first of them, and the others are empty.
fn table(table: &Table) -> String {
    let are_lines = table.rows.iter().flatten().all(|cell| cell.nodes.iter().all(fits_a_cell));
    let ends = table.rows.iter().map(|row| row.last().map_or(0, |cell| cell.column + cell.columns));
    let is_dense = ends.clone().sum::<usize>() <= 4 * table.rows.iter().flatten().count();
    if !are_lines || !is_dense {
        let mut out = String::new();
        html::table(table, &mut out);
        // An empty line would end the HTML.
        return out.replace('\n', "&#10;");
    }
    let columns = ends.max().unwrap_or(0);
    let mut out = write(&table.caption);
    if !out.is_empty() {
        out.push_str("\n\n");
    }
    for (i, row) in table.rows.iter().enumerate() {
        out.push_str(if i > 0 { "\n|" } else { "|" });
        let mut column = 0;
        for cell in row {
            out.push_str(&"  |".repeat(cell.column - column));
            out.extend([" ", &line(&cell.nodes), " |"]);
            out.push_str(&"  |".repeat(cell.columns - 1));
            column = cell.column + cell.columns;
        }
        if i == 0 {
            out.push_str(&"  |".repeat(columns - column));
            out.push_str("\n|");
            let mut rules = vec!["---"; columns];
            for cell in row {
                rules[cell.column] = match cell.align {
                    None => "---",
                    Some(Align::Left) => ":---",
                    Some(Align::Center) => ":---:",
                    Some(Align::Right) => "---:",
                };
            }
            for rule in rules {
                out.extend([" ", rule, " |"]);
            }
        }
    }
    out
}

/// The lines of a cell as one line; a sign in one line could pair with a sign in another.
fn line(nodes: &[Node]) -> String {
    let place = Place { in_table: true, ..INSIDE };
    let mut lines = Vec::new();
    for node in nodes {
        match node {
            Node::Paragraph(paragraph) => lines.extend(paragraph.iter().map(|line| inline(line, place))),
            Node::Heading(_, line) => lines.push(inline(line, place)),
            Node::Figure(picture, _) => lines.push(image(picture, place)),
            _ => {}
        }
    }
    lines.join("<br>")
}

fn paragraph(lines: &[Line]) -> String {
    let place = Place { signs: Signs::new(lines), ..START };
    let mut out = Vec::new();
    for (i, line) in lines.iter().enumerate() {
        let mut written = String::new();
        let is_last = i + 1 == lines.len();
        runs(line, place, (!is_last).then_some('\\'), &mut written);
        out.push(written);
    }
    out.join("\\\n")
}

/// A line that is a whole block, or part of a cell with other lines.
fn inline(line: &Line, place: Place) -> String {
    let signs = if place.in_table { place.signs } else { Signs::new(std::slice::from_ref(line)) };
    let place = Place { signs, ..place };
    let mut out = String::new();
    runs(line, place, None, &mut out);
    out
}

/// Writes runs; `after` is the first character of what follows them.
fn runs(line: &[Run], place: Place, after: Option<char>, out: &mut String) {
    for (i, run) in line.iter().enumerate() {
        if continues_code(line, i) {
            continue;
        }
        let place = Place { at_start: place.at_start && out.is_empty(), ..place };
        let after = (i + 1..line.len()).find_map(|i| first_of(line, i, place)).or(after);
        match run {
            Run::Text(text) => escape(text, place, after, out),
            Run::Code(_) => {
                let text = leading_code(&line[i..]);
                if is_code(&text, place) { code(&text, place, out) } else { escape(&text, place, after, out) }
            }
            Run::Picture(picture) => out.push_str(&image(picture, place)),
            Run::Formula(formula) => out.push_str(&formula.markdown(place.in_table)),
            Run::Subscript(inside) => tagged("sub", inside, place, out),
            Run::Superscript(inside) => tagged("sup", inside, place, out),
            Run::Strong(inside) => stressed("**", inside, place, after, out),
            Run::Emphasis(inside) => stressed("*", inside, place, after, out),
            Run::Link(href, inside) if is_bare(href, inside, out.chars().next_back(), after) => {
                out.push_str(href);
            }
            Run::Link(href, inside) => {
                // Otherwise it would be a picture.
                if out.ends_with('!') {
                    escape_last(out);
                }
                out.push('[');
                runs(inside, Place { at_start: false, in_link: true, ..place }, Some(']'), out);
                out.extend(["](", &destination(href), ")"]);
            }
        }
    }
}

/// The first character written for a run, unless it continues code.
fn first_of(line: &[Run], i: usize, place: Place) -> Option<char> {
    match &line[i] {
        Run::Code(_) if continues_code(line, i) => None,
        Run::Code(text) if !is_code(&leading_code(&line[i..]), place) => text.chars().next(),
        Run::Text(text) => text.chars().next(),
        Run::Code(_) => Some('`'),
        Run::Formula(_) => Some('$'),
        Run::Picture(_) => Some('!'),
        Run::Subscript(_) | Run::Superscript(_) => Some('<'),
        Run::Strong(_) | Run::Emphasis(_) => Some('*'),
        Run::Link(..) => Some('['),
    }
}

/// Markdown has no marks for these, but allows HTML tags.
fn tagged(tag: &str, inside: &[Run], place: Place, out: &mut String) {
    let place = Place { at_start: false, ..place };
    out.extend(["<", tag, ">"]);
    runs(inside, place, Some('<'), out);
    out.extend(["</", tag, ">"]);
}

/// Marks work only at the edge of a word: if there is a letter directly outside a mark, there must be one directly
/// inside. So punctuation at the edges is moved out, and text with anything else at such an edge is not marked.
fn stressed(mark: &str, inside: &[Run], place: Place, after: Option<char>, out: &mut String) {
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
    let begins = match inside.first() {
        Some(Run::Text(text)) => !is_word(before) || text.starts_with(is_alphanumeric),
        _ => !is_word(before),
    };
    let ends = match inside.last() {
        Some(Run::Text(text)) => !is_word(after) || text.ends_with(is_alphanumeric),
        _ => !is_word(after),
    };
    let is_beside = before == Some('*') || after == Some('*');
    let is_marked = begins && ends && !place.is_stressed && !is_beside;
    escape(ahead, place, Some('*'), out);
    let within = Place { at_start: place.at_start && !is_marked && out.is_empty(), is_stressed: true, ..place };
    if is_marked {
        out.push_str(mark);
        runs(&inside, within, Some('*'), out);
        out.push_str(mark);
    } else {
        runs(&inside, within, behind.chars().next().or(after), out);
    }
    escape(behind, Place { at_start: false, ..within }, after, out);
}

/// Whether code can be marked. In the name of a definition marks do nothing, and parsers disagree on an escaped bar in
/// a table.
fn is_code(text: &str, place: Place) -> bool {
    let is_in_name = place.signs.may_define && text.contains("]:");
    !(is_in_name || place.in_table && text.contains("\\|"))
}

fn code(text: &str, place: Place, out: &mut String) {
    if out.ends_with('`') {
        out.push(' ');
    }
    let fence = "`".repeat(longest_run(text, '`') + 1);
    let has_mark = text.starts_with('`') || text.ends_with('`');
    let space = if has_mark { " " } else { "" };
    // In a table, a bar ends the cell even in code.
    let bar = if place.in_table { "\\|" } else { "|" };
    out.extend([&fence, space, &text.replace('|', bar), space, &fence]);
}

fn longest_run(text: &str, wanted: char) -> usize {
    let (mut longest, mut run) = (0, 0);
    for c in text.chars() {
        run = if c == wanted { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

fn image(picture: &Picture, place: Place) -> String {
    let place = Place { at_start: false, in_link: true, ..place };
    let mut out = if picture.is_embedded { "[" } else { "![" }.to_owned();
    escape(picture.label(), place, Some(']'), &mut out);
    out.extend(["](", &destination(&picture.src), ")"]);
    out
}

/// Whether a link shows its address, in a place where GitHub's Markdown and most others turn a bare address into a
/// link.
fn is_bare(href: &str, inside: &[Run], before: Option<char>, after: Option<char>) -> bool {
    // A sign inside a word is not markup.
    let mut signs = href.match_indices('_');
    let are_inner =
        signs.all(|(at, _)| href[..at].ends_with(is_alphanumeric) && href[at + 1..].starts_with(is_alphanumeric));
    matches!(inside, [Run::Text(text)] if *text == href)
        && is_space(before)
        && is_space(after)
        && address::host(href).is_some_and(|host| host.contains('.') && !host.contains('_'))
        && href.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '/')
        && href.chars().all(|c| c.is_ascii_alphanumeric() || "-./:?=&%#+,_".contains(c))
        && are_inner
}

/// Encodes an address so that no `&` in it begins a reference.
fn destination(address: &str) -> String {
    if address.contains(';') { address.replace('&', "&amp;") } else { address.to_owned() }
}

#[cfg(test)]
mod tests;
