// Plays scripts along random paths determined by a seed, in exported pages in headless Chromium and
// with inkjs or yarn-bound: `walk_script.js PATHS STEPS PAGE SCRIPT …` prints per pair what both show,
// and what the browser complained of or requested. Lines are compared without spaces at their ends.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Compiler, CompilerOptions, Story } from "inkjs/full";
import { launchBrowser } from "./browser.js";
import { createRequire } from "node:module";

const YarnBound = createRequire(import.meta.url)("yarn-bound");
const YarnRunner = YarnBound.default ?? YarnBound;

const [paths, steps, ...files] = process.argv.slice(2);

function dice(seed) {
  let state = seed + 1;
  return (end) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >> 8) % end;
  };
}

// Both are moved in the same way: `begin(seed)`, `read()` for lines and choices, `choose(number)`.
async function walk(player, seed) {
  const roll = dice(seed);
  const told = [];
  await player.begin(seed);
  for (let step = 0; step < Number(steps); step += 1) {
    const { lines, choices } = await player.read();
    told.push(...lines, ...choices.map((it) => `* ${it}`));
    if (choices.length === 0) break;
    const taken = roll(choices.length);
    told.push(`> ${taken}`);
    await player.choose(taken);
  }
  return told;
}

const tidy = (texts) => texts.map((it) => it.replace(/\s+/g, " ").trim()).filter(Boolean);

// The page shows tags as styles, or what is between them alone.
const untagged = (texts) => texts.map((it) => it.replace(/<\/?[A-Za-z][^<>]*>/g, ""));

function yarn(path) {
  const dialogue = readFileSync(path, "utf8");
  const startAt = dialogue.match(/^title: *(\w+)/m)[1];
  let runner;
  const said = ({ text, markup }) => {
    const speaker = markup?.find((it) => it.name === "character")?.properties.name;
    return speaker ? `${speaker}: ${text}` : text;
  };
  return {
    begin: () => {
      runner = new YarnRunner({ dialogue, startAt, combineTextAndOptionsResults: false });
    },
    read: () => {
      const lines = [];
      for (; runner.currentResult && !runner.currentResult.options; runner.advance()) {
        const { text, isDialogueEnd } = runner.currentResult;
        if (text !== undefined) lines.push(said(runner.currentResult));
        if (isDialogueEnd) break;
      }
      const options = runner.currentResult?.options ?? [];
      const choices = options.filter((it) => it.isAvailable).map(said);
      return { lines: tidy(lines), choices: tidy(choices) };
    },
    choose: (number) => {
      const open = runner.currentResult.options.flatMap((it, at) => (it.isAvailable ? [at] : []));
      runner.advance(open[number]);
    },
  };
}

function ink(path) {
  const text = readFileSync(path, "utf8").replace(/^\uFEFF/, "");
  const options = new CompilerOptions(null, [], false, () => {}, null);
  const json = new Compiler(text, options).Compile().ToJson();
  let story;
  return {
    begin: (seed) => {
      story = new Story(json);
      story.state.storySeed = seed;
      story.onError = () => {};
    },
    read: () => {
      const lines = [];
      while (story.canContinue) lines.push(story.Continue());
      // The page says for a choice without words where it leads.
      const choices = untagged(story.currentChoices.map((it) => it.text));
      return { lines: tidy(untagged(lines)), choices: choices.map((it) => tidy([it])[0] ?? "Go on") };
    },
    choose: (number) => story.ChooseChoiceIndex(number),
  };
}

function inPage(tab) {
  return {
    begin: (seed) => tab.evaluate((seed) => goTo({ from: null, seed, state: [], path: [] }), seed),
    read: async () => {
      const read = await tab.evaluate(() => ({
        lines: [...document.querySelectorAll("#scene p")].map((it) => it.innerText),
        choices: [...document.querySelectorAll("#choices .choice span")].map((it) => it.innerText),
      }));
      return { lines: tidy(read.lines), choices: tidy(read.choices) };
    },
    choose: (number) => tab.locator("#choices .choice").nth(number).click(),
  };
}

const browser = await launchBrowser();
const context = await browser.newContext({ locale: "en-US", reducedMotion: "reduce" });
const results = [];
for (let at = 0; at < files.length; at += 2) {
  const [page, script] = [files[at], files[at + 1]];
  const tab = await context.newPage();
  const complaints = [];
  tab.on("console", (it) => complaints.push(it.text()));
  tab.on("pageerror", (it) => complaints.push(String(it)));
  tab.on("request", (it) => it.url().startsWith("file:") || complaints.push(it.url()));
  await tab.goto(pathToFileURL(resolve(page)).href);
  const [shown, told] = [[], []];
  for (let seed = 0; seed < Number(paths); seed += 1) {
    shown.push(await walk(inPage(tab), seed));
    const direct = script.endsWith(".yarn") ? yarn : ink;
    told.push(await walk(direct(script), seed));
  }
  results.push({ page, shown, told, complaints });
  await tab.close();
}
console.log(JSON.stringify(results));
await browser.close();
