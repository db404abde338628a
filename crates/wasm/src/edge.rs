//! The decisions of the edge worker; see [`offprint_edge`].

use super::{flag, js_error, random_id, set, text, to_js, to_js_error};
use js_sys::Reflect;
use offprint::internals::address::is_same_page;
use offprint::{Fingerprint, Metadata};
use offprint_edge::{Addresses, Candidate, CanonicalUrl, Decision, Earlier, Record, Story, address_key};
use std::convert::Infallible;
use wasm_bindgen::prelude::*;

// Facts are read field by field: deserializers made by `serde` would be several times as large.

fn property(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &name.into()).unwrap_or_default()
}

/// The members of a list; none if it is not a list.
fn members(list: &JsValue) -> js_sys::Array {
    if js_sys::Array::is_array(list) { js_sys::Array::from(list) } else { js_sys::Array::new() }
}

/// The texts of a list.
fn texts(list: &JsValue) -> Vec<String> {
    let members = members(list);
    let texts = members.iter().filter_map(|member| member.as_string());
    texts.collect()
}

/// The register's keys to read for a page: its fingerprint in text form, if it has one, and its address with its
/// domain.
#[wasm_bindgen(js_name = edgeReadKeys)]
pub fn edge_read_keys(fingerprint: Option<String>, url: &str, domain: Option<String>) -> Result<JsValue, JsValue> {
    let fingerprint = fingerprint.map(|text| text.parse::<Fingerprint>()).transpose().map_err(to_js_error)?;
    let address = address_key(url, domain.as_deref());
    to_js(&offprint_edge::read_keys(fingerprint.as_ref(), address))
}

/// The keys of articles that an isolate holds; see [`offprint_edge::Keys`].
#[wasm_bindgen]
#[derive(Default)]
pub struct EdgeKeys(offprint_edge::Keys);

#[wasm_bindgen]
impl EdgeKeys {
    /// Empty at first.
    #[wasm_bindgen(constructor)]
    pub fn new() -> EdgeKeys {
        EdgeKeys::default()
    }

    /// The records that share keys with a page, or the names of what must be loaded first; see [`edge_read_keys`].
    #[wasm_bindgen(js_name = lookUp)]
    pub fn look_up(&mut self, fingerprint: &str, url: &str, domain: Option<String>) -> Result<JsValue, JsValue> {
        let fingerprint: Fingerprint = fingerprint.parse().map_err(to_js_error)?;
        let address = address_key(url, domain.as_deref());
        let found = self.0.look_up(&fingerprint, address);
        let [first, rest] = found.steps;
        to_js(&[vec![found.head], found.missing, first, rest])
    }

    /// Stores a head or a pack by its name; returns whether it is complete and new enough.
    pub fn load(&mut self, name: &str, bytes: Vec<u8>) -> bool {
        self.0.load(name, bytes)
    }

    /// Remembers an article that the register has reported, by the name of its record and its keys.
    pub fn learn(&mut self, record: &str, keys: &JsValue) {
        self.0.learn(record, &texts(keys));
    }
}

/// The name and the bytes of a pack of keys, or of a head if it has a `layout`; see [`offprint_edge::pack`].
#[wasm_bindgen(js_name = edgePack)]
pub fn edge_pack(shard: &str, extent: &JsValue, keys: &[f64], numbers: &[u32]) -> JsValue {
    let number = |name| property(extent, name).as_f64();
    let whole = |name| number(name).unwrap_or_default() as u32;
    let extent = offprint_edge::Extent {
        digits: whole("digits") as u8,
        ending: whole("ending"),
        layout: number("layout").map(|layout| layout as u8),
        from: whole("from"),
        upto: whole("upto"),
    };
    let keys = keys.iter().map(|&key| key as u64);
    let entries: Vec<_> = keys.zip(numbers.iter().copied()).collect();
    let bytes = js_sys::Uint8Array::from(&*offprint_edge::pack(&extent, &entries));
    js_sys::Array::of2(&extent.name(shard).into(), &bytes).into()
}

/// The number of digits that the keys of one pack share at their ends, for this many articles.
#[wasm_bindgen(js_name = edgeDigits)]
pub fn edge_digits(articles: u32) -> u8 {
    offprint_edge::digits(articles as usize)
}

/// The name of an article's record in the store.
#[wasm_bindgen(js_name = edgeRecordName)]
pub fn edge_record_name(shard: &str, number: u32) -> String {
    offprint_edge::record_name(shard, number)
}

/// The shard of the register that a fingerprint in text form belongs to.
#[wasm_bindgen(js_name = edgeShard)]
pub fn edge_shard(fingerprint: &str) -> Result<String, JsValue> {
    let fingerprint: Fingerprint = fingerprint.parse().map_err(to_js_error)?;
    Ok(offprint_edge::shard(&fingerprint))
}

/// The address that a page goes by; see [`edge_decide`].
#[wasm_bindgen(js_name = edgeAddress)]
pub fn edge_address(page: &JsValue) -> Result<String, JsValue> {
    Ok(canonical_url(page, "")?.url)
}

/// Judges a page. Besides the fields of an article, `page` has the facts that decide whether it is registered:
/// `domain`, `noindex`, `unavailableAfter`, `robots` and `link` (the headers `X-Robots-Tag` and `Link`), `restricted`,
/// `listed`, and the operator's `hosts` and `parameters`; or `trusted`, if the operator gives the page's address.
/// `found` is an array of `[key, value]` with the store's values as they were written; damaged values are left out, and
/// `damaged` in the result counts them.
#[wasm_bindgen(js_name = edgeDecide)]
pub fn edge_decide(page: &JsValue, found: &JsValue, now: &str) -> Result<JsValue, JsValue> {
    let page = candidate_of(page, now)?;
    let values = js_sys::Array::from(found);
    let found: Vec<_> = values.iter().filter_map(pair_of).collect();
    let damaged = values.length() - found.len() as u32;
    let id = random_id()?;
    let decision = offprint_edge::decide(&page, &found, now, &id);
    let Decision { comparison, changes, reasons, finding, version, settled, write, record, .. } = &decision;
    let object = to_js(comparison)?;
    set(&object, "changes", to_js(changes))?;
    set(&object, "reasons", to_js(reasons))?;
    set(&object, "version", to_js(version))?;
    set(&object, "finding", to_js(finding))?;
    set(&object, "settled", Ok((*settled).into()))?;
    set(&object, "write", to_js(write))?;
    set(&object, "record", to_js(record))?;
    set(&object, "damaged", to_js(&damaged))?;
    set(&object, "url", to_js(&page.url()))?;
    set(&object, "withheld", to_js(&page.withheld))?;
    let claim = offprint_edge::claim(&page, &decision, now, &id);
    set(&object, "claim", to_js(&claim))?;
    Ok(object)
}

/// Settles a claim's record against the register; see [`offprint_edge::settle`]. `held` is an array of `[key, record]`,
/// and `versions` an array of records, both as they were stored; damaged records are left out.
#[wasm_bindgen(js_name = edgeSettle)]
pub fn edge_settle(record: &JsValue, held: &JsValue, versions: &JsValue, now: &str) -> Result<JsValue, JsValue> {
    let record = parse_record(record)?;
    let held: Vec<_> = js_sys::Array::from(held).iter().filter_map(pair_of).collect();
    let versions: Vec<_> = js_sys::Array::from(versions).iter().filter_map(|own| record_of(&own)).collect();
    to_js(&offprint_edge::settle(record, &held, &versions, now))
}

/// A record that a client submits, cut to the lengths that are kept, with its shard.
#[wasm_bindgen(js_name = edgeBounded)]
pub fn edge_bounded(record: &JsValue) -> Result<JsValue, JsValue> {
    let record = offprint_edge::bounded(parse_record(record)?)
        .ok_or_else(|| js_error("address", "url: not a web address of at most 2048 bytes"))?;
    let shard = offprint_edge::shard(&record.fingerprint);
    to_js(&(shard, record))
}

fn parse_record(record: &JsValue) -> Result<Record, JsValue> {
    let what = "record: not as it was stored, with id, url, firstSeen and fingerprint";
    record_of(record).ok_or_else(|| js_error("record", what))
}

/// A pseudo-random number in 16 digits that depends only on an address and is the same everywhere. It decides which
/// copies of an article are kept.
#[wasm_bindgen(js_name = edgeRank)]
pub fn edge_rank(url: &str) -> String {
    offprint_edge::rank(url)
}

/// The names of the register's objects.
#[wasm_bindgen(js_name = edgeShards)]
pub fn edge_shards() -> Result<JsValue, JsValue> {
    to_js(&offprint_edge::shards())
}

/// A key of the store and its record.
fn pair_of(value: JsValue) -> Option<(String, Record)> {
    let pair = js_sys::Array::from(&value);
    Some((pair.get(0).as_string()?, record_of(&pair.get(1))?))
}

fn candidate_of(page: &JsValue, now: &str) -> Result<Candidate, JsValue> {
    let fingerprint = text(page, "fingerprint").map(|text| text.parse());
    let canonical_url = canonical_url(page, now)?;
    let stated = stated(page);
    let canonical = stated.canonical.as_deref();
    Ok(Candidate {
        states_itself: canonical.is_some_and(|url| is_same_page(url, &canonical_url.url)),
        metadata: Metadata { url: Some(canonical_url.url), ..stated },
        domain: text(page, "domain"),
        withheld: canonical_url.withheld,
        fingerprint: fingerprint.transpose().map_err(to_js_error)?,
        digest: text(page, "digest"),
    })
}

/// The address that a page goes by, and why it is not registered, if it is not.
fn canonical_url(page: &JsValue, now: &str) -> Result<CanonicalUrl, JsValue> {
    let Metadata { url, canonical, .. } = stated(page);
    let url = url.ok_or_else(|| js_error("page", "page: url is missing"))?;
    if flag(page, "trusted") {
        return Ok(CanonicalUrl {
            url: offprint_edge::public_address(&url, canonical.as_deref()),
            withheld: offprint_edge::is_personal_address(&url, canonical.as_deref())
                .then_some(offprint_edge::Withheld::Personal),
        });
    }
    let rules = ["unavailableAfter", "robots"].into_iter().filter_map(|name| text(page, name));
    let facts = offprint_edge::PageFacts {
        url,
        domain: text(page, "domain"),
        canonical,
        noindex: flag(page, "noindex") || rules.into_iter().any(|rules| offprint_edge::asks_out(&rules, now)),
        restricted: flag(page, "restricted"),
        listed: flag(page, "listed"),
    };
    let [hosts, parameters] = ["hosts", "parameters"].map(|name| texts(&property(page, name)));
    Ok(Addresses::new(&hosts, parameters).canonical_url(&facts))
}

/// What a page states, in its head or in the header `Link`.
fn stated(page: &JsValue) -> Metadata {
    let mut metadata = metadata(page);
    if let Some(url) = &metadata.url {
        let link = text(page, "link");
        metadata.canonical = offprint_edge::canonical(url, metadata.canonical, link.as_deref());
    }
    metadata
}

/// A record as it was stored; `None` if it is damaged.
fn record_of(value: &JsValue) -> Option<Record> {
    let metadata = metadata(value);
    (metadata.url.as_ref()).zip(metadata.first_seen.as_ref())?;
    Some(Record {
        id: text(value, "id")?,
        metadata,
        imported: text(value, "imported"),
        unique: flag(value, "unique"),
        derived: flag(value, "derived"),
        states_itself: flag(value, "statesItself"),
        story: story_of(&property(value, "story")),
        domain: text(value, "domain"),
        fingerprint: text(value, "fingerprint")?.parse().ok()?,
    })
}

/// What came before a version; `None` for a first version, or if it is damaged.
fn story_of(value: &JsValue) -> Option<Story> {
    let versions = members(&property(value, "earlier"));
    let earlier = versions.iter().filter_map(|earlier| {
        Some(Earlier {
            since: text(&earlier, "since")?,
            derived: flag(&earlier, "derived"),
            fingerprint: text(&earlier, "fingerprint")?.parse().ok()?,
        })
    });
    Some(Story {
        first: text(value, "first")?,
        version: property(value, "version").as_f64()? as u32,
        earlier: earlier.collect(),
    })
}

/// The text fields of an object on an article; values that are not text are skipped.
fn metadata(object: &JsValue) -> Metadata {
    let Ok(metadata) = Metadata::try_from_fn(|name| Ok::<_, Infallible>(text(object, name)));
    metadata
}

/// An address without its personal parts.
#[wasm_bindgen(js_name = edgePublicAddress)]
pub fn edge_public_address(url: &str) -> String {
    offprint_edge::public_address(url, None)
}

/// Whether two addresses are variants of one page's address.
#[wasm_bindgen(js_name = edgeIsSamePage)]
pub fn edge_is_same_page(a: &str, b: &str) -> bool {
    is_same_page(a, b)
}
