-- The table that round.sql writes to. Wants a table `clusters`, and no table `clusters_next`.

CREATE TABLE clusters_next AS
SELECT id, cluster FROM clusters;
