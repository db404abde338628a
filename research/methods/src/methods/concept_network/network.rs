//! Networks and their paths: formulas (1) to (4), and the contribution of a node.

/// An undirected network without weights. Its nodes are numbers from 0; methods that take a node panic if
/// it is not in the network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Network {
    /// Where the neighbours of each node begin in `ends`; one more at the end.
    starts: Vec<usize>,
    /// The neighbours of all nodes, of each in ascending order.
    ends: Vec<usize>,
}

impl Network {
    /// A network of `nodes` nodes. An edge given twice or both ways round is one; loops and edges
    /// of other nodes are left out.
    ///
    /// # Complexity
    /// `e log e` for `e` edges.
    pub fn new(nodes: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Network {
        let edges = edges.into_iter();
        let edges = edges.filter(|&(a, b)| a != b && a < nodes && b < nodes);
        let mut both: Vec<_> = edges.flat_map(|(a, b)| [(a, b), (b, a)]).collect();
        both.sort_unstable();
        both.dedup();
        Network {
            starts: (0..=nodes).map(|node| both.partition_point(|edge| edge.0 < node)).collect(),
            ends: both.into_iter().map(|(_, end)| end).collect(),
        }
    }

    /// The network of a sequence of nodes: an edge joins two that are at most `distance` apart
    /// somewhere. `None` is a term that is not a node; it takes a place.
    ///
    /// ```
    /// use offprint_methods::methods::Network;
    /// let network = Network::of_sequence(3, &[Some(0), Some(1), None, Some(2)], 2);
    /// assert_eq!(network.neighbours(1), [0, 2]);
    /// assert_eq!(network.neighbours(0), [1]);
    /// ```
    pub fn of_sequence(nodes: usize, sequence: &[Option<usize>], distance: usize) -> Network {
        let near = |(at, node): (usize, &Option<usize>)| {
            let following = sequence[at + 1..].iter().take(distance).flatten();
            let node = *node;
            following.filter_map(move |&other| Some((node?, other)))
        };
        Network::new(nodes, sequence.iter().enumerate().flat_map(near))
    }

    /// Number of nodes.
    pub fn nodes(&self) -> usize {
        self.starts.len() - 1
    }

    /// Number of edges, each counted from both of its ends.
    pub fn ends(&self) -> usize {
        self.ends.len()
    }

    /// The nodes that an edge joins to this one, ascending.
    pub fn neighbours(&self, node: usize) -> &[usize] {
        &self.ends[self.starts[node]..self.starts[node + 1]]
    }

    /// Number of neighbours: `k` in the paper.
    pub fn degree(&self, node: usize) -> usize {
        self.neighbours(node).len()
    }

    /// The largest set of nodes that paths join, ascending; of equals the one with the first node.
    ///
    /// # Complexity
    /// Linear in nodes and edges.
    pub fn giant_component(&self) -> Vec<usize> {
        let mut seen = vec![false; self.nodes()];
        let mut largest = Vec::new();
        for node in 0..self.nodes() {
            if seen[node] {
                continue;
            }
            seen[node] = true;
            let mut component = vec![node];
            let mut next = 0;
            while let Some(&node) = component.get(next) {
                next += 1;
                for &neighbour in self.neighbours(node) {
                    if !std::mem::replace(&mut seen[neighbour], true) {
                        component.push(neighbour);
                    }
                }
            }
            if component.len() > largest.len() {
                largest = component;
            }
        }
        largest.sort_unstable();
        largest
    }

    /// The network of some of the nodes, ascending, which are renumbered from 0.
    pub fn part(&self, nodes: &[usize]) -> Network {
        let mut numbers = vec![usize::MAX; self.nodes()];
        for (number, &node) in nodes.iter().enumerate() {
            numbers[node] = number;
        }
        let edges = nodes.iter().flat_map(|&node| {
            let neighbours = self.neighbours(node).iter();
            neighbours.map(move |&neighbour| (node, neighbour))
        });
        let edges = edges.map(|(a, b)| (numbers[a], numbers[b]));
        Network::new(nodes.len(), edges)
    }

    /// The clustering coefficient of a node, formula (1): of the pairs of its neighbours the share
    /// that an edge joins, 0 to 1; 0 with fewer than two neighbours.
    ///
    /// ```
    /// use offprint_methods::methods::Network;
    /// let network = Network::new(4, [(0, 1), (0, 2), (0, 3), (1, 2)]);
    /// assert_eq!(network.clustering_of(1), 1.0);
    /// assert_eq!(network.clustering_of(3), 0.0);
    /// ```
    pub fn clustering_of(&self, node: usize) -> f64 {
        let neighbours = self.neighbours(node);
        let joined = |&a: &usize| {
            let of_a = self.neighbours(a);
            let both = neighbours.iter().filter(|b| of_a.binary_search(b).is_ok());
            both.count()
        };
        let twice: usize = neighbours.iter().map(joined).sum();
        let pairs = neighbours.len() * neighbours.len().saturating_sub(1);
        mean(twice as u64, pairs)
    }

    /// The clustering coefficient of the network, formula (2): the mean of its nodes'.
    pub fn clustering(&self) -> f64 {
        let sum: f64 = (0..self.nodes()).map(|node| self.clustering_of(node)).sum();
        sum / self.nodes().max(1) as f64
    }

    /// The mean length of the shortest paths from a node to the others, formula (3); 0 for the only node.
    /// Where there is no path, its length is the number of nodes: more than any path has.
    pub fn path_length_of(&self, node: usize) -> f64 {
        let sum = self.paths_from(node, None);
        mean(sum, self.nodes() - 1)
    }

    /// The mean path length of the network, formula (4).
    ///
    /// ```
    /// use offprint_methods::methods::Network;
    /// assert_eq!(Network::new(3, [(0, 1), (1, 2)]).path_length(), 4.0 / 3.0);
    /// // Without a path the length is 3.
    /// assert_eq!(Network::new(3, [(0, 1)]).path_length(), 7.0 / 3.0);
    /// ```
    pub fn path_length(&self) -> f64 {
        mean(self.paths(&self.all(), None), pairs(self.nodes()))
    }

    /// What a node contributes to short paths, `CB` in the paper: by how much the mean path length
    /// grows without it. Without a hub it is positive, without a node at the edge negative.
    ///
    /// ```
    /// use offprint_methods::methods::Network;
    /// let star = Network::new(3, [(0, 1), (0, 2)]);
    /// // From 4/3 to 2, since no path is left between the two others.
    /// assert!((star.contribution(0) - 2.0 / 3.0).abs() < 1e-12);
    /// assert!((star.contribution(1) + 1.0 / 3.0).abs() < 1e-12);
    /// ```
    pub fn contribution(&self, node: usize) -> f64 {
        let without = self.paths(&self.all(), Some(node));
        mean(without, pairs(self.nodes() - 1)) - self.path_length()
    }

    /// All nodes.
    pub fn all(&self) -> Vec<usize> {
        (0..self.nodes()).collect()
    }

    /// The sum of the lengths of the shortest paths from each of some nodes to every node, without one
    /// node if one is named. Where there is no path, its length is the number of nodes that are
    /// left.
    ///
    /// A breadth-first search from up to 256 sources at once: the sources that reach a node in `k + 1`
    /// steps are those that reach it or a neighbour in `k`, so a step is an OR of words. A pair is
    /// `d` apart if it has not met after 0, 1, … `d - 1` steps; so the sum of all lengths is the
    /// number of pairs that have not met, added up over the steps.
    ///
    /// # Complexity
    /// Steps times edges times a 64th of the sources.
    pub fn paths(&self, sources: &[usize], without: Option<usize>) -> u64 {
        let is_left = |&node: &usize| Some(node) != without;
        let left: Vec<usize> = (0..self.nodes()).filter(is_left).collect();
        let sources: Vec<usize> = sources.iter().copied().filter(is_left).collect();
        match sources.len() {
            0..=64 => self.paths_in_blocks::<1>(&sources, &left),
            65..=128 => self.paths_in_blocks::<2>(&sources, &left),
            _ => self.paths_in_blocks::<4>(&sources, &left),
        }
    }

    /// The sum of the lengths of the paths to all that are left, from `64 * WORDS` sources at a time.
    fn paths_in_blocks<const WORDS: usize>(&self, sources: &[usize], left: &[usize]) -> u64 {
        let blocks = sources.chunks(64 * WORDS);
        blocks.map(|sources| self.paths_between::<WORDS>(sources, left)).sum()
    }

    /// The sum of the lengths of the paths from some nodes to all that are left.
    fn paths_between<const WORDS: usize>(&self, sources: &[usize], left: &[usize]) -> u64 {
        // For each node the sources that reach it, as bits, and how many they are.
        let mut reached = vec![[0; WORDS]; self.nodes()];
        let mut counts = vec![0; self.nodes()];
        let mut all = [0; WORDS];
        for (bit, &source) in sources.iter().enumerate() {
            reached[source][bit / 64] |= 1 << (bit % 64);
            counts[source] = 1;
            all[bit / 64] |= 1 << (bit % 64);
        }
        let mut next = reached.clone();
        let mut open = left.to_vec();
        let pairs = sources.len() * left.len();
        let mut met = sources.len();
        // More than 32 bits hold, which a number of nodes has in WebAssembly.
        let (mut sum, mut steps) = (0_u64, 0);
        while met < pairs {
            sum += (pairs - met) as u64;
            steps += 1;
            let before = met;
            open.retain(|&node| {
                let old = reached[node];
                let mut new = old;
                for &neighbour in self.neighbours(node) {
                    or(&mut new, &reached[neighbour]);
                }
                next[node] = new;
                let count = count(&new);
                met += count - counts[node];
                counts[node] = count;
                // A full one comes once more, to be full in both tables.
                old != all
            });
            std::mem::swap(&mut reached, &mut next);
            if met == before {
                // The rest never meets.
                sum += (pairs - met) as u64 * (left.len() - steps) as u64;
                break;
            }
        }
        sum
    }

    /// The same sum by a search from each source by itself, as in the paper, for comparison.
    ///
    /// # Complexity
    /// Sources times edges.
    pub fn paths_one_by_one(&self, sources: &[usize], without: Option<usize>) -> u64 {
        let sources = sources.iter().filter(|&&node| Some(node) != without);
        sources.map(|&node| self.paths_from(node, without)).sum()
    }

    /// The sum of the lengths of the paths from one node.
    fn paths_from(&self, node: usize, without: Option<usize>) -> u64 {
        let left = self.nodes() - usize::from(without.is_some());
        let mut lengths = vec![left; self.nodes()];
        lengths[node] = 0;
        let mut queue = vec![node];
        let mut next = 0;
        let mut sum = 0_u64;
        while let Some(&node) = queue.get(next) {
            next += 1;
            sum += lengths[node] as u64;
            for &neighbour in self.neighbours(node) {
                if lengths[neighbour] == left && Some(neighbour) != without {
                    lengths[neighbour] = lengths[node] + 1;
                    queue.push(neighbour);
                }
            }
        }
        sum + (left - queue.len()) as u64 * left as u64
    }
}

/// The number of ordered pairs of nodes.
fn pairs(nodes: usize) -> usize {
    nodes * nodes.saturating_sub(1)
}

/// A mean; 0 for an empty list.
fn mean(sum: u64, count: usize) -> f64 {
    sum as f64 / count.max(1) as f64
}

fn or<const WORDS: usize>(a: &mut [u64; WORDS], b: &[u64; WORDS]) {
    for (a, b) in a.iter_mut().zip(b) {
        *a |= b;
    }
}

fn count<const WORDS: usize>(bits: &[u64; WORDS]) -> usize {
    bits.iter().map(|word| word.count_ones() as usize).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The sequence `a b c a d e a f g` of the specification.
    fn example() -> Network {
        let sequence = [0, 1, 2, 0, 3, 4, 0, 5, 6].map(Some);
        Network::of_sequence(7, &sequence, 2)
    }

    #[test]
    fn the_network_of_the_specification() {
        let network = example();
        let degrees: Vec<usize> = (0..7).map(|node| network.degree(node)).collect();
        assert_eq!(degrees, [6, 2, 3, 3, 3, 3, 2]);
        let close = |value: f64, expected: f64| {
            assert!((value - expected).abs() < 5e-7, "{value} for {expected}");
        };
        close(network.path_length(), 1.476_190);
        close(network.contribution(0), 0.857_143);
        for node in 2..=5 {
            close(network.contribution(node), -0.009_524);
        }
        close(network.contribution(1), -0.076_190);
        close(network.contribution(6), -0.076_190);
        close(network.clustering_of(0), 1.0 / 3.0);
        close(network.clustering_of(1), 1.0);
        close(network.path_length_of(0), 1.0);
    }

    #[test]
    fn a_node_alone_has_no_paths() {
        let alone = Network::new(1, []);
        assert_eq!(alone.path_length(), 0.0);
        assert_eq!(alone.contribution(0), 0.0);
        assert_eq!(alone.clustering(), 0.0);
        assert_eq!(Network::new(0, []).path_length(), 0.0);
        assert_eq!(Network::new(0, []).giant_component(), [0; 0]);
    }

    #[test]
    fn the_giant_component_is_the_first_of_the_largest() {
        let network = Network::new(7, [(0, 1), (2, 3), (3, 4), (4, 6)]);
        assert_eq!(network.giant_component(), [2, 3, 4, 6]);
        let part = network.part(&[2, 3, 4, 6]);
        assert_eq!(part, Network::new(4, [(0, 1), (1, 2), (2, 3)]));
        assert_eq!(Network::new(4, [(2, 3), (0, 1)]).giant_component(), [0, 1]);
    }

    /// Networks of up to 300 nodes, so that there is more than one block of sources.
    fn networks() -> impl Strategy<Value = Network> {
        (1usize..300, 0usize..4).prop_flat_map(|(nodes, density)| {
            let edges = proptest::collection::vec((0..nodes, 0..nodes), 0..=nodes * density);
            edges.prop_map(move |edges| Network::new(nodes, edges))
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// Searching from all nodes at once gives the same as searching from each.
        #[test]
        fn paths_are_as_long_as_one_by_one(network in networks(), without in any::<prop::sample::Index>()) {
            let without = without.index(network.nodes());
            let all = network.all();
            for sources in [&all[..], &all[all.len() / 2..]] {
                for without in [None, Some(without)] {
                    let one_by_one = network.paths_one_by_one(sources, without);
                    prop_assert_eq!(network.paths(sources, without), one_by_one);
                }
            }
        }

        /// The clustering coefficient is the share of joined pairs of neighbours.
        #[test]
        fn clustering_is_the_share_of_joined_neighbours(network in networks()) {
            let node = network.nodes() / 2;
            let near = network.neighbours(node);
            let pairs: Vec<(usize, usize)> = near
                .iter()
                .flat_map(|&a| near.iter().map(move |&b| (a, b)))
                .filter(|(a, b)| a < b)
                .collect();
            let joined = pairs.iter().filter(|(a, b)| network.neighbours(*a).contains(b)).count();
            let expected = joined as f64 / pairs.len().max(1) as f64;
            prop_assert!((network.clustering_of(node) - expected).abs() < 1e-12);
        }
    }
}
