use super::*;
use crate::text::normalize;

#[test]
fn a_stop_without_five_tokens_on_both_sides_has_no_code() {
    assert_eq!(codes(&normalize("一二三四。五六七八九")).count(), 0);
    assert_eq!(codes(&normalize("一二三四五。六七八九")).count(), 0);
    assert_eq!(codes(&normalize("一二三四五。六七八九十")).count(), 1);
}

#[test]
fn shingles_are_four_characters_or_three_words() {
    let count = |text: &str| Features::new(&normalize(text)).shingles.len();
    assert_eq!(count("一二三"), 0);
    assert_eq!(count("一二三四五"), 2);
    assert_eq!(count("one two"), 0);
    assert_eq!(count("one two three four"), 2);
    assert_eq!(count("一二三四五，一二三四五。"), 5, "each counts once");
}

#[test]
fn a_hash_is_new_once() {
    let hashes = [0, 5, u64::MAX, 5, 0, 1, u64::MAX - 1, u64::MAX, 1, 2];
    let mut seen = Seen::new(6);
    let mut known = std::collections::HashSet::new();
    for hash in hashes {
        assert_eq!(seen.insert(hash), known.insert(hash), "{hash}");
    }
}

#[test]
fn a_context_is_eight_characters_around_a_shingle() {
    let tokens = normalize("一二三四五六七八九十甲乙").tokens;
    assert_eq!(context(&tokens, 4..8), 2..10);
    assert_eq!(context(&tokens, 0..4), 0..8);
    assert_eq!(context(&tokens, 8..12), 4..12);
    assert_eq!(context(&tokens[..5], 1..5), 0..5);
}

#[test]
fn keys_are_spread_over_the_text() {
    let text: String = (0..400u32).filter_map(|i| char::from_u32(0x4E00 + i * 7)).collect();
    let keys = |text: &str| Features::new(&normalize(text)).keys;
    let whole = keys(&text);
    assert_eq!(whole.len(), KEY_RUNS);
    let (half, _) = text.split_at(600);
    let shared = keys(half).iter().filter(|key| whole.contains(key)).count();
    assert!(shared >= 4, "{shared} keys of one half are keys of the whole");
    assert!(keys("一二三").is_empty());
}
