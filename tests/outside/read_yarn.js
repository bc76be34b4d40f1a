// Compiles Yarn with yarn-bound and visits every node: `read_yarn.js FILE…` prints per file what
// each node shows first, or the error.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { withoutOnce } from "./yarn_once.js";

const YarnBound = createRequire(import.meta.url)("yarn-bound");
const Runner = YarnBound.default ?? YarnBound;

function shown(result) {
  if (!result) return null;
  return { text: result.text ?? null, options: result.options?.map((it) => it.text) ?? null };
}

// A line that looks like a title within a body is not one.
function titlesOf(dialogue) {
  const titles = [];
  let inBody = false;
  for (const line of dialogue.split(/\r?\n/)) {
    if (inBody) inBody = line.trim() !== "===";
    else if (line.trim() === "---") inBody = true;
    else titles.push(...(line.match(/^title: *(.*)$/) ?? []).slice(1));
  }
  return titles;
}

const results = process.argv.slice(2).map((path) => {
  const dialogue = withoutOnce(readFileSync(path, "utf8"));
  const titles = titlesOf(dialogue);
  const nodes = {};
  for (const title of titles) {
    try {
      const runner = new Runner({ dialogue, startAt: title, combineTextAndOptionsResults: false });
      const steps = [];
      for (let step = 0; step < 20 && runner.currentResult; step += 1) {
        steps.push(shown(runner.currentResult));
        if (runner.currentResult.options || runner.currentResult.isDialogueEnd) break;
        runner.advance();
      }
      nodes[title] = steps;
    } catch (error) {
      nodes[title] = `! ${error.message ?? error}`;
    }
  }
  return { path, nodes };
});
console.log(JSON.stringify(results));
