-- What the round has found is what the next one begins with.

CREATE OR REPLACE TABLE clusters AS SELECT * FROM clusters_next;
