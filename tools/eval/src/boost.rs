//! Gradient boosting of small trees for a yes-or-no question, deterministic to the last bit on one
//! platform: fixed seed, one thread, sums in one order.
//!
//! Friedman, "Greedy function approximation" (2001), with second-order gains (Chen and Guestrin,
//! 2016), histograms, and trees grown at the leaf that gains most.

use offprint::internals::block_features::{COUNT, FeatureVector};
use offprint::internals::model::{LEAVES, Tree};

/// What one block teaches.
#[derive(Clone)]
pub struct Example {
    pub evidence: FeatureVector,
    pub is_body: bool,
    pub weight: f64,
}

pub struct Settings {
    /// Larger: closer to the examples, a larger table.
    pub trees: usize,
    /// Share of each tree's answer that is taken. Larger: fewer trees needed, rougher.
    pub rate: f64,
    /// Fewest examples in a leaf. Larger: smoother.
    pub least: u32,
    /// Pull of the leaves to 0. Larger: smoother.
    pub shrink: f64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            trees: 60,
            rate: 0.15,
            least: 300,
            shrink: 5.0,
        }
    }
}

/// Most limits tried for a number.
const BINS: usize = 64;

/// The limits of each number: evenly spread over the examples.
fn limits(examples: &[Example]) -> Vec<Vec<i16>> {
    (0..COUNT)
        .map(|which| {
            let mut values: Vec<i16> = examples.iter().map(|e| e.evidence[which]).collect();
            values.sort_unstable();
            let mut limits: Vec<i16> = (1..BINS)
                .map(|i| values[i * (values.len() - 1) / BINS])
                .collect();
            limits.dedup();
            if limits.last() == values.last() {
                limits.pop();
            }
            limits
        })
        .collect()
}

#[derive(Clone, Copy, Default)]
struct Cell {
    gradient: f64,
    curvature: f64,
    count: u32,
}

impl Cell {
    fn add(&mut self, other: Cell) {
        self.gradient += other.gradient;
        self.curvature += other.curvature;
        self.count += other.count;
    }

    fn gain(self, shrink: f64) -> f64 {
        self.gradient * self.gradient / (self.curvature + shrink)
    }
}

struct Leaf {
    members: Vec<u32>,
    whole: Cell,
    /// Node and side that lead here; none for the root.
    from: Option<(usize, bool)>,
    /// Gain, number, bin of the best split.
    split: Option<(f64, usize, usize)>,
}

/// Fits trees to examples.
pub fn fit(examples: &[Example], settings: &Settings) -> Vec<Tree> {
    let limits = limits(examples);
    let bins: Vec<[u8; COUNT]> = examples
        .iter()
        .map(|e| {
            std::array::from_fn(|i| limits[i].partition_point(|&limit| limit < e.evidence[i]) as u8)
        })
        .collect();
    let mut sums = vec![0.0f64; examples.len()];
    let mut random = 0x2545_F491_4F6C_DD1D_u64;
    let mut chance = || {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random >> 11) as f64 / (1u64 << 53) as f64
    };
    let mut trees = Vec::new();
    for _ in 0..settings.trees {
        let cells: Vec<Cell> = examples
            .iter()
            .zip(&sums)
            .map(|(example, &sum)| {
                let p = 1.0 / (1.0 + (-sum).exp());
                Cell {
                    gradient: (f64::from(u8::from(example.is_body)) - p) * example.weight,
                    curvature: p * (1.0 - p) * example.weight,
                    count: 1,
                }
            })
            .collect();
        let members: Vec<u32> = (0..examples.len() as u32)
            .filter(|_| chance() < 0.8)
            .collect();
        let numbers: Vec<usize> = (0..COUNT).filter(|_| chance() < 0.5).collect();
        let tree = grow(members, &numbers, &bins, &limits, &cells, settings);
        for (sum, example) in sums.iter_mut().zip(examples) {
            *sum += f64::from(tree.score(&example.evidence)) / 1000.0;
        }
        trees.push(tree);
    }
    trees
}

fn grow(
    members: Vec<u32>,
    numbers: &[usize],
    bins: &[[u8; COUNT]],
    limits: &[Vec<i16>],
    cells: &[Cell],
    settings: &Settings,
) -> Tree {
    let leaf = |members: Vec<u32>, from| {
        let mut whole = Cell::default();
        let mut histogram = vec![[Cell::default(); BINS]; COUNT];
        for &member in &members {
            let cell = cells[member as usize];
            whole.add(cell);
            for &number in numbers {
                histogram[number][usize::from(bins[member as usize][number])].add(cell);
            }
        }
        let mut split = None;
        for &number in numbers {
            let mut below = Cell::default();
            // The last bin has no limit above it.
            let cells = histogram[number].iter().take(limits[number].len());
            for (bin, &cell) in cells.enumerate() {
                below.add(cell);
                let beyond = Cell {
                    gradient: whole.gradient - below.gradient,
                    curvature: whole.curvature - below.curvature,
                    count: whole.count - below.count,
                };
                if below.count < settings.least || beyond.count < settings.least {
                    continue;
                }
                let gain = below.gain(settings.shrink) + beyond.gain(settings.shrink)
                    - whole.gain(settings.shrink);
                if gain > split.map_or(1e-6, |(best, _, _)| best) {
                    split = Some((gain, number, bin));
                }
            }
        }
        Leaf {
            members,
            whole,
            from,
            split,
        }
    };
    let mut nodes = Vec::new();
    let mut leaves = vec![leaf(members, None)];
    while leaves.len() < LEAVES {
        let gain = |leaf: &Leaf| leaf.split.map_or(0.0, |(gain, _, _)| gain);
        let Some(best) =
            (0..leaves.len()).max_by(|&a, &b| gain(&leaves[a]).total_cmp(&gain(&leaves[b])))
        else {
            break;
        };
        let Some((_, number, bin)) = leaves[best].split else {
            break;
        };
        let old = leaves.swap_remove(best);
        let (below, beyond) = old
            .members
            .iter()
            .partition(|&&m| usize::from(bins[m as usize][number]) <= bin);
        let node = nodes.len();
        nodes.push((number as u8, limits[number][bin], 0i8, 0i8));
        point(&mut nodes, old.from, node as i8);
        leaves.push(leaf(below, Some((node, false))));
        leaves.push(leaf(beyond, Some((node, true))));
    }
    let mut tree = Tree {
        nodes: [(0, 0, -1, -1); LEAVES - 1],
        leaves: [0; LEAVES],
    };
    for (i, leaf) in leaves.iter().enumerate() {
        let value = settings.rate * leaf.whole.gradient / (leaf.whole.curvature + settings.shrink);
        tree.leaves[i] = (value * 1000.0).round().clamp(-30_000.0, 30_000.0) as i16;
        point(&mut nodes, leaf.from, !(i as i8));
    }
    tree.nodes[..nodes.len()].copy_from_slice(&nodes);
    tree
}

/// Makes the node that led to a leaf lead to `place`.
fn point(nodes: &mut [(u8, i16, i8, i8)], from: Option<(usize, bool)>, place: i8) {
    match from {
        Some((node, false)) => nodes[node].2 = place,
        Some((node, true)) => nodes[node].3 = place,
        None => {}
    }
}

/// The trees as `src/extract/data/trees.rs`.
pub fn source(trees: &[Tree]) -> String {
    let mut out = String::from(
        "//! The trees of the model. Made by `cargo run --release -p offprint-eval -- fit FOLDER`; do\n\
         //! not edit.\n\n\
         use crate::extract::tree::Tree;\n\n#[rustfmt::skip]\npub const TREES: &[Tree] = &[\n",
    );
    for tree in trees {
        out += &format!(
            "    Tree {{\n        nodes: {:?},\n        leaves: {:?},\n    }},\n",
            tree.nodes, tree.leaves
        );
    }
    out + "];\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use offprint::internals::model;

    /// Body where one number is above 50 and another is not.
    fn examples() -> Vec<Example> {
        (0..4000u32)
            .map(|i| {
                let mut evidence = [0i16; COUNT];
                for (at, value) in evidence.iter_mut().enumerate() {
                    *value = (i
                        .wrapping_mul(2_654_435_761)
                        .wrapping_add(at as u32 * 40_503)
                        >> 7) as i16
                        % 100;
                }
                Example {
                    evidence,
                    is_body: evidence[3] > 50 && evidence[7] <= 50,
                    weight: 1.0,
                }
            })
            .collect()
    }

    #[test]
    fn trees_learn_what_two_numbers_say_together() {
        let examples = examples();
        let trees = fit(&examples, &Settings::default());
        let right = examples.iter().filter(|e| {
            (trees
                .iter()
                .map(|tree| tree.score(&e.evidence))
                .sum::<i32>()
                > model::LIMIT)
                == e.is_body
        });
        assert!(right.count() * 100 >= examples.len() * 97);
    }

    #[test]
    fn the_same_examples_make_the_same_trees() {
        let settings = Settings {
            trees: 3,
            ..Settings::default()
        };
        assert_eq!(fit(&examples(), &settings), fit(&examples(), &settings));
    }
}
