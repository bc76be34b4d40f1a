// Reads a Fountain file with fountain-js and prints its contents, as pairs of kind and text.
import { readFileSync } from "node:fs";
import { Fountain } from "fountain-js";

const script = new Fountain().parse(readFileSync(process.argv[2], "utf8"), true);
console.log(JSON.stringify(script.tokens.map((it) => [it.type, it.text ?? ""])));
