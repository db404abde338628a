-- One round of putting pages that are the same into clusters: each takes the smallest name that it or a
-- page next to it has, and then that of the page so named. Run it again until `changed` is 0; the
-- longest chain halves about every round, so a few rounds do. See README.md in this folder.
--
-- Wants a table `verdicts` as `offprint pairs` writes it, and a table `clusters`, which is first
--   CREATE TABLE clusters AS SELECT id, id AS cluster FROM pages

CREATE OR REPLACE TABLE clusters_next AS -- engine
WITH edge AS (
  SELECT a AS id, b AS neighbour FROM verdicts WHERE verdict = 'same'
  UNION ALL
  SELECT b AS id, a AS neighbour FROM verdicts WHERE verdict = 'same'
),
named AS (
  SELECT id, cluster FROM clusters
  UNION ALL
  SELECT edge.id, clusters.cluster FROM edge JOIN clusters ON clusters.id = edge.neighbour
),
nearest AS (
  SELECT id, MIN(cluster) AS cluster FROM named GROUP BY id
)
SELECT nearest.id, root.cluster
FROM nearest JOIN nearest AS root ON root.id = nearest.cluster;

SELECT COUNT(*) AS changed
FROM clusters JOIN clusters_next ON clusters_next.id = clusters.id
WHERE clusters_next.cluster <> clusters.cluster;

CREATE OR REPLACE TABLE clusters AS SELECT * FROM clusters_next; -- engine
