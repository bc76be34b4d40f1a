-- Where versions come from that another story file held: who wrote them there, when and why. A
-- version without a row here was written by its own change.
CREATE TABLE provenance (
    version INTEGER PRIMARY KEY REFERENCES version,
    author_kind TEXT NOT NULL CHECK (author_kind IN ('person', 'assistant', 'program')),
    author TEXT NOT NULL,
    turn BLOB,
    draft BLOB,
    reason TEXT NOT NULL,
    time INTEGER NOT NULL
) STRICT;

-- The identity of the story whose whole past came in, under which it goes out again.
ALTER TABLE story ADD COLUMN origin BLOB;
