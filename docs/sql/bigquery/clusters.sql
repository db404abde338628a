-- Each page by itself, before the first round. Wants a table `pages`, and no table `clusters`.

CREATE TABLE clusters AS
SELECT id, id AS cluster FROM pages;
