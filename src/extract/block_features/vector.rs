//! The layout of a feature vector: its groups in order, and the name of each value.

use crate::extract::page_type::features;
#[cfg(doc)]
use crate::extract::page_type::model::level;
use crate::parse::noise::{Hints, Rule};
use crate::parse::tag::Tag;

/// Features that belong together, in the order of the vector.
macro_rules! features {
    ($(#[$about:meta])* $group:ident { $($(#[doc = $doc:literal])* $name:ident,)* }) => {
        $(#[$about])*
        pub(super) struct $group {
            $($(#[doc = $doc])* pub $name: u32,)*
        }

        impl $group {
            pub const NAMES: &[&str] = &[$(stringify!($name)),*];

            pub fn values(self) -> [i16; $group::NAMES.len()] {
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
        /// A number for tags that are used alike.
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
    /// A container: the one of the block, its parent, and its grandparent.
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
        /// Its votes, as a share of the most votes of any container.
        votes,
        /// Sentence-ending stops, at most 50.
        stops,
    }
}

features! {
    /// The path up from the block to the container with most votes, or to one around it.
    PathFeatures {
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
    Neighbor {
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
        /// Share of the page's prose in those containers, at most 200.
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
        /// Blocks, at most 250: limits of trees are stored in bytes.
        blocks,
        /// [`level`] of its prose in blocks that are long enough to vote.
        voting_prose,
        /// Share of its prose in blocks that are long enough to vote.
        voting_share,
        /// Share of its prose in the container with most votes.
        in_best,
        /// Blocks directly in that container, at most 50.
        best_blocks,
    }
}

/// Hints that mark a container. For each mark, a vector states how many elements up the nearest marked element is.
pub(super) const HINTS: [(&str, Hints); 6] = [
    ("to_content", Hints::CONTENT),
    ("to_furniture", Hints::FURNITURE),
    ("to_comments", Hints::COMMENTS),
    ("to_related", Hints::RELATED),
    ("to_caption", Hints::CAPTION),
    ("to_credit", Hints::CREDIT),
];
/// Rules that mark a container.
pub(super) const RULES: [(&str, Rule); 7] = [
    ("to_rule_landmark", Rule::Landmark),
    ("to_rule_class_word", Rule::ClassWord),
    ("to_rule_comments", Rule::Comments),
    ("to_rule_related", Rule::Related),
    ("to_rule_hidden", Rule::Hidden),
    ("to_rule_caption", Rule::Caption),
    ("to_rule_credit", Rule::Credit),
];
/// Tags that mark a container.
pub(super) const TAGS: [(&str, Tag); 12] = [
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
pub(super) const MARKS: usize = HINTS.len() + RULES.len() + TAGS.len();

/// The containers around a block, from the inside out.
pub(super) const CONTAINERS: [&str; 3] = ["container", "parent", "grandparent"];
/// The neighbors of a block, as offsets.
pub(super) const NEIGHBORS: [i64; 4] = [-2, -1, 1, 2];
/// The value of a feature that is unknown.
pub(super) const UNKNOWN: i16 = -1;
/// Distance in blocks to something farther away, or missing.
pub(super) const NONE: u32 = 200;

/// Features that may differ between the blocks of a page. They come first; the others belong to the page.
pub const OF_BLOCK: usize = Own::NAMES.len()
    + CONTAINERS.len() * Around::NAMES.len()
    + PathFeatures::NAMES.len()
    + MARKS
    + NEIGHBORS.len() * Neighbor::NAMES.len()
    + Gap::NAMES.len()
    + Headline::NAMES.len()
    + Section::NAMES.len()
    + Nearest::NAMES.len()
    + More::NAMES.len();
/// Number of features of a block.
pub const COUNT: usize = OF_BLOCK + Whole::NAMES.len() + Counts::NAMES.len() + features::COUNT;
/// The features of a block, in the order of [`names`].
pub type FeatureVector = [i16; COUNT];

/// The names of the features: `own.size`, `container.prose`, `neighbor-2.linked` …
#[cfg(test)]
fn names() -> Vec<String> {
    let mut names = Vec::with_capacity(COUNT);
    let mut group = |of: &str, features: &[&str]| {
        names.extend(features.iter().map(|name| format!("{of}.{name}")));
    };
    group("own", Own::NAMES);
    for container in CONTAINERS {
        group(container, Around::NAMES);
    }
    group("way", PathFeatures::NAMES);
    group("up", &HINTS.map(|(name, _)| name));
    group("up", &RULES.map(|(name, _)| name));
    group("up", &TAGS.map(|(name, _)| name));
    for step in NEIGHBORS {
        group(&format!("neighbor{step:+}"), Neighbor::NAMES);
    }
    group("gap", Gap::NAMES);
    group("headline", Headline::NAMES);
    group("section", Section::NAMES);
    group("nearest", Nearest::NAMES);
    group("more", More::NAMES);
    group("page", Whole::NAMES);
    group("count", Counts::NAMES);
    group("kind", &features::NAMES);
    names
}

/// Fills a [`FeatureVector`] group by group.
pub(super) struct VectorWriter<'a> {
    pub rest: &'a mut [i16],
}

impl VectorWriter<'_> {
    pub fn write(&mut self, values: &[i16]) {
        let rest = std::mem::take(&mut self.rest);
        let (group, rest) = rest.split_at_mut(values.len());
        group.copy_from_slice(values);
        self.rest = rest;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_feature_has_a_name_of_its_own() {
        let mut names = names();
        assert_eq!((names.len(), COUNT), (COUNT, 176));
        assert_eq!((&names[0][..], &names[COUNT - 1][..]), ("own.size", "kind.layout_words"));
        names.sort();
        names.dedup();
        assert_eq!(names.len(), COUNT);
    }
}
