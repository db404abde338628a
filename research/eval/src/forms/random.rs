//! Choices that look random but depend only on a name.

use offprint::internals::hash::{hash, hash_str};

pub struct Random {
    seed: u64,
    drawn: u64,
}

impl Random {
    pub fn new(name: &str) -> Random {
        Random { seed: hash_str(name), drawn: 0 }
    }

    /// A number below a bound, which must not be 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.drawn += 1;
        (hash([self.seed, self.drawn]) % bound as u64) as usize
    }

    /// A share from the least up to the most.
    pub fn between(&mut self, least: f64, most: f64) -> f64 {
        least + (most - least) * self.below(10_001) as f64 / 10_000.0
    }

    pub fn choose<'a, T: ?Sized>(&mut self, of: &[&'a T]) -> &'a T {
        of[self.below(of.len())]
    }

    /// Some of the places below a bound, ascending; all if there are no more.
    pub fn places(&mut self, some: usize, bound: usize) -> Vec<usize> {
        let mut places: Vec<usize> = (0..bound).collect();
        places.sort_by_key(|&place| hash([self.seed, self.drawn, place as u64]));
        self.drawn += 1;
        places.truncate(some);
        places.sort_unstable();
        places
    }
}
