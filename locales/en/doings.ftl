### What a long call does now, said in the window's language; in English the program says it itself.
