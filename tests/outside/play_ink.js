// Compiles Ink with inkjs and plays it along random paths determined by a seed: `play_ink.js PATHS
// FILE…` prints per file the errors and the text.
import { readFileSync } from "node:fs";
import { Compiler, CompilerOptions, Story } from "inkjs/full";

const [paths, ...files] = process.argv.slice(2);

function dice(seed) {
  let state = seed + 1;
  return (end) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >> 8) % end;
  };
}

function compiled(path) {
  const text = readFileSync(path, "utf8").replace(/^\uFEFF/, "");
  const errors = [];
  const handler = (message, kind) => kind === 2 && errors.push(message);
  const options = new CompilerOptions(null, [], false, handler, null);
  try {
    const json = new Compiler(text, options).Compile().ToJson();
    return { story: () => new Story(json), errors };
  } catch (error) {
    return { story: null, errors: errors.length > 0 ? errors : [String(error)] };
  }
}

function play(story, seed) {
  const roll = dice(seed);
  story.state.storySeed = seed;
  const read = [];
  story.onError = (message) => read.push(`! ${message}`);
  for (let step = 0; step < 200; step += 1) {
    while (story.canContinue && read.length < 5000) read.push(story.Continue());
    if (story.currentChoices.length === 0 || read.length >= 5000) break;
    const choice = roll(story.currentChoices.length);
    read.push(`> ${story.currentChoices[choice].text}`);
    story.ChooseChoiceIndex(choice);
  }
  return read.join("");
}

const results = files.map((path) => {
  const { story, errors } = compiled(path);
  const read = [];
  for (let seed = 0; story && seed < Number(paths); seed += 1) read.push(play(story(), seed));
  return { path, errors, read };
});
console.log(JSON.stringify(results));
