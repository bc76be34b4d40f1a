-- Sums over the rows of the other tables, kept with every write: `source` over everything that cannot
-- be derived, `adopted` over the pointers, `graph` over nodes and edges. SQLite itself does not notice
-- a changed byte in a row. Texts and assets count through their own hashes.
CREATE TABLE checksum (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    source BLOB NOT NULL,
    adopted BLOB NOT NULL,
    graph BLOB NOT NULL
) STRICT;
INSERT INTO checksum (only, source, adopted, graph)
VALUES (1, zeroblob(32), zeroblob(32), zeroblob(32));
