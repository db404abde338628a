//! Networks and the sums of their paths, whose means are formulas (3) and (4).

/// Words of 64 sources each that are searched from at once.
const WORDS: usize = 4;

/// An undirected network without weights. Its nodes are numbers from 0; methods that take a node panic if
/// it is not in the network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Network {
    /// Where the neighbours of each node begin in `ends`; one more at the end.
    starts: Vec<usize>,
    /// The neighbours of all nodes, those of each node in ascending order.
    ends: Vec<usize>,
}

impl Network {
    /// A network of `nodes` nodes. An edge given twice or both ways round counts once; loops and edges to other nodes
    /// are left out.
    ///
    /// # Complexity
    /// `e log e` for `e` edges.
    pub fn new(nodes: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Network {
        let edges = edges.into_iter().filter(|&(a, b)| a != b && a < nodes && b < nodes);
        let mut both: Vec<_> = edges.flat_map(|(a, b)| [(a, b), (b, a)]).collect();
        both.sort_unstable();
        both.dedup();
        Network {
            starts: (0..=nodes).map(|node| both.partition_point(|edge| edge.0 < node)).collect(),
            ends: both.into_iter().map(|(_, end)| end).collect(),
        }
    }

    /// The network of a sequence of nodes: an edge joins two that are at most `distance` apart somewhere.
    pub fn of_sequence(nodes: usize, sequence: &[usize], distance: usize) -> Network {
        let near = |(at, &node): (usize, &usize)| {
            let following = sequence[at + 1..].iter().take(distance);
            following.map(move |&other| (node, other))
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

    /// The largest set of nodes that paths join, ascending; among equals, the one with the first node.
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
        let edges = nodes
            .iter()
            .flat_map(|&node| {
                let neighbours = self.neighbours(node).iter();
                neighbours.map(move |&neighbour| (node, neighbour))
            })
            .map(|(a, b)| (numbers[a], numbers[b]));
        Network::new(nodes.len(), edges)
    }

    /// All nodes.
    pub fn all(&self) -> Vec<usize> {
        (0..self.nodes()).collect()
    }

    /// The sum of the lengths of the shortest paths from each of some nodes to every node, without one
    /// node if one is named. Where there is no path, its length is the number of nodes that are
    /// left.
    ///
    /// A breadth-first search from 256 sources at once: the sources that reach a node in `k + 1`
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
        let blocks = sources.chunks(64 * WORDS);
        blocks.map(|sources| self.paths_between(sources, &left)).sum()
    }

    /// The sum of the lengths of the paths from some nodes to all that are left.
    fn paths_between(&self, sources: &[usize], left: &[usize]) -> u64 {
        // For each node, the sources that reach it, as bits, and their number.
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
        // A sum may need more than the 32 bits that a number of nodes has in WebAssembly.
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
}

fn or(a: &mut [u64; WORDS], b: &[u64; WORDS]) {
    for (a, b) in a.iter_mut().zip(b) {
        *a |= b;
    }
}

fn count(bits: &[u64; WORDS]) -> usize {
    bits.iter().map(|word| word.count_ones() as usize).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The sequence `a b c a d e a f g` of the specification.
    fn example() -> Network {
        Network::of_sequence(7, &[0, 1, 2, 0, 3, 4, 0, 5, 6], 2)
    }

    /// The sum of the paths by a search from each source by itself, as in the paper.
    fn paths_one_by_one(network: &Network, sources: &[usize], without: Option<usize>) -> u64 {
        let sources = sources.iter().filter(|&&node| Some(node) != without);
        let from = |&source: &usize| {
            let left = network.nodes() - usize::from(without.is_some());
            let mut lengths = vec![left; network.nodes()];
            lengths[source] = 0;
            let mut queue = vec![source];
            let mut next = 0;
            while let Some(&node) = queue.get(next) {
                next += 1;
                for &neighbour in network.neighbours(node) {
                    if lengths[neighbour] == left && Some(neighbour) != without {
                        lengths[neighbour] = lengths[node] + 1;
                        queue.push(neighbour);
                    }
                }
            }
            let others = (0..network.nodes()).filter(|&node| Some(node) != without);
            others.map(|node| lengths[node] as u64).sum::<u64>()
        };
        sources.map(from).sum()
    }

    /// Formula (4), without a node if one is named: without it the mean is longer by its contribution.
    fn path_length(network: &Network, without: Option<usize>) -> f64 {
        let left = network.nodes() - usize::from(without.is_some());
        network.paths(&network.all(), without) as f64 / (left * (left - 1)) as f64
    }

    #[test]
    fn the_network_of_the_specification() {
        let network = example();
        let degrees: Vec<usize> = (0..7).map(|node| network.degree(node)).collect();
        assert_eq!(degrees, [6, 2, 3, 3, 3, 3, 2]);
        let length = path_length(&network, None);
        let contributions = (0..7).map(|node| path_length(&network, Some(node)) - length);
        let expected = [0.857_143, -0.076_190, -0.009_524, -0.009_524, -0.009_524, -0.009_524, -0.076_190];
        assert!((length - 1.476_190).abs() < 5e-7);
        assert!(contributions.zip(expected).all(|(value, expected)| (value - expected).abs() < 5e-7));
    }

    #[test]
    fn where_there_is_no_path_its_length_is_the_number_of_nodes() {
        assert_eq!(path_length(&Network::new(3, [(0, 1)]), None), 7.0 / 3.0);
        assert_eq!(path_length(&Network::new(3, [(0, 1), (0, 2)]), Some(0)), 2.0);
        assert_eq!(Network::new(1, []).paths(&[0], None), 0);
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
                    let one_by_one = paths_one_by_one(&network, sources, without);
                    prop_assert_eq!(network.paths(sources, without), one_by_one);
                }
            }
        }
    }
}
