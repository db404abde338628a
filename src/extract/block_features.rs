//! The features of each block, which are the input of the model.
//!
//! Whole numbers only, so that every platform gets the same values. Shares are in hundredths, sizes in quarter powers
//! of two; distances count elements upwards and are capped at 15.

use crate::extract::kind_features::{self, KindFeatures};
use crate::extract::kinds::level;
use crate::extract::lines::{self, Line, VOTE};
use crate::hash::Hasher;
use crate::parse::block::{Block, Container, ContainerId, Page};
use crate::parse::noise::{Hints, Rule};
use crate::parse::tag::Tag;
use crate::text::{NormalText, normalize};

/// Features that belong together, in the order of the vector.
macro_rules! features {
    ($(#[$about:meta])* $group:ident { $($(#[doc = $doc:literal])* $name:ident,)* }) => {
        $(#[$about])*
        struct $group {
            $($(#[doc = $doc])* $name: u32,)*
        }

        impl $group {
            const NAMES: &[&str] = &[$(stringify!($name)),*];

            fn values(self) -> [i16; $group::NAMES.len()] {
                [$(self.$name as i16),*]
            }
        }
    };
}

features! {
    /// The block itself.
    Own {
        /// [`level`] of its weight.
        size,
        /// Share of its text in links.
        linked,
        /// Sentence-ending stops, at most 20.
        stops,
        /// Commas, at most 40.
        commas,
        /// Commas per hundred words or so.
        comma_rate,
        /// Share of digits.
        digits,
        /// [`tag_group`] of its element.
        tag,
        /// 1 if it contains or ends like a sentence.
        is_sentence,
        /// 1 if it ends with a colon.
        ends_with_colon,
        /// Share of its tokens that also occur in the title, or [`UNKNOWN`].
        in_title,
        /// Share of the blocks that precede it.
        place,
        /// Share of the prose that precedes it.
        prose_before,
        /// 1 if a block before it has the same text.
        is_repeated,
        /// Words of notices and calls to action, at most 6.
        notices,
        /// 1 if it holds an address or a telephone number.
        has_address,
        /// The number of the rule that drops it, or [`UNKNOWN`].
        rule,
    }
}

features! {
    /// A container: that of the block, its parent, and its grandparent.
    Around {
        /// Share of the page's prose.
        prose,
        /// Its share of all prose in blocks that are long enough to vote.
        voting_prose,
        /// Share of its text in links.
        linked,
        /// Blocks directly in it, at most 50.
        own_blocks,
        /// Blocks in it, at most 200.
        blocks,
        /// [`level`] of its prose per block.
        block_size,
        /// Its votes, as a share of the most that a container has.
        votes,
        /// Sentence-ending stops, at most 50.
        stops,
    }
}

features! {
    /// The path up from the block to the container with most votes, or to one around it.
    Way {
        /// Containers on the path, at most 10.
        steps,
        /// How far above the container with most votes the path ends, at most 10.
        above_best,
        /// Share of the page's prose where it ends.
        prose,
    }
}

features! {
    /// A block at most two before or after it.
    Neighbour {
        /// [`level`] of its prose.
        size,
        /// Share of its text in links.
        linked,
        /// 1 if it is in the same container.
        is_beside,
        /// Sentence-ending stops, at most 5.
        stops,
    }
}

features! {
    /// The paragraphs around the block.
    Gap {
        /// Blocks since the last paragraph, at most 99.
        since,
        /// Blocks until the next, at most 99.
        until,
        /// Share of its container's paragraphs that precede it.
        before,
    }
}

features! {
    /// The headline: the block most similar to the title. A block may precede or follow it.
    Headline {
        /// Blocks since the headline, at most 199, or [`NONE`].
        since,
        /// Blocks until the headline, at most 199, or [`NONE`].
        until,
        /// Prose between the headline and the block, as a share of all.
        prose,
    }
}

features! {
    /// The section: everything from one heading to the next.
    Section {
        /// [`level`] of its prose.
        prose,
        /// Blocks in it, at most 100.
        blocks,
        /// Share of its text in links.
        linked,
        /// The rank of its heading, 1 to 6; 0 before the first.
        rank,
        /// Blocks until the next heading, at most [`NONE`].
        until,
    }
}

features! {
    /// How far back or ahead the nearest block of a kind is, at most [`NONE`] blocks.
    Nearest {
        /// Since a heading of other articles.
        since_related,
        /// Since a heading of comments.
        since_comments,
        /// Since a date with a time, as a post has.
        since_stamp,
        /// Until the next one.
        until_stamp,
        /// Since a block that is mostly a link.
        since_link,
        /// Until the next one.
        until_link,
    }
}

features! {
    /// More about the block's words and position.
    More {
        /// Words, at most 100.
        words,
        /// Share of capitals in its letters.
        capitals,
        /// Share of the prose that follows it.
        prose_after,
        /// Elements around its container, at most 40.
        depth,
        /// Containers on the page with the tag and class of its container; at most 100.
        alike,
        /// Share of the page's prose in those, at most 200.
        alike_prose,
        /// Share of their text in links.
        alike_linked,
        /// [`level`] of their prose per block.
        alike_size,
        /// Share of the page's prose in elements like the block's own.
        own_prose,
        /// Share of their text in links.
        own_linked,
        /// [`level`] of their prose per block.
        own_size,
        /// Siblings of its container's parent with the same tag and class, at most 50.
        alike_around,
    }
}

features! {
    /// How many elements of some kinds the page has.
    Counts {
        /// Dates with a time, at most 100.
        stamps,
        /// Blocks that are headings, at most 200.
        headings,
        /// `<article>` elements, at most 50.
        articles,
        /// `<section>` elements, at most 50.
        sections,
        /// Share of its blocks that are list items.
        items,
    }
}

features! {
    /// The page.
    Whole {
        /// [`level`] of its prose.
        prose,
        /// Share of its text in links.
        linked,
        /// Blocks, at most 500.
        blocks,
        /// [`level`] of its prose in blocks that are long enough to vote.
        voting_prose,
        /// Share of its prose that those hold.
        voting_share,
        /// Share of its prose in the container with most votes.
        in_best,
        /// Blocks directly in that container, at most 50.
        best_blocks,
    }
}

/// Hints that mark a container. For each mark, a vector states how many elements up the nearest marked element is.
const HINTS: [(&str, Hints); 6] = [
    ("to_content", Hints::CONTENT),
    ("to_furniture", Hints::FURNITURE),
    ("to_comments", Hints::COMMENTS),
    ("to_related", Hints::RELATED),
    ("to_caption", Hints::CAPTION),
    ("to_credit", Hints::CREDIT),
];
/// Rules that mark a container.
const RULES: [(&str, Rule); 7] = [
    ("to_rule_landmark", Rule::Landmark),
    ("to_rule_class_word", Rule::ClassWord),
    ("to_rule_comments", Rule::Comments),
    ("to_rule_related", Rule::Related),
    ("to_rule_hidden", Rule::Hidden),
    ("to_rule_caption", Rule::Caption),
    ("to_rule_credit", Rule::Credit),
];
/// Tags that mark a container.
const TAGS: [(&str, Tag); 12] = [
    ("to_li", Tag::Li),
    ("to_td", Tag::Td),
    ("to_article", Tag::Article),
    ("to_section", Tag::Section),
    ("to_figure", Tag::Figure),
    ("to_blockquote", Tag::Blockquote),
    ("to_form", Tag::Form),
    ("to_main", Tag::Main),
    ("to_nav", Tag::Nav),
    ("to_table", Tag::Table),
    ("to_pre", Tag::Pre),
    ("to_ul", Tag::Ul),
];
/// Number of marks.
const MARKS: usize = HINTS.len() + RULES.len() + TAGS.len();

/// The containers around a block, from the inside out.
const CONTAINERS: [&str; 3] = ["container", "parent", "grandparent"];
/// The neighbours of a block, as offsets.
const NEIGHBOURS: [i64; 4] = [-2, -1, 1, 2];
/// The value of a feature that is unknown.
const UNKNOWN: i16 = -1;
/// Distance in blocks to something farther away, or missing.
const NONE: u32 = 200;

/// Features that may differ between the blocks of a page. They come first; the others belong to the page.
pub const OF_BLOCK: usize = Own::NAMES.len()
    + CONTAINERS.len() * Around::NAMES.len()
    + Way::NAMES.len()
    + MARKS
    + NEIGHBOURS.len() * Neighbour::NAMES.len()
    + Gap::NAMES.len()
    + Headline::NAMES.len()
    + Section::NAMES.len()
    + Nearest::NAMES.len()
    + More::NAMES.len();
/// Number of features of a block.
pub const COUNT: usize = OF_BLOCK + Whole::NAMES.len() + Counts::NAMES.len() + kind_features::COUNT;
/// The features of a block, in the order of [`names`].
pub type FeatureVector = [i16; COUNT];

/// The names of the features: `own.size`, `container.prose`, `neighbour-2.linked` …
#[cfg(feature = "internals")]
pub fn names() -> Vec<String> {
    let mut names = Vec::with_capacity(COUNT);
    let mut group = |of: &str, features: &[&str]| {
        names.extend(features.iter().map(|name| format!("{of}.{name}")));
    };
    group("own", Own::NAMES);
    for container in CONTAINERS {
        group(container, Around::NAMES);
    }
    group("way", Way::NAMES);
    group("up", &HINTS.map(|(name, _)| name));
    group("up", &RULES.map(|(name, _)| name));
    group("up", &TAGS.map(|(name, _)| name));
    for step in NEIGHBOURS {
        group(&format!("neighbour{step:+}"), Neighbour::NAMES);
    }
    group("gap", Gap::NAMES);
    group("headline", Headline::NAMES);
    group("section", Section::NAMES);
    group("nearest", Nearest::NAMES);
    group("more", More::NAMES);
    group("page", Whole::NAMES);
    group("count", Counts::NAMES);
    group("kind", &kind_features::NAMES);
    names
}

/// The longest distance; longer ones are capped.
const FAR: i16 = 15;
/// Weight from which a block is a paragraph.
const PARAGRAPH: u32 = 80;
/// Weight from which a block is too long for a headline.
const HEADLINE: u32 = 300;

/// Sums over a container and everything inside it.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    prose: u32,
    /// Prose of blocks that are long enough to vote.
    good: u32,
    linked: u32,
    blocks: u32,
    stops: u32,
    /// Blocks directly in it.
    own: u32,
}

/// The features of the blocks of a page. `rules` holds the rule that drops each block, if any, `of_kind` the features
/// of the page as a whole, and `first_alike` for each block [the first one with the same text](first_alike).
pub fn block_features(
    page: &Page,
    measured: &[Line],
    title: &str,
    rules: &[Option<Rule>],
    of_kind: &KindFeatures,
    first_alike: &[usize],
) -> Vec<FeatureVector> {
    let mut title = Title::of(title);
    let mut before = 0;
    let known = page.blocks.iter().zip(measured).map(|(block, &line)| {
        let known = Known::of(page, block, line, &mut title, before);
        before += known.prose;
        known
    });
    let blocks: Vec<Known> = known.collect();
    let containers = page.containers.len();
    let mut sums = vec![Sums::default(); containers];
    let mut votes = vec![0u64; containers];
    for (block, known) in page.blocks.iter().zip(&blocks) {
        let sum = &mut sums[block.container as usize];
        sum.prose += known.prose;
        sum.linked += known.weight - known.prose;
        sum.blocks += 1;
        sum.own += 1;
        sum.stops += known.stops;
        if known.is_prose && known.prose >= VOTE {
            sum.good += known.prose;
        }
        if known.is_prose {
            let mut vote = u64::from(known.prose) * if known.prose >= VOTE { 4 } else { 1 };
            for id in page.up(known.base).take(4) {
                votes[id as usize] += vote;
                vote /= 2;
            }
        }
    }
    for id in (1..containers).rev() {
        let inner = sums[id];
        let outer = &mut sums[page.containers[id].parent as usize];
        outer.prose += inner.prose;
        outer.good += inner.good;
        outer.linked += inner.linked;
        outer.blocks += inner.blocks;
        outer.stops += inner.stops;
    }
    let Some(best) = (0..containers).rev().max_by_key(|&id| votes[id]) else {
        return Vec::new();
    };
    let mut chain = vec![-1i16; containers];
    for (i, id) in page.up(best as ContainerId).enumerate() {
        chain[id as usize] = i.min(100) as i16;
    }
    let whole = sums[0];
    let distances = distances(page);
    let gaps = Gaps::of(page, &blocks);
    let parent = |id: ContainerId| page.containers[id as usize].parent;
    let place_of = |base: ContainerId| {
        let outer = parent(base);
        let containers = [base, outer, parent(outer)].map(|id| {
            let sum = sums[id as usize];
            Around {
                prose: hundredths(sum.prose, whole.prose),
                voting_prose: hundredths(sum.good, whole.good),
                linked: hundredths(sum.linked, sum.prose + sum.linked),
                own_blocks: sum.own.min(50),
                blocks: sum.blocks.min(200),
                block_size: level(sum.prose / sum.blocks.max(1)),
                votes: hundredths(votes[id as usize], votes[best]),
                stops: sum.stops.min(50),
            }
            .values()
        });
        let above = page.up(base).take_while(|&id| chain[id as usize] < 0);
        let (steps, top) = above.fold((0, None), |(steps, _), id| (steps + 1, Some(id)));
        let meet = top.map_or(base, parent);
        let way = Way {
            steps: u32::min(steps, 10),
            above_best: chain[meet as usize].min(10) as u32,
            prose: hundredths(sums[meet as usize].prose, whole.prose),
        };
        (containers, way.values())
    };
    let of_page = Whole {
        prose: level(whole.prose),
        linked: hundredths(whole.linked, whole.prose + whole.linked),
        blocks: (blocks.len() as u32).min(500),
        voting_prose: level(whole.good),
        voting_share: hundredths(whole.good, whole.prose),
        in_best: hundredths(sums[best].prose, whole.prose),
        best_blocks: sums[best].own.min(50),
    };
    let of_page: Vec<i16> = of_page
        .values()
        .into_iter()
        .chain(counts(page, measured, &blocks).values())
        .chain(of_kind.map(|value| level(value) as i16))
        .collect();

    let surroundings = Surroundings::of(page, measured, &blocks, &sums);
    let mut around = place_of(blocks.first().map_or(0, |known| known.base));
    let mut common = [UNKNOWN; COUNT];
    common[OF_BLOCK..].copy_from_slice(&of_page);
    let mut vectors = vec![common; blocks.len()];
    for (i, (block, known)) in page.blocks.iter().zip(&blocks).enumerate() {
        let text = page.text_of(block);
        let own = Own {
            size: level(known.weight),
            linked: known.linked,
            stops: known.stops.min(20),
            commas: known.commas.min(40),
            comma_rate: hundredths(known.commas, (known.weight / 3).max(1)).min(300),
            digits: hundredths(known.digits, block.chars),
            tag: tag_group(page.tag_of(block)),
            is_sentence: u32::from(known.stops > 0 || lines::ends_like_sentence(text)),
            ends_with_colon: u32::from(text.ends_with([':', '：'])),
            in_title: known.title as u32,
            place: hundredths(i as u32, blocks.len() as u32),
            prose_before: hundredths(known.before, whole.prose),
            is_repeated: u32::from(first_alike[i] < i),
            notices: known.notices,
            has_address: u32::from(known.has_address),
            rule: rules[i].map_or(UNKNOWN as u32, |rule| rule as u32),
        };

        // Adjacent blocks are usually in the same container.
        if i > 0 && blocks[i - 1].base != known.base {
            around = place_of(known.base);
        }
        let (containers, way) = &around;
        let gap = Gap {
            since: gaps.since[i],
            until: gaps.until[i],
            before: gaps.before[i],
        };
        let mut vector = VectorWriter {
            rest: &mut vectors[i],
        };
        vector.write(&own.values());
        vector.write(containers.as_flattened());
        vector.write(way);
        vector.write(&distances[block.container as usize]);
        for step in NEIGHBOURS {
            let neighbour = usize::try_from(i as i64 + step).ok();
            let neighbour = neighbour
                .and_then(|j| blocks.get(j))
                .map(|neighbour| Neighbour {
                    size: neighbour.size,
                    linked: neighbour.linked,
                    is_beside: u32::from(neighbour.base == known.base),
                    stops: neighbour.stops.min(5),
                });
            let none = [UNKNOWN; Neighbour::NAMES.len()];
            vector.write(&neighbour.map_or(none, Neighbour::values));
        }
        vector.write(&gap.values());
        surroundings.write(i, whole.prose, &mut vector);
        debug_assert_eq!(vector.rest.len(), of_page.len());
    }
    vectors
}

/// Precomputed numbers of a block.
struct Known {
    weight: u32,
    prose: u32,
    /// [`level`] of its prose.
    size: u32,
    /// Share of its text in links, in hundredths.
    linked: u32,
    is_prose: bool,
    stops: u32,
    commas: u32,
    digits: u32,
    words: u32,
    /// Share of capitals in its letters, in hundredths.
    capitals: u32,
    /// Words of notices and calls to action, if it is not too long for one.
    notices: u32,
    /// Whether it holds a web or mail address, or a number as long as a telephone number.
    has_address: bool,
    /// Share of its tokens that also occur in the title, in hundredths; -1 if it is too short to measure.
    title: i16,
    /// The nearest container that is more than a paragraph.
    base: ContainerId,
    /// The rank of its heading, 1 to 6; 0 if it is not in a heading.
    rank: u32,
    /// Prose before it.
    before: u32,
}

impl Known {
    fn of(page: &Page, block: &Block, line: Line, title: &mut Title, before: u32) -> Known {
        let text = page.text_of(block);
        let base = page
            .up(block.container)
            .find(|&id| id == 0 || !page.containers[id as usize].tag.is_paragraph());
        let counts = line.counts;
        Known {
            weight: line.weight,
            prose: line.prose,
            size: level(line.prose),
            linked: hundredths(block.linked, block.chars),
            is_prose: !block.is_link(),
            stops: counts.stops,
            commas: counts.commas,
            digits: counts.digits,
            words: counts.words,
            capitals: hundredths(counts.capitals, counts.letters),
            notices: line.notices.min(6),
            has_address: counts.has_address,
            title: match line.weight {
                // Too short to measure, or to be a headline.
                0..=10 => -1,
                HEADLINE.. => 0,
                _ => title.share_in(text),
            },
            base: base.unwrap_or(0),
            rank: rank(page, block),
            before,
        }
    }
}

/// The title, for measuring how much of a line it holds.
struct Title {
    tokens: Vec<u64>,
    /// A set of the low six bits of its tokens, which excludes most other tokens.
    low_bits: u64,
    /// The last line measured; the buffer is reused for all lines.
    line: NormalText,
}

impl Title {
    fn of(title: &str) -> Title {
        let tokens = set(&normalize(title));
        Title {
            low_bits: tokens
                .iter()
                .fold(0, |bits, token| bits | 1 << (token & 63)),
            tokens,
            line: NormalText::default(),
        }
    }

    /// Share of a line's tokens that are among those of the title, in hundredths.
    fn share_in(&mut self, line: &str) -> i16 {
        self.line.read_again(line);
        let in_title = |hash: &u64| {
            self.low_bits >> (hash & 63) & 1 == 1 && self.tokens.binary_search(hash).is_ok()
        };
        // Most lines share nothing with it.
        if !self.line.tokens.iter().any(|token| in_title(&token.hash)) {
            return 0;
        }
        let tokens = set(&self.line);
        let common = tokens.iter().filter(|token| in_title(token)).count() as u32;
        hundredths(common, tokens.len() as u32) as i16
    }
}

/// For each block, the first one with the same text.
pub fn first_alike(page: &Page) -> Vec<usize> {
    const INDEX: u32 = 20;
    let place = |key: u64| (key & ((1 << INDEX) - 1)) as usize;
    // Hash in the high bits, index in the low bits: equal texts are adjacent, in page order.
    let hash = |block: &Block| hash_of(page.text_of(block)) >> INDEX << INDEX;
    let keys = page.blocks.iter().map(hash).zip(0u64..1 << INDEX);
    let mut keys: Vec<u64> = keys.map(|(hash, place)| hash | place).collect();
    keys.sort_unstable();
    let mut first: Vec<usize> = (0..page.blocks.len()).collect();
    for alike in keys.chunk_by(|a, b| a >> INDEX == b >> INDEX) {
        for &key in alike {
            first[place(key)] = place(alike[0]);
        }
    }
    first
}

/// A hash of a text that processes eight bytes at a time.
fn hash_of(text: &str) -> u64 {
    let (whole, rest) = text.as_bytes().as_chunks();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let mut hasher = Hasher::default();
    for &bytes in whole {
        hasher.push(u64::from_le_bytes(bytes));
    }
    hasher.push(u64::from_le_bytes(last));
    hasher.push(text.len() as u64);
    hasher.finish()
}

/// The tokens of a text, sorted and without duplicates.
fn set(text: &NormalText) -> Vec<u64> {
    let mut tokens: Vec<u64> = text.tokens.iter().map(|token| token.hash).collect();
    tokens.sort_unstable();
    tokens.dedup();
    tokens
}

/// The block most similar to the title; headings are preferred, and blocks of links come last.
fn headline(blocks: &[Known]) -> Option<usize> {
    let likeness = |i: &usize| {
        let known = &blocks[*i];
        let by_rank = [0, 60, 30][usize::from(known.rank > 0) + usize::from(known.rank > 1)];
        let by_link = if known.is_prose { 0 } else { 30 };
        i32::from(known.title) + by_rank - by_link
    };
    let may_be = |i: &usize| blocks[*i].title >= 60 || blocks[*i].rank == 1;
    // The first of several equally similar ones.
    let candidates = (0..blocks.len()).filter(may_be).rev();
    candidates.max_by_key(likeness)
}

/// The rank of the heading that a block is in, 1 to 6; 0 if it is in none.
fn rank(page: &Page, block: &Block) -> u32 {
    let containers = page.up(block.container).take(3);
    let mut ranks = containers.filter_map(|id| page.containers[id as usize].tag.heading_rank());
    ranks.next().map_or(0, u32::from)
}

fn counts(page: &Page, measured: &[Line], blocks: &[Known]) -> Counts {
    let count = |is: &dyn Fn(usize) -> bool| (0..blocks.len()).filter(|&i| is(i)).count() as u32;
    let of_tag = |tag: Tag| page.containers.iter().filter(|c| c.tag == tag).count() as u32;
    Counts {
        stamps: count(&|i| measured[i].is_stamp()).min(100),
        headings: count(&|i| blocks[i].rank > 0).min(200),
        articles: of_tag(Tag::Article).min(50),
        sections: of_tag(Tag::Section).min(50),
        items: hundredths(
            count(&|i| page.tag_of(&page.blocks[i]) == Tag::Li),
            blocks.len() as u32,
        ),
    }
}

/// The surroundings of the blocks of a page.
struct Surroundings<'a> {
    page: &'a Page,
    blocks: &'a [Known],
    headline: Option<usize>,
    /// The section of each block, and the sections: their prose, blocks, weight in links and rank.
    section_of: Vec<usize>,
    sections: Vec<[u32; 4]>,
    until_heading: Vec<u32>,
    nearest: [Vec<u32>; Nearest::NAMES.len()],
    depths: Vec<u32>,
    kinds: Kinds,
}

impl<'a> Surroundings<'a> {
    fn of(
        page: &'a Page,
        measured: &[Line],
        blocks: &'a [Known],
        sums: &[Sums],
    ) -> Surroundings<'a> {
        let mut section_of = Vec::with_capacity(blocks.len());
        let mut sections = vec![[0; 4]];
        for known in blocks {
            if known.rank > 0 {
                sections.push([0, 0, 0, known.rank]);
            }
            let section = sections.len() - 1;
            section_of.push(section);
            let [in_section, count, linked, _] = &mut sections[section];
            *in_section += known.prose;
            *count += 1;
            *linked += known.weight - known.prose;
        }
        let is_head = |i: usize, rule| measured[i].section_rule() == Some(rule);
        let stamp = |i: usize| measured[i].is_stamp();
        let link = |i: usize| !blocks[i].is_prose;
        let all = blocks.len();
        Surroundings {
            page,
            blocks,
            headline: headline(blocks),
            section_of,
            sections,
            until_heading: until(all, |i| blocks[i].rank > 0),
            nearest: [
                since(0..all, |i| is_head(i, Rule::Related)),
                since(0..all, |i| is_head(i, Rule::Comments)),
                since(0..all, stamp),
                until(all, stamp),
                since(0..all, link),
                until(all, link),
            ],
            depths: page.depths(),
            kinds: Kinds::of(page, sums),
        }
    }

    /// Writes the features of a block's surroundings; `whole` is the prose of the page.
    fn write(&self, i: usize, whole: u32, vector: &mut VectorWriter) {
        let known = &self.blocks[i];
        let far = |from: usize, to: usize| (to - from).min(NONE as usize - 1) as u32;
        let after_headline = match self.headline {
            Some(h) if h < i => known.before - self.blocks[h].before - self.blocks[h].prose,
            _ => 0,
        };
        let headline = Headline {
            since: self
                .headline
                .filter(|&h| h <= i)
                .map_or(NONE, |h| far(h, i)),
            until: self.headline.filter(|&h| h > i).map_or(NONE, |h| far(i, h)),
            prose: hundredths(after_headline, whole),
        };
        let [prose, blocks, linked, rank] = self.sections[self.section_of[i]];
        let section = Section {
            prose: level(prose),
            blocks: blocks.min(100),
            linked: hundredths(linked, prose + linked),
            rank,
            until: self.until_heading[i],
        };
        let [alike, alike_prose, alike_linked, alike_size] = self.kinds.features(known.base);
        let own = self.page.blocks[i].container;
        let [_, own_prose, own_linked, own_size] = self.kinds.features(own);
        let around = self.page.containers[known.base as usize].parent;
        let more = More {
            words: known.words.min(100),
            capitals: known.capitals,
            prose_after: hundredths(whole - known.before - known.prose, whole),
            depth: self.depths[known.base as usize].min(40),
            alike,
            alike_prose,
            alike_linked,
            alike_size,
            own_prose,
            own_linked,
            own_size,
            alike_around: self.kinds.beside[around as usize],
        };
        vector.write(&headline.values());
        vector.write(&section.values());
        let [
            since_related,
            since_comments,
            since_stamp,
            until_stamp,
            since_link,
            until_link,
        ] = self.nearest.each_ref().map(|gaps| gaps[i]);
        let nearest = Nearest {
            since_related,
            since_comments,
            since_stamp,
            until_stamp,
            since_link,
            until_link,
        };
        vector.write(&nearest.values());
        vector.write(&more.values());
    }
}

/// For each block, how many blocks back the last one of a kind is.
fn since(blocks: impl Iterator<Item = usize>, is: impl Fn(usize) -> bool) -> Vec<u32> {
    let mut gap = NONE;
    let gaps = blocks.map(|i| {
        gap = if is(i) { 0 } else { (gap + 1).min(NONE) };
        gap
    });
    gaps.collect()
}

/// For each block, how many blocks ahead the next one of a kind is.
fn until(blocks: usize, is: impl Fn(usize) -> bool) -> Vec<u32> {
    let mut gaps = since((0..blocks).rev(), is);
    gaps.reverse();
    gaps
}

/// Features of containers with the same tag and class.
struct Kinds {
    /// For each container, the number of its kind.
    of: Vec<u32>,
    /// For each kind: how many there are, at most 100; their share of the page's prose, at most 200; the share of their
    /// text in links; and the [`level`] of their prose per block.
    features: Vec<[u32; 4]>,
    /// For each container, how many of its kind have the same parent, including itself; at most 50.
    beside: Vec<u32>,
}

impl Kinds {
    fn of(page: &Page, sums: &[Sums]) -> Kinds {
        const ID: u32 = 24;
        // Class and tag in the high bits, index in the low bits: containers of one kind are adjacent.
        let key = |(container, id): (&Container, u64)| {
            (u64::from(container.class) << 8 | container.tag as u64) << ID | id
        };
        let mut keys: Vec<u64> = page.containers.iter().zip(0..1 << ID).map(key).collect();
        keys.sort_unstable();
        let mut kinds = Kinds {
            of: vec![0; page.containers.len()],
            features: Vec::new(),
            beside: vec![0; page.containers.len()],
        };
        let whole = sums[0].prose;
        // For each container, how many of a kind it directly holds.
        let mut inside = vec![0; page.containers.len()];
        for kind in keys.chunk_by(|a, b| a >> ID == b >> ID) {
            let ids = kind.iter().map(|key| (key & ((1 << ID) - 1)) as usize);
            let parent = |id: usize| page.containers[id].parent as usize;
            let (mut prose, mut linked, mut blocks) = (0u32, 0u32, 0u32);
            for id in ids.clone() {
                kinds.of[id] = kinds.features.len() as u32;
                inside[parent(id)] += 1;
                prose = prose.saturating_add(sums[id].prose);
                linked = linked.saturating_add(sums[id].linked);
                blocks = blocks.saturating_add(sums[id].blocks);
            }
            for id in ids.clone() {
                kinds.beside[id] = inside[parent(id)].min(50);
            }
            for id in ids {
                inside[parent(id)] = 0;
            }
            kinds.features.push([
                kind.len().min(100) as u32,
                hundredths(prose, whole).min(200),
                hundredths(linked, prose.saturating_add(linked)),
                level(prose / blocks.max(1)),
            ]);
        }
        kinds
    }

    /// The features of the kind of a container.
    fn features(&self, id: ContainerId) -> [u32; 4] {
        self.features[self.of[id as usize] as usize]
    }
}

/// Distances to the nearest paragraphs.
struct Gaps {
    since: Vec<u32>,
    until: Vec<u32>,
    /// Share of its base container's paragraphs that precede it.
    before: Vec<u32>,
}

impl Gaps {
    fn of(page: &Page, blocks: &[Known]) -> Gaps {
        let is_paragraph = |known: &Known| known.is_prose && known.prose >= PARAGRAPH;
        let count = |known: Vec<&Known>| {
            let mut gap = 99;
            let gaps = known.into_iter().map(|known| {
                let now = gap;
                gap = if is_paragraph(known) {
                    0
                } else {
                    (gap + 1).min(99)
                };
                now
            });
            gaps.collect::<Vec<u32>>()
        };
        let since = count(blocks.iter().collect());
        let mut until = count(blocks.iter().rev().collect());
        until.reverse();
        let mut sums = vec![0u32; page.containers.len()];
        let mut before = Vec::with_capacity(blocks.len());
        for known in blocks {
            let sum = &mut sums[known.base as usize];
            before.push(*sum);
            if is_paragraph(known) {
                *sum += known.prose;
            }
        }
        for (before, known) in before.iter_mut().zip(blocks) {
            *before = hundredths(*before, sums[known.base as usize]);
        }
        Gaps {
            since,
            until,
            before,
        }
    }
}

/// For each container, the distance up to the nearest one with each mark.
fn distances(page: &Page) -> Vec<[i16; MARKS]> {
    let mut all: Vec<[i16; MARKS]> = Vec::with_capacity(page.containers.len());
    for (id, container) in page.containers.iter().enumerate() {
        let mut distances = match id {
            0 => [FAR; MARKS],
            _ => all[container.parent as usize].map(|distance| (distance + 1).min(FAR)),
        };
        let (hints, others) = distances.split_at_mut(HINTS.len());
        let (rules, tags) = others.split_at_mut(RULES.len());
        if container.hints != Hints::default() {
            for (distance, (_, hint)) in hints.iter_mut().zip(HINTS) {
                if container.hints.contains(hint) {
                    *distance = 0;
                }
            }
        }
        let rule = RULES
            .iter()
            .position(|&(_, rule)| container.rule == Some(rule));
        if let Some(rule) = rule {
            rules[rule] = 0;
        }
        if let Some(tag) = TAGS.iter().position(|&(_, tag)| container.tag == tag) {
            tags[tag] = 0;
        }
        all.push(distances);
    }
    all
}

fn tag_group(tag: Tag) -> u32 {
    match tag {
        Tag::P => 0,
        Tag::Div => 1,
        Tag::Td | Tag::Th => 2,
        Tag::Li => 3,
        _ if tag.is_heading() => 4,
        Tag::Article | Tag::Section | Tag::Main => 5,
        _ => 6,
    }
}

/// `part` of `whole` in hundredths.
fn hundredths(part: impl Into<u64>, whole: impl Into<u64>) -> u32 {
    (part.into() * 100 / whole.into().max(1)) as u32
}

/// Fills a [`FeatureVector`] group by group.
struct VectorWriter<'a> {
    rest: &'a mut [i16],
}

impl VectorWriter<'_> {
    fn write(&mut self, values: &[i16]) {
        let rest = std::mem::take(&mut self.rest);
        let (group, rest) = rest.split_at_mut(values.len());
        group.copy_from_slice(values);
        self.rest = rest;
    }
}

#[cfg(all(test, feature = "internals"))]
mod tests {
    use super::*;

    #[test]
    fn each_feature_has_a_name_of_its_own() {
        let mut names = names();
        assert_eq!((names.len(), COUNT), (COUNT, 176));
        assert_eq!(
            (&names[0][..], &names[COUNT - 1][..]),
            ("own.size", "kind.layout_words")
        );
        names.sort();
        names.dedup();
        assert_eq!(names.len(), COUNT);
    }
}
