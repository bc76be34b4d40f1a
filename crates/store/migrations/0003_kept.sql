-- What the program keeps beside a conversation, or beside the story as a whole (thread 0), by name:
-- which strategy fits it into a model's window, what stands for its older turns, which nodes are
-- always shown. JSON text; last word wins, no history.

CREATE TABLE kept (
    thread INTEGER NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL CHECK (json_valid(value)),
    PRIMARY KEY (thread, name)
) STRICT, WITHOUT ROWID;
