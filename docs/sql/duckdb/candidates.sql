-- Pairs of pages that may be copies of each other: those of which one is looked up by a key that the
-- other is kept under. See ../README.md.
--
-- Wants a table `pages` as `offprint read … --output pages.parquet` writes it, and no table `candidates`.

CREATE TABLE candidates AS
WITH written AS (
  SELECT id, t.k AS k
  FROM pages CROSS JOIN UNNEST(write_keys) AS t(k)
),
looked_up AS (
  SELECT id, t.k AS k
  FROM pages CROSS JOIN UNNEST(read_keys) AS t(k)
),
-- The guard: a key of boilerplate, or of a story that everyone carries, leads to the first 32 pages
-- under it and no further. So there are never more pairs than 32 for each key looked up, and every
-- copy of a story still meets its first ones. (Only crowded keys are put in order: that takes memory.)
crowded AS (
  SELECT k FROM written GROUP BY k HAVING COUNT(*) > 32
),
holder AS (
  SELECT written.id AS id, written.k AS k
  FROM written LEFT JOIN crowded ON crowded.k = written.k
  WHERE crowded.k IS NULL
  UNION ALL
  SELECT id, k
  FROM (
    SELECT
      written.id AS id, written.k AS k,
      ROW_NUMBER() OVER (PARTITION BY written.k ORDER BY written.id) AS place
    FROM written JOIN crowded ON crowded.k = written.k
  ) AS ranked
  WHERE place <= 32
),
pair AS (
  SELECT DISTINCT LEAST(looked_up.id, holder.id) AS a, GREATEST(looked_up.id, holder.id) AS b
  FROM looked_up JOIN holder ON looked_up.k = holder.k
  WHERE looked_up.id <> holder.id
)
SELECT
  pair.a AS a, pair.b AS b,
  one.fingerprint AS a_fingerprint, other.fingerprint AS b_fingerprint,
  one.digest AS a_digest, other.digest AS b_digest
FROM pair
JOIN pages AS one ON one.id = pair.a
JOIN pages AS other ON other.id = pair.b;
