-- One round of putting pages that are the same into clusters: each takes the smallest name that it or a
-- page next to it has, and then that of the page so named. After it come changed.sql and keep.sql, and
-- all three again until `changed` is 0. The longest chain halves about every round, so a few rounds do.
-- See ../README.md.
--
-- Wants a table `verdicts` as `offprint pairs` writes it, and `clusters` as clusters.sql begins it.

CREATE OR REPLACE TABLE clusters_next AS
WITH edge AS (
  SELECT a AS id, b AS neighbour FROM verdicts WHERE verdict = 'same'
  UNION ALL
  SELECT b AS id, a AS neighbour FROM verdicts WHERE verdict = 'same'
),
named AS (
  SELECT id, cluster FROM clusters
  UNION ALL
  SELECT edge.id AS id, clusters.cluster AS cluster FROM edge JOIN clusters ON clusters.id = edge.neighbour
),
nearest AS (
  SELECT id, MIN(cluster) AS cluster FROM named GROUP BY id
)
SELECT nearest.id AS id, root.cluster AS cluster
FROM nearest JOIN nearest AS root ON root.id = nearest.cluster;
