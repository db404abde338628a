-- What the round has found is what the next one begins with.

INSERT OVERWRITE TABLE clusters SELECT * FROM clusters_next;
