//! Reading a page takes at most a fixed multiple of the work of its parser alone.

use offprint_work::Machine;
use std::path::Path;

/// The ratio is 20.9, as each page is read by a machine of its own, which makes its tables anew, and these pages are
/// short. It was 16.5 before hidden text, look-alike letters and more gates were recognized, and trees were unpacked.
/// Larger: a step may do more unseen; smaller: another version of the compiler fails it.
const MOST: f64 = 22.5;

#[test]
fn reading_takes_few_times_the_work_of_the_parser() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/pages");
    let folders = std::fs::read_dir(fixtures).expect("the fixtures are there");
    let mut count = 0;
    let [mut parser, mut offprint] = [0, 0];
    for folder in folders {
        let page = folder.expect("a folder").path().join("page.html");
        let Ok(page) = std::fs::read(page) else {
            continue;
        };
        let mut machine = Machine::new();
        for byte in page {
            machine.call("push", &[byte.into()]).expect("no panic");
        }
        count += 1;
        parser += machine.call("parse", &[]).expect("no panic");
        offprint += machine.call("read", &[]).expect("no panic");
    }
    assert!(count > 0, "there are no pages");
    let times = offprint as f64 / parser as f64;
    println!("{count} pages, {times:.2} times the parser");
    assert!(
        times <= MOST,
        "reading takes {times:.2} times the instructions of its parser, which may be {MOST}. `cargo xtask bench \
         FOLDER-OF-PAGES` shows the step that has become slower; if what it now does is worth that, raise MOST and give \
         the reason here"
    );
}
