//! One article about a ferry, with room between its paragraphs.

pub const FERRY: &str = "The ferry to Skarn stopped running on Sunday night, after a storm had torn away half of its \
    landing stage. Divers found two of the four piles broken below the waterline.";
pub const COUNTY: &str = "The county says that repairs will take at least six weeks, and that a smaller boat will carry \
    passengers, but no cars, from the old quay until then.";
pub const LAMBS: &str = "Farmers on the island fear for their lambs, which were to be shipped to market before Easter, \
    and ask for a barge of the navy in the meantime.";

/// The body of the page, with this after the first paragraph.
pub fn around(inside: &str) -> String {
    format!("<article><p>{FERRY}</p>{inside}<p>{COUNTY}</p><p>{LAMBS}</p></article>")
}
