### Why something could not be done, said in the window's language with what to do; in English the program says it itself.
