//! What survives other words: names, figures, days and rare words, in the order of the text.
//!
//! Source: Offprint's own; see [`offprint::facts`] and `docs/rewrites.md`. As a method of comparison it uses the
//! facts alone, whatever the words are: a copy states the same facts as its source, and so does a rewritten article.
//!
//! The score is the likelihood that one article reports what the other reports
//! ([`rewriting`](offprint::compare::rewriting)). If it is high enough, the two are `same` if the facts of both weigh
//! about as much, and `partial` otherwise: a shorter report has fewer facts.

use super::{Method, decided};
use offprint::Article;
use offprint::compare::{Comparison, Evidence};
use offprint::facts::Sketch;
use offprint::internals::rewriting::{REWRITTEN, score_with_passages};

/// The least ratio of the weights of their facts at which two are `same`. Larger: more copies are `partial`.
const WEIGHT: f64 = 0.8;

/// The Facts.
#[derive(Debug, Clone, Copy)]
pub struct Facts;

impl Method for Facts {
    type Signature = Sketch;

    fn sign(&self, article: &Article) -> Option<Sketch> {
        article.sketch()
    }

    fn compare(&self, a: &Sketch, b: &Sketch) -> Comparison {
        // A text that says everything twice has no order to measure.
        let likelihood = if a == b { Some(1.0) } else { score_with_passages(a, b) };
        let Some(likelihood) = likelihood else {
            return Comparison::unknown();
        };
        let [less, more] = [a.weight().min(b.weight()), a.weight().max(b.weight())];
        let likely = Evidence::at_least("facts", likelihood, REWRITTEN);
        let whole = Evidence::at_least("weight", less / more, WEIGHT);
        decided(likely.passed && whole.passed, likely.passed, likelihood, vec![likely, whole])
    }

    fn read_keys(&self, sketch: &Sketch) -> Vec<String> {
        sketch.read_keys()
    }

    fn write_keys(&self, sketch: &Sketch) -> Vec<String> {
        sketch.write_keys()
    }

    fn size(&self, sketch: &Sketch) -> usize {
        sketch.to_bytes().len()
    }

    fn keeps_copies(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use offprint::compare::Verdict;

    const COURIER: &str = "The ferry to Skarn stopped on Sunday night after a storm had torn away its landing stage. \
        Divers found two of the four piles broken, said Ines Dahl of the county. Repairs cost 180,000 crowns and take \
        six weeks; until then the Havsula carries passengers from the old quay, but no cars.";
    const PORTAL: &str = "No boats for Skarn: the landing stage of the ferry was wrecked by a storm on Sunday night. Of \
        its four piles two are broken, divers report. Ines Dahl of the county reckons with six weeks of repairs for \
        180,000 crowns. Meanwhile passengers without cars go from the old quay on board the Havsula.";
    const OTHER: &str = "The council of Wendmark has shut the public baths in Mill Lane for the whole winter. A boiler \
        of 1974 would have to be replaced for 260,000 crowns, said the mayor, Otto Brandis, on Thursday, and nobody \
        knows where the money should come from. Swimmers gathered 1,300 signatures against it.";

    fn article(text: &str) -> Article {
        Article::of_text(String::new(), text.to_owned())
    }

    fn verdict(a: &str, b: &str) -> Comparison {
        let [a, b] = [a, b].map(|text| Facts.sign(&article(text)));
        Facts.judge(a.as_ref(), b.as_ref())
    }

    #[test]
    fn the_same_in_other_words_is_the_same() {
        assert_eq!(verdict(COURIER, PORTAL).verdict, Verdict::Same);
        let longer = format!("{COURIER} {OTHER}");
        assert_eq!(verdict(PORTAL, &longer).verdict, Verdict::Partial);
        assert_eq!(verdict(COURIER, OTHER).verdict, Verdict::Different);
        let han = "下游三座水库已经蓄满，大坝安全。市防汛办公室说，未来三天仍有中到大雨，沿岸居民应当留意通知。";
        assert_eq!(verdict(COURIER, han).verdict, Verdict::Unknown);
    }
}
