//! Writes the tree as HTML, with only the tags and attributes that are named here.

use crate::markup::inline::{Line, Picture, Run};
use crate::markup::tree::{Cell, Node};

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
        Node::List { is_ordered, items } => {
            element(if *is_ordered { "ol" } else { "ul" }, out, &|out| {
                for item in items {
                    element("li", out, &|out| match &item[..] {
                        [Node::Paragraph(lines), rest @ ..] => {
                            paragraph(lines, out);
                            blocks(rest, out);
                        }
                        item => blocks(item, out),
                    });
                }
            });
        }
        Node::Table(rows) => element("table", out, &|out| {
            for row in rows {
                element("tr", out, &|out| {
                    row.iter().for_each(|cell| self::cell(cell, out))
                });
            }
        }),
    }
}

fn blocks(nodes: &[Node], out: &mut String) {
    nodes.iter().for_each(|node| block(node, out));
}

fn cell(cell: &Cell, out: &mut String) {
    element(if cell.is_head { "th" } else { "td" }, out, &|out| {
        inline(&cell.line, out);
    });
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
            Run::Picture(picture) => image(picture, out),
            Run::Strong(runs) => element("strong", out, &|out| inline(runs, out)),
            Run::Emphasis(runs) => element("em", out, &|out| inline(runs, out)),
            Run::Link(href, runs) => {
                out.push_str("<a href=\"");
                escape(href, out);
                out.push_str("\">");
                inline(runs, out);
                out.push_str("</a>");
            }
        }
    }
}

fn image(picture: &Picture, out: &mut String) {
    out.push_str("<img src=\"");
    escape(&picture.src, out);
    out.push_str("\" alt=\"");
    escape(picture.alt, out);
    out.push_str("\">");
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
