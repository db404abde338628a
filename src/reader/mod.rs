//! Reads a page: bytes in, the article out.

mod clean;
pub(crate) mod make;

use self::clean::Cleaner;
use crate::article::Article;
use crate::extract::model;
use crate::extract::site::SiteMemory;
use crate::parse::{Page, Parser, ReadOptions};
use std::{fmt, io};

/// Reads one page, chunk by chunk. Any bytes can be read; none cause an error.
///
/// ```
/// use offprint::{ReadOptions, Reader};
///
/// let mut reader = Reader::new(ReadOptions::new());
/// for chunk in "<title>T</title><p>下游三座水库已经蓄满。".as_bytes().chunks(5) {
///     reader.feed(chunk);
/// }
/// let article = reader.end();
/// assert_eq!(article.metadata.title, "T");
/// assert!(article.fingerprint.is_none(), "one sentence is too little to recognize");
/// ```
///
/// It is also an [`io::Write`], so a page can be copied into it:
///
/// ```
/// # use offprint::{ReadOptions, Reader};
/// let mut page = "<title>T</title><p>下游三座水库已经蓄满。".as_bytes();
/// let mut reader = Reader::new(ReadOptions::new());
/// std::io::copy(&mut page, &mut reader)?;
/// assert_eq!(reader.end().metadata.title, "T");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Reader {
    parser: Parser,
    options: ReadOptions,
}

impl fmt::Debug for Reader {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Reader").field("options", &self.options).finish_non_exhaustive()
    }
}

impl Reader {
    /// A reader for one page.
    pub fn new(options: ReadOptions) -> Reader {
        Reader { parser: Parser::new(&options, None), options }
    }

    /// A reader that also passes on the page without its noise, as UTF-8, while it reads.
    ///
    /// It holds back up to 64 KiB: parts that may turn out to be noise at their end tags. Anything that may be content
    /// is kept. After [`max_bytes`](ReadOptions::max_bytes) the page passes unchanged, and so does a file that is not a
    /// page. Scripts are removed, but attributes that run code are not.
    ///
    /// ```
    /// use offprint::{ReadOptions, Reader};
    /// use std::{cell::RefCell, rc::Rc};
    ///
    /// let cleaned = Rc::new(RefCell::new(Vec::new()));
    /// let sink = Rc::clone(&cleaned);
    /// let mut reader = Reader::with_sink(ReadOptions::new(), move |bytes| sink.borrow_mut().extend_from_slice(bytes));
    /// reader.feed(b"<nav>Home</nav><p>The ferry has stopped.");
    /// reader.end();
    /// assert_eq!(*cleaned.borrow(), b"<meta charset=\"utf-8\"><p>The ferry has stopped.");
    /// ```
    pub fn with_sink(options: ReadOptions, sink: impl FnMut(&[u8]) + 'static) -> Reader {
        Reader { parser: Parser::new(&options, Some(Box::new(Cleaner::new(Box::new(sink))))), options }
    }

    /// Reads the next bytes of the page: any number of them, cut anywhere.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.parser.write(bytes);
    }

    /// Ends the page and returns its article.
    pub fn end(self) -> Article {
        self.end_page().article()
    }

    /// Ends the page and returns its article, judged with the memory of its site ([`ParsedPage::article_with_site`]).
    pub fn end_with_site(self, site: &SiteMemory) -> (Article, SiteMemory) {
        self.end_page().article_with_site(site)
    }

    /// Ends the page without judging it, for callers that judge it later or more than once.
    pub fn end_page(self) -> ParsedPage {
        ParsedPage { page: self.parser.end(), options: self.options }
    }
}

/// Reads the next bytes and never fails.
impl io::Write for Reader {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.feed(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A page that was read to its end: its blocks, not yet judged.
#[derive(Debug)]
pub struct ParsedPage {
    page: Page,
    options: ReadOptions,
}

impl ParsedPage {
    /// The article of the page.
    pub fn article(&self) -> Article {
        self.judge(None).0
    }

    /// The article of the page, judged with the memory of its site, and the record of this page for that memory: pass
    /// it to [`SiteMemory::remember`]. A page without a fingerprint has an empty record, so lists and error pages do
    /// not count as articles.
    ///
    /// With an empty memory, the article is the same as from [`article`](Self::article).
    pub fn article_with_site(&self, site: &SiteMemory) -> (Article, SiteMemory) {
        self.judge(Some(site))
    }

    /// Whether reading stopped at a limit before the end of the page.
    pub fn is_truncated(&self) -> bool {
        self.page.truncated
    }

    /// Approximate memory that the page takes, in bytes.
    pub fn memory(&self) -> usize {
        let page = &self.page;
        let data: usize = page.data.iter().map(|data| data.text.len()).sum();
        let links: usize = page.links.iter().map(|link| link.href.len()).sum();
        let tables = size_of_val(&page.blocks[..]) + size_of_val(&page.containers[..]);
        size_of::<Page>() + page.text.len() + data + links + 2 * tables
    }

    // Inlining it twice would make the WebAssembly larger.
    #[inline(never)]
    fn judge(&self, site: Option<&SiteMemory>) -> (Article, SiteMemory) {
        make::article_by(&self.page, &self.options, &model::scores, site)
    }
}

/// Reads a whole page.
///
/// ```
/// let article = offprint::read("<h1>T</h1>".as_bytes(), Default::default());
/// assert_eq!(article.text, "");
/// ```
pub fn read(html: &[u8], options: ReadOptions) -> Article {
    let mut reader = Reader::new(options);
    reader.feed(html);
    reader.end()
}
