// Reads Twee and Twine HTML with extwee and prints the passages found, per file.
import { readFileSync } from "node:fs";
import { parseJSON, parseTwee, parseTwine2ArchiveHTML, parseTwine2HTML } from "extwee";

const parsers = {
  twee: parseTwee,
  html: parseTwine2HTML,
  archive: (text) => parseTwine2ArchiveHTML(text)[0],
  json: parseJSON,
};
console.warn = () => {};
console.info = () => {};

const found = process.argv.slice(2).map((path) => {
  const story = parsers[path.split(".").pop()](readFileSync(path, "utf8"));
  return {
    name: story.name,
    ifid: story.IFID,
    start: story.start,
    passages: story.passages.map((it) => ({ name: it.name, tags: it.tags, text: it.text })),
  };
});
console.log(JSON.stringify(found));
