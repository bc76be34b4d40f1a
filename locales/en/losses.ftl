### What a format cannot hold, said in the window's language; in English the program says it itself.
