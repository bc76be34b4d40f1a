// Evaluates expressions and effects with the exported page's own script. Arguments: the script, and
// a file of [["value" or "effect", text, [variables, visits, [seed, nodes entered]]], …].
import { readFileSync } from "node:fs";

const [script, asked] = process.argv.slice(2).map((it) => readFileSync(it, "utf8"));
const { evaluate, apply, newDice } = new Function(`"use strict";${script};return { evaluate, apply, newDice };`)();

const answers = JSON.parse(asked).map(([kind, what, [given, counts, dice]]) => {
  const variables = new Map(Object.entries(given ?? {}));
  const visits = (title) => {
    const wanted = title ?? "";
    const folded = Object.keys(counts ?? {}).find((it) => it.toLowerCase() === wanted.toLowerCase());
    return counts?.[wanted] ?? counts?.[folded] ?? 0;
  };
  const around = { variables, visits, dice: newDice(...(dice ?? [0, 0])) };
  if (kind === "value") return evaluate(what, around);
  apply(what, around);
  return Object.fromEntries(variables);
});
console.log(JSON.stringify(answers));
