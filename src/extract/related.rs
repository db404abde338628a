//! Links to other articles, from the blocks that were dropped as such, and on a list also from the blocks of its body.

use crate::address;
use crate::article::PageLink;
use crate::decode::entity::{self, Context};
use crate::extract::body::Body;
use crate::parse::block::Page;
use crate::parse::noise::Rule;

/// Shortest headline in a link to another article, in bytes: five Han characters.
const LINK_TEXT: usize = 15;
/// Most related links reported per page.
const MAX_RELATED: usize = 200;

/// The links in blocks that were dropped as other articles and, if the page is a list, in its body, without duplicates
/// and without the page itself, whose addresses are `own`. Links are relative to `base`.
#[inline(never)]
pub fn related(page: &Page, body: &Body, is_list: bool, base: &str, own: [Option<&str>; 2]) -> Vec<PageLink> {
    let mut related = Vec::new();
    let mut known: Vec<String> = own.into_iter().flatten().map(address::page_key).collect();
    for link in &page.links {
        let text = page.text_of(&page.blocks[link.block as usize]);
        let is_other = match body.rules[link.block as usize] {
            Some(rule) => matches!(rule, Rule::Related | Rule::Teaser | Rule::Links),
            None => is_list,
        };
        if !is_other || text.len() < LINK_TEXT {
            continue;
        }
        let href = entity::decode(&link.href, Context::Attribute);
        let Some(href) = address::linked(base, &href) else {
            continue;
        };
        let key = address::page_key(&href);
        if known.contains(&key) {
            continue;
        }
        known.push(key);
        related.push(PageLink { text: text.to_owned(), href });
        if related.len() == MAX_RELATED {
            break;
        }
    }
    related
}
