-- The first schema of a story file. Append only: a later schema is a later file.
--
-- Ids are UUIDs of 16 bytes, subjects 17 bytes (sort, then id), times whole microseconds since 1970,
-- bodies JSON text, hashes BLAKE3 of the body's bytes.

-- The story itself: one row. The search index follows the feed up to the change `indexed`.
CREATE TABLE story (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    id BLOB NOT NULL,
    made INTEGER NOT NULL,
    indexed INTEGER NOT NULL DEFAULT -1
) STRICT;

-- What undo takes back at once: one commit, or the commits of one turn. `undone` orders the steps
-- that are undone, so that redo takes the last one first.
CREATE TABLE step (
    number INTEGER PRIMARY KEY,
    turn BLOB,
    last INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('done', 'undone', 'dead')),
    undone INTEGER
) STRICT;
CREATE INDEX step_state ON step (state, last);
CREATE INDEX step_turn ON step (turn, state) WHERE turn IS NOT NULL;

-- The feed: one row a commit, numbered without gaps. Row 0 is the making of the story.
CREATE TABLE change (
    number INTEGER PRIMARY KEY,
    id BLOB NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('edit', 'undo', 'redo', 'restore', 'adopt')),
    author_kind TEXT NOT NULL CHECK (author_kind IN ('person', 'assistant', 'program')),
    author TEXT NOT NULL,
    origin TEXT,
    turn BLOB,
    draft BLOB,
    reason TEXT NOT NULL,
    time INTEGER NOT NULL,
    step INTEGER REFERENCES step
) STRICT;
CREATE INDEX change_step ON change (step) WHERE step IS NOT NULL;

-- What each call answered, so that a retry hears the same and nothing runs twice.
CREATE TABLE call (
    number INTEGER PRIMARY KEY,
    caller TEXT NOT NULL,
    id TEXT NOT NULL,
    fingerprint BLOB NOT NULL,
    outcome TEXT NOT NULL CHECK (json_valid(outcome)),
    change INTEGER REFERENCES change,
    UNIQUE (caller, id)
) STRICT;

-- Immutable states of slots (subject and capability). Compaction empties a body, nothing else ever
-- changes here. The change is written after its versions; a reference would make SQLite search all
-- versions for each change, so a check looks for it instead.
CREATE TABLE version (
    row INTEGER PRIMARY KEY,
    id BLOB NOT NULL UNIQUE,
    subject BLOB NOT NULL,
    capability TEXT NOT NULL,
    number INTEGER NOT NULL,
    change INTEGER NOT NULL,
    base BLOB,
    hash BLOB NOT NULL,
    body TEXT,
    UNIQUE (subject, capability, number)
) STRICT;

-- Which version of a slot counts. A slot without a row has none.
CREATE TABLE adopted (
    subject BLOB NOT NULL,
    capability TEXT NOT NULL,
    version INTEGER NOT NULL REFERENCES version,
    PRIMARY KEY (subject, capability)
) STRICT, WITHOUT ROWID;
CREATE INDEX adopted_version ON adopted (version);

-- What each commit moved. A drafted move is seen in its draft only.
CREATE TABLE move (
    change INTEGER NOT NULL REFERENCES change,
    position INTEGER NOT NULL,
    subject BLOB NOT NULL,
    capability TEXT NOT NULL,
    before INTEGER REFERENCES version,
    after INTEGER REFERENCES version,
    drafted INTEGER NOT NULL CHECK (drafted IN (0, 1)),
    PRIMARY KEY (change, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX move_slot ON move (subject, capability, change);

CREATE TABLE draft (
    number INTEGER PRIMARY KEY,
    id BLOB NOT NULL UNIQUE,
    turn BLOB,
    title TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'closed')),
    time INTEGER NOT NULL
) STRICT;

-- What is left in a draft: for each slot what it builds on and what it would adopt.
CREATE TABLE draft_piece (
    draft BLOB NOT NULL REFERENCES draft (id),
    subject BLOB NOT NULL,
    capability TEXT NOT NULL,
    base INTEGER REFERENCES version,
    after INTEGER REFERENCES version,
    PRIMARY KEY (draft, subject, capability)
) STRICT, WITHOUT ROWID;

CREATE TABLE label (
    name TEXT PRIMARY KEY,
    change INTEGER NOT NULL REFERENCES change,
    author_kind TEXT NOT NULL,
    author TEXT NOT NULL,
    time INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE asset (
    number INTEGER PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE,
    mime TEXT NOT NULL,
    bytes BLOB NOT NULL
) STRICT;

CREATE TABLE thread (
    number INTEGER PRIMARY KEY,
    id BLOB NOT NULL UNIQUE,
    title TEXT NOT NULL,
    node BLOB,
    time INTEGER NOT NULL
) STRICT;

CREATE TABLE message (
    number INTEGER PRIMARY KEY,
    id BLOB NOT NULL UNIQUE,
    thread INTEGER NOT NULL REFERENCES thread,
    turn BLOB NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('system', 'user', 'assistant', 'tool')),
    content TEXT NOT NULL,
    metadata TEXT NOT NULL CHECK (json_valid(metadata)),
    time INTEGER NOT NULL
) STRICT;
CREATE INDEX message_thread ON message (thread, number);

CREATE TABLE turn (
    number INTEGER PRIMARY KEY,
    id BLOB NOT NULL UNIQUE,
    thread INTEGER NOT NULL REFERENCES thread,
    ended INTEGER NOT NULL CHECK (ended IN (0, 1)),
    state TEXT NOT NULL CHECK (json_valid(state))
) STRICT;
CREATE INDEX turn_open ON turn (ended) WHERE ended = 0;

-- The graph as it stands, kept by the code that moves pointers, so that opening a story is close to
-- reading two tables. `made` is the row of the first version and gives the order of making.
CREATE TABLE node (
    made INTEGER PRIMARY KEY,
    id BLOB NOT NULL UNIQUE,
    title TEXT NOT NULL,
    kind TEXT NOT NULL,
    x REAL NOT NULL DEFAULT 0,
    y REAL NOT NULL DEFAULT 0,
    width REAL,
    height REAL,
    parent BLOB,
    color TEXT,
    collapsed INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX node_parent ON node (parent) WHERE parent IS NOT NULL;

CREATE TABLE edge (
    made INTEGER PRIMARY KEY,
    id BLOB NOT NULL UNIQUE,
    source BLOB NOT NULL,
    target BLOB NOT NULL,
    label TEXT NOT NULL,
    position INTEGER NOT NULL,
    condition TEXT
) STRICT;
CREATE INDEX edge_source ON edge (source);
CREATE INDEX edge_target ON edge (target);

-- The text of adopted versions, split for search; the row is the version's.
CREATE VIRTUAL TABLE search USING fts5 (
    text,
    content = '',
    contentless_delete = 1,
    tokenize = 'unicode61 remove_diacritics 0'
);
