-- What a query finds, one row for each article, the best first: `copies` are the pages with the same one, among all that
-- were found. The parameter is the query.
WITH found AS MATERIALIZED (
  SELECT articles.id, articles.cluster, ts_rank(articles.words, query) AS rank
  FROM articles, websearch_to_tsquery('simple', $1) AS query
  WHERE articles.words @@ query
),
ranked AS (
  SELECT
    id, cluster, rank,
    row_number() OVER (PARTITION BY cluster ORDER BY rank DESC, id) AS place,
    count(*) OVER (PARTITION BY cluster) - 1 AS copies
  FROM found
)
SELECT id, copies FROM ranked WHERE place = 1 ORDER BY rank DESC, id LIMIT 10;
