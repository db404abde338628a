//! Candidates for the fields of an article: each text that states a field, its place, and the decision on it.

use crate::parse::head::{Place, Subject};
use crate::schema::{names, object};

object! {
    /// A text that may state a field of an article, and the decision on it.
    #[derive(Eq)]
    pub struct Candidate {
        /// The field.
        subject "field": Subject;
        /// The text.
        text "text": String;
        /// Where it is: `item`, an element with `itemprop` or `rel=author`; `top`, around the headline; and the like.
        place "place": Place;
        /// `taken`, `agrees` with the one that was taken, or the reason why it was not.
        decision "decision": Decision;
    }
}

names! {
    /// The decision on a candidate.
    #[non_exhaustive]
    pub enum Decision {
        /// It is the value.
        Taken = "taken",
        /// It says the same as the candidate that was taken.
        Agrees = "agrees",
        /// Another candidate is more trusted, longer, or comes first.
        Outranked = "outranked",
        /// The title does not contain it at the beginning of a word.
        NotInTitle = "not-in-title",
        /// It is less than half as long as the guess, as the name of a section would be.
        Short = "short",
        /// It is the name of the site.
        Site = "site",
        /// It is as long as the whole title, so it does not show the title's parts.
        WholeTitle = "whole-title",
        /// It is a guess, but the page repeats a part of the title, or shows a headline of its own.
        Guess = "guess",
        /// The article is in the page's data, under another headline.
        OfPage = "of-page",
        /// It is not the name of a person or a group.
        NoName = "no-name",
        /// It has no date that can be read.
        NoDate = "no-date",
        /// It belongs to something else on the page, such as a comment or another article.
        Elsewhere = "elsewhere",
    }
}

impl Candidate {
    /// A candidate that has not been taken yet.
    #[inline(never)]
    pub(crate) fn new(subject: Subject, text: impl Into<String>, place: Place) -> Candidate {
        Candidate { subject, text: text.into(), place, decision: Decision::Outranked }
    }
}

/// The candidate that was taken for a field; `None` if there is none.
pub(crate) fn taken(candidates: &[Candidate], subject: Subject) -> Option<&str> {
    let mut of_field = candidates.iter().filter(|other| other.subject == subject);
    Some(&of_field.find(|other| other.decision == Decision::Taken)?.text)
}
