//! Lists of results.

use offprint::index::{SearchResult, fold};

/// Every result is in exactly one group, and resembles another one in it. An input is lines of JSON.
pub fn folded(input: &[u8]) {
    let lines = input.split(|&byte| byte == b'\n');
    let results: Vec<SearchResult> =
        lines.filter_map(|line| serde_json::from_slice(line).ok()).map(SearchResult::with_facts).collect();
    let found = fold(&results);
    let mut seen = vec![false; results.len()];
    for group in &found.groups {
        let others = group.others.iter().map(|other| other.result);
        let members: Vec<usize> = others.chain([group.representative]).collect();
        for &member in &members {
            assert!(!std::mem::replace(&mut seen[member], true), "{found:?}");
        }
        for other in &group.others {
            assert!(other.of != other.result && members.contains(&other.of));
            assert!((0.0..=1.0).contains(&other.score), "{other:?}");
        }
    }
    assert!(seen.into_iter().all(|seen| seen), "{found:?}");
    assert!(found.independent_origins <= found.groups.len());
    assert_eq!(fold(&results), found);
}
