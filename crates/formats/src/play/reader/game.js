// One reading of the story: where the reader stands, what is offered, and the way that led there.
// A way is {from, seed, state, path}: the id of the node it began at (null: the story's start), the
// seed of its random numbers, the variables set before that, [[name, value], …], and the steps since: a
// choice's id, or [name, value] where a variable was set by hand. Walking it again gives the same game, so that it
// is all that is ever saved.

const MAX_STEPS = 10000;
const UNDO = "undo";
const SEEDS = 2 ** 32;

function anySeed() {
  return Math.floor(Math.random() * SEEDS);
}

function newGame(story, from = null, state = [], seed = anySeed()) {
  if (story.script) return newScriptGame(story, from, state, seed);
  const named = from === null ? story.start : story.nodes.findIndex((it) => it.id === from);
  const isThere = named !== -1;
  const game = {
    story,
    from: isThere ? from : null,
    seed,
    state,
    path: [],
    at: null,
    // How many nodes were entered, and the dice of the present visit.
    entered: 0,
    dice: newDice(seed, 0),
    variables: new Map(),
    // The variables before the present node was entered.
    before: new Map(),
    visits: new Map(),
    // The ids of the choices taken that are offered only until then.
    taken: new Set(),
    // What the last step set or took away, and every node entered or variable set, for the writer.
    changed: new Set(),
    trail: [],
    isThere,
  };
  apply(assignments(state), { ...contextOf(game), visits: () => 0 });
  const start = isThere ? named : story.start;
  if (start !== null) {
    enter(game, start);
    game.trail.push({ at: start, said: "", steps: 0 });
  }
  return game;
}

function wayOf({ from, seed, state, path }) {
  return { from, seed, state, path };
}

// What expressions are worked out against.
function contextOf(game) {
  return { variables: game.variables, visits: visitsIn(game), dice: game.dice };
}

// Values that were set by hand, as the assignments of an effect.
function assignments(state) {
  return state.map(([name, value]) => [name, ["=", value]]);
}

// How often the node of that title was entered; of the present node where no title is given.
function visitsIn(game) {
  return (title) => {
    const nodes = title === null ? [game.at] : (Object.hasOwn(game.story.titles, title) ? game.story.titles[title] : []);
    return nodes.reduce((sum, it) => sum + (game.visits.get(it) || 0), 0);
  };
}

function enter(game, at) {
  game.at = at;
  game.entered += 1;
  game.dice = newDice(game.seed, game.entered);
  game.before = new Map(game.variables);
  game.visits.set(at, (game.visits.get(at) || 0) + 1);
  change(game, game.story.nodes[at].enter || []);
}

function change(game, effect) {
  const before = new Map(game.variables);
  apply(effect, contextOf(game));
  for (const [name] of effect) {
    if (before.get(name) !== game.variables.get(name)) game.changed.add(name);
  }
}

function isOpen(game, choice) {
  if (game.player) return true;
  if (game.taken.has(choice.id)) return false;
  if (!choice.when) return true;
  return holds(choice.when, { ...contextOf(game), otherwise: () => isNothingElseOpen(game) });
}

// Choices that ask for this themselves do not count.
function isNothingElseOpen(game) {
  const others = game.story.nodes[game.at].choices.filter((it) => !it.when || !asksOtherwise(it.when));
  return !others.some((it) => isOpen(game, it));
}

// The choices that are offered now, in their order, then the way back.
function offered(game) {
  if (game.player) return game.choices;
  if (game.at === null) return [];
  const choices = game.story.nodes[game.at].choices.filter((it) => isOpen(game, it));
  const back = wayBack(game);
  return back ? [...choices, back] : choices;
}

// The way back to the node that was read before, where the present one offers it. The step `return`
// goes on from there; `undo` takes back the last choice, and is never part of a path.
function wayBack(game) {
  const { back } = game.story.nodes[game.at];
  if (!back) return null;
  const passed = game.trail.filter((it) => it.at !== undefined).map((it) => it.at);
  const to = back.step === UNDO ? passed.at(-2) : passed.findLast((it) => it !== game.at);
  return to === undefined ? null : { id: back.step, label: back.label, to, isBack: true };
}

function take(game, choice) {
  if (game.player) return takeInScript(game, choice);
  game.path.push(choice.id);
  if (choice.once) game.taken.add(choice.id);
  game.changed.clear();
  change(game, choice.then || []);
  enter(game, choice.to);
  game.trail.push({ at: choice.to, said: choice.label, steps: game.path.length });
}

// Sets a variable by hand, as one more step.
function setByHand(game, name, value) {
  if (game.player) return setByHandInScript(game, name, value);
  game.path.push([name, value]);
  game.changed.clear();
  change(game, assignments([[name, value]]));
  game.trail.push({ set: [name, value], steps: game.path.length });
}

// In a script a choice is named by its number and words, and in another language it has other words.
function sameChoice(game, step) {
  const isTranslated = game.player && game.story.translations;
  return isTranslated ? offered(game).find((it) => it.index === Number.parseInt(step, 10)) : undefined;
}

// The game at the end of a way; of its beginning as far as it still leads anywhere.
function replay(story, way) {
  const game = newGame(story, way.from, way.state, way.seed);
  if (!game.isThere) return { game, isWhole: false };
  for (const step of way.path.slice(0, MAX_STEPS)) {
    if (typeof step !== "string") {
      setByHand(game, step[0], step[1]);
      continue;
    }
    const choice = offered(game).find((it) => it.id === step) || sameChoice(game, step);
    if (!choice) return { game, isWhole: false };
    take(game, choice);
  }
  return { game, isWhole: way.path.length <= MAX_STEPS };
}

// Values as somebody types them: `gold = 5; met = true; name = "Neo"`. Answers the pairs, or null
// where it cannot be read.
const TYPED = /\s*\$?([\p{Alphabetic}_][\p{Alphabetic}\p{N}_]*)\s*[=＝]\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|“([^”]*)”|([-－]?\d+(?:\.\d+)?)|(true|false))\s*(?:[;；,，\n]|$)/suy;
const NO_NAMES = ["and", "or", "not", "true", "false", "visited", "visits"];

function readState(typed) {
  const state = [];
  const text = typed.trim();
  TYPED.lastIndex = 0;
  while (TYPED.lastIndex < text.length) {
    const found = TYPED.exec(text);
    if (!found || NO_NAMES.includes(found[1])) return null;
    const [, name, double, single, curly, number, truth] = found;
    const quoted = double ?? single;
    if (quoted !== undefined) state.push([name, textOf(quoted.replace(/\\(.)/gs, "$1"))]);
    else if (curly !== undefined) state.push([name, textOf(curly)]);
    else if (number !== undefined) state.push([name, numberOf(Number(number.replace("－", "-")))]);
    else state.push([name, truth === "true"]);
  }
  return state;
}

function writtenValue(value) {
  return typeof value === "string" ? `"${value.replace(/["\\]/g, "\\$&")}"` : String(value);
}

function writtenState(state) {
  return [...state].map(([name, value]) => `${name} = ${writtenValue(value)}`).join("; ");
}
