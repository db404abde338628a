-- How many pages the round has given another name. At 0 the clusters are found.

SELECT COUNT(*) AS changed
FROM clusters JOIN clusters_next ON clusters_next.id = clusters.id
WHERE clusters_next."cluster" <> clusters."cluster";
