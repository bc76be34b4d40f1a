// What a writer sees besides: the path with a way back to each of its steps, the variables, the
// choices that are closed here, every node to begin at, and states that were kept. Off until it is
// asked for by its key, its button or the address.

let isWriting = false;
const rows = new Map();

function showWriting() {
  document.body.classList.toggle("writing", isWriting);
  byId("writer").hidden = !isWriting;
  byId("open-writer").setAttribute("aria-pressed", String(isWriting));
  if (!isWriting) return;
  showTrail();
  showVariables();
  showClosed();
  showFound();
  showStates();
}

function write(on) {
  isWriting = on;
  store.keepWriting(on);
  showWriting();
  if (!on) return byId("scene").focus({ preventScroll: true });
  byId("writer-title").focus({ preventScroll: true });
  byId("writer").scrollIntoView({ block: "nearest" });
}

function titleOf(at) {
  return at === null ? "" : story.nodes[at].title;
}

function button(into, text, act) {
  const it = add(into, "button", text);
  it.type = "button";
  it.addEventListener("click", act);
  return it;
}

function showTrail() {
  const trail = byId("trail");
  trail.replaceChildren();
  const from = game.state.length > 0 ? writtenState(game.state) : "";
  for (const [number, { at, said, set, steps }] of game.trail.entries()) {
    const item = add(trail, "li");
    const shown = set ? writtenState([set]) : titleOf(at);
    const step = button(item, shown, () => goTo({ ...wayOf(game), path: game.path.slice(0, steps) }));
    step.lang = story.language;
    if (set) step.className = "set";
    if (number === game.trail.length - 1) step.setAttribute("aria-current", "step");
    const note = number === 0 ? from : said;
    if (note) add(item, "small", note).lang = story.language;
  }
  trail.scrollTop = trail.scrollHeight;
}

// Rows stay while their variable does, so that what is typed into is never taken from the hand.
function showVariables() {
  const table = byId("variables");
  for (const [name, row] of rows) {
    if (game.variables.has(name)) continue;
    row.remove();
    rows.delete(name);
  }
  for (const [name, value] of game.variables) {
    if (!rows.has(name)) rows.set(name, variableRow(table, name));
    const row = rows.get(name);
    row.lastChild.value = writtenValue(value);
    row.lastChild.setAttribute("aria-label", words.valueOf(name));
    row.lastChild.removeAttribute("aria-invalid");
    row.classList.toggle("changed", game.changed.has(name));
  }
  byId("no-variables").hidden = game.variables.size > 0;
}

function variableRow(table, name) {
  const row = add(table, "li");
  add(row, "code", name);
  const field = add(row, "input");
  field.spellcheck = false;
  field.addEventListener("change", () => {
    const typed = field.value.trim();
    const read = readState(`${name} = ${typed}`) || readState(`${name} = ${writtenValue(typed)}`);
    if (read && read.length === 1) setVariables(read);
    else field.setAttribute("aria-invalid", "true");
  });
  return row;
}

function setVariables(state) {
  for (const [name, value] of state) setByHand(game, name, value);
  store.keepWay(wayOf(game));
  show(false);
}

function showClosed() {
  const list = byId("closed");
  list.replaceChildren();
  for (const choice of game.at === null ? [] : story.nodes[game.at].choices) {
    const isShut = !isOpen(game, choice);
    // What cannot be read is offered always; the writer should know that something was meant.
    if (!isShut && !(choice.written && !choice.when)) continue;
    const item = add(list, "li");
    add(item, "span", choice.label || titleOf(choice.to)).lang = story.language;
    add(item, "code", choice.written || "");
    if (!isShut) add(item, "small", words.unreadable);
    if (game.taken.has(choice.id)) add(item, "small", words.taken);
  }
  for (const error of (game.player ? game.errors : story.scriptErrors) || []) add(add(list, "li"), "code", error);
  byId("closed-part").hidden = !list.firstChild;
}

const FOUND = 8;

function found() {
  const wanted = byId("find-node").value.trim().toLocaleLowerCase();
  const numbers = story.nodes.map((_, at) => at);
  if (wanted === "") return numbers;
  return numbers.filter((at) => titleOf(at).toLocaleLowerCase().includes(wanted));
}

function showFound() {
  const list = byId("found");
  const all = found();
  list.replaceChildren();
  for (const at of all.slice(0, FOUND)) {
    const item = add(list, "li");
    button(item, titleOf(at), () => beginAt(at)).lang = story.language;
    const visits = game.visits.get(at) || 0;
    if (visits > 0) add(item, "small", words.visits(visits));
  }
  const rest = all.length - FOUND;
  byId("found-more").textContent = all.length === 0 ? words.noneFound : rest > 0 ? words.more(rest) : "";
}

// Begins at a node, with the variables that are typed.
function beginAt(at) {
  const state = readState(byId("begin-state").value);
  byId("begin-state").setAttribute("aria-invalid", String(state === null));
  if (state === null) return notify(words.badState);
  goTo({ from: story.nodes[at].id, state, path: [] });
}

function showStates() {
  const list = byId("states");
  list.replaceChildren();
  for (const state of store.states()) {
    const item = add(list, "li");
    button(item, state.name, () => goToState(state)).lang = story.language;
    const remove = button(item, "×", () => {
      store.removeState(state.name);
      showStates();
      byId("state-name").focus();
    });
    remove.className = "remove";
    remove.setAttribute("aria-label", words.forget(state.name));
  }
}

function keepState() {
  const title = titleOf(game.at);
  const name = byId("state-name").value.trim() || [title, writtenState(game.variables)].filter(Boolean).join(" · ");
  const [node, variables] = [game.at === null ? null : story.nodes[game.at].id, [...game.variables]];
  store.keepState({ ...wayOf(game), node, variables, title, name: name.slice(0, 200), when: Date.now() });
  byId("state-name").value = "";
  showStates();
  notify(words.stateKept(name));
}

// A state by the way that led to it. Where the story has changed and the way no longer leads
// there, its node with the variables it held: that is what it was kept for.
function goToState(state) {
  const node = story.nodes.findIndex((it) => it.id === state.node);
  if (replay(story, state).isWhole || node < 0) return goTo(wayOf(state));
  const { node: from, variables } = state;
  // What entering it does was done when the state was kept, and is taken back.
  const entered = newGame(story, from, variables).variables;
  const path = variables.filter(([name, value]) => entered.get(name) !== value);
  goTo({ from, state: variables, path }, words.stateByNode);
}

// What the address asks for: `#writer`, `#debug`, `#node=Title&state=gold=5`.
function followAddress() {
  const asked = new URLSearchParams(location.hash.slice(1));
  const node = asked.get("node");
  if (node === null && !asked.has("writer") && !asked.has("debug")) return false;
  isWriting = true;
  store.keepWriting(true);
  if (node === null) return false;
  const folded = node.trim().toLocaleLowerCase();
  const titles = story.nodes.map((it) => it.title);
  let at = story.nodes.findIndex((it) => it.id === node || it.title === node);
  if (at < 0) at = titles.findIndex((it) => it.toLocaleLowerCase() === folded);
  const state = readState(asked.get("state") || "");
  if (at < 0 || state === null) {
    show(true);
    notify(at < 0 ? words.noNode(node) : words.badState);
    return true;
  }
  byId("begin-state").value = writtenState(state);
  goTo({ from: story.nodes[at].id, state, path: [] });
  return true;
}

function listenToWriter() {
  byId("open-writer").addEventListener("click", () => {
    byId("help").close();
    write(!isWriting);
  });
  byId("close-writer").addEventListener("click", () => write(false));
  byId("find-node").addEventListener("input", showFound);
  byId("find-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const [first] = found();
    if (first !== undefined) beginAt(first);
  });
  byId("take-variables").addEventListener("click", () => {
    byId("begin-state").value = writtenState(game.variables);
  });
  byId("from-start").addEventListener("click", () => goTo({ from: null, state: [], path: [] }));
  byId("set-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const field = byId("set-variable");
    const state = readState(field.value);
    field.setAttribute("aria-invalid", String(state === null));
    if (state === null) return notify(words.badState);
    if (state.length === 0) return;
    field.value = "";
    setVariables(state);
  });
  byId("state-form").addEventListener("submit", (event) => {
    event.preventDefault();
    keepState();
  });
}
