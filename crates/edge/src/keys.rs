//! Holds the keys of all articles, each with the number of its article, in a form small enough for an isolate: a page
//! that shares no key with any article is judged without reading the store.
//!
//! From time to time the register publishes the keys of each shard in packs, by the last digits of the keys. With every
//! change it publishes a head, the pack of all keys that may be missing from the others. No pack is trusted. A wrong
//! number leads to a record that is not similar to the page. A pack that is missing, damaged or too old is not used,
//! and the register itself is asked.

use super::record::FINGERPRINTS;
use super::register::shard;
use offprint::Fingerprint;
use offprint::internals::hash::hash;

/// The prefix of the names of heads and packs in the store.
const PREFIX: &str = "keys1/";
/// The first bytes of a pack: its format and version.
const MAGIC: [u8; 4] = *b"OPK1";
/// Bytes before the buckets.
const HEADER: usize = 32;
/// The value of [`Extent::layout`] in a pack that is not a head.
const NO_HEAD: u8 = u8::MAX;
/// Average entries per bucket. Larger: fewer bytes, but more keys are mistaken for others, at a rate of one in 256 for
/// each entry of the bucket.
const LOAD: usize = 2;
/// Most keys of one pack: buckets are counted in 16 bits.
pub const PACK_KEYS: usize = u16::MAX as usize;
/// Articles for which one pack is enough; beyond that there are 16 times as many packs. Larger: fewer packs are written
/// for the same number of new articles, but a page that needs packs waits for more bytes.
const PACK_ARTICLES: usize = 8_000;
/// Most bytes of packs in memory, apart from heads. Larger: more of an isolate's 128 MB is used; smaller: packs are
/// loaded again.
const MAX_PACK_BYTES: usize = 34 << 20;
/// Most keys that are held before a head has them. Larger: searching all of them takes longer.
const MAX_RECENT: usize = 4_000;

/// The name of an article's record in the store.
///
/// ```
/// assert_eq!(offprint_edge::record_name("hani", 41), "fp4/hani/41");
/// ```
pub fn record_name(shard: &str, number: u32) -> String {
    format!("{FINGERPRINTS}{shard}/{number}")
}

/// The number of digits that the keys of one pack share at their ends, for this many articles.
///
/// ```
/// use offprint_edge::digits;
/// assert_eq!([0, 8_000, 8_001, 1_000_000, 10_000_000].map(digits), [0, 0, 1, 2, 3]);
/// ```
pub fn digits(articles: usize) -> u8 {
    (0..4).find(|digits| articles <= PACK_ARTICLES << (4 * digits)).unwrap_or(4)
}

/// The range of keys in a pack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extent {
    /// The number of digits that its keys end with, in hexadecimal; 0 in a head.
    pub digits: u8,
    /// These digits.
    pub ending: u32,
    /// In a head: the number of digits that the keys of each pack end with.
    pub layout: Option<u8>,
    /// Articles up to this number may be missing; 0 in a pack.
    pub from: u32,
    /// Articles beyond this number may be missing.
    pub upto: u32,
}

impl Extent {
    /// Its name in the store.
    pub fn name(&self, shard: &str) -> String {
        match self.layout {
            Some(_) => format!("{PREFIX}{shard}"),
            None => format!("{PREFIX}{shard}/{}/{:x}", self.digits, self.ending),
        }
    }
}

/// A pack, as it is stored: a header, the start of each bucket and, for each entry, 8 bits of its key and the number of
/// its article. A key's last digits determine its pack, those before them its bucket, and the next its entry.
#[derive(Debug)]
struct Pack {
    extent: Extent,
    bits: u8,
    count: usize,
    bytes: Vec<u8>,
}

/// The bytes of a pack; the keys have 40 bits each, all with its ending, and there are at most [`PACK_KEYS`].
///
/// # Complexity
/// Sorts the entries.
pub fn pack(extent: &Extent, entries: &[(u64, u32)]) -> Vec<u8> {
    let entries = &entries[..entries.len().min(PACK_KEYS)];
    let bits = entries.len().div_ceil(LOAD).next_power_of_two().ilog2() as u8;
    let mut places: Vec<u64> = Vec::with_capacity(entries.len());
    for &(key, number) in entries {
        let (bucket, rest) = place(key, extent.digits, bits);
        places.push((bucket as u64) << 40 | u64::from(rest) << 32 | u64::from(number));
    }
    places.sort_unstable();
    let mut bytes = Vec::with_capacity(HEADER + (2 << bits) + 2 + 5 * places.len());
    bytes.extend_from_slice(&MAGIC);
    bytes.extend_from_slice(&[extent.digits, bits, extent.layout.unwrap_or(NO_HEAD), 0]);
    for number in [extent.ending, extent.from, extent.upto, places.len() as u32, 0, 0] {
        bytes.extend_from_slice(&number.to_le_bytes());
    }
    let mut end = 0;
    for bucket in 0..=1 << bits {
        while places.get(end).is_some_and(|place| place >> 40 < bucket) {
            end += 1;
        }
        bytes.extend_from_slice(&(end as u16).to_le_bytes());
    }
    for place in &places {
        bytes.push((place >> 32) as u8);
    }
    for place in places {
        bytes.extend_from_slice(&(place as u32).to_le_bytes());
    }
    let sum = checksum(&bytes).to_le_bytes();
    bytes[HEADER - sum.len()..HEADER].copy_from_slice(&sum);
    bytes
}

/// The bucket of a key, and the bits of it that are stored there.
fn place(key: u64, digits: u8, bits: u8) -> (usize, u8) {
    let key = key >> (4 * digits);
    ((key & ((1 << bits) - 1)) as usize, (key >> bits) as u8)
}

/// A hash of the bytes other than the hash itself.
fn checksum(bytes: &[u8]) -> u64 {
    let (header, rest) = bytes.split_at(HEADER);
    let words = header[..HEADER - 8].chunks(8).chain(rest.chunks(8)).map(|bytes| {
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        u64::from_le_bytes(word)
    });
    hash(words)
}

impl Pack {
    /// The pack, if it is complete and undamaged.
    fn read(bytes: Vec<u8>) -> Option<Pack> {
        let (header, rest) = bytes.split_at_checked(HEADER)?;
        let (&[digits, bits, layout, _], numbers) = header.strip_prefix(&MAGIC)?.split_first_chunk()?;
        let number = |at: usize| Some(u32::from_le_bytes(*numbers[4 * at..].first_chunk()?));
        let (ending, from, upto, count) = (number(0)?, number(1)?, number(2)?, number(3)? as usize);
        let length = (2usize << bits.min(16)) + 2 + 5 * count;
        let is_whole = bits <= 16
            && digits <= 8
            && count <= PACK_KEYS
            && rest.len() == length
            && header[HEADER - 8..] == checksum(&bytes).to_le_bytes();
        is_whole.then_some(Pack {
            extent: Extent { digits, ending, layout: (layout != NO_HEAD).then_some(layout), from, upto },
            bits,
            count,
            bytes,
        })
    }

    /// The numbers that a key may have; rarely more than its own.
    fn numbers(&self, key: u64) -> impl Iterator<Item = u32> {
        let (bucket, rest) = place(key, self.extent.digits, self.bits);
        let rests = HEADER + (2 << self.bits) + 2;
        let start = |bucket: usize| {
            let at = HEADER + 2 * bucket;
            usize::from(u16::from_le_bytes([self.bytes[at], self.bytes[at + 1]])).min(self.count)
        };
        let entries = start(bucket)..start(bucket + 1);
        entries
            .filter(move |entry| self.bytes[rests + entry] == rest)
            .filter_map(move |entry| self.bytes[rests + self.count + 4 * entry..].first_chunk())
            .map(|number| u32::from_le_bytes(*number))
    }
}

/// The packs of one shard in memory.
#[derive(Debug, Default)]
struct LoadedShard {
    shard: String,
    head: Option<Pack>,
    /// The packs by ending, each with the time of its last use.
    packs: Vec<Option<(u64, Pack)>>,
    recent: Vec<(u64, u32)>,
}

impl LoadedShard {
    /// Adds the numbers of the articles that a key leads to, as far as they are known. Returns the ending of the pack
    /// that has the others, if it must be loaded.
    fn add_numbers(&mut self, key: u64, looks: u64, numbers: &mut Vec<u64>) -> Option<u32> {
        let head = self.head.as_ref()?;
        let first = numbers.len();
        let recent = self.recent.iter().filter(|(recent, _)| *recent == key);
        numbers.extend(head.numbers(key).chain(recent.map(|&(_, number)| number)).map(u64::from));
        if head.extent.from == 0 {
            // A head that starts at the beginning has all keys.
            return None;
        }
        let ending = key & ((1 << (4 * head.extent.layout.unwrap_or_default())) - 1);
        match self.packs.get_mut(ending as usize) {
            Some(Some((looked, pack))) if pack.extent.upto >= head.extent.from => {
                *looked = looks;
                for number in pack.numbers(key).map(u64::from) {
                    // A head may overlap a pack.
                    if !numbers[first..].contains(&number) {
                        numbers.push(number);
                    }
                }
                None
            }
            _ => Some(ending as u32),
        }
    }
}

/// The keys that an isolate holds: the packs that it has loaded.
#[derive(Debug, Default)]
pub struct Keys {
    shards: Vec<LoadedShard>,
    looks: u64,
    bytes: usize,
}

/// The result of looking up a page's keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LookUp {
    /// The name of the head, which is to be loaded again from time to time.
    pub head: String,
    /// The names in the store of what must be loaded before the keys can be looked up.
    pub missing: Vec<String>,
    /// The names of the records that share keys with the page, grouped in the steps in which to read them: once the
    /// page is [`settled`](super::Decision::settled), the rest need not be read.
    pub steps: [Vec<String>; 2],
}

impl Keys {
    /// Finds the articles that share keys with a page, starting with those that share the most. Records of the page
    /// itself, by the [key of its address](super::address_key), always come first: only they show that it is not a
    /// copy.
    ///
    /// # Complexity
    /// Each key is looked up in two packs and in all keys learnt since the head.
    ///
    /// ```
    /// use offprint::Fingerprint;
    /// use offprint_edge::{Extent, Keys, pack};
    /// let text: String = (0..200).filter_map(|i| char::from_u32(0x4E00 + 31 * i)).collect();
    /// let page = Fingerprint::new("", &text).unwrap();
    /// let mut keys = Keys::default();
    /// assert_eq!(keys.look_up(&page, None).missing, ["keys1/hani"]);
    /// let held = page.write_keys().iter().map(|key| (u64::from_str_radix(key, 16).unwrap(), 41)).collect::<Vec<_>>();
    /// let head = Extent { digits: 0, ending: 0, layout: Some(0), from: 0, upto: 41 };
    /// assert!(keys.load("keys1/hani", pack(&head, &held)));
    /// assert_eq!(keys.look_up(&page, None).steps, [vec!["fp4/hani/41".to_owned()], vec![]]);
    /// ```
    pub fn look_up(&mut self, page: &Fingerprint, address: Option<u64>) -> LookUp {
        self.looks += 1;
        let looks = self.looks;
        let shard = shard(page);
        let mut found = LookUp { head: format!("{PREFIX}{shard}"), missing: Vec::new(), steps: Default::default() };
        let loaded = self.shard_mut(&shard);
        let Some(head) = &loaded.head else {
            found.missing.push(found.head.clone());
            return found;
        };
        let digits = head.extent.layout.unwrap_or_default();
        let (mut numbers, mut own, mut missing) = (Vec::new(), 0, Vec::new());
        let texts = page.read_keys().into_iter().map(|key| u64::from_str_radix(&key, 16).unwrap_or_default());
        for key in address.into_iter().chain(texts) {
            missing.extend(loaded.add_numbers(key, looks, &mut numbers));
            if address == Some(key) {
                own = numbers.len();
            }
        }
        let own = numbers[..own].to_vec();
        missing.sort_unstable();
        missing.dedup();
        if !missing.is_empty() {
            let packs = missing.into_iter().map(|ending| Extent { digits, ending, layout: None, from: 0, upto: 0 });
            found.missing = packs.map(|pack| pack.name(&shard)).collect();
            return found;
        }
        // Articles that share the most keys come first; among equals, the oldest.
        numbers.sort_unstable();
        let runs = numbers.chunk_by(|a, b| a == b);
        let mut ranks: Vec<u64> = runs.map(|run| (u64::MAX - run.len() as u64) << 32 | run[0]).collect();
        ranks.sort_unstable();
        for (place, rank) in ranks.into_iter().enumerate() {
            let is_first = place == 0 || own.contains(&u64::from(rank as u32));
            found.steps[usize::from(!is_first)].push(record_name(&shard, rank as u32));
        }
        found
    }

    fn shard_mut(&mut self, shard: &str) -> &mut LoadedShard {
        let place = self.shards.iter().position(|loaded| loaded.shard == shard).unwrap_or_else(|| {
            let shard = shard.to_owned();
            self.shards.push(LoadedShard { shard, ..LoadedShard::default() });
            self.shards.len() - 1
        });
        &mut self.shards[place]
    }

    /// Stores a head or a pack; returns whether it is complete, matches its name, and is as new as the head requires.
    pub fn load(&mut self, name: &str, bytes: Vec<u8>) -> bool {
        let read = Pack::read(bytes).zip(name.strip_prefix(PREFIX));
        let Some((pack, shard)) = read else {
            return false;
        };
        let shard = shard.split('/').next().unwrap_or_default();
        let Extent { digits, ending, layout, upto, .. } = pack.extent;
        if pack.extent.name(shard) != name {
            return false;
        }
        let loaded = self.shard_mut(shard);
        if let Some(layout) = layout {
            let is_as_before = loaded.head.as_ref().is_some_and(|head| head.extent.layout == Some(layout));
            loaded.recent.retain(|&(_, number)| number > upto);
            loaded.head = Some(pack);
            if !is_as_before {
                loaded.packs = Vec::new();
                loaded.packs.resize_with(1 << (4 * layout.min(4)), || None);
            }
        } else {
            let head = loaded.head.as_ref().map(|head| head.extent);
            let fits = head.is_some_and(|head| head.layout == Some(digits) && head.from <= upto);
            let Some(place) = loaded.packs.get_mut(ending as usize).filter(|_| fits) else {
                return false;
            };
            *place = Some((u64::MAX, pack));
        }
        self.let_go();
        true
    }

    /// Drops the least recently used packs until the rest fit.
    fn let_go(&mut self) {
        loop {
            self.bytes = 0;
            let mut oldest = &mut None;
            for place in self.shards.iter_mut().flat_map(|loaded| &mut loaded.packs) {
                let Some((looked, pack)) = place else {
                    continue;
                };
                self.bytes += pack.bytes.len();
                if oldest.as_ref().is_none_or(|(oldest, _)| *looked < *oldest) {
                    oldest = place;
                }
            }
            if self.bytes <= MAX_PACK_BYTES {
                return;
            }
            *oldest = None;
        }
    }

    /// Remembers the keys of an article that the register has reported, until a head has it.
    pub fn learn(&mut self, record: &str, keys: &[String]) {
        let name = record.strip_prefix(FINGERPRINTS).and_then(|name| name.split_once('/'));
        let Some((shard, Ok(number))) = name.map(|(shard, number)| (shard, number.parse::<u32>())) else {
            return;
        };
        let loaded = self.shard_mut(shard);
        if loaded.head.as_ref().is_some_and(|head| number <= head.extent.upto) {
            return;
        }
        if loaded.recent.len() >= MAX_RECENT {
            loaded.recent.clear();
        }
        let keys = keys.iter().filter_map(|key| u64::from_str_radix(key.split_once('/')?.1, 16).ok());
        loaded.recent.extend(keys.map(|key| (key, number)));
    }

    /// Bytes of packs in memory, apart from heads.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(seed: u32) -> Fingerprint {
        let text: String = (0..400)
            .filter_map(|i| char::from_u32(0x4E00 + (i * 7919 + seed * 104_729 + i * i * (seed % 97)) % 20_000))
            .collect();
        Fingerprint::new("", &text).unwrap()
    }

    fn entries(page: &Fingerprint, number: u32) -> Vec<(u64, u32)> {
        let keys = page.write_keys();
        keys.iter().map(|key| (u64::from_str_radix(key, 16).unwrap(), number)).collect()
    }

    fn head(layout: u8, from: u32, upto: u32) -> Extent {
        Extent { digits: 0, ending: 0, layout: Some(layout), from, upto }
    }

    /// All packs of a layout.
    fn packs(all: &[(u64, u32)], digits: u8, upto: u32) -> Vec<(String, Vec<u8>)> {
        (0..1 << (4 * digits))
            .map(|ending| {
                let mask = (1 << (4 * digits)) - 1;
                let own: Vec<_> = all.iter().copied().filter(|(key, _)| key & mask == u64::from(ending)).collect();
                let extent = Extent { digits, ending, layout: None, from: 0, upto };
                (extent.name("hani"), pack(&extent, &own))
            })
            .collect()
    }

    #[test]
    fn finds_articles_by_any_of_their_keys_and_hardly_any_other() {
        let all: Vec<(u64, u32)> = (0..3000).flat_map(|seed| entries(&page(seed), seed + 1)).collect();
        let mut keys = Keys::default();
        assert!(keys.load("keys1/hani", pack(&head(1, 2000, 3000), &all[8000..])));
        for (name, bytes) in packs(&all[..8000], 1, 2000) {
            assert!(keys.load(&name, bytes), "{name}");
        }
        let mut others = 0;
        for seed in 0..3000 {
            let LookUp { missing, steps, .. } = keys.look_up(&page(seed), None);
            assert!(missing.is_empty());
            assert_eq!(steps[0], [record_name("hani", seed + 1)]);
            others += steps[1].len();
        }
        for seed in 5000..6000 {
            others += keys.look_up(&page(seed), None).steps.concat().len();
        }
        assert!(others < 1000, "{others} of 64,000 keys were taken for others");
    }

    #[test]
    fn a_missing_damaged_or_old_pack_is_lacking() {
        let all: Vec<(u64, u32)> = (0..100).flat_map(|seed| entries(&page(seed), seed + 1)).collect();
        let mut keys = Keys::default();
        let [(name, old), (_, new)] = [50, 100].map(|upto| packs(&all, 0, upto).remove(0));
        assert!(!keys.load(&name, new.clone()), "before the head");
        assert!(keys.load("keys1/hani", pack(&head(0, 80, 100), &all[320..])));
        assert_eq!(keys.look_up(&page(1), None).missing, std::slice::from_ref(&name));
        assert!(!keys.load(&name, old));
        assert!(!keys.load("keys1/hani/1/0", new.clone()), "by another name");
        for cut in [0, 3, HEADER, HEADER + 1, new.len() - 1] {
            assert!(!keys.load(&name, new[..cut].to_vec()), "{cut} bytes");
        }
        for byte in (0..new.len()).step_by(7) {
            let mut damaged = new.clone();
            damaged[byte] ^= 0x10;
            assert!(!keys.load(&name, damaged), "byte {byte}");
        }
        assert_eq!(keys.look_up(&page(1), None).missing, std::slice::from_ref(&name));
        assert!(keys.load(&name, new));
        assert_eq!(keys.look_up(&page(1), None).steps[0], ["fp4/hani/2"]);
        // A later head says that the pack is outdated, and another that the layout has changed.
        assert!(keys.load("keys1/hani", pack(&head(0, 120, 120), &[])));
        assert_eq!(keys.look_up(&page(1), None).missing, [name]);
        assert!(keys.load("keys1/hani", pack(&head(1, 120, 120), &[])));
        assert!(keys.look_up(&page(1), None).missing.len() > 1);
        assert_eq!(keys.bytes(), 0);
    }

    #[test]
    fn the_registers_answer_holds_until_a_head_has_it() {
        let mut keys = Keys::default();
        keys.load("keys1/hani", pack(&head(0, 0, 0), &[]));
        let recent: Vec<String> = page(1).write_keys().iter().map(|key| format!("fp4/{key}")).collect();
        keys.learn("fp4/hani/7", &recent);
        assert_eq!(keys.look_up(&page(1), None).steps[0], ["fp4/hani/7"]);
        keys.load("keys1/hani", pack(&head(0, 0, 6), &[]));
        assert_eq!(keys.look_up(&page(1), None).steps[0], ["fp4/hani/7"]);
        keys.load("keys1/hani", pack(&head(0, 0, 7), &entries(&page(1), 7)));
        assert_eq!(keys.look_up(&page(1), None).steps[0], ["fp4/hani/7"]);
        keys.load("keys1/hani", pack(&head(0, 0, 8), &[]));
        assert_eq!(keys.look_up(&page(1), None).steps, [[], []] as [[String; 0]; 2], "it was forgotten");
        for name in ["", "fp4/hani", "fp4/hani/x", "fp5/hani/3"] {
            keys.learn(name, &recent);
        }
        assert_eq!(keys.look_up(&page(1), None).steps, [[], []] as [[String; 0]; 2]);
    }

    #[test]
    fn drops_the_least_recently_used_packs() {
        let mut keys = Keys::default();
        let full: Vec<(u64, u32)> = (0..PACK_KEYS as u64).map(|key| (key << 8, 1)).collect();
        assert!(keys.load("keys1/hani", pack(&head(2, 1, 1), &[])));
        for ending in 0..200 {
            let extent = Extent { digits: 2, ending, layout: None, from: 0, upto: 1 };
            assert!(keys.load(&extent.name("hani"), pack(&extent, &full)));
            assert!(keys.bytes() <= MAX_PACK_BYTES);
        }
        assert!(keys.bytes() > MAX_PACK_BYTES - (1 << 20));
    }
}
