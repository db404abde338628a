//! What a site's robots.txt allows a crawler to fetch (RFC 9309).
//!
//! A parser of our own: the small one of npm, robots-parser, ends a group at a record that it does not
//! know, does not take `%62` for `b`, and needs seconds for a file that is made to be slow.

use offprint::internals::address::at_scheme;

/// Longest robots.txt that is read, in bytes: as much as the RFC asks for at the least.
pub const ROBOTS_BYTES: u32 = 500 << 10;
/// Longest user agent that is looked at, in bytes, since each group's name is looked for in it.
const MAX_AGENT: usize = 1024;

/// Whether a robots.txt allows an address to the crawler of a user agent.
///
/// The groups that name the crawler decide together; those for `*` do if there is none. Of the rules
/// that fit the address the longest decides, of two as long the one that allows.
///
/// ```
/// use offprint_edge::robots_allow;
/// let robots = "User-agent: GPTBot\nDisallow: /archive/\n\nUser-agent: *\nAllow: /";
/// let agent = "Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)";
/// assert!(!robots_allow(robots, agent, "https://news.example/archive/1"));
/// assert!(robots_allow(robots, "CCBot/2.0", "https://news.example/archive/1"));
/// ```
pub fn robots_allow(robots: &str, user_agent: &str, url: &str) -> bool {
    let path = path_of(url);
    if path == "/robots.txt" {
        return true;
    }
    let path = octets(path, false);
    let products = products_of(user_agent);
    let [mut ours, mut everyones] = [Group::default(), Group::default()];
    // After a rule the next name begins another group; other records end nothing.
    let mut after_rule = true;
    for line in robots.trim_start_matches('\u{FEFF}').split(['\n', '\r']) {
        let record = line.split('#').next().unwrap_or("");
        let Some((key, value)) = record.split_once(':') else {
            continue;
        };
        let (key, value) = (key.trim_ascii(), value.trim_ascii());
        if key.eq_ignore_ascii_case("user-agent") {
            if after_rule {
                (ours.is_open, everyones.is_open, after_rule) = (false, false, false);
            }
            let name = value.split('/').next().unwrap_or("").trim_ascii();
            everyones.is_open |= name == "*";
            ours.is_open |= names(&products, &name.to_ascii_lowercase());
            ours.is_there |= ours.is_open;
        } else {
            let allows = key.eq_ignore_ascii_case("allow");
            if !allows && !key.eq_ignore_ascii_case("disallow") {
                continue;
            }
            after_rule = true;
            if (ours.is_open || everyones.is_open) && !value.is_empty() {
                let pattern = octets(value, true);
                ours.weigh(&pattern, allows, &path);
                everyones.weigh(&pattern, allows, &path);
            }
        }
    }
    let group = if ours.is_there { ours } else { everyones };
    group.best.is_none_or(|(_, allows)| allows)
}

/// All groups for one crawler, or for `*`.
#[derive(Default)]
struct Group {
    /// Whether the rules that are being read belong to it.
    is_open: bool,
    is_there: bool,
    /// The rule that decides, of those read so far: its length, and whether it allows.
    best: Option<(usize, bool)>,
}

impl Group {
    fn weigh(&mut self, pattern: &str, allows: bool, path: &str) {
        let rule = Some((pattern.len(), allows));
        if self.is_open && rule > self.best && fits(pattern, path) {
            self.best = rule;
        }
    }
}

/// Path and query of an address, as the URL parser writes it.
fn path_of(url: &str) -> &str {
    let rest = at_scheme(url).map_or(url, |(_, rest)| rest);
    let rest = rest.split('#').next().unwrap_or("");
    rest.find('/').map_or("/", |at| &rest[at..])
}

/// What of a user agent can be a crawler's name, in lower case: not the addresses in it, in which
/// there are words, too.
fn products_of(user_agent: &str) -> String {
    let mut end = user_agent.len().min(MAX_AGENT);
    while !user_agent.is_char_boundary(end) {
        end -= 1;
    }
    let mut products = String::with_capacity(end);
    for word in user_agent[..end].split_ascii_whitespace() {
        let word = at_scheme(word).map_or(word, |(before, _)| before);
        products.push_str(word.split('@').next().unwrap_or(""));
        products.push(' ');
    }
    products.make_ascii_lowercase();
    products
}

/// Whether a name is among the products: a whole word, or several, and not the version of one.
fn names(products: &str, name: &str) -> bool {
    let is_part =
        |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte) || !byte.is_ascii();
    if !name.bytes().next().is_some_and(is_part) {
        return false;
    }
    let mut from = 0;
    while let Some(at) = find(&products[from..], name) {
        let (start, end) = (from + at, from + at + name.len());
        let bytes = products.as_bytes();
        let begins = start == 0 || !is_part(bytes[start - 1]) && !b"/.".contains(&bytes[start - 1]);
        if begins && !bytes.get(end).is_some_and(|byte| is_part(*byte)) {
            return true;
        }
        from = end;
    }
    false
}

/// Whether a path begins as a pattern has it: `*` stands for anything, `$` at the end for the end.
fn fits(pattern: &str, path: &str) -> bool {
    let (parts, end) = match pattern.strip_suffix('$') {
        None => (pattern, None),
        Some(whole) => match whole.rsplit_once('*') {
            None => return whole == path,
            Some((parts, end)) => (parts, Some(end)),
        },
    };
    let mut parts = parts.split('*');
    let Some(mut rest) = path.strip_prefix(parts.next().unwrap_or("")) else {
        return false;
    };
    // The first place of each part leaves the most room for those that follow.
    for part in parts {
        match find(rest, part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    end.is_none_or(|end| rest.ends_with(end))
}

/// Where a text is in another. One place for it, as for [`at_scheme`].
#[inline(never)]
fn find(text: &str, part: &str) -> Option<usize> {
    text.find(part)
}

/// A path, or the pattern of one, so that two ways to write the same octets are one: `%62` and `b`,
/// `ツ` and `%e3%83%84`. What remains encoded is not to be taken for a sign of a pattern.
fn octets(text: &str, is_pattern: bool) -> String {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    let bytes = text.as_bytes();
    let digit = |at: usize| {
        let byte = bytes.get(at)?;
        (*byte as char).to_digit(16).map(|digit| digit as u8)
    };
    let mut plain = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let encoded = match (byte, digit(at + 1), digit(at + 2)) {
            (b'%', Some(high), Some(low)) => Some(high << 4 | low),
            _ => None,
        };
        at += if encoded.is_some() { 3 } else { 1 };
        let is_sign =
            is_pattern && encoded.is_none() && (byte == b'*' || byte == b'$' && at == bytes.len());
        let octet = encoded.unwrap_or(byte);
        if is_sign || octet.is_ascii_graphic() && !b"*$%".contains(&octet) {
            plain.push(octet as char);
        } else {
            plain.push('%');
            plain.push(DIGITS[usize::from(octet >> 4)] as char);
            plain.push(DIGITS[usize::from(octet & 15)] as char);
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn allows(robots: &str, agent: &str, path: &str) -> bool {
        robots_allow(robots, agent, &format!("https://news.example{path}"))
    }

    #[test]
    fn a_crawler_is_bound_by_the_groups_that_name_it_else_by_those_for_all() {
        // RFC 9309, section 5.1.
        let simple = "User-Agent: *\nDisallow: *.gif$\nDisallow: /example/\nAllow: /publications/\n\n\
             User-Agent: foobot\nDisallow:/\nAllow:/example/page.html\nAllow:/example/allowed.gif\n\n\
             User-Agent: barbot\nUser-Agent: bazbot\nDisallow: /example/page.html\n\nUser-Agent: quxbot\n\nEOF";
        for (agent, path, expected) in [
            ("foobot", "/example/page.html", true),
            ("foobot", "/example/allowed.gif", true),
            ("foobot", "/publications/", false),
            ("foobot", "/robots.txt", true),
            ("FooBot/2.1", "/", false),
            ("barbot", "/example/page.html", false),
            ("bazbot", "/example/page.html", false),
            ("bazbot", "/example/", true),
            ("quxbot", "/example/", true),
            ("other", "/example/", false),
            ("other", "/a.gif", false),
            ("other", "/a.gifs", true),
            ("other", "/publications/", true),
            ("", "/example/", false),
        ] {
            assert_eq!(allows(simple, agent, path), expected, "{agent} {path}");
        }
        // Groups of one crawler are one (2.2.1), and other records end no group (2.2.4).
        let merged = "User-agent: ExampleBot\nDisallow: /foo\nDisallow: /bar\n\nUser-agent: *\nDisallow: /\n\n\
             User-agent: ExampleBot\nDisallow: /baz\nUser-agent: a\nSitemap: https://news.example/map\n\
             Crawl-delay: 5\nUser-agent: b\nDisallow: /b";
        for (agent, path, expected) in [
            ("ExampleBot", "/foo", false),
            ("ExampleBot", "/baz", false),
            ("ExampleBot", "/b", true),
            ("a", "/b", false),
            ("b", "/b", false),
            ("b", "/foo", true),
            ("c", "/foo", false),
        ] {
            assert_eq!(allows(merged, agent, path), expected, "{agent} {path}");
        }
    }

    #[test]
    fn a_crawler_is_known_by_a_whole_word_of_its_user_agent() {
        let chrome = "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; \
             +https://openai.com/gptbot-info) Chrome/119.0";
        for (agent, name, expected) in [
            (chrome, "GPTBot", true),
            (chrome, "gptbot/9", true),
            (chrome, "GPTBot-Image", false),
            (chrome, "GPT", false),
            (chrome, "openai", false),
            (chrome, "gptbot-info", false),
            (chrome, "119", false),
            (chrome, "5.0", false),
            (chrome, ";", false),
            (chrome, "", false),
            ("Googlebot-Image/1.0", "Googlebot", false),
            ("Googlebot-Image/1.0", "googlebot-image", true),
            (
                "Mozilla/5.0 (compatible; MJ12bot/v1.4.8; http://mj12bot.com/)",
                "MJ12bot",
                true,
            ),
            (
                "Screaming Frog SEO Spider/19.0",
                "Screaming Frog SEO Spider",
                true,
            ),
            ("Screaming Frog SEO Spider/19.0", "SEO", true),
            (
                "Mozilla/5.0 (compatible; a/1; bot@crawler.example)",
                "crawler",
                false,
            ),
            ("CCBot", "ccbot  # all of it", true),
            (
                "ExampleBot/1.0;+https://bot.example/about(b@c.example)",
                "ExampleBot",
                true,
            ),
            (
                "ExampleBot/1.0;+https://bot.example/about(b@c.example)",
                "about",
                false,
            ),
        ] {
            let robots = format!("User-agent: {name}\nDisallow: /");
            assert_eq!(!allows(&robots, agent, "/x"), expected, "{agent}: {name}");
        }
        let far = format!("{}GPTBot/1.0", "水 ".repeat(400));
        assert!(allows("User-agent: GPTBot\nDisallow: /", &far, "/x"));
    }

    #[test]
    fn the_longest_rule_decides_and_of_two_the_one_that_allows() {
        for (rules, path, expected) in [
            // RFC 9309, section 5.2.
            (
                "Allow: /example/page/\nDisallow: /example/page/disallowed.gif",
                "/example/page/disallowed.gif",
                false,
            ),
            (
                "Allow: /example/page/\nDisallow: /example/page/disallowed.gif",
                "/example/page/",
                true,
            ),
            ("Disallow: /p\nAllow: /p", "/page", true),
            ("Allow: /p\nDisallow: /p", "/page", true),
            ("Disallow: /folder\nAllow: /folder/", "/folder/page", true),
            ("Disallow: /*.htm\nAllow: /page", "/page.htm", false),
            ("Allow: /$\nDisallow: /", "/", true),
            ("Allow: /$\nDisallow: /", "/page.htm", false),
            ("Disallow:\nAllow:", "/x", true),
            ("Disallow: x", "/x", true),
        ] {
            let robots = format!("User-agent: *\n{rules}");
            assert_eq!(allows(&robots, "a", path), expected, "{rules} {path}");
        }
    }

    #[test]
    fn patterns_fit_octet_by_octet() {
        for (pattern, path, expected) in [
            // RFC 9309, section 2.2.2.
            ("/foo/bar?baz=quz", "/foo/bar?baz=quz", true),
            (
                "/foo/bar?baz=https://foo.bar",
                "/foo/bar?baz=https%3A%2F%2Ffoo.bar",
                true,
            ),
            (
                "/foo/bar?baz=https%3a%2f%2Ffoo.bar",
                "/foo/bar?baz=https://foo.bar",
                true,
            ),
            ("/foo/bar/\u{30C4}", "/foo/bar/%E3%83%84", true),
            ("/foo/bar/%e3%83%84", "/foo/bar/%E3%83%84", true),
            ("/foo/bar/%62%61%7A", "/foo/bar/baz", true),
            ("/foo/bar/baz", "/foo/bar/%62%61%7a", true),
            // Section 2.2.3.
            (
                "/path/file-with-a-%2A.html",
                "/path/file-with-a-*.html",
                true,
            ),
            (
                "/path/file-with-a-%2A.html",
                "/path/file-with-a-b.html",
                false,
            ),
            ("/path/foo-%24", "/path/foo-$", true),
            ("/path/foo-$", "/path/foo-", true),
            ("/path/foo-$", "/path/foo-$", false),
            ("/a$b", "/a$b", true),
            ("/a%", "/a%25", true),
            ("/a%zz", "/a%zz", true),
            ("/", "/anything", true),
            ("/x", "/X", false),
            ("/*", "/", true),
            ("*", "/", true),
            ("$", "/", false),
            ("/fish*", "/fishheads/yummy.html", true),
            ("/fish/", "/fish", false),
            ("/*.php", "/folder/a.php?x", true),
            ("/*.php$", "/a.php?x", false),
            ("/*.php$", "/a.php.php", true),
            ("/a*b*c", "/a-c-b-c", true),
            ("/a*b*c", "/a-c-b", false),
            ("/**a", "/ba", true),
            ("/*ab*ba$", "/aba", false),
            ("/*a$", "/", false),
            ("/?x", "/?x=1", true),
            ("/*=http://", "/go?to=http%3A%2F%2Fb.example", true),
        ] {
            let robots = format!("User-agent: *\nDisallow: {pattern}");
            assert_eq!(!allows(&robots, "a", path), expected, "{pattern} {path}");
        }
        let query = "User-agent: *\nDisallow: /?x";
        assert!(robots_allow(query, "a", "https://news.example/#/?x"));
    }

    #[test]
    fn lines_are_read_however_they_are_written() {
        for robots in [
            "\u{FEFF}User-agent: *\nDisallow: /x",
            "user-AGENT:*\r\nDISALLOW:/x\r\n",
            "User-agent: *\rDisallow: /x # not this",
            "  User-agent :\t* \n\n# between\n\n  Disallow :  /x  ",
            "User-agent: */1.0\nnonsense\n:\nDisallow: /x:y\nDisallow: /x",
        ] {
            assert!(!allows(robots, "a", "/x"), "{robots:?}");
        }
        for robots in [
            "",
            "Disallow: /x",
            "User-agent: *",
            "User-agent: *\n# Disallow: /x",
            "User-agent: *\nDisallow /x",
            "User-agent: *\nDisallow: /y\nUser-agent:\nDisallow: /x",
            "<!doctype html><title>News: all</title><a href='https://x'>Disallow: /x",
        ] {
            assert!(allows(robots, "a", "/x"), "{robots:?}");
        }
    }

    #[test]
    fn a_hostile_file_takes_no_longer_than_an_honest_one() {
        let pattern = format!("Disallow: /{}b\n", "*a".repeat(1000));
        let robots = format!("User-agent: *\n{}", pattern.repeat(250));
        let begun = std::time::Instant::now();
        assert!(allows(&robots, "x", &format!("/{}", "a".repeat(2000))));
        assert!(begun.elapsed().as_secs() < 2, "{:?}", begun.elapsed());
    }

    proptest! {
        #[test]
        fn nothing_panics(
            robots in "(?s)(User-agent: |Allow: |Disallow: |.){0,40}",
            agent in ".{0,20}",
            url in ".{0,30}",
        ) {
            let _ = robots_allow(&robots, &agent, &url);
        }

        #[test]
        fn a_pattern_fits_as_the_regular_expression_that_it_means(pattern in "/[ab*]{0,8}[$]?", path in "/[ab]{0,8}") {
            let (parts, end) = pattern.strip_suffix('$').map_or((&*pattern, ""), |parts| (parts, "$"));
            let meant = regex::Regex::new(&format!("^{}{end}", parts.replace('*', ".*"))).unwrap();
            prop_assert_eq!(fits(&pattern, &path), meant.is_match(&path));
        }
    }
}
