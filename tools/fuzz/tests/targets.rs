//! The fuzz targets without a fuzzer: on seeds, on changed seeds, and on every input that ever broke one.

use offprint_fuzz::{MUTATIONS, TARGETS, mutated, seeds};
use std::panic::catch_unwind;
use std::path::Path;

#[test]
fn every_target_holds_on_its_seeds_and_on_changed_ones() {
    for target in TARGETS {
        let seeds = seeds(target.name);
        assert!(!seeds.is_empty(), "{} has seeds", target.name);
        for seed in seeds {
            (target.run)(&seed);
            for number in 0..MUTATIONS {
                let input = mutated(&seed, number);
                catch_unwind(|| (target.run)(&input))
                    .unwrap_or_else(|_| panic!("{} broke on {:?}", target.name, input.escape_ascii().to_string()));
            }
        }
    }
}

#[test]
fn inputs_that_once_broke_a_target_pass() {
    let found = Path::new(env!("CARGO_MANIFEST_DIR")).join("found");
    for target in TARGETS {
        let Ok(folder) = found.join(target.name).read_dir() else {
            continue;
        };
        for path in folder.map(|entry| entry.unwrap().path()) {
            let input = std::fs::read(&path).unwrap();
            catch_unwind(|| (target.run)(&input)).unwrap_or_else(|_| panic!("{}", path.display()));
        }
    }
}

#[test]
fn every_target_has_a_line_in_the_table() {
    let table = include_str!("../README.md");
    let names = table.lines().filter_map(|line| Some(line.strip_prefix("| `")?.split_once("` |")?.0));
    let mut known: Vec<_> = TARGETS.iter().map(|target| target.name).collect();
    known.sort_unstable();
    assert_eq!(names.collect::<Vec<_>>(), known);
}
