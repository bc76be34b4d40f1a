// What the reader says, in each language under its code. The files beside add the languages.

const WORDS = {};
