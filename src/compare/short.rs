//! The verdict on two short fingerprints.

use super::Verdict;
use crate::fingerprint::ShortFingerprint;
use crate::schema::object;

/// Fewest sentence ends that decide anything: of each text, and in common. Larger: short texts are `unknown`; smaller:
/// chance decides, since one in 800 pairs of strangers has one in common, and one in 500,000 two.
const LEAST_ENDS: u32 = 3;
/// Largest ratio of the lengths of two copies, longer to shorter; that of Peng et al. (c. 2004). Larger: abridged copies
/// are `same`.
const LENGTH_RATIO: f64 = 1.10;
/// Largest ratio at which no agreement means anything: an excerpt of a longer text shares few of the codes that the
/// longer one keeps. Larger: short excerpts are `different`; smaller: more strangers are `unknown`.
const EXCERPT_RATIO: f64 = 4.0;

object! {
    /// What two short fingerprints say of two articles.
    #[derive(Copy)]
    pub struct ShortComparison {
        /// `same`: at least three sentence ends agree, and two thirds of those compared, and the lengths differ by no
        /// more than a tenth. `different`: none agrees, and the longer text is at most four times as long. Otherwise
        /// `unknown`, also if fewer than three were compared, or where whole fingerprints rule `same` out: compare
        /// these. It is never `partial`.
        verdict "verdict": Verdict;
        /// Sentence ends that agree: with the same five characters or words before and after the full stop.
        agreeing "agreeing": u32;
        /// Sentence ends that could agree: those kept of the text with fewer, at most 8.
        compared "compared": u32;
        /// Length of the longer text to that of the shorter; null if one is missing.
        length_ratio "lengthRatio": Option<f64>;
    }
}

impl ShortComparison {
    /// Compares two articles by their short fingerprints; the verdict is `unknown` if one is missing.
    ///
    /// ```
    /// use offprint::Fingerprint;
    /// use offprint::compare::{ShortComparison, Verdict};
    /// let text = |from: u32| -> String {
    ///     let sentence = |i| (0..30).filter_map(move |j| char::from_u32(0x4E00 + (30 * i + j) * 7919 % 20000));
    ///     (from..from + 12).flat_map(|i| sentence(i).chain(['。'])).collect()
    /// };
    /// let compare = |a: &str, b: &str| {
    ///     let [a, b] = [a, b].map(|text| Fingerprint::of("", text).map(|whole| whole.short()));
    ///     ShortComparison::of(a.as_ref(), b.as_ref())
    /// };
    /// let reprint = compare(&text(0), &format!("本報訊：{}", text(0)));
    /// assert_eq!((reprint.verdict, reprint.agreeing, reprint.compared), (Verdict::Same, 8, 8));
    /// assert_eq!(compare(&text(0), &text(100)).verdict, Verdict::Different);
    /// assert_eq!(compare(&text(0), &text(0).replace('。', "，")).verdict, Verdict::Unknown);
    /// ```
    pub fn of(a: Option<&ShortFingerprint>, b: Option<&ShortFingerprint>) -> ShortComparison {
        let (Some(a), Some(b)) = (a, b) else {
            return ShortComparison {
                verdict: Verdict::Unknown,
                agreeing: 0,
                compared: 0,
                length_ratio: None,
            };
        };
        let (agreeing, compared) = a.shared_codes(b);
        let [longer, shorter] = [a.length.max(b.length), a.length.min(b.length)].map(f64::from);
        let length_ratio = longer / shorter.max(1.0);
        let alike =
            agreeing >= LEAST_ENDS && 3 * agreeing >= 2 * compared && length_ratio <= LENGTH_RATIO;
        let barred = a.gated || b.gated || a.unechoed_headlines(b) > 1;
        let verdict = if compared < LEAST_ENDS {
            Verdict::Unknown
        } else if alike && !barred {
            Verdict::Same
        } else if agreeing == 0 && length_ratio <= EXCERPT_RATIO {
            Verdict::Different
        } else {
            Verdict::Unknown
        };
        ShortComparison {
            verdict,
            agreeing,
            compared,
            length_ratio: Some(length_ratio),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Fingerprint;
    use crate::made_up::sentences;

    fn short(headline: &str, body: &str) -> ShortFingerprint {
        Fingerprint::of(headline, body).unwrap().short()
    }

    fn verdict(a: &ShortFingerprint, b: &ShortFingerprint) -> Verdict {
        let comparison = ShortComparison::of(Some(a), Some(b));
        assert_eq!(ShortComparison::of(Some(b), Some(a)), comparison);
        comparison.verdict
    }

    #[test]
    fn a_text_with_few_sentence_ends_is_unknown() {
        // Three sentence ends with text on both sides are among four sentences.
        let [few, enough] = [3, 4].map(|sentence| short("", &sentences(0..sentence)));
        assert_eq!(verdict(&few, &few), Verdict::Unknown);
        assert_eq!(verdict(&enough, &enough), Verdict::Same);
        let without = short("", &sentences(0..9).replace('。', "，"));
        assert_eq!(verdict(&without, &without), Verdict::Unknown);
        assert_eq!(
            verdict(&without, &short("", &sentences(20..29))),
            Verdict::Unknown
        );
        let one = ShortComparison::of(Some(&enough), None);
        assert_eq!((one.verdict, one.length_ratio), (Verdict::Unknown, None));
    }

    #[test]
    fn a_part_of_a_text_is_unknown_however_many_ends_agree() {
        let [whole, part] = [0..9, 0..6].map(|range| short("", &sentences(range)));
        let comparison = ShortComparison::of(Some(&whole), Some(&part));
        assert_eq!(comparison.verdict, Verdict::Unknown);
        assert_eq!((comparison.agreeing, comparison.compared), (5, 5));
        assert_eq!(comparison.length_ratio, Some(1.5));
        // A tenth longer is the same, and an eighth is not.
        let [longer, too_long] = [27, 34].map(|letters| {
            let more: String = sentences(20..22).chars().take(letters).collect();
            short("", &(sentences(0..9) + &more))
        });
        assert_eq!(verdict(&whole, &longer), Verdict::Same);
        assert_eq!(verdict(&whole, &too_long), Verdict::Unknown);
    }

    #[test]
    fn an_excerpt_of_a_long_text_is_not_different() {
        let part = short("", &sentences(0..9));
        let others = |last| short("", &sentences(300..last));
        let excerpt = ShortComparison::of(Some(&part), Some(&short("", &sentences(0..200))));
        assert_eq!((excerpt.verdict, excerpt.agreeing), (Verdict::Unknown, 0));
        assert_eq!(verdict(&part, &others(330)), Verdict::Different);
        assert_eq!(verdict(&part, &others(340)), Verdict::Unknown);
    }

    #[test]
    fn what_whole_fingerprints_never_call_the_same_is_unknown() {
        let body = sentences(0..9);
        let mut gated = Fingerprint::of("", &body).unwrap();
        gated.gated = true;
        let gated = gated.short();
        assert_eq!(verdict(&gated, &short("", &body)), Verdict::Unknown);
        let [a, b] =
            ["渡轮停航的岛上没有人", "三百封来信里的歌声"].map(|headline| short(headline, &body));
        assert_eq!(verdict(&a, &b), Verdict::Unknown);
        assert_eq!(verdict(&a, &a), Verdict::Same);
        assert_eq!(verdict(&a, &short("", &body)), Verdict::Same);
    }
}
