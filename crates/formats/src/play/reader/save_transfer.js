// A place that leaves the browser: as a file or as a line of text, and back in.

const SAVE = "storyteller-save";
const LONGEST_SAVE = 4000000;

function asSave(story, place) {
  return JSON.stringify({ format: SAVE, version: 1, story: story.id, ...place });
}

// The same as one line that no messenger changes.
function asCode(save) {
  const bytes = new TextEncoder().encode(save);
  let halves = "";
  for (const byte of bytes) halves += String.fromCharCode(byte);
  return `${SAVE}:${btoa(halves)}`;
}

// The place in a file or a line of text: {place}, or {why} with the name of what to say.
function readSave(story, text) {
  const plain = text.trim();
  if (plain === "" || plain.length > LONGEST_SAVE) return { why: "noSave" };
  let save;
  try {
    save = JSON.parse(plain.startsWith(`${SAVE}:`) ? decoded(plain.slice(SAVE.length + 1)) : plain);
  } catch {
    return { why: "noSave" };
  }
  const place = placeIn(save);
  if (place === null || save.format !== SAVE) return { why: "noSave" };
  return save.story === story.id ? { place } : { why: "otherStory" };
}

function decoded(code) {
  const halves = atob(code.replace(/\s/g, ""));
  const bytes = Uint8Array.from(halves, (it) => it.charCodeAt(0));
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}

function download(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

// A name that every system takes for a file.
function fileName(...parts) {
  return `${parts.join(" - ").replace(/[\\/:*?"<>|\p{Cc}]/gu, "_").slice(0, 80)}.save.json`;
}
