-- Who wrote and who owns a conversation, by id: names are not unique. Rows of earlier versions have
-- none; such conversations belong to the person who runs the program.
ALTER TABLE change ADD COLUMN principal TEXT;
ALTER TABLE thread ADD COLUMN owner TEXT;
