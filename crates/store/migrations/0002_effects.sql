-- What taking a choice does to the variables.
ALTER TABLE edge ADD COLUMN effect TEXT;
