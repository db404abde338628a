//! Input of the edge worker: addresses, and the register's records.

use offprint_edge::{
    Addresses, Candidate, PageFacts, Record, address_key, bounded, decide, public_address, read_keys, settle,
};

/// The lines of an input, and empty ones after them.
fn lines(input: &[u8]) -> impl Iterator<Item = String> {
    let text = String::from_utf8_lossy(input).into_owned();
    let lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    lines.into_iter().chain(std::iter::repeat(String::new()))
}

fn given(line: String) -> Option<String> {
    (!line.is_empty()).then_some(line)
}

/// The address of a page, the one that it states, and the site's own hosts and domain, one per line.
pub fn addresses(input: &[u8]) {
    let mut lines = lines(input);
    let mut next = || lines.next().expect("there is no end");
    let (asked, stated) = (next(), next());
    let public = public_address(&asked, given(stated.clone()).as_deref());
    assert_eq!(public_address(&public, None), public, "nothing personal is left");
    let (hosts, domain) = (next(), given(next()));
    let hosts: Vec<String> = hosts.split(' ').map(str::to_owned).collect();
    let own = Addresses::new(&hosts, vec!["id".to_owned()]);
    let canonical_url = |url: &str, canonical: &str| {
        own.canonical_url(&PageFacts {
            url: url.to_owned(),
            domain: domain.clone(),
            canonical: given(canonical.to_owned()),
            ..PageFacts::default()
        })
    };
    let first = canonical_url(&asked, &stated);
    if first.withheld.is_none() {
        let again = canonical_url(&first.url, &first.url);
        assert_eq!(again.url, first.url, "an address goes by itself");
    }
}

/// Records as a store returns them: JSON, the page first. Whatever they contain, a page can be judged and a claim
/// settled.
pub fn register(input: &[u8]) {
    let Ok(records) = serde_json::from_slice::<Vec<Record>>(input) else {
        return;
    };
    let Some((page, held)) = records.split_first() else {
        return;
    };
    let keys = read_keys(Some(&page.fingerprint), address_key(page.url(), None));
    let found: Vec<(String, Record)> = keys.iter().cloned().zip(held.iter().cloned()).collect();
    decide(&Candidate::from(page), &found, "2026-11-20T00:00:00Z", "id");
    let settled = settle(page.clone(), &found, held, "2026-11-20T00:00:00Z");
    assert!(settled.write.iter().all(|key| keys.contains(key)), "only its own keys are written");
    if let Some(record) = bounded(page.clone()) {
        assert_eq!(bounded(record.clone()), Some(record), "what is bounded stays");
    }
}
