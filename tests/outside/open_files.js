// Opens files in headless Chromium, one after another, each until it has finished loading.
// Arguments: the files. The test's server records what they request.
import { pathToFileURL } from "node:url";
import { launchBrowser } from "./browser.js";

const browser = await launchBrowser();
const tab = await browser.newPage();
for (const file of process.argv.slice(2)) {
  await tab.goto(pathToFileURL(file).href, { waitUntil: "networkidle" });
}
await browser.close();
