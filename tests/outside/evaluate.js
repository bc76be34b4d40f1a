// Evaluates expressions and effects with the exported page's own script. Arguments: the script, and
// a file of [["value" or "effect", text, [variables, visits]], …].
import { readFileSync } from "node:fs";

const [script, asked] = process.argv.slice(2).map((it) => readFileSync(it, "utf8"));
const { evaluate, apply } = new Function(`"use strict";${script};return { evaluate, apply };`)();

const answers = JSON.parse(asked).map(([kind, what, [given, counts]]) => {
  const variables = new Map(Object.entries(given ?? {}));
  const visits = (title) => {
    const wanted = title ?? "";
    const folded = Object.keys(counts ?? {}).find((it) => it.toLowerCase() === wanted.toLowerCase());
    return counts?.[wanted] ?? counts?.[folded] ?? 0;
  };
  if (kind === "value") return evaluate(what, variables, visits);
  apply(what, variables, visits);
  return Object.fromEntries(variables);
});
console.log(JSON.stringify(answers));
