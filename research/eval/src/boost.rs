//! Gradient boosting of small trees for a yes-or-no question, by LightGBM. `boost.py` fits the trees, and this turns
//! them into tables of whole numbers.

use anyhow::{Context, Result, ensure};
use offprint::internals::block_features::{COUNT, FeatureVector};
use offprint::internals::model::{LEAVES, MAX_LIMIT, NODES, STEP, Tree};
use serde::Deserialize;
use std::path::Path;
use std::process::Command;

/// One block as an example.
#[derive(Clone)]
pub struct Example {
    pub evidence: FeatureVector,
    pub is_body: bool,
    pub weight: f32,
}

/// The output of `boost.py`.
#[derive(Deserialize)]
struct Fitted {
    trees: Vec<Node>,
    /// The answers to the first examples.
    checked: Vec<f64>,
}

/// A node of a tree as LightGBM describes it.
#[derive(Deserialize)]
#[serde(untagged)]
enum Node {
    Split { split_feature: u8, threshold: f64, left_child: Box<Node>, right_child: Box<Node> },
    Leaf { leaf_value: f64 },
}

impl Node {
    /// Adds this node and all below it.
    fn add_to(&self, nodes: &mut Vec<(u8, i16, u16)>, leaves: &mut Vec<i16>) {
        match self {
            Node::Leaf { leaf_value } => {
                let steps = (leaf_value * 1000.0 / f64::from(STEP)).round() as i8;
                leaves.push(STEP * i16::from(steps));
            }
            Node::Split { split_feature, threshold, left_child, right_child } => {
                let (place, first) = (nodes.len(), leaves.len());
                // A whole number is at most the limit if it is at most the limit rounded down.
                let limit = (threshold.floor() as i16).clamp(-1, MAX_LIMIT);
                nodes.push((*split_feature, limit, 0));
                left_child.add_to(nodes, leaves);
                nodes[place].2 = (first..leaves.len()).map(|leaf| 1 << leaf).sum();
                right_child.add_to(nodes, leaves);
            }
        }
    }

    fn tree(&self) -> Tree {
        let (mut nodes, mut leaves) = (Vec::new(), Vec::new());
        self.add_to(&mut nodes, &mut leaves);
        nodes.resize(NODES, (0, 0, 0));
        leaves.resize(LEAVES, 0);
        Tree {
            nodes: nodes.try_into().expect("one node less than leaves"),
            leaves: leaves.try_into().expect("as many leaves as a tree has"),
        }
    }
}

/// How far a score may be from LightGBM's, in thousandths for each tree: leaves are rounded.
const ROUNDED: f64 = STEP as f64 / 2.0;

/// Fits trees to examples.
pub fn fit(examples: &[Example]) -> Result<Vec<Tree>> {
    let Fitted { trees, checked } = fit_in(tempfile::tempdir()?.path(), examples)?;
    let trees: Vec<Tree> = trees.iter().map(Node::tree).collect();
    for (example, checked) in examples.iter().zip(&checked) {
        let score: i32 = trees.iter().map(|tree| tree.score(&example.evidence)).sum();
        let apart = (f64::from(score) - 1000.0 * checked).abs();
        ensure!(apart <= ROUNDED * trees.len() as f64, "the trees answer {score} where LightGBM answered {checked}");
    }
    Ok(trees)
}

fn fit_in(folder: &Path, examples: &[Example]) -> Result<Fitted> {
    let mut bytes: Vec<u8> = Vec::new();
    let size = [examples.len() as u32, COUNT as u32];
    bytes.extend(size.iter().flat_map(|number| number.to_le_bytes()));
    let evidence = examples.iter().flat_map(|example| &example.evidence);
    bytes.extend(evidence.flat_map(|value| value.to_le_bytes()));
    bytes.extend(examples.iter().map(|example| u8::from(example.is_body)));
    bytes.extend(examples.iter().flat_map(|example| example.weight.to_le_bytes()));
    let (from, to) = (folder.join("examples"), folder.join("model.json"));
    std::fs::write(&from, bytes)?;
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/boost.py");
    let status = Command::new("python3").arg(script).arg(&from).arg(&to).status();
    let succeeded = status.context("python3 cannot be started")?.success();
    ensure!(succeeded, "boost.py failed: it needs the packages of research/eval/requirements.txt (pip install -r)");
    Ok(serde_json::from_slice(&std::fs::read(&to)?)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_of_lightgbm_becomes_a_table() {
        let described = r#"{"split_index": 0, "split_feature": 3, "threshold": 10.5, "decision_type": "<=",
            "left_child": {"leaf_index": 0, "leaf_value": 0.0081},
            "right_child": {"split_index": 1, "split_feature": 5, "threshold": -1.0000000180025095e-35,
                "left_child": {"leaf_index": 1, "leaf_value": -0.02},
                "right_child": {"leaf_index": 2, "leaf_value": 0.3}}}"#;
        let tree = serde_json::from_str::<Node>(described).unwrap().tree();
        let score = |third, fifth| {
            let mut evidence = [0; COUNT];
            (evidence[3], evidence[5]) = (third, fifth);
            tree.score(&evidence)
        };
        assert_eq!([score(10, 0), score(11, -1), score(11, 0)], [8, -20, 300]);
    }

    #[test]
    fn a_tree_of_one_leaf_always_gives_the_same_answer() {
        let tree = serde_json::from_str::<Node>(r#"{"leaf_value": -0.2}"#).unwrap().tree();
        assert_eq!(tree.score(&[7; COUNT]), -200);
    }
}
