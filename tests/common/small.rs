//! Small pages. They have so few different pieces that most combinations of four or five of them come about by chance;
//! with many different pieces, few would.

/// The pieces.
#[rustfmt::skip]
pub const PIECES: [&str; 26] = [
    "<span>", "</span>", "<a href=#>", "</a>", "<x-y>", "</x-y>", "<b>", "</b>",
    "<div>", "</div>", "<p>", "<h2>", "</h2>", "<li>", "<hr>", "<br>", "<pre>", "</pre>",
    "a ", " 浙", "é ", " é", "1", "[", "]", "。",
];
