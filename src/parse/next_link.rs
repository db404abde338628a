//! What the text of a link says about the next page of an article.

use super::characters::has_word;
use crate::unicode::{is_alphanumeric, lowercase};

/// Longest text of a link that says so, in bytes. Larger: sentences are compared with the words below.
pub const MAX_TEXT: usize = 40;
/// Texts that mean the next page, without spaces.
const NEXT_PAGE: &str = "nextpage gotonextpage gotothenextpage 下一页 下一頁 下页 下頁 后一页 後一頁 次のページ 次のページへ \
    次ページ 次ページへ 다음페이지 다음쪽 nächsteseite zurnächstenseite pagesuivante páginasiguiente siguientepágina \
    próximapágina páginaseguinte paginasuccessiva paginaseguente volgendepagina nästasida nesteside næsteside \
    seuraavasivu następnastrona dalšístrana következőoldal следующаястраница наступнасторінка sonrakisayfa \
    επόμενησελίδα trangsau trangtiếptheo halamanberikutnya halamanselanjutnya الصفحةالتالية صفحهبعدی העמודהבא \
    अगलापृष्ठ หน้าถัดไป";
/// Texts that mean the next page or something else that is next.
const NEXT: &str = "next continue 下一步 次へ 다음 weiter suivant suivante siguiente próximo próxima seguinte successiva \
    avanti volgende nästa neste næste seuraava następna další következő следующая далее вперёд далі sonraki επόμενη \
    tiếp berikutnya selanjutnya التالي بعدی הבא अगला ถัดไป";
/// What may stand before the number of a page, and after it.
const BEFORE: &str = "gotopage page seite página pagina pág 第 страница стр strona sayfa sida side halaman trang หน้า";
const AFTER: &str = "页 頁 ページ ページ目 페이지 쪽 сторінка";
/// Parts of texts that mean another article.
const ARTICLE: &str =
    "篇 章 节 節 記事 글 article artículo artigo articolo artikel post story chapter chapitre kapitel";

/// What a link says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkTarget {
    /// The page of this number.
    Page(u8),
    /// The next page.
    NextPage,
    /// The next, of pages or of articles.
    Next,
    /// Another article.
    Article,
    Nothing,
}

impl LinkTarget {
    pub fn of(text: &str) -> Self {
        let text = text.trim_matches(|c| !is_alphanumeric(c));
        if text.is_empty() || text.len() > MAX_TEXT {
            return Self::Nothing;
        }
        let letters = text.chars().filter(|c| !c.is_whitespace()).map(lowercase);
        let text: String = letters.collect();
        if let Some(number) = number(&text) {
            return Self::Page(number);
        }
        match () {
            () if has_word(NEXT_PAGE, &text) => Self::NextPage,
            () if has_word(NEXT, &text) => Self::Next,
            () if ARTICLE.split(' ').any(|word| text.contains(word)) => Self::Article,
            () => Self::Nothing,
        }
    }
}

/// Whether an address has the number of a page, at most 99, in its last folder or behind it. Most have none, so that
/// their texts need not be compared.
pub fn has_page_number(href: &str) -> bool {
    let address = href.split('#').next().unwrap_or_default();
    let path = address.split('?').next().unwrap_or_default();
    let last = path.trim_end_matches('/').rfind('/').unwrap_or(0);
    let mut runs = address.as_bytes()[last..].chunk_by(|a, b| a.is_ascii_digit() == b.is_ascii_digit());
    runs.any(|run| run.len() <= 2 && run[0].is_ascii_digit())
}

/// The number of a page, from 2 to 99: `2`, `page2`, `第2页`.
fn number(text: &str) -> Option<u8> {
    let mut before = BEFORE.split_ascii_whitespace();
    let rest = before.find_map(|word| text.strip_prefix(word));
    let rest = rest.unwrap_or(text);
    let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_page = after.is_empty() || AFTER.split(' ').any(|word| word == after);
    let number: u8 = rest[..rest.len() - after.len()].parse().ok()?;
    (is_page && (2..100).contains(&number)).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::{LinkTarget, has_page_number};
    use crate::test_text::rows;

    #[test]
    fn addresses_have_numbers_of_pages() {
        for href in ["/a_2.html", "/a/2/", "?page=12", "/a/2/?b", "2", "/a?id=1234&p=2"] {
            assert!(has_page_number(href), "{href}");
        }
        for href in ["", "/", "/a", "/2026/03/18/lock", "/t20260318_1234.html", "/a#2"] {
            assert!(!has_page_number(href), "{href}");
        }
    }

    #[test]
    fn links_say_where_they_lead() {
        for (text, target) in rows(include_str!("../../tests/tables/next-links.txt")) {
            assert_eq!(format!("{:?}", LinkTarget::of(text)), target, "{text}");
        }
    }
}
