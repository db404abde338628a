//! How long a method takes, by the length of the text: the fourth paper's table 1.

use offprint::Article;
use offprint_methods::methods::Method;
use serde::{Deserialize, Serialize};
use std::time::Instant;

/// Up to which length each class goes, in characters; the last has no end.
pub const CLASSES: [usize; 4] = [500, 2_000, 5_000, usize::MAX];
/// Most texts of a class that are timed.
pub const TEXTS: usize = 60;
/// Rounds; the fastest counts, since the machine may have other work.
const ROUNDS: usize = 3;
/// Most pairs of signatures that are compared.
const PAIRS: usize = 2_000;

/// Microseconds on one core.
#[derive(Serialize, Deserialize)]
pub struct Times {
    /// To sign a text, by class; `None` if there is no such text.
    pub sign: [Option<f64>; CLASSES.len()],
    /// To compare two signatures.
    pub compare: f64,
}

pub fn measure<M: Method>(method: &M, sign: impl Fn(&Article) -> Option<M::Signature>, articles: &[Article]) -> Times {
    let mut classes: [Vec<&Article>; CLASSES.len()] = Default::default();
    for article in articles {
        let length = article.text.chars().count();
        let class = CLASSES.iter().position(|&end| length < end);
        let texts = &mut classes[class.unwrap_or(CLASSES.len() - 1)];
        if texts.len() < TEXTS {
            texts.push(article);
        }
    }
    let signatures: Vec<_> = classes[1].iter().filter_map(|a| sign(a)).collect();
    let pairs: Vec<_> = signatures.iter().flat_map(|a| signatures.iter().map(move |b| (a, b))).take(PAIRS).collect();
    Times {
        sign: classes.map(|texts| fastest(&texts, |article| sign(article))),
        compare: fastest(&pairs, |(a, b)| method.compare(Some(a), Some(b))).unwrap_or(0.0),
    }
}

/// Mean microseconds for one of them.
pub fn fastest<T, R>(all: &[T], work: impl Fn(&T) -> R) -> Option<f64> {
    let round = || {
        let started = Instant::now();
        for one in all {
            std::hint::black_box(work(one));
        }
        started.elapsed().as_secs_f64() * 1e6 / all.len() as f64
    };
    let rounds = (!all.is_empty()).then_some(0..ROUNDS)?;
    rounds.map(|_| round()).reduce(f64::min)
}
