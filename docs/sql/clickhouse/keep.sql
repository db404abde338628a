-- What the round has found is what the next one begins with.

CREATE OR REPLACE TABLE clusters ENGINE = MergeTree ORDER BY tuple() AS SELECT * FROM clusters_next;
