// One reading of a story in the script of another program, played as that program plays it. A game has
// the same fields as in `game.js` of the page; a step of its way is a choice's number and words.

// The languages of scripts: how each is compiled and played.
const scripts = {};

// A story that runs in a circle without a choice is stopped.
const MOST_LINES = 5000;

// Puts the compiled script in the place of its text. What does not compile is left out, and the page
// plays the links and choices of the story.
function compileScript(story) {
  const { language, text } = story.script;
  const { compiled, errors } = scripts[language].compile(text);
  story.script.compiled = compiled;
  if (!errors) return;
  delete story.script;
  story.scriptErrors = errors;
}

function newScriptGame(story, from, state, seed) {
  const named = from === null ? null : story.nodes.findIndex((it) => it.id === from && it.path !== undefined);
  const isThere = named !== -1;
  story.places ??= new Map(story.nodes.map((it, at) => [it.path, at]));
  const game = {
    story,
    from: isThere ? from : null,
    seed,
    state,
    path: [],
    at: (isThere ? named : null) ?? story.start,
    variables: new Map(),
    // The text since the last choice, the nodes it came from, all nodes so far, and what went wrong.
    lines: [],
    entered: new Set(),
    passed: [],
    errors: [],
    choices: [],
    get visits() {
      return new Map(story.nodes.map(({ path }, at) => [at, path === undefined ? 0 : game.player.visits(path)]));
    },
    // The script itself knows which choices were taken.
    taken: new Set(),
    changed: new Set(),
    trail: [],
    isThere,
  };
  const { language, compiled } = story.script;
  game.player = scripts[language].player(compiled, {
    seed,
    externals: story.externals ?? [],
    entered(path) {
      const at = story.places.get(path);
      if (at === undefined) return;
      game.at = at;
      pass(game, at);
    },
    failed: (message) => game.errors.push(message),
  });
  for (const [name, value] of game.state) setInScript(game, name, value);
  // The beginning of an Ink file has no name, and is not told as entered.
  const opening = game.from === null ? story.places.get("") : undefined;
  if (opening !== undefined) pass(game, opening);
  tryInScript(game, () => {
    // Without a name, Ink begins by itself, and Yarn at the story's beginning.
    const path = game.from === null && language === "ink" ? "" : story.nodes[game.at].path;
    game.player.begin(path);
    readScript(game);
  });
  game.trail.push({ at: game.at, said: "", steps: 0 });
  return game;
}

function pass(game, at) {
  game.entered.add(at);
  game.passed.push(at);
}

// What a script cannot do ends the reading, and is told to the writer.
function tryInScript(game, act) {
  try {
    act();
  } catch (error) {
    game.errors.push(error instanceof Error ? error.message : String(error));
    game.choices = [];
  }
}

// Reads on to the next choice.
function readScript(game) {
  const { player } = game;
  const before = game.variables;
  game.lines = [];
  game.choices = [];
  let isStopped = false;
  while (!isStopped && player.canContinue()) {
    const line = game.lines.length < MOST_LINES ? player.next() : undefined;
    isStopped = line === undefined;
    if (isStopped) game.errors.push(words.circle);
    else game.lines.push(line);
  }
  if (game.entered.size === 0) pass(game, game.at);
  if (isStopped) return;
  game.choices = player.choices().map(({ index, text }) => ({ id: `${index} ${text.slice(0, 80)}`, index, label: withoutTags(text) }));
  game.variables = new Map(player.variables());
  game.changed.clear();
  for (const [name, value] of game.variables) if (before.get(name) !== value) game.changed.add(name);
}

function setInScript(game, name, value) {
  tryInScript(game, () => game.player.set(name, value));
  game.variables = new Map(game.player.variables());
}

function takeInScript(game, choice) {
  game.path.push(choice.id);
  game.entered.clear();
  tryInScript(game, () => {
    game.player.choose(choice.index);
    readScript(game);
  });
  game.trail.push({ at: game.at, said: choice.label, steps: game.path.length });
}

function setByHandInScript(game, name, value) {
  game.path.push([name, value]);
  setInScript(game, name, value);
  game.changed = new Set([name]);
  game.trail.push({ set: [name, value], steps: game.path.length });
}

// The text since the last choice, as blocks of the page.
function scriptBlocks(game) {
  return game.lines.filter((it) => it.trim()).map((line) => ["p", 0, scriptRuns(line)]);
}

// Tags as pages that are made with Ink understand them, and what they are here.
const SCRIPT_TAG = /<(\/?)([A-Za-z][A-Za-z0-9]*)[^<>]*>/;
const SCRIPT_STYLES = { b: "b", strong: "b", i: "i", em: "i", s: "s", del: "s", code: "c" };

// A line with its tags as styles; what other tags are around is shown without them.
function scriptRuns(line) {
  const open = [];
  const runs = [];
  for (let rest = line; rest; ) {
    const [tag, closes, name] = SCRIPT_TAG.exec(rest) || [""];
    const at = tag ? rest.indexOf(tag) : rest.length;
    if (at > 0) runs.push([rest.slice(0, at), open.join("")]);
    rest = rest.slice(at + tag.length);
    const style = tag && SCRIPT_STYLES[name.toLowerCase()];
    if (tag && name.toLowerCase() === "br") runs.push(["\n", ""]);
    else if (style && !closes) open.push(style);
    else if (style && open.includes(style)) open.splice(open.lastIndexOf(style), 1);
  }
  return runs;
}

function withoutTags(text) {
  return text.replace(new RegExp(SCRIPT_TAG, "g"), "");
}
