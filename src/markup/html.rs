//! Writes the tree as HTML, with only the tags and attributes named here.

use crate::markup::inline::{Line, Picture, Run};
use crate::markup::nodes::{Cell, Node, Table};

pub fn write(nodes: &[Node]) -> String {
    let mut out = String::new();
    for node in nodes {
        block(node, &mut out);
        out.push('\n');
    }
    out.truncate(out.trim_end().len());
    out
}

fn block(node: &Node, out: &mut String) {
    match node {
        Node::Heading(rank, line) => {
            let tag = ["h1", "h2", "h3", "h4", "h5", "h6"][usize::from(*rank).clamp(1, 6) - 1];
            element(tag, out, &|out| inline(line, out));
        }
        Node::Paragraph(lines) => element("p", out, &|out| paragraph(lines, out)),
        Node::Code(code) => {
            out.push_str("<pre><code");
            if !code.language.is_empty() {
                out.push_str(" class=\"language-");
                escape(&code.language, out);
                out.push('"');
            }
            out.push('>');
            escape(code.text.trim_matches('\n'), out);
            out.push_str("</code></pre>");
        }
        Node::Figure(picture, captions) => element("figure", out, &|out| {
            image(picture, out);
            if !captions.is_empty() {
                element("figcaption", out, &|out| paragraph(captions, out));
            }
        }),
        Node::Quote(nodes) => element("blockquote", out, &|out| blocks(nodes, out)),
        Node::List { start, items } => {
            match start {
                None => out.push_str("<ul>"),
                Some(1) => out.push_str("<ol>"),
                Some(start) => out.push_str(&format!("<ol start=\"{start}\">")),
            }
            for item in items {
                out.push_str("<li>");
                match item.task {
                    Some(true) => out.push_str("<input type=\"checkbox\" disabled checked> "),
                    Some(false) => out.push_str("<input type=\"checkbox\" disabled> "),
                    None => {}
                }
                flow(&item.nodes, out);
                out.push_str("</li>");
            }
            out.push_str(if start.is_some() { "</ol>" } else { "</ul>" });
        }
        Node::Description(parts) => element("dl", out, &|out| {
            for part in parts {
                let tag = if part.is_term { "dt" } else { "dd" };
                element(tag, out, &|out| flow(&part.nodes, out));
            }
        }),
        Node::Table(table) => self::table(table, out),
    }
}

/// Blocks in an element that may contain a single line without a paragraph.
fn flow(nodes: &[Node], out: &mut String) {
    match nodes {
        [Node::Paragraph(lines), rest @ ..] => {
            paragraph(lines, out);
            blocks(rest, out);
        }
        nodes => blocks(nodes, out),
    }
}

/// Writes a table, with its spans and alignments.
pub fn table(table: &Table, out: &mut String) {
    element("table", out, &|out| {
        if !table.caption.is_empty() {
            element("caption", out, &|out| flow(&table.caption, out));
        }
        for row in &table.rows {
            element("tr", out, &|out| row.iter().for_each(|cell| self::cell(cell, out)));
        }
    });
}

fn blocks(nodes: &[Node], out: &mut String) {
    nodes.iter().for_each(|node| block(node, out));
}

fn cell(cell: &Cell, out: &mut String) {
    let tag = if cell.is_head { "th" } else { "td" };
    out.extend(["<", tag]);
    if cell.columns > 1 {
        out.push_str(&format!(" colspan=\"{}\"", cell.columns));
    }
    if cell.rows > 1 {
        out.push_str(&format!(" rowspan=\"{}\"", cell.rows));
    }
    if let Some(align) = cell.align {
        out.extend([" align=\"", align.name(), "\""]);
    }
    out.push('>');
    flow(&cell.nodes, out);
    out.extend(["</", tag, ">"]);
}

fn paragraph(lines: &[Line], out: &mut String) {
    for (i, line) in lines.iter().enumerate() {
        if i > 0 {
            out.push_str("<br>");
        }
        inline(line, out);
    }
}

fn inline(line: &Line, out: &mut String) {
    for run in line {
        match run {
            Run::Text(text) => escape(text, out),
            Run::Code(text) => element("code", out, &|out| escape(text, out)),
            Run::Formula(formula) => escape(formula.written, out),
            Run::Picture(picture) => image(picture, out),
            Run::Subscript(runs) => element("sub", out, &|out| inline(runs, out)),
            Run::Superscript(runs) => element("sup", out, &|out| inline(runs, out)),
            Run::Strong(runs) => element("strong", out, &|out| inline(runs, out)),
            Run::Emphasis(runs) => element("em", out, &|out| inline(runs, out)),
            Run::Link(href, runs) => link(href, out, &|out| inline(runs, out)),
        }
    }
}

fn image(picture: &Picture, out: &mut String) {
    if picture.is_embedded {
        return link(&picture.src, out, &|out| escape(picture.label(), out));
    }
    out.push_str("<img ");
    if !picture.src.is_empty() {
        out.push_str("src=\"");
        escape(&picture.src, out);
        out.push_str("\" ");
    }
    out.push_str("alt=\"");
    escape(picture.alt, out);
    out.push_str("\">");
}

fn link(href: &str, out: &mut String, inside: &dyn Fn(&mut String)) {
    out.push_str("<a href=\"");
    escape(href, out);
    out.push_str("\">");
    inside(out);
    out.push_str("</a>");
}

fn element(tag: &str, out: &mut String, inside: &dyn Fn(&mut String)) {
    out.extend(["<", tag, ">"]);
    inside(out);
    out.extend(["</", tag, ">"]);
}

fn escape(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
}
