-- Of each page the nearest earlier one that it repeats or overlaps, as `offprint dedupe` judges pages that
-- arrive in the order of their ids. In the place of `verdicts`, `offprint clusters` makes smaller clusters of it:
-- chains of copies that drift apart are cut where `dedupe` cuts them. See ../README.md.
--
-- Wants a table `verdicts` as `offprint pairs` writes it of candidates.sql, and no table `nearest`.

CREATE TABLE nearest AS
SELECT a, b, verdict, score
FROM (
  SELECT a, b, verdict, score, ROW_NUMBER() OVER (PARTITION BY b ORDER BY score DESC, a) AS place
  FROM verdicts
  WHERE verdict IN ('same', 'partial')
) AS ranked
WHERE place = 1;
