// Parses every flowchart in Markdown files with mermaid, which needs a browser, within its default
// limits, and prints how many there were in each file.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { launchBrowser } from "./browser.js";

const MOST_EDGES = 500;
const MOST_CHARACTERS = 50000;

const browser = await launchBrowser();
const tab = await browser.newPage();
const library = new URL("./node_modules/mermaid/dist/mermaid.min.js", import.meta.url);
await tab.addScriptTag({ path: fileURLToPath(library) });

const counts = [];
for (const file of process.argv.slice(2)) {
  const diagrams = [...readFileSync(file, "utf8").matchAll(/^```mermaid\n([\s\S]*?)^```$/gm)];
  for (const [, text] of diagrams) {
    if (text.length > MOST_CHARACTERS) throw new Error(`${file}: too long`);
    if (text.split("-->").length - 1 > MOST_EDGES) throw new Error(`${file}: too many edges`);
    await tab.evaluate((it) => globalThis.mermaid.parse(it), text);
  }
  counts.push(diagrams.length);
}
console.log(JSON.stringify(counts));
await browser.close();
