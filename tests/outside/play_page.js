// Opens an exported page in headless Chromium, presses keys, and prints what is shown after each.
// Arguments: the page, and JSON with `keys` and optionally `hash` (of the address), `scheme`,
// `width`, `height`, `reload` (open the page again after the keys) and `picture` (a file for a
// screenshot). `keys` may also contain {focus: selector}, {type: text}, {download: selector}
// (prints the file's text), {upload: text} and {choose: selector of a list, value}.
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { launchBrowser } from "./browser.js";

const [page, given] = process.argv.slice(2);
const wish = JSON.parse(given);
const browser = await launchBrowser();
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
  tab.evaluate(() => {
    const all = (selector) => [...document.querySelectorAll(selector)];
    const texts = (selector) => all(selector).map((it) => it.innerText);
    const writer = () => ({
      trail: texts("#trail button"),
      variables: all("#variables li").map((it) => [it.firstChild.textContent, it.lastChild.value]),
      changed: texts("#variables .changed code"),
      closed: texts("#closed li").map((it) => it.replace(/\s+/g, " ")),
      found: texts("#found li").map((it) => it.replace(/\s+/g, " ")),
      states: texts("#states button:first-child"),
    });
    return {
      title: document.querySelector("#scene h1")?.textContent ?? null,
      text: document.querySelector("#scene").innerText,
      choices: [...document.querySelectorAll("#choices .choice span")].map((it) => it.textContent),
      language: [document.documentElement.lang, document.querySelector("#scene").lang],
      directions: all("#scene h1, #scene p, #choices .choice span").map((it) => getComputedStyle(it).direction),
      end: document.querySelector(".end-of-story")?.textContent ?? null,
      dialog: document.querySelector("dialog[open]")?.id ?? null,
      focused: document.activeElement?.innerText ?? "",
      notice: document.querySelector("#notice").innerText,
      heard: ["music", "effect"].map((id) => {
        const audio = document.getElementById(id);
        return audio.paused ? null : story.sounds.indexOf(audio.getAttribute("src"));
      }),
      pictures: [...document.querySelectorAll("#scene img")].map((it) => it.naturalWidth),
      background: getComputedStyle(document.body).backgroundColor,
      carried: [document.querySelector("#carried").value, document.querySelector("#carried-says").innerText],
      writer: document.querySelector("#writer").hidden ? null : writer(),
      overflows: document.documentElement.scrollWidth > innerWidth,
    };
  });

async function press(key) {
  if (typeof key === "string") return tab.keyboard.press(key);
  if (key.focus) return tab.focus(key.focus);
  if (key.type) return tab.keyboard.insertText(key.type);
  if (key.choose) return void (await tab.selectOption(key.choose, key.value));
  if (key.upload) {
    const buffer = Buffer.from(key.upload);
    await tab.setInputFiles("#file", { name: "a.save.json", mimeType: "application/json", buffer });
    // The file is read asynchronously: the dialog closes, or shows an error.
    await tab.waitForFunction(
      () => !document.querySelector("#saves[open]") || document.querySelector("#carried-says").innerText,
    );
    return;
  }
  const coming = tab.waitForEvent("download");
  await tab.focus(key.download);
  await tab.keyboard.press("Enter");
  const file = await coming;
  return [file.suggestedFilename(), await readFile(await file.path(), "utf8")];
}

const hash = wish.hash ? `#${encodeURI(wish.hash)}` : "";
await tab.goto(pathToFileURL(resolve(page)).href + hash);
const seen = [await shown()];
for (const key of wish.keys ?? []) {
  const file = await press(key);
  seen.push({ ...(await shown()), file });
}
if (wish.reload) {
  await tab.reload();
  seen.push(await shown());
}
if (wish.picture) await tab.screenshot({ path: wish.picture });
console.log(JSON.stringify({ seen, complaints, requests }));
await browser.close();
