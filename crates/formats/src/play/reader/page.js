// The page: shows where the game stands, and takes clicks and keys.

const story = JSON.parse(document.getElementById("story").textContent);
const languages = languagesOf(story);
const store = openStore(story.id);
const asked = [store.language(), story.begins, ...(navigator.languages || [])];
if (languages.length > 1) showIn(story, firstOf(languages, ...asked));
else if (story.script) compileScript(story);
const byId = (id) => document.getElementById(id);
const SLOTS = 8;

let looks = { theme: "auto", size: "medium", language: firstLanguage(), ...store.looks() };
if (!Object.hasOwn(WORDS, looks.language)) looks.language = "en";
let words = WORDS[looks.language];
let game = newGame(story);

function firstLanguage() {
  const wanted = [story.language, navigator.language || ""].map((it) => it.split("-")[0]);
  return wanted.find((it) => Object.hasOwn(WORDS, it)) || "en";
}

function showLooks() {
  words = WORDS[looks.language];
  const root = document.documentElement;
  root.dataset.theme = looks.theme;
  root.dataset.size = looks.size;
  for (const it of document.querySelectorAll("[data-say]")) it.textContent = words[it.dataset.say];
  for (const it of document.querySelectorAll("[data-label]")) {
    it.setAttribute("aria-label", words[it.dataset.label]);
    if (it.tagName === "BUTTON") it.title = words[it.dataset.label];
  }
  for (const it of document.querySelectorAll("[data-hint]")) it.placeholder = words[it.dataset.hint];
  for (const row of document.querySelectorAll("[data-setting]")) {
    for (const it of row.children) {
      it.setAttribute("aria-pressed", String(it.value === looks[row.dataset.setting]));
    }
  }
  for (const it of document.querySelectorAll("main, dialog, .tools, #writer")) it.lang = looks.language;
  root.lang = story.language;
  for (const it of ["scene", "choices", "name"]) byId(it).lang = story.language;
  byId("name").textContent = story.title;
  byId("story-language").value = story.language;
  byId("buttons-language").value = looks.language;
  const keys = byId("keys");
  keys.replaceChildren();
  const soundKeys = story.sounds ? [[["M"], words.sound]] : [];
  for (const [caps, what] of [...words.keys, ...soundKeys]) {
    const term = add(keys, "dt");
    for (const cap of caps) {
      if (cap === "–") term.append(" – ");
      else {
        if (term.lastChild && term.lastChild.tagName === "KBD") term.append(" ");
        add(term, "kbd", cap);
      }
    }
    add(keys, "dd", what);
  }
}

// Says something in passing; it goes when the page turns.
function notify(text) {
  byId("notice").textContent = text || "";
  byId("notice").hidden = !text;
}

function show(turns) {
  showPage(turns);
  if (story.sounds) hear(turns);
  showWriting();
}

function showPage(turns) {
  const [scene, choices] = [byId("scene"), byId("choices")];
  scene.replaceChildren();
  choices.replaceChildren();
  byId("back").disabled = game.path.length === 0;
  byId("open-restart").disabled = isAtStart();
  if (game.at === null) {
    add(scene, "p", words.empty);
    return;
  }
  const node = story.nodes[game.at];
  const title = add(scene, "h1", game.player ? story.title : node.title);
  title.id = "scene-title";
  title.dir = "auto";
  // The names of a script's parts are no headings of what is read.
  if (game.player) title.className = "unseen";
  const entered = game.player ? [...game.entered].map((at) => story.nodes[at]) : [node];
  for (const { picture, described } of entered.filter((it) => it.picture !== undefined)) {
    const image = add(add(scene, "figure"), "img");
    image.src = story.pictures[picture];
    image.alt = described || "";
  }
  showBlocks(game.player ? scriptBlocks(game) : shownBlocks(node, game), scene);
  showChoices(node, choices);
  document.title = game.player ? story.title : `${node.title} · ${story.title}`;
  if (turns) {
    document.body.classList.remove("turned");
    void document.body.offsetWidth;
    document.body.classList.add("turned");
    window.scrollTo(0, 0);
    scene.focus({ preventScroll: true });
  }
}

// Whether there is nothing to begin again from.
function isAtStart() {
  return game.path.length === 0 && game.from === null;
}

function showChoices(node, into) {
  const choices = offered(game);
  choices.forEach((choice, at) => {
    const button = add(into, "button");
    button.type = "button";
    button.className = "choice";
    const number = add(button, "b", at < 9 ? String(at + 1) : "·");
    number.setAttribute("aria-hidden", "true");
    add(button, "span", choice.label || (choice.isBack ? words.back : words.go)).dir = "auto";
    button.addEventListener("click", () => choose(choice));
  });
  if (choices.length > 0) return;
  const isStuck = game.player ? game.errors.length > 0 : node.choices.length > 0;
  const line = add(into, "p", isStuck ? words.noWay : words.theEnd);
  line.className = "end-of-story";
  line.lang = looks.language;
  const row = add(into, "p");
  row.className = "row center";
  const again = add(row, "button", words.restart);
  again.type = "button";
  again.className = "plain";
  again.lang = looks.language;
  again.disabled = isAtStart();
  again.addEventListener("click", restart);
}

function choose(choice) {
  if (choice.id === UNDO) return undo();
  take(game, choice);
  notify();
  store.keepWay(wayOf(game));
  show(true);
}

function goTo(way, notice) {
  const { game: there, isWhole } = replay(story, way);
  game = there;
  store.keepWay(wayOf(game));
  show(true);
  notify(isWhole ? notice : words.changed);
}

// Takes back the last choice, and what was set by hand since.
function undo() {
  const { path } = wayOf(game);
  goTo({ ...wayOf(game), path: path.slice(0, path.findLastIndex((it) => typeof it === "string")) });
}

function goBack() {
  if (game.path.length > 0) goTo({ ...wayOf(game), path: game.path.slice(0, -1) });
}

function restart() {
  byId("restart").close();
  goTo({ from: null, state: [], path: [] });
}

function openDialog(id) {
  if (id === "restart" && isAtStart()) return;
  if (id === "saves") {
    showSlots();
    showCarried(false);
  }
  byId(id).showModal();
  // The first button of the help leads to what readers do not need.
  if (id === "help") byId(id).querySelector("[data-close]").focus();
}

function showSlots(focused) {
  const slots = byId("slots");
  slots.replaceChildren();
  for (let number = 1; number <= SLOTS; number++) {
    const place = store.slot(number);
    const row = add(slots, "li");
    row.className = place ? "" : "empty";
    add(row, "span", String(number)).className = "number";
    const about = add(row, "div");
    add(about, "strong", place ? place.title : words.slot).lang = place ? story.language : "";
    if (place) {
      const when = new Date(place.when).toLocaleString(looks.language);
      add(about, "small", `${words.steps(place.path.length)} · ${when}`);
      slotButton(row, words.load, () => {
        byId("saves").close();
        goTo(place, words.loaded(number));
      });
      slotButton(row, words.remove, () => {
        store.removeSlot(number);
        showSlots(number);
      });
    }
    const save = slotButton(row, words.save, () => {
      store.keepSlot(number, here());
      showSlots(number);
      notify(words.saved(number));
    });
    if (focused === number) save.focus();
  }
}

function slotButton(row, text, act) {
  return button(row, text, act);
}

// Where the reader stands, as a place to keep.
function here() {
  return { ...wayOf(game), title: titleOf(game.at), when: Date.now() };
}

// The place as text, to be copied or written over by one from elsewhere.
function showCarried(isOpen) {
  byId("carried-part").hidden = !isOpen;
  byId("carried").value = isOpen ? asCode(asSave(story, here())) : "";
  sayCarried("");
  if (!isOpen) return;
  byId("carried").focus();
  byId("carried").select();
}

function sayCarried(text) {
  byId("carried-says").textContent = text;
}

// Opens a save from elsewhere, or says why it cannot.
function openSave(text) {
  const { place, why } = readSave(story, text);
  if (why) return sayCarried(words[why]);
  byId("saves").close();
  goTo(place, words.opened);
}

// Moves between the choices once they are in sight; until then the keys scroll. Whether it did.
function moveFocus(by) {
  const buttons = [...document.querySelectorAll("#choices button:not(:disabled)")];
  const at = buttons.indexOf(document.activeElement);
  const isInSight = buttons.length > 0 && buttons[0].getBoundingClientRect().bottom <= innerHeight;
  if (at < 0 && !isInSight) return false;
  const next = at < 0 ? (by > 0 ? 0 : buttons.length - 1) : at + by;
  buttons[(next + buttons.length) % buttons.length].focus();
  return true;
}

const KEYS = {
  ArrowDown: () => moveFocus(1),
  ArrowUp: () => moveFocus(-1),
  Backspace: goBack,
  ArrowLeft: goBack,
  s: () => openDialog("saves"),
  d: () => openDialog("settings"),
  r: () => openDialog("restart"),
  "?": () => openDialog("help"),
  w: () => write(!isWriting),
  m: switchSound,
};

function isTyping(it) {
  return it.matches("input, textarea, select");
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  const dialog = document.querySelector("dialog[open]");
  const digit = /^[1-9]$/.test(event.key) ? Number(event.key) : 0;
  if (dialog) {
    const row = dialog.id === "saves" && digit ? byId("slots").children[digit - 1] : null;
    if (row) row.querySelector("button").focus();
    return;
  }
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (digit) {
    const choice = offered(game)[digit - 1];
    if (choice && !event.repeat) choose(choice);
  } else if (Object.hasOwn(KEYS, key)) {
    if (KEYS[key]() === false) return;
  } else if (event.key === "Enter" && document.activeElement === byId("scene")) {
    const choices = offered(game);
    if (choices.length === 1 && !event.repeat) choose(choices[0]);
    else if (!moveFocus(1)) return;
  } else {
    return;
  }
  event.preventDefault();
});

byId("save-file").addEventListener("click", () => {
  download(fileName(story.title, titleOf(game.at)), asSave(story, here()));
});
byId("open-file").addEventListener("click", () => byId("file").click());
byId("file").addEventListener("change", async () => {
  const [file] = byId("file").files;
  byId("file").value = "";
  sayCarried("");
  if (!file) return;
  if (file.size > LONGEST_SAVE) return sayCarried(words.noSave);
  try {
    openSave(await file.text());
  } catch {
    sayCarried(words.noSave);
  }
});
byId("as-text").addEventListener("click", () => showCarried(byId("carried-part").hidden));
byId("copy-text").addEventListener("click", () => {
  byId("carried").select();
  sayCarried(document.execCommand("copy") ? words.copied : words.copyByHand);
});
byId("open-text").addEventListener("click", () => openSave(byId("carried").value));
byId("back").addEventListener("click", goBack);
byId("do-restart").addEventListener("click", restart);
for (const id of ["saves", "settings", "restart", "help"]) {
  byId(`open-${id}`).addEventListener("click", () => openDialog(id));
}
for (const it of document.querySelectorAll("[data-close]")) {
  it.addEventListener("click", () => it.closest("dialog").close());
}
for (const it of document.querySelectorAll("dialog")) {
  it.addEventListener("click", (event) => {
    if (event.target === it) it.close();
  });
}
for (const [code, { name }] of Object.entries(WORDS)) {
  const option = add(byId("buttons-language"), "option", name);
  option.value = code;
  option.lang = code;
}
byId("buttons-language").addEventListener("change", (event) => setLook("language", event.target.value));
for (const row of document.querySelectorAll("[data-setting]")) {
  row.addEventListener("click", (event) => {
    if (event.target.tagName === "BUTTON") setLook(row.dataset.setting, event.target.value);
  });
}

function setLook(setting, value) {
  looks = { ...looks, [setting]: value };
  store.keepLooks(looks);
  showLooks();
  show(false);
}

// Goes on in another language, at the same place.
function switchTo(code) {
  const said = languages.find((it) => it.language === code);
  if (!said) return;
  store.keepLanguage(code);
  showIn(story, said);
  showLooks();
  // Walked again, so that what was said on the way is in this language too.
  game = replay(story, wayOf(game)).game;
  store.keepWay(wayOf(game));
  show(false);
}

byId("language-choice").hidden = languages.length < 2;
for (const { language } of languages) {
  const option = add(byId("story-language"), "option", nameOf(language));
  option.value = language;
  option.lang = language;
}
byId("story-language").addEventListener("change", (event) => switchTo(event.target.value));

// Shows where the reader left off, or what the address asks for.
function begin() {
  isWriting = store.isWriting();
  if (followAddress()) return;
  const left = replay(story, store.way());
  game = left.game;
  show(true);
  if (story.scriptErrors) notify(words.scriptFails);
  else if (!store.lasts()) notify(words.noStore);
  else if (!left.isWhole) notify(words.changed);
  else if (!isAtStart()) notify(words.resumed);
}

window.addEventListener("hashchange", () => followAddress() || show(false));
listenToWriter();
listenToSound();
showLooks();
begin();
