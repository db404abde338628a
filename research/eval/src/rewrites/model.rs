//! A logistic model with one weight for each measure.

/// How strongly the weights of measures are drawn to 0. Larger: the model leans on more measures at once.
pub const DECAY: f64 = 0.016;
/// Steps of Newton's method, which converges long before.
const STEPS: usize = 40;

/// A pair to fit to.
pub struct Example {
    pub values: Vec<f64>,
    pub is_rewritten: bool,
    pub weight: f64,
}

pub struct Model {
    pub base: f64,
    pub weights: Vec<f64>,
}

impl Model {
    /// The weights of all measures, drawn to 0 by `decay`.
    pub fn fitted(examples: &[Example], decay: f64) -> Model {
        let total: f64 = examples.iter().map(|example| example.weight).sum();
        let mean_of = |of: &dyn Fn(&Example) -> f64| {
            examples.iter().map(|example| example.weight * of(example)).sum::<f64>() / total
        };
        let measures = examples.first().map_or(0, |example| example.values.len());
        let scale: Vec<(f64, f64)> = (0..measures)
            .map(|i| {
                let mean = mean_of(&|example| example.values[i]);
                let variance = mean_of(&|example| (example.values[i] - mean).powi(2));
                (mean, variance.sqrt().max(1e-9))
            })
            .collect();
        let count = measures + 1;
        let inputs = |example: &Example| -> Vec<f64> {
            let values = example.values.iter().zip(&scale).map(|(value, (mean, deviation))| (value - mean) / deviation);
            values.chain([1.0]).collect()
        };
        let mut fitted = vec![0.0; count];
        for _ in 0..STEPS {
            let mut gradient: Vec<f64> = fitted.iter().map(|weight| decay * weight).collect();
            gradient[count - 1] = 0.0;
            let mut curvature = vec![vec![0.0; count]; count];
            for (i, row) in curvature.iter_mut().enumerate() {
                row[i] = if i + 1 < count { decay } else { 0.0 } + 1e-9;
            }
            for example in examples {
                let inputs = inputs(example);
                let odds: f64 = inputs.iter().zip(&fitted).map(|(x, w)| x * w).sum();
                let likely = 1.0 / (1.0 + (-odds).exp());
                let weight = example.weight / total;
                let error = weight * (likely - f64::from(u8::from(example.is_rewritten)));
                for i in 0..count {
                    gradient[i] += error * inputs[i];
                    for j in 0..count {
                        curvature[i][j] += weight * likely * (1.0 - likely) * inputs[i] * inputs[j];
                    }
                }
            }
            let step = solved(curvature, gradient);
            fitted.iter_mut().zip(step).for_each(|(weight, step)| *weight -= step);
        }
        let mut model = Model { base: fitted[measures], weights: Vec::with_capacity(measures) };
        for ((mean, deviation), weight) in scale.iter().zip(&fitted) {
            model.weights.push(weight / deviation);
            model.base -= weight * mean / deviation;
        }
        model
    }

    pub fn odds(&self, values: &[f64]) -> f64 {
        self.base + self.weights.iter().zip(values).map(|(w, x)| w * x).sum::<f64>()
    }

    /// With odds of `base + factor · odds`.
    pub fn scaled(self, [base, factor]: [f64; 2]) -> Model {
        Model { base: base + factor * self.base, weights: self.weights.iter().map(|weight| factor * weight).collect() }
    }
}

/// The models as Rust.
pub fn source(models: &[Model]) -> String {
    let thousandths = |weight: f64| (1000.0 * weight).round() as i32;
    let line = |model: &Model| {
        let weights: Vec<i32> = model.weights.iter().copied().map(thousandths).collect();
        format!("    ({}, {weights:?}),\n", thousandths(model.base))
    };
    format!(
        "// Made by `cargo research rewrites FOLDER --fit`: of Latin and of Han text the base and the weight of\n\
         // each measure, in thousandths.\n\
         pub const MODELS: [(i32, [i32; {}]); {}] = [\n{}];\n",
        models[0].weights.len(),
        models.len(),
        models.iter().map(line).collect::<String>()
    )
}

/// Solves a system of linear equations by elimination.
fn solved(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let count = right.len();
    for i in 0..count {
        let largest = (i..count).max_by(|&a, &b| matrix[a][i].abs().total_cmp(&matrix[b][i].abs())).unwrap_or(i);
        matrix.swap(i, largest);
        right.swap(i, largest);
        for j in i + 1..count {
            let factor = matrix[j][i] / matrix[i][i];
            let pivot = matrix[i].clone();
            matrix[j].iter_mut().zip(pivot).for_each(|(cell, pivot)| *cell -= factor * pivot);
            right[j] -= factor * right[i];
        }
    }
    for i in (0..count).rev() {
        let rest: f64 = (i + 1..count).map(|j| matrix[i][j] * right[j]).sum();
        right[i] = (right[i] - rest) / matrix[i][i];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_leans_on_what_tells() {
        let examples: Vec<Example> = (0..200)
            .map(|i| {
                let values = vec![f64::from(i % 2) + f64::from(i % 7) / 10.0, f64::from(i % 5)];
                Example { values, is_rewritten: i % 2 == 1, weight: 1.0 }
            })
            .collect();
        let model = Model::fitted(&examples, DECAY);
        let right = |example: &&Example| (model.odds(&example.values) > 0.0) == example.is_rewritten;
        assert_eq!(examples.iter().filter(right).count(), 200);
        assert!(model.weights[0] > 10.0 * model.weights[1].abs());
        let values = &examples[0].values;
        let odds = model.odds(values);
        assert!((model.scaled([1.0, 2.0]).odds(values) - 1.0 - 2.0 * odds).abs() < 1e-9);
    }

    #[test]
    fn equations_are_solved() {
        let solution = solved(vec![vec![0.0, 2.0], vec![4.0, 1.0]], vec![6.0, 11.0]);
        assert_eq!(solution, [2.0, 3.0]);
    }
}
