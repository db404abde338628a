//! A page passed on while it is read, changed.

use super::start_tag::StartTag;
use super::tag::Tag;

/// Receives all markup of a page, in order, and which elements and blocks of text it makes.
pub trait Rewrite {
    /// Markup that opens or closes no element that is tracked: text, comments, inline tags.
    fn markup(&mut self, markup: &str);
    /// A start tag. The text inside a skipped element is never seen as part of the article.
    fn open(&mut self, markup: &str, tag: Tag, start: StartTag, is_skipped: bool);
    /// The innermost open element ends; its end tag is empty if another tag implies it.
    fn close(&mut self, end_tag: &str);
    /// A block of text ended: the text since the last block, whose markup is already passed on. `linked` of its `chars`
    /// characters are in links.
    fn block(&mut self, text: &str, linked: u32, chars: u32);
    /// The page has ended, or is no longer read: only `pass` is called from here on.
    fn end(&mut self);
    /// Bytes that are passed on unread.
    fn pass(&mut self, bytes: &[u8]);
}
