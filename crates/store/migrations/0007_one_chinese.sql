-- The search index reads traditional signs as simplified ones: it is written anew, from the first
-- change on. It holds nothing that is not in the versions too.
INSERT INTO search (search) VALUES ('delete-all');
UPDATE story SET indexed = -1;
