-- Whether a choice is offered until it has been taken, and then no more.
ALTER TABLE edge ADD COLUMN once INTEGER NOT NULL DEFAULT 0;
