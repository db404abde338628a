//! Reports of one event.

pub const COURIER: &str = "\
    The ferry to Skarn stopped on Sunday night after a storm had torn away half of its landing stage. Divers \
    found two of the four piles broken below the waterline, said Ines Dahl of the county. Repairs cost 180,000 \
    crowns and take at least six weeks; until then the Havsula carries passengers from the old quay, but no \
    cars. “We will not leave the farmers alone with their lambs,” Dahl said. In 2011 the same landing stage had \
    to be closed for 41 days after the freighter Brimir rammed it in fog.";
/// The same report in other words.
pub const PORTAL: &str = "\
    No boats for Skarn: half of the landing stage was wrecked by a storm during the night to Monday. Of its four \
    piles, divers report, two are broken below the waterline. Ines Dahl, who speaks for the county, reckons with \
    repairs for 180,000 crowns that need six weeks or more. Meanwhile people without cars can board the Havsula \
    at the old quay. “We will not leave the farmers alone with their lambs,” Dahl promised. Already in 2011, \
    when the freighter Brimir rammed it in fog, the stage had been shut for 41 days.";
/// Another report of the same event.
pub const GAZETTE: &str = "\
    Islanders on Skarn are angry at the shipping company. The ferry has not sailed since the storm on Sunday, \
    and nobody told them, complains Mayor Tor Lund, who has lived there for 63 years. School was cancelled for \
    28 pupils, the doctor came by helicopter, and the grocery of Marit Vik sold out of milk. The company \
    Nordline, which has run the route since 1987, points at a clause of its contract. Lund wants it ended.";
