//! No page can make reading slow: a page eight times as long takes about eight times the work, whatever it consists of.
//! The same holds for long texts, addresses, and many articles.

use offprint_work::{Case, Machine, cases, controls};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// How many times longer the long input is.
const TIMES: usize = 8;
/// How many times more work it may take. Linear work takes 8 times as much, sorting 10, and quadratic work 64. Larger:
/// work that is only partly quadratic goes unseen; smaller: hash tables that happen to grow fail it.
const MOST: u64 = 12;

/// The instructions that the case at a place takes, with a short input and with a long one.
fn count(place: usize, case: &Case) -> [u64; 2] {
    let mut machine = Machine::new();
    let mut count = |length: usize| {
        let counted = machine.call("prepare", &[place, length]).and_then(|_| machine.call("work", &[]));
        counted.unwrap_or_else(|trap| {
            // Natively, the panic has its message.
            case.prepare(length)();
            panic!("{}: {length}: {trap}", case.name);
        })
    };
    // Tables that are made once would hide the growth.
    count(case.length);
    [1, TIMES].map(|times| count(case.length * times))
}

/// The failure message for work that grows faster than its input, if it does.
fn more_than_linear(place: usize, case: &Case) -> Option<String> {
    let [short, long] = count(place, case);
    println!("{}: {short}, {:.2}", case.name, long as f64 / short as f64);
    (short == 0 || long > short * MOST)
        .then(|| format!("{}: {} takes {short} instructions, {TIMES} times that {long}", case.name, case.length))
}

#[test]
fn no_work_grows_faster_than_its_input() {
    let next = AtomicUsize::new(0);
    let wrong = Mutex::new(Vec::new());
    let judge = || {
        let cases = cases();
        while let place = next.fetch_add(1, Ordering::Relaxed)
            && let Some(case) = cases.get(place)
        {
            let found = more_than_linear(place, case);
            wrong.lock().expect("no thread panics with it").extend(found);
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(judge);
        }
    });
    let wrong = wrong.into_inner().expect("no thread panics with it");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn work_that_grows_by_the_square_is_reported() {
    let first = cases().len();
    let [square, line] = controls();
    assert!(more_than_linear(first, &square).is_some());
    assert_eq!(more_than_linear(first + 1, &line), None);
}
