//! The memory for reading any page is bounded by the page's size, and by the reader's limit.
//!
//! One test, since the allocator counts for the whole program.

use offprint::{Article, ReadOptions, Reader};
use offprint_bench::{allowed, heap};

#[global_allocator]
static HEAP: heap::Counting = heap::Counting;

/// The most memory that a page can require, as a multiple of the reader's limit: text without a tag, each character a
/// token, up to that limit.
const WORST: usize = 24;
/// The most that the parser may take for open elements, as a multiple of that limit.
const NESTED: usize = 5;

/// Reads a page as it would arrive from a network, so that the page itself is not counted.
fn read(start: &str, chunk: &str, times: usize) -> (usize, Article) {
    heap::peak(|| {
        let mut reader = Reader::new(ReadOptions::default());
        reader.feed(start.as_bytes());
        for _ in 0..times {
            reader.feed(chunk.as_bytes());
        }
        reader.end()
    })
}

#[test]
fn memory_is_bounded_by_the_size_of_the_page() {
    let limit = ReadOptions::default().max_bytes;
    let paragraph = "<div class=\"text\"><p>The three reservoirs below the dam are <a href=\"/full\">full</a> again, &amp; the counties look to their dykes.</p></div>\n";
    let article = paragraph.repeat(400);
    let long = |chunk: &str| (50 << 20) / chunk.len();
    let script = "x = 'y < z';".repeat(5000);
    let nested = "<div>".repeat(10_000);
    let text = "水库蓄满。".repeat(4000);
    let cases = [
        ("an article", "", &article, 1),
        ("an article of 50 MB", "", &article, long(&article)),
        ("a million nested elements", "", &nested, 100),
        ("a script of 50 MB", "<script>", &script, long(&script)),
        ("text without a tag, 50 MB", "", &text, long(&text)),
    ];
    for (name, start, chunk, times) in cases {
        let bytes = start.len() + chunk.len() * times;
        let (peak, article) = read(start, chunk, times);
        let share = peak as f64 / bytes as f64;
        println!("{name}: {peak} bytes of heap for {bytes}, {share:.2} times");
        let cut = bytes > limit || name.contains("nested");
        assert_eq!(article.truncated, cut, "{name}");
        let allowed = match name {
            _ if chunk == &text => WORST * limit,
            _ if chunk == &nested => NESTED * limit,
            _ => allowed(bytes),
        };
        assert!(peak <= allowed, "{name}: {peak} bytes of heap for {bytes}");
    }
}
