// Plays published Twine stories in their real story formats (which extwee brings along) in headless
// Chromium, along paths determined by a seed: `walk_twine.js PATHS STEPS FILE…` prints for each file,
// a story without a program (`tw-storydata`), the complaints of the browser and, for every path, the
// passages that were read: their lines without links of their own line, what is offered, and what
// was taken. A link is known by its words.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { launchBrowser } from "./browser.js";

const [paths, steps, ...files] = process.argv.slice(2);
const formats = join(dirname(createRequire(import.meta.url).resolve("twine-story-formats/package.json")), "story-formats");

// Where each story format shows a passage, and what a reader can follow in it.
const FORMATS = {
  SugarCube: { folder: "sugarcube-2.31.1", passage: "#passages .passage", link: "a.link-internal:not(.link-broken), button.link-internal" },
  Harlowe: { folder: "harlowe-3.1.0", passage: "tw-passage", link: "tw-link" },
  Chapbook: { folder: "chapbook-1.2.0", passage: "#page > article > div", link: "a[data-cb-go]" },
  Snowman: { folder: "snowman-2.0.2", passage: "tw-passage", link: "a[data-passage]" },
};

function formatOf(html) {
  const name = /<tw-storydata[^>]*? format="([^"]*)"/.exec(html)?.[1];
  const format = FORMATS[name];
  if (!format) throw new Error(`there is no story format ${name} here`);
  const source = readFileSync(join(formats, format.folder, "format.js"), "utf8");
  // The file is one call with an object that is nearly JSON; Harlowe's also has a function.
  const object = Function(`let found; const window = { storyFormat: (it) => { found = it } }; ${source}; return found;`)();
  return { ...format, name, source: object.source };
}

function published(file) {
  const html = readFileSync(file, "utf8");
  const data = /<tw-storydata[\s\S]*<\/tw-storydata>/.exec(html)[0];
  const title = /<tw-storydata[^>]*? name="([^"]*)"/.exec(html)?.[1] ?? "";
  const format = formatOf(html);
  const page = format.source.replaceAll("{{STORY_NAME}}", () => title).replaceAll("{{STORY_DATA}}", () => data);
  const path = `${resolve(file)}.played.html`;
  writeFileSync(path, page);
  return { path, format };
}

function dice(seed) {
  let state = seed + 1;
  return (end) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >> 8) % end;
  };
}

// What is shown when nothing changes from one frame to the next any more, and when the passage that
// was read before is gone. A busy machine displays a passage before what is in it, so one without
// anything to read counts only after a second.
const reading = ({ passage, link }) =>
  new Promise((done) => {
    let before;
    let same = 0;
    let since = 0;
    const look = () => {
      const shown = [...document.querySelectorAll(passage)].at(-1);
      const is = shown?.innerHTML;
      const isOld = shown?.firstElementChild ? shown.firstElementChild.wasRead : shown?.wasRead;
      const isMoving = document.getAnimations().length > 0;
      const isSeen = (it) => it.getClientRects().length > 0;
      same = is !== undefined && is === before && isSeen(shown) && !isOld && !isMoving ? same + 1 : 0;
      if (same === 0) since = performance.now();
      before = is;
      const isEmpty = () => shown.innerText.trim() === "" && performance.now() - since < 1000;
      if (same < 4 || isEmpty()) return requestAnimationFrame(look);
      const links = [...shown.querySelectorAll(link)].filter(isSeen);
      const offered = links.map((it) => it.innerText.replace(/\s+/g, " ").trim());
      const isLinks = (line) => {
        let rest = line.replace(/\s+/g, "");
        for (const it of [...offered].sort((one, other) => other.length - one.length)) rest = rest.replaceAll(it.replace(/\s+/g, "") || "\0", "");
        return rest === "";
      };
      const lines = shown.innerText.split("\n").map((it) => it.replace(/\s+/g, " ").trim());
      const faults = [...shown.querySelectorAll(".error, tw-error, .link-broken, tw-broken-link")].map((it) => it.innerText);
      done({ text: lines.filter((it) => it && !isLinks(it)), offered, faults });
    };
    look();
  });

const following = ({ passage, link, taken }) => {
  const shown = [...document.querySelectorAll(passage)].at(-1);
  shown.wasRead = true;
  for (const it of shown.children) it.wasRead = true;
  const isSeen = (it) => it.getClientRects().length > 0;
  [...shown.querySelectorAll(link)].filter(isSeen)[taken].click();
};

const browser = await launchBrowser();
/** Plays one story from its start along every path. */
async function played(file) {
  const { path, format } = published(file);
  // Stories of one context would share what they store.
  const context = await browser.newContext({ locale: "en-US", reducedMotion: "reduce" });
  await context.route(/^https?:/, (route) => route.abort());
  // Every path begins without what an earlier one stored. Without Harlowe's buttons beside a passage, and
  // without waiting for what fades in.
  await context.addInitScript(() => {
    if (location.protocol === "file:") {
      localStorage.clear();
      sessionStorage.clear();
    }
    const style = new CSSStyleSheet();
    style.replaceSync("tw-sidebar { display: none !important } * { animation-duration: 1ms !important; transition-duration: 1ms !important }");
    document.adoptedStyleSheets.push(style);
  });
  const tab = await context.newPage();
  const complaints = [];
  tab.on("pageerror", (it) => complaints.push(String(it)));
  tab.on("dialog", (it) => {
    complaints.push(it.message());
    it.dismiss();
  });
  const walks = [];
  for (let seed = 0; seed < Number(paths); seed += 1) {
    const roll = dice(seed);
    await tab.goto("about:blank");
    await tab.goto(pathToFileURL(path).href);
    const walk = [];
    while (walk.length < Number(steps)) {
      const read = await tab.evaluate(reading, format);
      complaints.push(...read.faults);
      const taken = read.offered.length > 0 ? roll(read.offered.length) : null;
      walk.push({ text: read.text, offered: read.offered, taken });
      if (taken === null) break;
      await tab.evaluate(following, { ...format, taken });
    }
    walks.push(walk);
  }
  await context.close();
  return { file, format: format.name, complaints, walks };
}

// A page waits most of the time, so several are played at once.
const results = new Array(files.length);
const waiting = files.entries();
const play = async () => {
  for (const [at, file] of waiting) results[at] = await played(file);
};
await Promise.all(Array.from({ length: 3 }, play));
console.log(JSON.stringify(results));
await browser.close();
