-- What stood where in a named state that another story file held, wherever that is not what stands
-- after the change of its label: there the feed knows nothing of it.
CREATE TABLE label_slot (
    name TEXT NOT NULL,
    subject BLOB NOT NULL,
    capability TEXT NOT NULL,
    version INTEGER REFERENCES version,
    PRIMARY KEY (name, subject, capability)
) STRICT, WITHOUT ROWID;
