// Plays Ink or Yarn in its own program along paths determined by a seed: `play_paths.js ink|yarn
// PATHS FILE…` prints per file the errors, and for every path which choices were offered at each
// step and which was taken; `readings` tell also what was shown before, up to the last words. Included Ink files are found regardless of letter case, as on most game
// developers' systems.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Compiler, CompilerOptions, Story } from "inkjs/full";
import { withoutOnce } from "./yarn_once.js";

const YarnBound = createRequire(import.meta.url)("yarn-bound");
const Runner = YarnBound.default ?? YarnBound;
const [language, paths, ...files] = process.argv.slice(2);
const MOST = 14;

function dice(seed) {
  let state = seed + 1;
  return (end) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >> 8) % end;
  };
}

function found(root, name) {
  return name.split(/[\\/]/).reduce((folder, part) => {
    const wanted = part.toLowerCase();
    return join(folder, readdirSync(folder).find((it) => it.toLowerCase() === wanted) ?? part);
  }, root);
}

function ink(path) {
  const root = dirname(path);
  const handler = {
    ResolveInkFilename: (name) => found(root, name),
    LoadInkFileContents: (name) => readFileSync(name, "utf8"),
  };
  const errors = [];
  const onError = (message, kind) => kind === 2 && errors.push(message);
  const text = readFileSync(path, "utf8").replace(/^\uFEFF/, "");
  let json;
  try {
    const options = new CompilerOptions(path, [], false, onError, handler);
    json = new Compiler(text, options).Compile().ToJson();
  } catch (error) {
    return { errors: errors.length > 0 ? errors : [String(error)] };
  }
  const walk = (roll) => {
    const story = new Story(json);
    story.onError = (message) => errors.push(message);
    const steps = [];
    while (steps.length < MOST) {
      const text = [];
      while (story.canContinue && text.length < 1000) text.push(story.Continue().trim());
      const offered = story.currentChoices.map((it) => it.text.trim());
      const taken = offered.length > 0 ? roll(offered.length) : null;
      steps.push({ text, offered, taken });
      if (taken === null) break;
      story.ChooseChoiceIndex(taken);
    }
    return steps;
  };
  return { errors, walk };
}

// Yarn leaves one thing to the game, which is done as in Yarn Spinner: a visit counts when it is
// over.
class Counting extends Runner {
  jump(startAt) {
    const counts = new Map();
    let present = null;
    const enter = this.runner.getParserNodes.bind(this.runner);
    this.runner.getParserNodes = (title) => {
      if (present !== null) counts.set(present, (counts.get(present) ?? 0) + 1);
      present = title;
      return enter(title);
    };
    // Part of Yarn Spinner, but not of this player.
    this.runner.registerFunction("random_range", (low, high) => low + Math.floor(Math.random() * (high - low + 1)));
    this.runner.registerFunction("visited_count", (title) => counts.get(title) ?? 0);
    this.runner.registerFunction("visited", (title) => counts.has(title));
    super.jump(startAt);
  }
}

function yarn(path) {
  const dialogue = withoutOnce(readFileSync(path, "utf8"));
  const nodes = dialogue.split(/^===$/m);
  const first = nodes.find((it) => /^storyteller_story:/m.test(it)) ?? nodes[0];
  const startAt = first.match(/^title: *(.*)$/m)[1];
  const errors = [];
  const walk = (roll) => {
    const steps = [];
    let text = [];
    try {
      const options = { dialogue, startAt, combineTextAndOptionsResults: false };
      const runner = new Counting(options);
      for (let line = 0; steps.length < MOST && line < 1000; line += 1) {
        const result = runner.currentResult;
        if (!result) break;
        if (!result.options) {
          text.push(result.text?.trim() ?? "");
          if (result.isDialogueEnd) break;
          runner.advance();
          continue;
        }
        const open = result.options.map((it, at) => [it, at]).filter(([it]) => it.isAvailable);
        if (open.length === 0) break;
        const taken = roll(open.length);
        steps.push({ text, offered: open.map(([it]) => it.text.trim()), taken });
        text = [];
        runner.advance(open[taken][1]);
      }
      if (steps.length < MOST) steps.push({ text, offered: [], taken: null });
    } catch (error) {
      errors.push(String(error.message ?? error));
    }
    return steps;
  };
  return { errors, walk };
}

const results = files.map((path) => {
  const { errors, walk } = language === "ink" ? ink(path) : yarn(path);
  const readings = [];
  for (let seed = 0; walk && seed < Number(paths); seed += 1) readings.push(walk(dice(seed)));
  const chosen = (steps) => steps.filter((it) => it.taken !== null);
  return { path, errors, walks: readings.map(chosen), readings };
});
console.log(JSON.stringify(results));
