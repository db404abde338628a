//! The names of sources in a credit, and the credits of a text.

use offprint::Article;
use offprint::Metadata;
use offprint::internals::lines;
use offprint::internals::normal::{CharClass, fold};
use offprint::internals::source::letters;
use offprint::internals::{about, address, source};

/// Lines above the first paragraph in which a credit is looked for.
const HEAD_LINES: usize = 12;
/// Words before the name of a source, folded, besides [`INNER`].
const LABELS: &[&str] = &["原标题", "据"];
/// Words that end the name of a source: the people who wrote follow.
const PEOPLE: &[&str] = &["责任编辑", "本报记者", "记者", "编辑"];
/// Such words that also begin another name inside a credit if a colon follows: `来源：新京报 转自：人民网`.
const INNER: &[&str] = &["稿件来源", "信息来源", "文章来源", "来源", "转载自", "转自", "摘自", "出处", "source", "via"];
/// What separates the names of a credit, after folding: `人民网-人民日报`.
const PARTS: &[char] = &['/', '、', '|', '·', '•', ',', ';', '&', '—', '–'];
/// Least letters of a name.
const NAME: usize = 2;

/// The sources that a credit names, as they are compared: each folded, without labels, brackets,
/// spaces and the people who wrote, and one name for all aliases of a source.
///
/// ```
/// use offprint_methods::methods::sources;
/// assert_eq!(sources("【稿件來源：江城晚報】 記者 林一"), ["江城晚报"]);
/// assert_eq!(sources("转自：新华网"), sources("新華社"));
/// assert_eq!(sources("人民网－人民日报"), ["人民网", "人民日报"]);
/// assert_eq!(sources("来源：新京报 转自：人民网"), ["新京报", "人民网"]);
/// assert_eq!(sources("Agence France-Presse / Harbour Wire"), ["法新社", "harbourwire"]);
/// ```
pub fn sources(credit: &str) -> Vec<String> {
    let folded: String = credit.chars().filter_map(fold).collect();
    let mut names: Vec<String> = Vec::new();
    let labels = || INNER.iter().chain(LABELS);
    for part in split(&folded) {
        let mut rest = from_first_letter(part);
        while let Some(after) = labels().find_map(|label| without_label(rest, label)) {
            rest = after;
        }
        let people = PEOPLE.iter().filter_map(|word| rest.find(word));
        let end = people.filter(|&at| at > 0).min().unwrap_or(rest.len());
        let name = canonical(letters(&rest[..end]).collect());
        if name.chars().count() >= NAME && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// The name that represents this one and its aliases.
fn canonical(name: String) -> String {
    source::by_name(&name).map_or(name, str::to_owned)
}

/// A folded credit, cut before labels and at what separates names. A hyphen separates names of Han characters, or names
/// if it has spaces around it, since there are names such as `France-Presse`.
fn split(credit: &str) -> impl Iterator<Item = &str> {
    let (mut start, mut read) = (0, 0);
    let mut cuts = vec![0];
    let han = |c: Option<char>| c.is_some_and(|c| CharClass::from_char(c) == CharClass::Han);
    for (at, c) in credit.char_indices() {
        let (before, after) = (&credit[..at], &credit[at + c.len_utf8()..]);
        let hyphen = || {
            let [left, right] = [before.chars().next_back(), after.chars().next()];
            han(left) && han(right) || left == Some(' ') && right == Some(' ')
        };
        let labelled = INNER.iter().find_map(|label| {
            let after = credit[at..].strip_prefix(label)?.trim_start();
            (at >= read && after.starts_with(':')).then_some(at + label.len())
        });
        let label = labelled.is_some() && at > start;
        read = labelled.unwrap_or(read);
        if PARTS.contains(&c) || c == '-' && hyphen() || label {
            cuts.push(at);
            start = at;
        }
    }
    cuts.push(credit.len());
    let parts: Vec<&str> = cuts.windows(2).map(|cut| &credit[cut[0]..cut[1]]).collect();
    parts.into_iter()
}

/// The name of an article's site: the name that it gives itself, its host, and the name of
/// its host in the table.
pub fn site(article: &Article) -> impl Iterator<Item = String> {
    let Metadata { site, url, canonical: stated, .. } = &article.metadata;
    let host = [url, stated].into_iter().flatten().find_map(|address| address::site(address));
    let hosts = host.iter().flat_map(|host| {
        let known = source::by_host(host).map(str::to_owned);
        [Some(letters(host).collect()), known]
    });
    let names = site.iter().flat_map(|site| sources(site));
    names.chain(hosts.flatten()).collect::<Vec<_>>().into_iter()
}

/// What follows a label; a label of Latin letters must be a word of its own.
fn without_label<'a>(text: &'a str, label: &str) -> Option<&'a str> {
    let after = text.strip_prefix(label)?;
    let inside = label.is_ascii() && after.starts_with(char::is_alphanumeric);
    (!inside).then(|| from_first_letter(after))
}

fn from_first_letter(text: &str) -> &str {
    text.trim_start_matches(|c| CharClass::from_char(c) == CharClass::Other)
}

/// The lines above the first paragraph.
pub fn head(text: &str) -> impl Iterator<Item = &str> {
    let is_head = |line: &&str| !lines::ends_like_sentence(line);
    text.lines().take_while(is_head).take(HEAD_LINES)
}

/// The credits of a text, in either form: those above its first paragraph or, without any, those in its last line.
pub fn find(text: &str) -> Vec<String> {
    let credits = |line: &str| -> Vec<String> {
        let folded: String = line.chars().filter_map(fold).collect();
        let labelled = lines::credits(&folded);
        if labelled.is_empty() { about::unlabeled_credit(line).into_iter().collect() } else { labelled }
    };
    let last = || text.lines().rfind(|line| !line.trim().is_empty());
    let above: Vec<String> = head(text).flat_map(credits).collect();
    if above.is_empty() { last().map_or(Vec::new(), credits) } else { above }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_compared_without_what_is_around_the_name() {
        let vectors = [
            ("来源：江城晚报", "江城晚报"),
            ("稿件来源: [江城晚报]", "江城晚报"),
            ("信息来源／江 城 晚 报", "江城晚报"),
            ("轉載自《江城晚報》記者 林一", "江城晚报"),
            ("据江城晚报", "江城晚报"),
            ("江城晚报 责任编辑：林一", "江城晚报"),
            ("Source: Harbour Wire", "harbourwire"),
            ("via Harbour Wire", "harbourwire"),
            ("Viable Press", "viablepress"),
            ("来源：文章来源：江城晚报", "江城晚报"),
            ("记者站", "记者站"),
        ];
        for (written, name) in vectors {
            assert_eq!(sources(written), [name], "{written}");
        }
        assert!(sources("来源：").is_empty());
    }

    #[test]
    fn a_credit_may_name_several_sources() {
        let vectors: [(&str, &[&str]); 6] = [
            ("人民网-人民日报", &["人民网", "人民日报"]),
            ("来源：新京报 转自：人民网", &["新京报", "人民网"]),
            ("江城晚报、河口日报", &["江城晚报", "河口日报"]),
            ("新华网——新华社", &["新华社"]),
            ("AP/Harbour-Wire", &["美联社", "harbourwire"]),
            ("大数据中心", &["大数据中心"]),
        ];
        for (written, names) in vectors {
            assert_eq!(sources(written), names, "{written}");
        }
    }
}
