//! Whether work grows no faster than its input.

use std::time::{Duration, Instant};

/// How many times longer the long input is.
const TIMES: usize = 8;
/// How many times more time it may take. If the time were quadratic, it would be 64 times as much.
const MOST: u32 = 24;
/// The error that the clock and the allocator may add to either time.
const SLACK: Duration = Duration::from_millis(2);
/// How often both are timed at least. Other work on the machine can only lengthen a time, so the shortest one counts.
const FEWEST_TRIES: usize = 3;
/// How often at most, while the long input seems to take too long.
const MOST_TRIES: usize = 50;

fn time(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

/// The failure message for work that grows faster than its input, if it does.
pub fn more_than_linear(name: &str, length: usize, work: impl Fn(usize)) -> Option<String> {
    let [mut short, mut long] = [Duration::MAX; 2];
    for tries in 1..=MOST_TRIES {
        short = short.min(time(|| work(length)));
        long = long.min(time(|| work(length * TIMES)));
        if tries >= FEWEST_TRIES && long <= (short + SLACK) * MOST {
            return None;
        }
    }
    Some(format!(
        "{name}: {length} takes {short:?}, {TIMES} times that {long:?}"
    ))
}

pub fn assert_linear(cases: impl IntoIterator<Item = Option<String>>) {
    let wrong: Vec<String> = cases.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A text repeated up to this many bytes.
pub fn filled(with: &str, length: usize) -> String {
    with.repeat(length / with.len() + 1)
}
