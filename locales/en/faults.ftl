### What went wrong by its code, in a window whose language is not the program's: a heading and what to do. The program's own words, which are English, stand below as the detail.
