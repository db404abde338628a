//! What syntax highlighters write around code: the name of its language, and the numbers of its lines.

use super::characters::is_one_of;
use super::noise::Hints;
use super::words::for_each_word;

/// Prefixes of classes that name a language.
#[rustfmt::skip]
const PREFIXES: [&str; 5] = ["language-", "lang-", "highlight-source-", "highlight-", "src-"];
/// Classes of highlighters that name the language in a separate class next to them.
#[rustfmt::skip]
const HIGHLIGHTERS: [&str; 10] = [
    "hljs", "highlight", "sourcecode", "prettyprint", "codehilite", "src", "syntax", "code-block", "crayon",
    "syntaxhighlighter",
];
/// Names that say there is no language.
#[rustfmt::skip]
const NO_LANGUAGE: [&str; 5] = ["none", "nohighlight", "no-highlight", "default", "undefined"];
/// Languages, as highlighters name them.
#[rustfmt::skip]
const LANGUAGES: [&str; 109] = [
    "apache", "applescript", "arduino", "asciidoc", "asm", "assembly", "awk", "bash", "bat", "batch", "bibtex", "c",
    "c#", "c++", "clojure", "cmake", "cmd", "coffeescript", "console", "cpp", "crystal", "cs", "csharp", "css", "csv",
    "cuda", "d", "dart", "diff", "django", "docker", "dockerfile", "dos", "elisp", "elixir", "elm", "erb", "erlang",
    "fish", "fortran", "fsharp", "gherkin", "glsl", "go", "golang", "gradle", "graphql", "groovy", "haskell", "hcl",
    "html", "http", "ini", "java", "javascript", "js", "json", "json5", "jsx", "julia", "kotlin", "latex", "less",
    "lisp", "lua", "makefile", "markdown", "matlab", "md", "mermaid", "nginx", "nix", "objc", "objectivec", "ocaml",
    "perl", "php", "plaintext", "powershell", "properties", "protobuf", "ps1", "py", "python", "python3", "r", "rb",
    "ruby", "rust", "sass", "scala", "scheme", "scss", "sh", "shell", "sql", "svelte", "swift", "tex", "text", "toml",
    "ts", "tsx", "typescript", "vim", "vue", "xml", "yaml", "zig",
];

/// The language that a class names; empty if it names none.
pub fn language(class: &str) -> String {
    let mut words = class.split(|c: char| c.is_ascii_whitespace() || c == ';');
    let is_highlighted = words.clone().any(|word| is_one_of(word, &HIGHLIGHTERS));
    let mut is_named = false;
    let language = words.find_map(|word| {
        // SyntaxHighlighter writes `brush: js`.
        let after = word.strip_prefix("brush:");
        let word = match after.or_else(|| word.strip_prefix("lang:")) {
            Some("") => {
                is_named = true;
                return None;
            }
            Some(name) => return Some(name),
            None => word,
        };
        let named = PREFIXES.iter().find_map(|start| word.strip_prefix(start));
        let is_own = std::mem::take(&mut is_named) || is_highlighted && is_known(word);
        named.or(is_own.then_some(word))
    });
    stated(language.unwrap_or_default())
}

pub fn is_known(name: &str) -> bool {
    is_one_of(name, &LANGUAGES)
}

/// A language that an attribute or a class names, if it may be the name of one.
pub fn stated(name: &str) -> String {
    let name = name.trim();
    let is_name = name.len() <= 20 && name.chars().all(|c| c.is_ascii_alphanumeric() || "+#-_.".contains(c));
    if is_name && !is_one_of(name, &NO_LANGUAGE) { name.to_owned() } else { String::new() }
}

/// Whether the class of an inline element in code says that it holds a line number.
pub fn is_line_number(class: &str) -> bool {
    let mut words = class.split_ascii_whitespace();
    words.any(|word| {
        let word = word.to_ascii_lowercase();
        #[rustfmt::skip]
        let ends = ["line-number", "line-numbers", "linenumber", "ln-n", "line-num"];
        let mut hints = Hints::default();
        for_each_word(&word, 0, |part| hints.add(part));
        word == "ln" || ends.iter().any(|end| word.ends_with(end)) || hints.contains(Hints::GUTTER)
    })
}

/// The last number in a gutter next to code, if the gutter holds only numbers that count up from 1, or from the last
/// number of the gutter before.
pub fn count<'a>(texts: impl Iterator<Item = &'a str>, before: u32) -> Option<u32> {
    let mut last = None;
    for word in texts.flat_map(|text| text.split(' ')) {
        let number: u32 = word.trim_end_matches(['.', ':', '|']).parse().ok()?;
        let follows = match last {
            Some(last) => number == last + 1,
            None => number == 1 || number == before + 1,
        };
        if !follows {
            return None;
        }
        last = Some(number);
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_text::rows;

    #[test]
    fn classes_name_languages_in_many_ways() {
        for (class, expected) in rows(include_str!("../../tests/tables/languages.txt")) {
            assert_eq!(language(class), expected, "{class}");
        }
    }

    #[test]
    fn numbers_of_lines_count_up() {
        let count = |texts: &[&str], before| count(texts.iter().copied(), before);
        assert_eq!(count(&["1 2 3", "4", "5."], 0), Some(5));
        assert_eq!(count(&["6"], 5), Some(6));
        for other in [&["42"][..], &["1 3"], &["1 two"], &["1", ""], &[]] {
            assert_eq!(count(other, 0), None, "{other:?}");
        }
    }
}
