//! The conditions of a verdict, and their limits.

use super::{Evidence, Verdict};

/// The limits of all conditions of a verdict. Verdicts use [`THRESHOLDS`]; other values are for measurements.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Thresholds {
    /// Smallest share of the better covered text's long shingles that the other must have to share much of it. Larger:
    /// short quotations count as `different`; smaller: shared passages count as `partial`.
    pub partial_coverage: f64,
    /// Fewest sampled long shingles that must be shared. Larger: fewer chance matches, but short articles are found
    /// less often.
    pub least_shared: u32,
    /// Share of the samples with facts that two texts must have in common, divided by the same share of the others.
    /// Larger: copies with many errors in figures are `different`; smaller: texts written from one template are
    /// `partial`.
    pub shared_facts: f64,
    /// The same if the texts differ in facts in most places, unless they are [nearly the same](Self::updated).
    pub replaced_facts: f64,
    /// The same for two copies. Larger: copies with errors in figures are `partial`; smaller: updates of a bulletin are
    /// `same`.
    pub same_facts: f64,
    /// Smallest share of one text in the other for it to be an update. Larger: more updates of a bulletin are
    /// `different`; smaller: more texts from templates with long phrases are `partial`.
    pub updated: f64,
    /// Share of its long shingles that each of two copies must have in the other. Larger: heavily edited copies are
    /// `partial`; smaller: reports written from one template are the same article.
    pub same_long_coverage: f64,
    /// Largest length ratio, longer to shorter, of two texts that are the same article. Larger: longer additions are
    /// taken for furniture.
    pub same_length_ratio: f64,
    /// The same limit if the heads differ by more than [`short_head`](Self::short_head).
    pub same_length_ratio_head: f64,
    /// Smallest missing head that explains a difference in length. Larger: fewer differences in length are attributed
    /// to the head.
    pub short_head: f64,
    /// Share of a text that may be missing inside a copy. Larger: copies with cut passages are `same`.
    pub same_inside: f64,
    /// Share of a text that may be missing at its tail. Larger: copies cut at the tail are `same`.
    pub same_tail: f64,
    /// Smallest share of long shingles that makes two texts the same, however they were edited. Larger: single edited
    /// sentences make a copy `partial`.
    pub same_unedited: f64,
    /// Largest share of long shingles that evenly edited texts have in common; above it, each missing stretch is judged
    /// separately. Larger: lightly edited texts also count as evenly edited.
    pub even_coverage: f64,
    /// Share of its own text that one of the two may have before a passage that ends both. If both have more, the
    /// passage is a footer, unless it is longer than a [`notice`](Self::notice). Larger: more footers count as
    /// `partial`.
    pub unique_before_shared_tail: f64,
    /// Fewest short shingles that make such a passage more than a footer. Larger: fewer footers count as `partial`, and
    /// so do fewer endings that two articles share.
    pub notice: f64,
    /// How clustered the edits of evenly edited texts may be: 0 if the missing shingles are scattered, 1 if all are in
    /// one place. Larger: texts with replaced passages are `same`.
    pub even_clustering: f64,
}

/// The limits of verdicts on pages of different sites.
pub const THRESHOLDS: Thresholds = Thresholds {
    partial_coverage: 0.32,
    least_shared: 8,
    shared_facts: 0.58,
    replaced_facts: 0.80,
    same_facts: 0.87,
    updated: 0.85,
    same_long_coverage: 0.14,
    same_length_ratio: 1.20,
    same_length_ratio_head: 1.40,
    short_head: 0.04,
    same_inside: 0.11,
    same_tail: 0.17,
    same_unedited: 0.75,
    even_coverage: 0.63,
    unique_before_shared_tail: 0.20,
    notice: 200.0,
    even_clustering: 0.27,
};

/// The limits of verdicts on pages of one site.
pub const ONE_SITE: Thresholds = THRESHOLDS.on_one_site();

impl Thresholds {
    /// The same limits for pages of one site, which share furniture, and whose series share introductions: `partial`
    /// requires half of a text, and a shared end may be a longer footer.
    pub const fn on_one_site(self) -> Thresholds {
        Thresholds { partial_coverage: 0.50, notice: 2000.0, ..self }
    }
}

macro_rules! conditions {
    ($($name:ident)+) => {
        /// Every condition of a verdict. The verdict depends only on which of them hold, so they are its evidence.
        #[derive(Clone, Copy)]
        pub(super) struct Conditions {
            $(pub $name: Evidence,)+
        }

        impl Conditions {
            const COUNT: usize = [$(stringify!($name)),+].len();

            /// All conditions, in the order of the evidence.
            fn all_mut(&mut self) -> [&mut Evidence; Conditions::COUNT] {
                [$(&mut self.$name),+]
            }
        }
    };
}

conditions! {
    long_coverage partial_coverage unique_before_shared_tail passage shared shared_facts same_facts headline_not_in_body gated
    length_ratio inside tail unedited edited_evenly even_coverage clustering
}

impl Conditions {
    pub fn verdict(&self) -> Verdict {
        let alike = self.long_coverage.passed && self.length_ratio.passed;
        let whole = self.inside.passed && self.tail.passed;
        let solid = whole && (self.unedited.passed || self.edited_evenly.passed);
        let even = self.even_coverage.passed && self.clustering.passed;
        // Texts written from one template share much, too.
        if !self.shared.passed || !self.shared_facts.passed {
            Verdict::Different
        } else if !self.headline_not_in_body.passed {
            // Neither body mentions its headline, and the headlines differ: what they share may be a notice.
            Verdict::Unknown
        } else if alike && (solid || even) {
            if self.gated.passed && self.same_facts.passed {
                Verdict::Same
            } else {
                // Articles that begin alike may continue differently; updates have different figures.
                Verdict::Partial
            }
        } else if self.partial_coverage.passed && (self.unique_before_shared_tail.passed || self.passage.passed) {
            Verdict::Partial
        } else {
            Verdict::Different
        }
    }

    /// Whether a different result of one borderline condition would change the verdict.
    pub fn is_borderline(&self) -> bool {
        (0..Conditions::COUNT).any(|i| {
            let mut other = *self;
            let condition = &mut *other.all_mut()[i];
            condition.passed ^= true;
            condition.is_borderline() && other.verdict() != self.verdict()
        })
    }

    pub fn into_evidence(mut self) -> [Evidence; Conditions::COUNT] {
        self.all_mut().map(|condition| *condition)
    }
}
