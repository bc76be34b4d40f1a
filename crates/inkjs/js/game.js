// One reading of a story in Ink, compiled and played by inkjs. A game has the same fields as in `game.js`; a step
// of its way is a choice's number and words.

// As many seeds as Ink chooses from.
const INK_SEEDS = 100;
// A story that runs in a circle without a choice is stopped.
const MOST_LINES = 5000;
const MOST_MILLISECONDS = 5000;

// Puts the compiled story in the place of its Ink. What does not compile is left out, and the page
// plays the links and choices of the story.
function compileInk(story) {
  const errors = [];
  try {
    const keep = (message, kind) => kind === 2 && errors.push(message);
    // Visits are counted for the writer, also where the Ink does not ask for them.
    const options = new inkjs.CompilerOptions(null, [], true, keep, null);
    const compiled = new inkjs.Compiler(story.ink, options).Compile().ToJson();
    if (errors.length === 0) story.ink = compiled;
  } catch (error) {
    errors.push(error instanceof Error ? error.message : String(error));
  }
  if (errors.length === 0) return;
  delete story.ink;
  story.inkErrors = errors;
}

function newInkGame(story, from, state, seed) {
  const named = from === null ? null : story.nodes.findIndex((it) => it.id === from && it.path !== undefined);
  const isThere = named !== -1;
  const game = {
    story,
    from: isThere ? from : null,
    seed,
    state,
    path: [],
    at: (isThere ? named : null) ?? story.start,
    ink: new inkjs.Story(story.ink),
    variables: new Map(),
    // The text since the last choice, the nodes it came from, and what went wrong.
    lines: [],
    entered: new Set(),
    errors: [],
    choices: [],
    get visits() {
      return inkVisits(game);
    },
    // Ink itself knows which choices were taken.
    taken: new Set(),
    changed: new Set(),
    trail: [],
    isThere,
  };
  const { ink } = game;
  watchInk(game);
  ink.state.storySeed = seed % INK_SEEDS;
  // What a game around the story would do is not done.
  ink.allowExternalFunctionFallbacks = true;
  for (const name of story.externals) ink.BindExternalFunction(name, () => 0);
  ink.onError = (message, kind) => kind === 2 && game.errors.push(message);
  for (const [name, value] of game.state) setInInk(game, name, value);
  tryInInk(game, () => {
    // The opening has no name, and is where Ink begins by itself.
    const path = game.from === null ? "" : story.nodes[named].path;
    if (path) ink.ChoosePathString(path);
    readInk(game);
  });
  game.trail.push({ at: game.at, said: "", steps: 0 });
  return game;
}

// What Ink cannot do ends the reading, and is told to the writer.
function tryInInk(game, act) {
  try {
    act();
  } catch (error) {
    game.errors.push(error instanceof Error ? error.message : String(error));
    game.choices = [];
  }
}

// Reads on to the next choice.
function readInk(game) {
  const { ink } = game;
  const before = game.variables;
  game.lines = [];
  game.choices = [];
  let isStopped = false;
  while (ink.canContinue && !isStopped) {
    ink.ContinueAsync(MOST_MILLISECONDS);
    isStopped = !ink.asyncContinueComplete || game.lines.length >= MOST_LINES;
    if (isStopped) game.errors.push(words.inkCircle);
    else game.lines.push(ink.currentText.replace(/\n$/, ""));
  }
  if (game.entered.size === 0) game.entered.add(game.at);
  if (isStopped) return;
  game.choices = ink.currentChoices.map(({ index, text }) => ({ id: `${index} ${text.slice(0, 80)}`, index, label: withoutInkTags(text) }));
  game.variables = inkVariables(ink);
  game.changed.clear();
  for (const [name, value] of game.variables) if (before.get(name) !== value) game.changed.add(name);
}

// Notes which nodes' sections the reading comes to.
function watchInk(game) {
  const { ink, story } = game;
  story.places ??= new Map(story.nodes.map((it, at) => [it.path, at]));
  const visit = ink.VisitContainer.bind(ink);
  ink.VisitContainer = (container, atStart) => {
    const at = story.places.get(container.path.toString());
    if (at !== undefined) {
      game.at = at;
      game.entered.add(at);
    }
    return visit(container, atStart);
  };
}

function inkVisits({ ink, story }) {
  const count = ({ path }) => {
    try {
      return path ? ink.state.VisitCountAtPathString(path) : 0;
    } catch {
      return 0;
    }
  };
  return new Map(story.nodes.map((it, at) => [at, count(it)]));
}

// Values of one word; lists and places in the story are Ink's own.
function inkVariables(ink) {
  const all = [...ink.variablesState._globalVariables.keys()].map((name) => [name, ink.variablesState.$(name)]);
  return new Map(all.filter(([, value]) => ["string", "number", "boolean"].includes(typeof value)));
}

function setInInk(game, name, value) {
  if (!game.ink.variablesState.GlobalVariableExistsWithName(name)) return;
  tryInInk(game, () => game.ink.variablesState.$(name, value));
  game.variables = inkVariables(game.ink);
}

function takeInInk(game, choice) {
  game.path.push(choice.id);
  game.entered.clear();
  tryInInk(game, () => {
    game.ink.ChooseChoiceIndex(choice.index);
    readInk(game);
  });
  game.trail.push({ at: game.at, said: choice.label, steps: game.path.length });
}

function setByHandInInk(game, name, value) {
  game.path.push([name, value]);
  setInInk(game, name, value);
  game.changed = new Set([name]);
  game.trail.push({ set: [name, value], steps: game.path.length });
}

// The text since the last choice, as blocks of the page.
function inkBlocks(game) {
  return game.lines.filter((it) => it.trim()).map((line) => ["p", 0, inkRuns(line)]);
}

// Tags as pages that are made with Ink understand them, and what they are here.
const INK_TAG = /<(\/?)([A-Za-z][A-Za-z0-9]*)[^<>]*>/;
const INK_STYLES = { b: "b", strong: "b", i: "i", em: "i", s: "s", del: "s", code: "c" };

// A line of Ink with its tags as styles; what other tags are around is shown without them.
function inkRuns(line) {
  const open = [];
  const runs = [];
  for (let rest = line; rest; ) {
    const [tag, closes, name] = INK_TAG.exec(rest) || [""];
    const at = tag ? rest.indexOf(tag) : rest.length;
    if (at > 0) runs.push([rest.slice(0, at), open.join("")]);
    rest = rest.slice(at + tag.length);
    const style = tag && INK_STYLES[name.toLowerCase()];
    if (tag && name.toLowerCase() === "br") runs.push(["\n", ""]);
    else if (style && !closes) open.push(style);
    else if (style && open.includes(style)) open.splice(open.lastIndexOf(style), 1);
  }
  return runs;
}

function withoutInkTags(words) {
  return words.replace(new RegExp(INK_TAG, "g"), "");
}
