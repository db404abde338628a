//! Records pictures, and frames that show something else, if the article is requested as Markdown and HTML.

use super::{Collector, Open};
use crate::address;
use crate::parse::marks::Image;
use crate::parse::noise::Rule;
use crate::parse::picture::{Attributes, Picture};
use crate::parse::start_tag::TagReader;
use crate::parse::tag::Tag;

/// Hosts whose frames show a video, a recording, a post or code; other frames show advertisements and forms.
#[rustfmt::skip]
const PLAYERS: [&str; 22] = [
    "archive.org", "bandcamp.com", "bilibili.com", "codepen.io", "dailymotion.com", "facebook.com", "instagram.com",
    "jsfiddle.net", "loom.com", "mixcloud.com", "nicovideo.jp", "soundcloud.com", "spotify.com", "streamable.com",
    "ted.com", "tiktok.com", "twitter.com", "vimeo.com", "wistia.com", "wistia.net", "youtube-nocookie.com",
    "youtube.com",
];

impl Collector {
    pub(super) fn record_image(&mut self, read: &TagReader<'_>) {
        let (end, follows) = (self.draft.end(), self.follows_picture());
        let Some(recorder) = self.recorder() else {
            return;
        };
        let picture = Attributes::new(read).picture(recorder.copies.source.take());
        // A copy for browsers without scripts comes before it.
        let is_copied = follows && recorder.copies.is_without_scripts;
        recorder.copies.last = Some((end, picture.is_some()));
        recorder.copies.is_without_scripts = false;
        if let Some(picture) = picture.filter(|_| !is_copied) {
            self.record_picture(picture, false);
        }
    }

    /// Records the pictures in a `<noscript>`. If the picture before it lacks an address, its copy here provides one.
    pub(super) fn record_noscript(&mut self, markup: &str) {
        if self.recorder().is_none() {
            return;
        }
        let end = self.draft.end();
        for attributes in Attributes::in_markup(markup) {
            let is_copy = self.follows_picture();
            let Some(recorder) = self.recorder() else {
                return;
            };
            recorder.copies.last = None;
            let Some(picture) = attributes.picture(None) else {
                continue;
            };
            if is_copy {
                recorder.locate_image(picture.src);
                continue;
            }
            recorder.copies.last = Some((end, true));
            recorder.copies.is_without_scripts = true;
            self.record_picture(picture, false);
        }
    }

    /// Whether the last picture was recorded and the text ends where it is.
    fn follows_picture(&mut self) -> bool {
        let last = self.recorder().and_then(|recorder| recorder.copies.last);
        last.is_some_and(|(spot, is_recorded)| is_recorded && self.draft.is_end(spot))
    }

    pub(super) fn note_source(&mut self, read: &TagReader<'_>) {
        if let Some(recorder) = self.recorder()
            && let Some(best) = Attributes::new(read).best_source()
        {
            recorder.copies.source.get_or_insert(best);
        }
    }

    /// Records a `<video>` or an `<audio>`.
    pub(super) fn record_player(&mut self, read: &TagReader<'_>) {
        if let Some(recorder) = self.recorder() {
            recorder.copies.is_played = false;
            self.record_played(read);
        }
    }

    /// Records the address of a player or of its first source: the other sources are the same in other formats.
    fn record_played(&mut self, read: &TagReader<'_>) {
        let Some(recorder) = self.recorder() else {
            return;
        };
        if !recorder.copies.is_played
            && let Some(src) = Attributes::new(read).address()
        {
            recorder.copies.is_played = true;
            let alt = String::new();
            self.record_picture(Picture { src, alt }, true);
        }
    }

    /// Records what a start tag inside a skipped element shows.
    pub(super) fn record_skipped(&mut self, read: &TagReader<'_>) {
        if self.recorder().is_none() {
            return;
        }
        match (&*read.name, self.stack.last().map(|open| open.tag)) {
            // The button enlarges the picture.
            (b"img", Some(Tag::Button)) => self.record_image(read),
            (b"source", Some(Tag::Button)) => self.note_source(read),
            (b"source", Some(Tag::Audio | Tag::Video)) => self.record_played(read),
            _ => {}
        }
    }

    /// Records an `<iframe>`, if it shows a part of the article.
    pub(super) fn record_iframe(&mut self, read: &TagReader<'_>) {
        let alt = read.text("title").unwrap_or_default();
        let Some(src) = Attributes::new(read).address() else {
            return;
        };
        let scheme = if src.starts_with("//") { "https:" } else { "" };
        let absolute = scheme.to_owned() + &src;
        let host = address::host(&absolute).unwrap_or_default();
        let mut subdomains = PLAYERS.iter().filter_map(|player| host.strip_suffix(player));
        if subdomains.any(|name| name.is_empty() || name.ends_with('.')) {
            self.record_picture(Picture { src: absolute, alt }, true);
        }
    }

    fn record_picture(&mut self, picture: Picture, is_embedded: bool) {
        let around = self.stack.iter().rposition(|open| open.container.is_some());
        let nearer = &self.stack[around.map_or(0, |at| at + 1)..];
        let image = Image {
            at: self.draft.len() as u32,
            block: self.page.blocks.len() as u32,
            is_inside: !self.draft.block().is_empty(),
            container: around.and_then(|at| self.stack[at].container).unwrap_or(0),
            noise: noise(nearer),
            is_figure: self.links.open.is_none() && self.open[Tag::Figure as usize] > 0,
            is_embedded,
            src: String::new(),
            alt: String::new(),
        };
        if let Some(recorder) = self.recorder() {
            recorder.image(picture, image);
        }
    }
}

/// The rule that makes a picture noise, from the textless elements around it; the surest rule wins. For a picture in a
/// figure, class words and landmarks do not count.
fn noise(around: &[Open]) -> Option<Rule> {
    let mut in_figure = false;
    let mut noise = None;
    for open in around.iter().rev() {
        in_figure |= open.tag == Tag::Figure;
        match open.start.rule {
            None | Some(Rule::Caption) => {}
            Some(Rule::ClassWord) => noise = noise.or(Some(Rule::ClassWord).filter(|_| !in_figure)),
            Some(Rule::Landmark) if in_figure => {}
            sure => return sure,
        }
    }
    noise
}
