// Opens files in headless Chromium, one after another, each until it has finished loading.
// Arguments: the files. The test's server records what they request.
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});
const tab = await browser.newPage();
for (const file of process.argv.slice(2)) {
  await tab.goto(pathToFileURL(file).href, { waitUntil: "networkidle" });
}
await browser.close();
