### What was odd in a file, said in the window's language; in English the program says it itself.
