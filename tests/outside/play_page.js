// Opens an exported page in headless Chromium, presses keys, and says what is shown after each.
// Arguments: the page, and JSON with `keys`, and where wanted `scheme`, `width`, `height`, `reload`
// (whether the page is opened again after the keys) and `picture` (a file to photograph it into).
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [page, given] = process.argv.slice(2);
const wish = JSON.parse(given);
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
});
const context = await browser.newContext({
  colorScheme: wish.scheme ?? "light",
  viewport: { width: wish.width ?? 1100, height: wish.height ?? 800 },
  locale: wish.locale ?? "en-US",
  reducedMotion: "reduce",
});
const tab = await context.newPage();
const complaints = [];
const requests = [];
tab.on("console", (it) => complaints.push(it.text()));
tab.on("pageerror", (it) => complaints.push(String(it)));
tab.on("request", (it) => {
  if (!it.url().startsWith("file:") && !it.url().startsWith("data:")) requests.push(it.url());
});

const shown = () =>
  tab.evaluate(() => ({
    title: document.querySelector("#scene h1")?.textContent ?? null,
    text: document.querySelector("#scene").innerText,
    choices: [...document.querySelectorAll("#choices .choice span")].map((it) => it.textContent),
    end: document.querySelector(".end-of-story")?.textContent ?? null,
    dialog: document.querySelector("dialog[open]")?.id ?? null,
    focused: document.activeElement?.innerText ?? "",
    notice: document.querySelector("#notice").innerText,
    pictures: [...document.querySelectorAll("#scene img")].map((it) => it.naturalWidth),
    background: getComputedStyle(document.body).backgroundColor,
    overflows: document.documentElement.scrollWidth > innerWidth,
  }));

await tab.goto(pathToFileURL(resolve(page)).href);
const seen = [await shown()];
for (const key of wish.keys ?? []) {
  await tab.keyboard.press(key);
  seen.push(await shown());
}
if (wish.reload) {
  await tab.reload();
  seen.push(await shown());
}
if (wish.picture) await tab.screenshot({ path: wish.picture });
console.log(JSON.stringify({ seen, complaints, requests }));
await browser.close();
