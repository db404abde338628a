//! Whether work grows no faster than its input.

use std::time::Duration;

/// How much longer the long input is.
const TIMES: usize = 8;
/// How much more time it may take. If time went by the square, it would be 64 times as much.
const MOST: u32 = 24;
/// What the clock and the allocator may add to either.
const SLACK: Duration = Duration::from_millis(2);

/// How long this thread has been running: unlike the clock's, not the time of others beside it.
#[cfg(unix)]
fn time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime).try_into();
    time.expect("a thread has not run for less than no time")
}

#[cfg(not(unix))]
fn time() -> Duration {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}

/// The shortest of some runs.
fn least(mut work: impl FnMut()) -> Duration {
    let run = |_| {
        let start = time();
        work();
        time() - start
    };
    (0..3).map(run).min().expect("there are three")
}

/// What is wrong with work that grows faster than its input.
pub fn more_than_linear(name: &str, length: usize, work: impl Fn(usize)) -> Option<String> {
    let [short, long] = [length, length * TIMES].map(|length| least(|| work(length)));
    (long > (short + SLACK) * MOST)
        .then(|| format!("{name}: {length} takes {short:?}, {TIMES} times that {long:?}"))
}

pub fn assert_linear(cases: impl IntoIterator<Item = Option<String>>) {
    let wrong: Vec<String> = cases.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// So much of a text over and over, in bytes.
pub fn filled(with: &str, length: usize) -> String {
    with.repeat(length / with.len() + 1)
}
