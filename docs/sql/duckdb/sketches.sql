-- The candidates with the facts of both pages, for finding rewritten articles. See ../README.md.
--
-- Wants a table `pages` as `offprint read … --output pages.parquet --rewrites` writes it, `candidates` of
-- candidates.sql, and no table `rewrite_candidates`.

CREATE TABLE rewrite_candidates AS
SELECT
  candidates.a AS a, candidates.b AS b,
  candidates.a_fingerprint AS a_fingerprint, candidates.b_fingerprint AS b_fingerprint,
  candidates.a_digest AS a_digest, candidates.b_digest AS b_digest,
  one.sketch AS a_sketch, other.sketch AS b_sketch
FROM candidates
JOIN pages AS one ON one.id = candidates.a
JOIN pages AS other ON other.id = candidates.b;
