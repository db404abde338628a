-- What a query finds, one row for each article, the best first: `copies` are the pages with the same one, among all that
-- were found. The parameter is the query.
WITH found AS MATERIALIZED (
  SELECT rowid AS id, rank FROM texts WHERE texts MATCH ?
),
ranked AS (
  SELECT
    articles.id, articles.cluster, found.rank,
    row_number() OVER (PARTITION BY articles.cluster ORDER BY found.rank, articles.id) AS place,
    count(*) OVER (PARTITION BY articles.cluster) - 1 AS copies
  FROM found JOIN articles ON articles.id = found.id
)
SELECT id, copies FROM ranked WHERE place = 1 ORDER BY rank, id LIMIT 10;
