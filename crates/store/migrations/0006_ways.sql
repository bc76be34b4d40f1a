-- Whether a link's target is computed when the story runs, and whether it is no choice but shows the
-- other node as a part of this one.
ALTER TABLE edge ADD COLUMN dynamic INTEGER NOT NULL DEFAULT 0;
ALTER TABLE edge ADD COLUMN includes INTEGER NOT NULL DEFAULT 0;
